/// References to files in a Markdown text: `![words](target)`, `[words](target)` and `![[target]]`.
///
/// In a diary's texts a target `attachment:NAME` is the file that the entry has under that name.
package enum FileReferences {
    /// What stands before the name of an entry's own file.
    package static let scheme = "attachment:"

    /// The target of an entry's own file; what would end it in Markdown is written as `%20` and so on.
    package static func target(_ name: String) -> String { scheme + encoded(name) }

    /// The name of an entry's own file that a target, as `rewriting` hands it on, means; nil if it means something
    /// else.
    package static func name(_ target: String) -> String? {
        target.hasPrefix(scheme) ? String(target.dropFirst(scheme.count)) : nil
    }

    /// A relative path as a target.
    static func encodedPath(_ path: String) -> String {
        path.split(separator: "/").map { encoded(String($0)) }.joined(separator: "/")
    }

    /// The text with other targets, where `resolve` has one; all else stays byte for byte.
    package static func rewriting<Failure: Error>(
        _ text: [UInt8], _ resolve: (_ target: String) throws(Failure) -> String?
    ) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var done = 0
        var index = 0
        while let open = text[index...].firstIndex(of: UInt8(ascii: "[")) {
            index = open + 1
            let isImage = open > 0 && text[open - 1] == UInt8(ascii: "!")
            guard
                let reference = isImage ? embedded(text, from: open) ?? link(text, from: open) : link(text, from: open)
            else { continue }
            guard let other = try resolve(reference.target) else { continue }
            result += text[done..<reference.offset.lowerBound]
            result += (reference.isEmbedded ? "[](\(other))" : other).utf8
            done = reference.offset.upperBound
            index = done
        }
        return result + text[done...]
    }

    /// How many files a text shows that are on this machine, and not the entry's own: `![](file)`, `![[file]]`.
    static func unresolved(in text: [UInt8]) -> Int {
        var count = 0
        var index = 0
        while let sign = text[index...].firstIndex(of: UInt8(ascii: "!")) {
            index = sign + 1
            guard index < text.count, text[index] == UInt8(ascii: "["),
                let target = (embedded(text, from: index) ?? link(text, from: index))?.target
            else { continue }
            if !target.contains("://"), !target.hasPrefix(scheme), !target.hasPrefix("data:") { count += 1 }
        }
        return count
    }

    private struct Reference {
        var target: String
        /// What is replaced: the target, or all that follows the "!" of an embedded file.
        var offset: Range<Int>
        var isEmbedded = false
    }

    /// How far a reference may reach: what is longer is none.
    private static let most = 2000

    private static func link(_ text: [UInt8], from open: Int) -> Reference? {
        let end = min(text.count, open + most)
        guard let close = text[open..<end].firstIndex(of: UInt8(ascii: "]")), close + 2 < text.count,
            text[close + 1] == UInt8(ascii: "(")
        else { return nil }
        var offset = close + 2
        if text[offset] == UInt8(ascii: "<") {
            offset += 1
            guard let stop = text[offset..<min(text.count, offset + most)].firstIndex(of: UInt8(ascii: ">")) else {
                return nil
            }
            return Reference(target: decoded(string(text[offset..<stop])), offset: offset - 1..<stop + 1)
        }
        let start = offset
        var depth = 0
        while offset < min(text.count, start + most) {
            switch text[offset] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                if depth == 0 {
                    return Reference(target: decoded(string(text[start..<offset])), offset: start..<offset)
                }
                depth -= 1
            case 0x20 where text[offset...].dropFirst().first == UInt8(ascii: "\""):
                return Reference(target: decoded(string(text[start..<offset])), offset: start..<offset)
            case 0x0A, 0x0D: return nil
            default: break
            }
            offset += 1
        }
        return nil
    }

    /// `![[file.png]]`, and `![[file.png|300]]` with what only a screen needs.
    private static func embedded(_ text: [UInt8], from open: Int) -> Reference? {
        guard open + 1 < text.count, text[open + 1] == UInt8(ascii: "[") else { return nil }
        let start = open + 2
        let end = min(text.count, start + most)
        guard let close = text[start..<end].firstIndex(of: UInt8(ascii: "]")), close + 1 < text.count,
            text[close + 1] == UInt8(ascii: "]"), !text[start..<close].contains(0x0A)
        else { return nil }
        let inner = text[start..<close].prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#") }
        return Reference(target: string(inner), offset: open..<close + 2, isEmbedded: true)
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func encoded(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            if scalar.value <= 0x20 || "()<>%\"\\[]|#".unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// With `%20` and the like as the bytes that they are; what is then no UTF-8 stays as it was.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(validating: unescaped(Array(text.utf8)[...]), as: UTF8.self) ?? text
    }

    /// Bytes with `%20` and the like as the bytes that they are.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// A relative target as a path from a folder; nil for one of another machine, an absolute one, or one that leads
    /// out.
    static func path(_ target: String, from folder: String) -> String? {
        if target.isEmpty || target.hasPrefix("/") || target.hasPrefix("#") || target.contains(":") { return nil }
        var parts = folder.split(separator: "/").map(String.init)
        for part in target.split(separator: "/") {
            if part == "." { continue }
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}
