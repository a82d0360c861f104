/// The notes of a notebook, one at a time, however large it is.
struct EvernoteNotes {
    private let file: SourceFile
    private var buffer: [UInt8] = []
    /// The first byte in the buffer that has not been read, and where the next part of the file begins.
    private var start = 0
    private var offset = 0
    private var line = 1
    /// Whether no CDATA section ends any more: that is looked for once.
    private var hasOpenEnd = false

    private static let portion = 1 << 20

    init(_ file: SourceFile) { self.file = file }

    /// The bytes of the next `<note>…</note>` and the line where it begins; nil at the end.
    mutating func next() throws(ReadProblem) -> (bytes: [UInt8], line: Int)? {
        guard try skip(to: "<note") else { return nil }
        let first = line
        var end = start
        // What stands in a CDATA section is no mark.
        while true {
            guard let sign = try find("<", from: end) else {
                throw ReadProblem(file.path, at: .line(first), .expected(.element("/note"), found: ""))
            }
            if try holds("</note>", at: sign) {
                end = sign + "</note>".utf8.count
                break
            }
            end = sign + 1
            if !hasOpenEnd, try holds("<![CDATA[", at: sign) {
                let close = try find("]]>", from: sign)
                hasOpenEnd = close == nil
                end = close ?? end
            }
        }
        let bytes = Array(buffer[start..<end])
        go(to: end)
        return (bytes, first)
    }

    /// Goes to these signs, which a space or `>` follows; false if they are nowhere.
    private mutating func skip(to signs: String) throws(ReadProblem) -> Bool {
        while let place = try find(signs, from: start) {
            go(to: place)
            let behind = signs.utf8.count
            _ = try fill(to: start + behind + 1)
            if start + behind < buffer.count, [0x3E, 0x20, 0x0A, 0x0D, 0x09].contains(buffer[start + behind]) {
                return true
            }
            go(to: start + 1)
        }
        return false
    }

    private mutating func go(to place: Int) {
        line += buffer[start..<place].count { $0 == 0x0A }
        start = place
        // What has been read is let go of, where it is not less than what would be moved.
        if start > max(Self.portion, buffer.count - start) {
            buffer.removeFirst(start)
            start = 0
        }
    }

    /// Where these signs stand next in the buffer, which grows until they do; nil at the end of the file.
    private mutating func find(_ signs: String, from place: Int) throws(ReadProblem) -> Int? {
        let wanted = Array(signs.utf8)
        var place = place
        while true {
            if let sign = buffer[min(place, buffer.count)...].firstIndex(of: wanted[0]) {
                place = sign
                guard try fill(to: sign + wanted.count) else { return nil }
                if buffer[sign..<sign + wanted.count].elementsEqual(wanted) { return sign }
                place = sign + 1
            } else {
                place = buffer.count
                guard try fill(to: place + 1) else { return nil }
            }
        }
    }

    private mutating func holds(_ signs: String, at place: Int) throws(ReadProblem) -> Bool {
        _ = try fill(to: place + signs.utf8.count)
        return buffer[place...].starts(with: Array(signs.utf8))
    }

    /// Makes sure that the buffer has so many bytes; false if the file has no more.
    private mutating func fill(to count: Int) throws(ReadProblem) -> Bool {
        while buffer.count < count {
            let part = try file.bytes(at: offset, count: Self.portion)
            if part.isEmpty { return false }
            offset += part.count
            buffer += part
        }
        return true
    }
}

/// An element of a note, with what is in it.
struct EvernoteElement {
    var name: String
    var elements: [EvernoteElement] = []
    /// The texts in it, not those of its elements.
    var text: [UInt8] = []
    /// Its name, with what its attributes say of it: `application-data KEY`.
    var label: String
    /// Whether Evernote has encrypted what is in it.
    var isCipher = false
    /// All that is in it, as it stands there.
    private var inner: ArraySlice<UInt8> = []

    private init(name: String, _ attributes: [String: String] = [:]) {
        self.name = name
        label = ([name] + attributes.sorted { $0.key < $1.key }.map(\.value)).joined(separator: " ")
        isCipher = attributes["encoding"]?.lowercased().hasSuffix(":aes") == true
    }

    /// The document in it, which should stand in one text and may stand there in elements.
    var content: [UInt8] { elements.isEmpty ? text : Array(inner) }

    /// The note that these bytes are. What is left open ends with what it stands in.
    init(_ bytes: [UInt8]) {
        var scanner = HTMLScanner(bytes)
        var open = [EvernoteElement(name: "")]
        var place = 0
        func close() {
            var element = open.removeLast()
            element.inner = bytes[min(element.inner.startIndex, place)..<place]
            open[open.count - 1].elements.append(element)
        }
        while let token = scanner.next() {
            defer { place = scanner.index }
            switch token {
            case .begin(let name, let attributes, let isEmpty):
                guard open.count < Self.deepest else { continue }
                open.append(EvernoteElement(name: name, attributes))
                open[open.count - 1].inner = bytes[scanner.index..<scanner.index]
                if isEmpty { close() }
            case .end(let name):
                guard let index = open.lastIndex(where: { $0.name == name }) else { continue }
                while open.count > max(index, 1) { close() }
            case .text(let words), .plain(let words): open[open.count - 1].text += words.utf8
            }
        }
        while open.count > 1 { close() }
        self = open[0].elements.first ?? open[0]
    }

    /// The first element in it of a name.
    subscript(name: String) -> EvernoteElement? { elements.first { $0.name == name } }

    /// The words in it and in its elements, a line each.
    var words: [UInt8] {
        let own = NoteSection.trimmed(text.split(separator: 0x0A))
        return Array(([own] + elements.map(\.words)).filter { !$0.isEmpty }.joined(separator: [0x0A]))
    }

    /// No note is nested deeper.
    private static let deepest = 100
}
