internal import DiaryModel

/// Texts as HTML: everything that a person wrote is escaped, links of a text can be followed.
enum HTMLText {
    /// A text in which no byte means anything to a browser; good between tags and in quotes. Control characters, which
    /// HTML has none for, become U+FFFD.
    static func escaped(_ text: some Sequence<UInt8>) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.underestimatedCount)
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): escaped += Array("&amp;".utf8)
            case UInt8(ascii: "<"): escaped += Array("&lt;".utf8)
            case UInt8(ascii: ">"): escaped += Array("&gt;".utf8)
            case UInt8(ascii: "\""): escaped += Array("&quot;".utf8)
            case UInt8(ascii: "'"): escaped += Array("&#39;".utf8)
            case 0x0D, 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0x7F: escaped += byte == 0x0D ? [] : [0xEF, 0xBF, 0xBD]
            default: escaped.append(byte)
            }
        }
        return escaped
    }

    /// A word of ours or a name, escaped.
    static func escaped(_ text: String) -> String { String(decoding: escaped(text.utf8), as: UTF8.self) }

    /// A path as an address.
    static func address(_ path: String) -> String {
        FileReferences.escaped(path) { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "/-_.#".utf8.contains(byte)
        }
    }

    /// A text with its links to pages, mailboxes, phones and entries; no other scheme is ever followed. `entry` gives
    /// the address of an entry by its identifier.
    static func linked(_ text: String, entry: (String) -> String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var html: [UInt8] = []
        var start = 0
        for link in TextLinks.links(in: text) where link.kind != .date {
            let target = link.kind == .entry ? entry(link.target) : link.target
            html += escaped(bytes[start..<link.bytes.lowerBound])
            html += Array("<a class=\"link\" rel=\"noreferrer\" href=\"\(escaped(target))\">".utf8)
            html += escaped(bytes[link.bytes]) + Array("</a>".utf8)
            start = link.bytes.upperBound
        }
        return html + escaped(bytes[start...])
    }

    /// The beginning of a link to where an address leads.
    static func link(to address: String, entry: (String) -> String) -> String {
        let target = EntryLink.entry(in: address.utf8).map(entry) ?? address
        return "<a class=\"link\" rel=\"noreferrer\" href=\"\(escaped(target))\">"
    }
}
