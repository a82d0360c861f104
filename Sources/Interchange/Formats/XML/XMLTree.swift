internal import DiarylogMarkup

/// An element of an XML document, with what is in it.
struct XMLElement {
    indirect enum Child {
        case element(XMLElement)
        case text([UInt8])
    }

    var name: String
    var attributes: [String: String] = [:]
    var children: [Child] = []
    /// Where it begins, from 1.
    var line = 1

    /// The elements in it.
    var elements: [XMLElement] { children.compactMap { if case .element(let element) = $0 { element } else { nil } } }

    /// The texts in it, not those of its elements, one behind the other.
    var text: [UInt8] { children.flatMap { if case .text(let text) = $0 { text } else { [UInt8]() } } }
}

/// Why bytes are no XML: the line, from 1, and what is wrong there.
struct XMLProblem: Error, Equatable {
    var line: Int
    var found: String
}

extension XMLElement {
    /// No diary is nested deeper.
    private static let deepest = 100

    /// The root of a document. One with a type of its own (DOCTYPE) is refused unless `allowsType`, and in any case if
    /// the type has an inner part.
    static func root(of bytes: [UInt8], allowsType: Bool = false) throws(XMLProblem) -> XMLElement {
        let events: [XMLEvent]
        do throws(XMLBreak) { events = try XMLEvent.all(of: bytes) } catch {
            throw XMLProblem(line: error.line, found: ReadProblem.excerpt(bytes[error.offset...].prefix(60)))
        }
        // The elements that have begun, within one that stands for the document.
        var open = [XMLElement(name: "")]
        for event in events {
            switch event {
            case .begin(let name, let attributes, let line):
                guard open.count <= deepest else { throw XMLProblem(line: line, found: "<\(name)") }
                open.append(XMLElement(name: name, attributes: attributes, line: line))
            case .end:
                let element = open.removeLast()
                open[open.count - 1].children.append(.element(element))
            case .text(let text): open[open.count - 1].children.append(.text(text))
            case .type: if !allowsType { throw XMLProblem(line: 1, found: "<!DOCTYPE") }
            }
        }
        guard let root = open[0].elements.first else { throw XMLProblem(line: 1, found: "") }
        return root
    }
}

/// Writes texts and attributes of XML.
enum XMLText {
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
