internal import DiaryModel
package import EventStore

/// A row of an import as bytes, for as long as the import takes: no file of a diary holds them.
package enum ImportedRowCodec {
    package static func encode(_ row: ImportedRow) -> [UInt8] {
        var writer = ByteWriter(capacity: row.content.text.count + row.identity.count + 128)
        writer.uint8((row.isNamed ? 1 : 0) | (row.isDeleted ? 2 : 0))
        writer.uint8(row.id == nil ? 0 : 1)
        if let id = row.id { writer.append(id) }
        writer.counted(row.identity)
        writer.varint(row.earlier.count)
        for version in row.earlier {
            writer.uint8(version.isDeleted ? 1 : 0)
            write(version.content, version.writtenAt, to: &writer)
        }
        write(row.content, row.writtenAt, to: &writer)
        writer.varint(row.links.count)
        for link in row.links {
            writer.varint(link.bytes.lowerBound)
            writer.varint(link.bytes.count)
            for part in [link.before, link.after, Array(link.name.utf8)] { writer.counted(part) }
        }
        return writer.bytes
    }

    package static func decode(_ bytes: Span<UInt8>) throws(FormatError) -> ImportedRow {
        var reader = ByteReader(bytes)
        let flags = try reader.uint8()
        let id: EntryID? = try reader.uint8() == 1 ? try reader.identifier() : nil
        let identity = try reader.array(reader.count())
        var earlier: [ImportedVersion] = []
        for _ in 0..<(try reader.count()) {
            let isDeleted = try reader.uint8() == 1
            let (content, writtenAt) = try version(&reader, bytes)
            earlier.append(ImportedVersion(content: content, isDeleted: isDeleted, writtenAt: writtenAt))
        }
        let (content, writtenAt) = try version(&reader, bytes)
        var row = ImportedRow(content: content, identity: identity)
        (row.id, row.earlier, row.writtenAt) = (id, earlier, writtenAt)
        (row.isNamed, row.isDeleted) = (flags & 1 != 0, flags & 2 != 0)
        for _ in 0..<(try reader.count()) {
            guard let start = Int(exactly: try reader.varint()), let length = Int(exactly: try reader.varint()),
                start <= content.text.count, length <= content.text.count - start
            else { throw .malformed("a link lies behind the text") }
            let (before, after) = (try reader.array(reader.count()), try reader.array(reader.count()))
            let name = String(decoding: try reader.array(reader.count()), as: UTF8.self)
            row.links.append(RowLink(start..<start + length, before: before, after: after, name: name))
        }
        return row
    }

    private static func write(_ content: EntryContent, _ writtenAt: ClockReading?, to writer: inout ByteWriter) {
        writer.counted(ContentCodec.encode(content))
        writer.uint8(writtenAt == nil ? 0 : 1)
        if let writtenAt {
            writer.signedVarint(writtenAt.wall)
            writer.signedVarint(Int64(writtenAt.offset))
        }
    }

    private static func version(
        _ reader: inout ByteReader, _ bytes: Span<UInt8>
    ) throws(FormatError) -> (EntryContent, ClockReading?) {
        let range = try reader.range(reader.count())
        let content = try ContentCodec.decode(bytes.extracting(range))
        guard try reader.uint8() == 1 else { return (content, nil) }
        let wall = try reader.signedVarint()
        return (content, ClockReading(wall: wall, offset: Int32(truncatingIfNeeded: try reader.signedVarint())))
    }
}
