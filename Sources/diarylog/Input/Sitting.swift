internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Synchronization

/// What is typed in an editor, on its way into the diary: kept as a draft whenever it changes.
///
/// A new entry is not begun before there is something to see, nor a draft of an entry before its text is another one.
/// What the diary does not accept is left to the editor's file, which stays.
final class Sitting: Sendable {
    private struct State {
        var draft: Draft?
        /// The text that the diary has.
        var kept: [UInt8]?
        /// Why the text before could not be kept.
        var problem: Problem?
        /// Set once the diary was replaced under the editor: the text is kept in the one that is there, not written.
        var replacement: Problem?
    }

    private let diary: Diary
    private let start: DraftStart
    /// The fields beside the text, and the text that there is already.
    private let content: EntryContent
    private let context: WriteContext
    private let clockStands: Bool
    /// What stands above the text in the editor's file, if anything does.
    let header: EntryHeader?
    /// What somebody who finds the editor's file must know.
    let what: EditedText
    private let state: Mutex<State>

    /// Begins without a draft, or goes on with one.
    init(
        _ content: EntryContent, under header: EntryHeader? = nil, from start: DraftStart, goingOn draft: Draft? = nil,
        in diary: Diary, _ session: Session
    ) throws {
        (self.diary, self.start, self.content, self.header) = (diary, start, content, header)
        context = try session.context()
        clockStands = Session.variable("DIARYLOG_NOW") != nil
        what = try EditedText(of: start, content, under: header, draft, session)
        state = Mutex(State(draft: draft, kept: draft?.content.text))
    }

    /// The draft, if there is one.
    var draft: Draft? { state.withLock { $0.draft } }

    /// What the editor's file says: the entry, and what is wrong with its header.
    func read(_ typed: [UInt8]) -> (content: EntryContent, mistake: Problem?) {
        if let header { return header.read(typed) }
        var content = content
        content.text = typed
        return (content, nil)
    }

    /// Whether the editor's file says what it said at first.
    func isUnchanged(_ typed: [UInt8]) -> Bool { read(typed).content == content }

    /// Whether the editor's file has a text that says nothing.
    func isBlank(_ typed: [UInt8]) -> Bool {
        !hasVisibleCharacter(String(decoding: read(typed).content.text, as: UTF8.self))
    }

    /// Where a text is: in the draft that has it, or in the file.
    func whereabouts(of text: [UInt8], file: String) -> KeptText {
        state.withLock { state in
            guard let draft = state.draft, state.kept == text else { return .file(file) }
            return .draft(draft.number.description)
        }
    }

    /// Whether the diary has a text; otherwise why not, if that is known.
    func holds(_ text: [UInt8]) -> (Bool, Problem?) { state.withLock { ($0.kept == text, $0.problem) } }

    /// Why nothing may be written though the text is kept: the person saw another diary than the one that is there now.
    var replacement: Problem? { state.withLock(\.replacement) }

    /// Keeps a text as it is now. Safe from any thread.
    ///
    /// `asLast` asks the diary even if it had the text before: it may have been lost since, and the file with the text
    /// is to go.
    func keep(_ text: [UInt8], asLast: Bool = false) {
        guard TextInput.isUTF8(text) else { return }
        state.withLock { state in
            guard asLast || state.kept != text else { return }
            state.kept = asLast ? nil : state.kept
            do throws(EventStoreError) {
                do throws(EventStoreError) { try keep(text, &state) } catch {
                    guard case .replaced = error else { throw error }
                    // Its draft was in the file that is gone; whoever opens the one that is there finds this one.
                    (state.draft, state.kept, state.replacement) = (nil, nil, Problem(error))
                    try keep(text, &state)
                }
            } catch {
                state.problem = Problem(error)
            }
        }
    }

    private func keep(_ typed: [UInt8], _ state: inout State) throws(EventStoreError) {
        let content = read(typed).content
        var context = context
        if !clockStands { context.wall = WallClock.now() }
        let isBlank = !hasVisibleCharacter(String(decoding: content.text, as: UTF8.self))
        // An emptied text does not take the place of one that can be read; what becomes of it is decided at the end.
        if isBlank || (state.draft == nil && content == self.content) { return }
        if let draft = state.draft {
            switch try diary.write(.keep(content, in: draft.number, after: draft.revision), in: context) {
            case .kept(let draft), .unchanged(let draft):
                (state.draft, state.kept, state.problem) = (draft, typed, nil)
                return
            case .refused(let refusal, let entry):
                state.problem = Problem(refusal, entry: OnScreen.shortID(entry))
                return
            // Somebody else keeps, committed or discarded it: this text gets a draft of its own.
            case .conflict, .missing: break
            }
        }
        switch try diary.write(.begin(start, with: content), in: context) {
        case .kept(let draft), .unchanged(let draft), .conflict(let draft):
            (state.draft, state.kept, state.problem) = (draft, typed, nil)
        case .refused(let refusal, let entry): state.problem = Problem(refusal, entry: OnScreen.shortID(entry))
        case .missing: break
        }
    }
}
