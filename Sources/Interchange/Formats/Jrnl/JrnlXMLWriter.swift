package import DiaryEngine
internal import DiaryModel

/// Writes what `jrnl --format xml` does, with the line feeds of the text in their place.
package struct JrnlXMLWriter: EntryWriter {
    package let isFolder = false
    package private(set) var losses = FormatLosses()
    private let zone: String
    private var tally = JrnlTally()
    private var isFirst = true

    package init(_ options: WriteOptions) { zone = options.zone }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields)
        losses.note(clockOf: content.date, .second, zone: zone)
        let text = Self.trimmed(content.text)
        if text.count < content.text.count { losses.note(.blankEnds) }
        let said = JrnlEntry(content)
        tally.count(said)
        let time = content.date.civil
        var bytes = Array((isFirst ? head : "").utf8)
        isFirst = false
        bytes += Array(
            "<entry date=\"\(time.isoDay)T\(time.isoTime)\" starred=\"\(said.isStarred ? "True" : "")\">".utf8)
        for tag in said.tags {
            bytes += Array("<tag name=\"".utf8) + XMLText.escaped(Array(tag.utf8), &losses) + Array("\"/>".utf8)
        }
        return [.bytes(bytes + XMLText.escaped(text, &losses) + Array("</entry>\n".utf8))]
    }

    private var head: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<journal>\n<entries>\n" }

    package mutating func finish() -> [WrittenPart] {
        var bytes = Array(((isFirst ? head : "") + "</entries>\n<tags>\n").utf8)
        for (tag, count) in tally.tags {
            bytes += Array("<tag name=\"".utf8) + XMLText.escaped(Array(tag.utf8), &losses)
            bytes += Array("\">\(count)</tag>\n".utf8)
        }
        return [.bytes(bytes + Array("</tags>\n</journal>\n".utf8))]
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        var rest = text[...]
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Array(rest.drop(while: isSpace))
    }
}

/// Writes texts and attributes of XML.
private enum XMLText {
    /// The bytes with signs escaped; characters that XML has none for become U+FFFD, and are counted.
    static func escaped(_ text: [UInt8], _ losses: inout FormatLosses) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case 0x3C: result += Array("&lt;".utf8)
            case 0x3E: result += Array("&gt;".utf8)
            case 0x26: result += Array("&amp;".utf8)
            case 0x22: result += Array("&quot;".utf8)
            case 0x0D: result += Array("&#13;".utf8)
            case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20:
                losses.note(.characters)
                result += [0xEF, 0xBF, 0xBD]
            default: result.append(byte)
            }
        }
        return result
    }
}
