internal import DiaryEngine
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// What a text in an editor's file is of: what somebody who finds the file must know to write it.
struct EditedText: Sendable {
    enum Kind: String, Sendable {
        /// Of a new entry, or of one that is there.
        case entry
        /// Of many entries: an `EntryBuffer`.
        case many
        /// As jrnl's editor has it.
        case jrnl
    }

    /// The folder of the diary.
    var diary: String
    var kind = Kind.entry
    /// The entry that it changes, and the event on which that stood.
    var entry: EntryID?
    var base: Digest?
    /// The fields beside the text, as an `EntryHeader`; of a file that has such a header itself, empty.
    var fields: [UInt8] = []
    /// Of many: the newest event when they were read.
    var head: SequenceNumber?
    /// The draft that has an earlier state of it.
    var draft: String?
    /// Whether the text came with a line end of its own; else one was added.
    private(set) var isEnded = false
    /// Of what the editor was given.
    private var size = 0
    private var checksum: UInt32 = 0

    init(of diary: String) { self.diary = (try? FileSystem.canonicalPath(diary)) ?? diary }

    /// Of one entry, as a sitting has it.
    init(
        of start: DraftStart, _ content: EntryContent, under header: EntryHeader?, _ draft: Draft?, _ session: Session
    ) throws {
        self.init(of: try session.path())
        (entry, base, self.draft) = (start.entry, start.base, draft?.name)
        if header == nil { fields = try EntryHeader(content, isPrecise: true, session).bytes }
    }

    /// As jrnl's editor has it.
    init(jrnlIn session: Session) throws {
        self.init(of: try session.path())
        kind = .jrnl
    }

    /// Notes what the editor is given.
    mutating func give(_ bytes: [UInt8], isEnded: Bool) {
        (size, checksum, self.isEnded) = (bytes.count, CRC32C.checksum(bytes.span), isEnded)
    }

    /// Whether a file has what the editor was given.
    func isGiven(_ bytes: [UInt8]) -> Bool { bytes.count == size && CRC32C.checksum(bytes.span) == checksum }

    /// Reads it; nil if it cannot be read.
    init?(at path: String) {
        guard let bytes = try? FileSystem.read(plain: path, limit: 1 << 20), var reader = try? JSONReader(bytes),
            let value = try? reader.value(), let diary = value["diary"]?.saidText,
            let kind = value["kind"]?.saidText.flatMap({ Kind(rawValue: $0) })
        else { return nil }
        (self.diary, self.kind) = (diary, kind)
        entry = value["entry"]?.saidText.flatMap { EntryID(hexadecimal: $0) }
        base = value["base"]?.saidText.flatMap { Digest(hexadecimal: $0) }
        fields = Array((value["fields"]?.saidText ?? "").utf8)
        head = value["head"]?.saidNumber.map { SequenceNumber(UInt64(clamping: $0)) }
        draft = value["draft"]?.saidText
        isEnded = value["ended"] == .bool(true)
        size = value["size"]?.saidNumber.map { Int($0) } ?? 0
        checksum = value["checksum"]?.saidNumber.map { UInt32(truncatingIfNeeded: $0) } ?? 0
    }

    /// Writes it in place: the file is locked.
    func write(to path: String) {
        let value: JSONValue = [
            "diary": .text(diary), "kind": .text(kind.rawValue), "entry": .text(orNull: entry?.hexadecimal),
            "base": .text(orNull: base?.hexadecimal), "fields": .text(String(decoding: fields, as: UTF8.self)),
            "head": head.map { .number($0.rawValue) } ?? .null, "draft": .text(orNull: draft), "ended": .bool(isEnded),
            "size": .number(size), "checksum": .number(checksum),
        ]
        try? FileSystem.write(JSONWriter.bytes(value).span, to: path, mode: 0o600, exclusive: false, sync: false)
    }
}
