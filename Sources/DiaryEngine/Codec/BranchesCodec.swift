internal import DiaryModel
internal import EventStore

/// The heads and alternatives of an entry that stands on several events, as its row holds them.
///
///     status u8 | contested u8 | heads varint | heads × (seq u64, id 32)
///               | alternatives varint | alternatives × (seq u64, id 32, counted text)
enum BranchesCodec {
    static func encode(_ branches: EntryBranches) -> [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.uint8(branches.status.rawValue)
        writer.uint8(branches.isContested ? 1 : 0)
        writer.varint(branches.heads.count)
        for head in branches.heads { write(head, to: &writer) }
        writer.varint(branches.alternatives.count)
        for alternative in branches.alternatives {
            write(alternative.event, to: &writer)
            writer.counted(alternative.text)
        }
        return writer.bytes
    }

    static func decode(_ bytes: Span<UInt8>) throws(FormatError) -> EntryBranches {
        var reader = ByteReader(bytes)
        guard let status = EntryStatus(rawValue: try reader.uint8()) else { throw .malformed("an entry's status") }
        let isContested = try ContentCodec.flag(&reader)
        var heads: [EntryBranches.Event] = []
        for _ in 0..<(try reader.count()) { heads.append(try event(&reader)) }
        var alternatives: [EntryBranches.Alternative] = []
        for _ in 0..<(try reader.count()) {
            let event = try event(&reader)
            let length = try reader.count()
            alternatives.append(EntryBranches.Alternative(event: event, text: try reader.array(length)))
        }
        guard reader.isAtEnd else { throw .malformed("bytes after the last alternative") }
        return EntryBranches(status: status, isContested: isContested, heads: heads, alternatives: alternatives)
    }

    private static func write(_ event: EntryBranches.Event, to writer: inout ByteWriter) {
        writer.littleEndian(event.number)
        writer.append(Digest(event.id))
    }

    private static func event(_ reader: inout ByteReader) throws(FormatError) -> EntryBranches.Event {
        let number = try reader.littleEndian(UInt64.self)
        return EntryBranches.Event(number: number, id: EventID(try reader.digest()))
    }
}

extension EventID {
    init(_ digest: Digest) {
        let words = digest.words
        self.init(words.0, words.1, words.2, words.3)
    }
}

extension Digest {
    init(_ id: EventID) { self.init(words: id.words[0], id.words[1], id.words[2], id.words[3]) }
}
