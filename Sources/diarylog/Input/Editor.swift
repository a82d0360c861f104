internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// The user's own editor, on a file that nobody else may read.
///
/// The file lies in a folder of its own below the drafts. While the editor runs, a thread keeps what the file holds in
/// the diary. The file goes once the diary has its text; whatever goes wrong before that, what was typed is there, and
/// the user is told where.
enum Editor {
    /// Opens `VISUAL`, `EDITOR` or vi on a text, and returns what the file holds afterwards; the sitting has kept it,
    /// if it could.
    ///
    /// Above the text stands the sitting's header. The editor opens at `line` of the text, if it can be told so. Throws
    /// if the editor failed or was ended; then what was typed stays, and the session notes where.
    static func edit(
        _ text: [UInt8], _ sitting: Sitting, at position: TextPosition? = nil, in session: Session
    ) throws -> [UInt8] {
        let header = sitting.header?.bytes ?? []
        let file = try EditedFile(text, under: header, of: sitting.what)
        // Under a header it opens at the text.
        let above = header.count { $0 == 0x0A }
        var position = position ?? TextPosition(line: 1)
        position.line += above
        let end = try run(on: file, at: position, in: session) {
            if let text = file.typed { sitting.keep(text) }
            file.note(draft: sitting.draft?.name)
        }
        let rescued = end.isFine ? nil : file.rescued
        if let swap = file.swap { session.notify(.swapLeft(swap)) }
        guard let after = rescued ?? file.typed, TextInput.isUTF8(after) else {
            session.opened.note(kept: file.typed == nil ? sitting.draft.map { .draft($0.name) } : .file(file.path))
            throw file.typed == nil ? Problem.noFile(file.path) : .draftNotUTF8(file.path)
        }
        sitting.keep(after, asLast: true)
        let isNothing = sitting.isUnchanged(after) || sitting.isBlank(after)
        var kept = sitting.whereabouts(of: after, file: file.path)
        if isNothing, let draft = sitting.draft { kept = .draft(draft.name) }
        file.note(draft: sitting.draft?.name)
        if case .draft = kept { file.remove(isFine: end.isFine) } else if isNothing { file.remove(isFine: end.isFine) }
        let stays = isNothing && sitting.draft == nil ? nil : kept
        if end.isFine {
            if case .file = stays { session.opened.note(kept: stays) }
            return after
        }
        try fail(end, stays, in: session)
        return after
    }

    /// Opens the editor, or the one that `chosen` calls, on a text that is of no one entry. It has no draft: if `use`
    /// throws, the file stays, and is named; `draft list` has it.
    static func edit(
        _ text: [UInt8], of what: EditedText, by chosen: String? = nil, in session: Session,
        _ use: (_ typed: [UInt8], _ kept: KeptText) throws -> Void
    ) throws {
        let file = try EditedFile(text, of: what)
        let end = try run(on: file, by: chosen ?? command, in: session) {}
        if let swap = file.swap { session.notify(.swapLeft(swap)) }
        guard let after = (end.isFine ? nil : file.rescued) ?? file.typed else { throw Problem.noFile(file.path) }
        let kept = KeptText.file(file.path)
        if after == text { file.remove(isFine: end.isFine) }
        if !end.isFine { try fail(end, after == text ? nil : kept, in: session) }
        guard TextInput.isUTF8(after) else { throw Problem.draftNotUTF8(file.path) }
        do { try use(after, kept) } catch {
            let problem = Problem(error)
            if problem == .nothingVisible {
                file.remove()
            } else {
                session.opened.note(kept: kept)
                if problem.code == "conflict" { throw problem }
                session.notify(.kept(kept))
            }
            throw problem
        }
        file.remove()
    }

    /// How the editor ended.
    private struct End {
        var code: Int32
        /// The signal that was to end us.
        var signal: Int32?
        var isFine: Bool { code == 0 && signal == nil }
    }

    /// Ends as the signal wants it, or throws that the editor failed; what was typed stays where it is.
    private static func fail(_ end: End, _ kept: KeptText?, in session: Session) throws {
        session.opened.note(kept: kept)
        if let signal = end.signal {
            if let kept { session.notify(.kept(kept)) }
            ProcessEnd.end(bySignal: signal)
        }
        throw kept == nil && end.code == 127
            ? Problem.noEditor(command) : .editorFailed(code: end.code, kept: kept)
    }

    /// Runs the editor to its end; meanwhile `look` is called whenever a file beside the text was written, and each
    /// second.
    private static func run(
        on file: EditedFile, at position: TextPosition? = nil, by command: String = command, in session: Session,
        _ look: @escaping @Sendable () -> Void
    ) throws -> End {
        let watch = try? FileWatch(file.folder)
        let isOver = Semaphore()
        let isWatched = Threads.detach {
            guard let watch else { return isOver.signal() }
            while watch.wait(milliseconds: 1000) != .ended { look() }
            isOver.signal()
        }
        defer {
            watch?.end()
            // The diary must not be written by two threads at the end.
            if isWatched { while !isOver.wait(milliseconds: 1000) {} }
        }
        do {
            let words = EditorLine.words(opening: file.path, at: position, by: command)
            let begun = WallClock.monotonic()
            let (code, signal) = try ChildProcess.runEndingWithUs(["sh", "-c", command + " \"$@\"", "sh"] + words)
            if code == 0, WallClock.monotonic() - begun < 2_000_000_000,
                let waiting = EditorLine.waitingCommand(of: command),
                Terminal.isTerminal(.input)
            {
                ErrorOutput.write(
                    session.text(Notice.editorDidNotWait(command, waiting.isEmpty ? nil : waiting).sentence))
                _ = StandardInput.readLine()
            }
            return End(code: code, signal: signal)
        } catch {
            file.remove()
            throw Problem.noEditor(command)
        }
    }

    private static var command: String {
        for name in ["VISUAL", "EDITOR"] {
            if let value = ProcessEnvironment.value(name), !value.isEmpty { return value }
        }
        return "vi"
    }
}

extension Draft {
    /// As a person writes it: `d1`.
    var name: String { number.description }
}
