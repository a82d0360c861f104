package import DiaryEngine
internal import DiaryModel

/// What `jrnl --format xml` writes. An entry's text has title and body in one: jrnl puts a space between them.
enum JrnlXML: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source, firstSign(of: file.head) == UInt8(ascii: "<") else { return false }
        return String(decoding: file.head.prefix(400), as: UTF8.self).contains("<journal>")
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let file = try source.onlyFile()
        let root: XMLElement
        let text = try file.text()
        do throws(XMLProblem) { root = try XMLElement.root(of: text) } catch {
            throw ReadProblem(file.path, at: .line(error.line), .expected(.xml, found: error.found))
        }
        guard root.name == "journal" else {
            throw ReadProblem(file.path, at: .line(root.line), .expected(.element("journal"), found: root.name))
        }
        for list in root.elements where list.name != "tags" {
            guard list.name == "entries" else {
                entries.unknown[list.name, default: 0] += 1
                continue
            }
            for element in list.elements {
                guard element.name == "entry" else {
                    entries.unknown[element.name, default: 0] += 1
                    continue
                }
                for other in element.elements where other.name != "tag" {
                    entries.unknown[other.name, default: 0] += 1
                }
                let position = ReadProblem.Position.line(element.line)
                guard let written = element.attributes["date"] else {
                    throw ReadProblem(file.path, at: position, .row(.missing("date")))
                }
                guard let date = ISODate(written) else {
                    throw ReadProblem(file.path, at: position, .field("date", .date, found: written))
                }
                try entries.add(row(element, date, options), from: RowOrigin(file.path, position))
            }
        }
    }

    private static func row(_ element: XMLElement, _ date: ISODate, _ options: ReadOptions) -> ImportedRow {
        var entry = JrnlEntry(title: trimmed(element.text), body: [])
        entry.tags = element.elements.filter { $0.name == "tag" }.compactMap { $0.attributes["name"] }
        entry.isStarred = ["true", "1", "yes"].contains((element.attributes["starred"] ?? "").lowercased())
        for (name, value) in element.attributes.sorted(by: { $0.key < $1.key })
        where !["date", "starred"].contains(name) {
            if let field = ExtraField(name, .text(value)) { entry.extra.append(field) }
        }
        return entry.row(EntryDate(date.civil, date.precision, in: options.defaults.zone))
    }

    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        var rest = text[...]
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Array(rest.drop(while: isSpace))
    }
}

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
        let text = JrnlXML.trimmed(content.text)
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
}
