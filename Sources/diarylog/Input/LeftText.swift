internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// A text that lies in an editor's file and that the diary does not have: this program was killed while the editor went
/// on, the disk was full, the text was refused.
struct LeftText {
    let file: EditedFile
    let what: EditedText
    /// What was typed: the file, or what the editor rescued beside it.
    let bytes: [UInt8]
    /// Whether nothing was typed, as far as can be read: a swap file may say more.
    let isAsGiven: Bool
    /// When a file of it was written last, in seconds since 1970 UTC.
    let time: Int64

    /// Looks into a folder; nil where nothing was left, or the editor is still waited for. A note that cannot be read,
    /// as of a full disk, is taken for one of a new entry of this diary.
    init?(in folder: String, of diary: String) {
        guard let file = EditedFile(leftIn: folder), let raw = try? FileSystem.read(plain: file.path),
            let bytes = file.rescued ?? file.typed
        else { return nil }
        let what = file.what ?? EditedText(of: diary)
        isAsGiven = (what.isGiven(raw) || bytes.isEmpty) && file.rescued == nil
        // What only this program wrote is nothing that was left.
        if isAsGiven, file.swap == nil {
            file.discard()
            return nil
        }
        (self.file, self.what, self.bytes) = (file, what, bytes)
        time = (try? FileSystem.modificationTime(of: file.path)) ?? 0
    }

    /// The folders in which editors' files lie; the temporary ones cost a look at all that lies there.
    private static func folders(alsoTemporary: Bool) -> [String] {
        let drafts = EditedFile.drafts.map { drafts in
            ((try? FileSystem.contents(of: drafts)) ?? []).map { drafts + "/" + $0 }
        }
        if !alsoTemporary { return drafts ?? [] }
        // Others may put there what they like, under any name.
        let temporary = FileSystem.temporaryDirectory
        let others = ((try? FileSystem.contents(of: temporary)) ?? []).filter { $0.hasPrefix(EditedFile.prefix) }
            .map { temporary + "/" + $0 }.filter { (try? FileSystem.ownership(of: $0)) == .own }
        return (drafts ?? []) + others
    }

    /// Those of one diary, the oldest first.
    static func all(of diary: String, alsoTemporary: Bool) -> [LeftText] {
        let diary = (try? FileSystem.canonicalPath(diary)) ?? diary
        return folders(alsoTemporary: alsoTemporary).compactMap { LeftText(in: $0, of: diary) }.filter {
            $0.what.diary == diary
        }.sorted {
            $0.time < $1.time
        }
    }

    /// That of a path, to the file or its folder.
    init(at path: String, of diary: String) throws {
        let folder = (try? FileSystem.kind(of: path)) == .directory ? path : FileSystem.parent(of: path)
        guard let left = LeftText(in: folder, of: diary) else { throw Problem.noFile(path) }
        self = left
    }
}

extension Session {
    /// The texts that were left of the diary and that none of its drafts has.
    func leftTexts(in diary: Diary, alsoTemporary: Bool = true) throws -> [LeftText] {
        let left = LeftText.all(of: try path(), alsoTemporary: alsoTemporary)
        if left.isEmpty { return [] }
        let drafts = Set(try diary.drafts().map(\.content.text))
        return left.filter { text in
            text.what.kind != .entry || !drafts.contains(self.text(of: text)) || text.file.swap != nil
        }
    }

    /// Names the texts that were left, to whoever writes or checks.
    func reportLeftTexts(alsoTemporary: Bool = true) {
        guard let diary = try? open(), let left = try? leftTexts(in: diary, alsoTemporary: alsoTemporary) else {
            return
        }
        for text in left {
            if let swap = text.file.swap { notify(.swapLeft(swap)) }
            if !text.isAsGiven { notify(.textLeft(text.file.path)) }
        }
    }

    /// The text alone, without a header.
    func text(of left: LeftText) -> [UInt8] { (try? content(of: left).text) ?? left.bytes }

    /// The entry as the file has it; throws what is wrong with its header.
    private func content(of left: LeftText) throws -> EntryContent {
        let now = EntryContent(text: [], date: try dateNow())
        let header = try EntryHeader(now, isPrecise: true, self)
        let (content, mistake) = header.read(left.what.fields + left.bytes)
        if let mistake { throw mistake }
        return content
    }

    /// Writes a text that was left as what it is of, and removes its file once a draft or the log has it.
    func commit(_ left: LeftText, in diary: Diary) throws {
        let kept = KeptText.file(left.file.path)
        guard TextInput.isUTF8(left.bytes) else { throw Problem.draftNotUTF8(left.file.path) }
        switch left.what.kind {
        case .jrnl: throw Problem.jrnlsText(left.file.path)
        case .many:
            let point = left.what.head.map { DiaryPoint.event($0) } ?? .head
            let entries = try EntryBuffer.entries(in: left.bytes).compactMap { id in try diary.entry(id, at: point) }
            let requests = try EntryBuffer(entries, self).requests(in: left.bytes)
            try perform(requests, in: diary, kept: kept) { .changedMany($0) }
            left.file.discard()
        case .entry:
            let draft = try draft(of: left, in: diary)
            left.file.discard()
            try commit(draft, in: diary)
        }
    }

    /// The draft that goes on with a text that was left: the one that had it, else a new one.
    private func draft(of left: LeftText, in diary: Diary) throws -> Draft {
        let content = try content(of: left)
        if let number = left.what.draft.flatMap({ DraftNumber($0) }), let draft = try diary.draft(number) {
            let outcome = try diary.write(.keep(content, in: number, after: draft.revision), in: try context())
            if case .kept(let draft) = outcome { return draft }
            if case .unchanged(let draft) = outcome { return draft }
        }
        var start = DraftStart(of: left.what.entry)
        start.base = left.what.base
        switch try diary.write(.begin(start, with: content), in: try context()) {
        case .kept(let draft), .unchanged(let draft), .conflict(let draft): return draft
        case .refused(let refusal, let entry): throw Problem(refusal, entry: OnScreen.shortID(entry))
        case .missing: throw Problem.noFile(left.file.path)
        }
    }
}
