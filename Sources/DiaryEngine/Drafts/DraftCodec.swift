internal import DiaryModel
internal import EventStore

/// What a draft's row holds, as numbered fields: see `Docs/FileFormat.md`, "drafts".
enum DraftCodec {
    private enum Field {
        static let base: UInt64 = 1
        static let begun: UInt64 = 2
        static let kept: UInt64 = 3
        static let key: UInt64 = 4
        static let flags: UInt64 = 5
        static let sitting: UInt64 = 6
        static let content: UInt64 = 7
    }

    static func encode(_ draft: Draft) -> StoredDraft {
        var writer = ByteWriter(capacity: draft.content.text.count + 160)
        if let base = draft.base {
            var value = ByteWriter(capacity: 48)
            value.append(base)
            value.varint(draft.baseVersion.rawValue)
            writer.field(Field.base, value.bytes)
        }
        writer.field(Field.begun, encode(draft.begunAt))
        writer.field(Field.kept, encode(draft.keptAt))
        if let key = draft.options.key { writer.field(Field.key, Array(key.utf8)) }
        let flags = (draft.options.again ? 1 : 0) | (draft.options.dateIsGiven ? 2 : 0) as UInt8
        if flags != 0 { writer.field(Field.flags, [flags]) }
        if let sitting = draft.options.sitting { writer.field(Field.sitting, Array(sitting.utf8)) }
        writer.field(Field.content, ContentCodec.encode(draft.content))
        return StoredDraft(
            number: draft.number.rawValue, revision: draft.revision, object: draft.entry, body: writer.bytes)
    }

    static func decode(_ stored: StoredDraft) throws(FormatError) -> Draft {
        var reader = ByteReader(stored.body.span)
        var draft = Draft(
            number: DraftNumber(rawValue: stored.number), revision: stored.revision, entry: stored.object, base: nil,
            baseVersion: 0,
            content: .empty, begunAt: ClockReading(wall: 0, offset: 0), keptAt: ClockReading(wall: 0, offset: 0),
            options: DraftOptions(dateIsGiven: false))
        var last: UInt64 = 0
        while !reader.isAtEnd {
            let (number, length) = try reader.fieldHead(after: &last)
            switch number {
            case Field.base:
                let (id, version) = try reader.nested(length) { (inner) throws(FormatError) in
                    (try inner.digest(), try inner.varint())
                }
                (draft.base, draft.baseVersion) = (id, EntryVersion(version))
            case Field.begun: draft.begunAt = try reader.nested(length, stamp)
            case Field.kept: draft.keptAt = try reader.nested(length, stamp)
            case Field.key: draft.options.key = try reader.string(length)
            case Field.flags:
                let flags = try reader.nested(length) { (inner) throws(FormatError) in try inner.uint8() }
                (draft.options.again, draft.options.dateIsGiven) = (flags & 1 != 0, flags & 2 != 0)
            case Field.sitting: draft.options.sitting = try reader.string(length)
            case Field.content:
                let range = try reader.range(length)
                draft.content = try ContentCodec.decode(stored.body.span.extracting(range))
            // A later version's: what this one keeps does without.
            default: try reader.skip(length)
            }
        }
        return draft
    }

    private static func encode(_ stamp: ClockReading) -> [UInt8] {
        var writer = ByteWriter(capacity: 12)
        writer.littleEndian(stamp.wall)
        writer.littleEndian(stamp.offset)
        return writer.bytes
    }

    private static func stamp(_ reader: inout ByteReader) throws(FormatError) -> ClockReading {
        ClockReading(wall: try reader.littleEndian(Int64.self), offset: try reader.littleEndian(Int32.self))
    }
}

extension StoreView {
    /// The draft of a number; nil if there is none, or it cannot be read.
    func draft(_ number: DraftNumber) throws(EventStoreError) -> Draft? {
        guard let stored = try draft(number.rawValue) else { return nil }
        return decoded(stored)
    }

    /// All drafts that can be read, by number.
    func allDrafts() throws(EventStoreError) -> [Draft] {
        var found: [Draft] = []
        for stored in try drafts() {
            if let draft = decoded(stored) { found.append(draft) }
        }
        return found
    }

    private func decoded(_ stored: StoredDraft) -> Draft? {
        if let draft = try? DraftCodec.decode(stored) { return draft }
        log.damage.note(table: Tables.drafts)
        return nil
    }
}
