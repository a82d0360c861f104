internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// An entry whose text is typed in an editor.
struct TypedEntry: Sendable {
    /// How a draft of it begins.
    var start: DraftStart
    /// The entry as it was opened; as a note has it, without its text.
    var content: EntryContent
    /// The zone in which its fields stand above the text, as an `EntryHeader`; nil if they do not.
    var headerZone: String?
    /// Whether a place that is typed there stays as precise as it is.
    var isPrecise = true
    /// The draft that it goes on with, as that was opened.
    var draft: (number: DraftNumber, revision: UInt32)?

    init(_ content: EntryContent, _ start: DraftStart) { (self.content, self.start) = (content, start) }

    /// What a draft says.
    init(_ draft: Draft) {
        self.init(draft.content, draft.start)
        self.draft = (draft.number, draft.revision)
    }
}

/// What a file in an editor is of: all that is needed to write it, for the run that waits for the editor and, where
/// that was killed, for a later one.
struct EditorNote: Sendable {
    enum Subject: Sendable {
        case entry(TypedEntry)
        /// Many entries as an `EntryBuffer`, as of an event.
        case many([EntryBuffer.Part], at: SequenceNumber)
    }

    /// The folder of the diary.
    let diary: String
    /// What tells the diary from others wherever it is moved; nil where that could not be read.
    let identity: String?
    var subject: Subject
    /// The editor that has it open, or was ended with it: it may have more than it saved. Nil once it was closed well.
    var editor: String?
    /// Whether the text came with a line end of its own; else one was added.
    private(set) var isEnded = true
    /// Of what the editor was given.
    private var size = 0
    private var checksum: UInt32 = 0

    init(_ subject: Subject, in diary: String, _ identity: String?) {
        (self.subject, self.diary, self.identity) = (subject, Self.name(of: diary), identity)
    }

    /// The entries that it is of; none if it is of a new one.
    var entries: [EntryID] {
        switch subject {
        case .many(let parts, _): parts.map(\.id)
        case .entry(let entry): entry.start.entry.map { [$0] } ?? []
        }
    }

    /// The most bytes that are read of its file: more than any text with its header may have.
    var most: Int { EntryLimits.content * max(entries.count, 1) }

    /// What a diary is called in a note, whatever path leads to it.
    static func name(of diary: String) -> String { (try? FileSystem.canonicalPath(diary)) ?? diary }

    /// Notes what the editor is given.
    mutating func give(_ bytes: [UInt8], isEnded: Bool) {
        (size, checksum, self.isEnded) = (bytes.count, CRC32C.checksum(bytes.span), isEnded)
    }

    /// Whether a file has what the editor was given.
    func isGiven(_ bytes: [UInt8]) -> Bool { bytes.count == size && CRC32C.checksum(bytes.span) == checksum }

    /// Reads it; nil if it cannot be read.
    init?(at path: String) {
        guard let bytes = try? FileSystem.read(plain: path, limit: 8 << 20), var reader = try? JSONReader(bytes),
            let value = try? reader.value(), let diary = value["diary"]?.saidText, let subject = Subject(value)
        else { return nil }
        (self.diary, self.subject, identity) = (diary, subject, value["identity"]?.saidText)
        editor = value["editor"]?.saidText
        isEnded = value["ended"] == .bool(true)
        size = value["size"]?.saidNumber.map { Int($0) } ?? 0
        checksum = value["checksum"]?.saidNumber.map { UInt32(truncatingIfNeeded: $0) } ?? 0
    }

    /// Writes it in place: the file is locked. Where there is no room for it, the text can be found all the same.
    func write(to path: String) {
        let members: [JSONMember] = [
            JSONMember("diary", .text(diary)), JSONMember("identity", .text(orNull: identity)),
            JSONMember("editor", .text(orNull: editor)),
            JSONMember("ended", .bool(isEnded)), JSONMember("size", .number(size)),
            JSONMember("checksum", .number(checksum)),
        ]
        let value = JSONValue.object(members + subject.members)
        try? FileSystem.write(JSONWriter.bytes(value).span, to: path, mode: 0o600, exclusive: false, sync: false)
    }
}

extension EditorNote.Subject {
    fileprivate init?(_ value: JSONValue) {
        if let head = value["head"]?.saidNumber {
            guard case .array(let entries)? = value["entries"] else { return nil }
            let parts = entries.compactMap { entry -> EntryBuffer.Part? in
                guard let id = entry["entry"]?.saidText.flatMap({ EntryID(hexadecimal: $0) }),
                    let line = entry["line"]?.saidText, let sum = entry["checksum"]?.saidNumber
                else { return nil }
                return EntryBuffer.Part(id: id, line: line, checksum: UInt32(truncatingIfNeeded: sum))
            }
            if parts.count < entries.count { return nil }
            self = .many(parts, at: SequenceNumber(UInt64(clamping: head)))
        } else if let fields = value["content"]?.saidText.flatMap({ Base64.bytes(Array($0.utf8)) }),
            let content = try? ContentCodec.decode(fields.span)
        {
            var start = DraftStart(of: value["entry"]?.saidText.flatMap { EntryID(hexadecimal: $0) })
            start.base = value["base"]?.saidText.flatMap { Digest(hexadecimal: $0) }
            start.key = value["key"]?.saidText
            start.again = value["again"] == .bool(true)
            start.dateIsGiven = value["dateIsGiven"] == .bool(true)
            var entry = TypedEntry(content, start)
            entry.headerZone = value["header"]?.saidText
            entry.isPrecise = value["precise"] == .bool(true)
            entry.draft = value["draft"]?.saidText.flatMap { DraftNumber($0) }.map { number in
                (number, UInt32(truncatingIfNeeded: value["revision"]?.saidNumber ?? 0))
            }
            self = .entry(entry)
        } else {
            return nil
        }
    }

    fileprivate var members: [JSONMember] {
        switch self {
        case .many(let parts, let head):
            let entries = parts.map { part -> JSONValue in
                ["entry": .text(part.id.hexadecimal), "line": .text(part.line), "checksum": .number(part.checksum)]
            }
            return [JSONMember("head", .number(head.rawValue)), JSONMember("entries", .array(entries))]
        case .entry(let entry):
            var fields = entry.content
            fields.text = []
            return [
                JSONMember("entry", .text(orNull: entry.start.entry?.hexadecimal)),
                JSONMember("base", .text(orNull: entry.start.base?.hexadecimal)),
                JSONMember("content", .string(Base64.text(ContentCodec.encode(fields)))),
                JSONMember("header", .text(orNull: entry.headerZone)), JSONMember("precise", .bool(entry.isPrecise)),
                JSONMember("draft", .text(orNull: entry.draft?.number.description)),
                JSONMember("revision", entry.draft.map { .number($0.revision) } ?? .null),
                JSONMember("key", .text(orNull: entry.start.key)), JSONMember("again", .bool(entry.start.again)),
                JSONMember("dateIsGiven", .bool(entry.start.dateIsGiven)),
            ]
        }
    }
}
