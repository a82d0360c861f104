internal import DiarylogArchives

/// References to files in a Markdown text: `![words](target)`, `[words](target)`, `[name]: target`, `![[target]]`,
/// `[[target]]`, and in HTML `<img src="target">`, `<video>`, `<audio>` and `<a href="target">`.
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
        while let reference = next(in: text, from: &index) {
            guard let other = try resolve(reference.target) else { continue }
            result += text[done..<reference.place.lowerBound]
            result += (reference.before + other + reference.after).utf8
            done = reference.place.upperBound
            index = done
        }
        return result + text[done...]
    }

    /// How many files a text shows, or leads to, that are on this machine, and not the entry's own.
    static func unresolved(in text: [UInt8]) -> Int {
        var count = 0
        var index = 0
        while let reference = next(in: text, from: &index) {
            let target = reference.target
            let isElsewhere = target.hasPrefix(scheme) || target.hasPrefix("data:") || target.contains("://")
            if !isElsewhere, !isNote(target), reference.isShown || isFile(target) { count += 1 }
        }
        return count
    }

    /// Whether a target is a relative path that ends as notes do.
    static func isNote(_ target: String) -> Bool {
        let path = target.prefix { $0 != "#" && $0 != "?" }
        return !path.contains(":")
            && [".md", ".markdown", ".html", ".htm", ".org"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether it is a path whose name has the ending of a file: `a.pdf`, not `example.org/page` and not `see 2.5`.
    private static func isFile(_ target: String) -> Bool {
        let path = target.prefix { $0 != "#" && $0 != "?" }
        guard !path.contains(":"), let dot = path.lastIndex(of: "."), dot > path.startIndex else { return false }
        let ending = path[path.index(after: dot)...]
        return (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && ending.contains(where: \.isLetter)
    }

    private struct Reference {
        var target: String
        /// What is replaced, and what stands around the new target.
        var place: Range<Int>
        var before = ""
        var after = ""
        /// Whether the text shows the file, and does not only lead to it.
        var isShown = false
    }

    /// How far a reference may reach: what is longer is none.
    private static let most = 2000

    /// The next reference from a place on, which then is behind its beginning.
    private static func next(in text: [UInt8], from index: inout Int) -> Reference? {
        while index < text.count {
            index += 1
            let found: Reference? =
                switch text[index - 1] {
                case UInt8(ascii: "["): named(text, from: index - 1)
                case UInt8(ascii: "]"): link(text, behind: index - 1)
                case UInt8(ascii: "<"): element(text, from: index - 1)
                default: nil
                }
            if let found { return found }
        }
        return nil
    }

    /// What stands behind the words of a link, `(target "title")`, or behind a name that begins a line, `: target`.
    private static func link(_ text: [UInt8], behind close: Int) -> Reference? {
        guard close + 1 < text.count, [UInt8(ascii: "("), UInt8(ascii: ":")].contains(text[close + 1]) else {
            return nil
        }
        let isLine = text[close + 1] == UInt8(ascii: ":")
        let words = text[max(0, close - most)..<close]
        if isLine {
            let line = words.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            guard line < close, text[line] == UInt8(ascii: "[") else { return nil }
        }
        var start = close + 2
        while start < text.count, text[start] == 0x20 { start += 1 }
        let end = min(text.count, start + most)
        var place = start..<start
        if start < end, text[start] == UInt8(ascii: "<") {
            guard let stop = text[start..<end].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            place = start..<stop + 1
        } else {
            var (depth, index, stop) = (0, start, Int?.none)
            while index < end, stop == nil {
                let behind = index + 1 < text.count ? text[index + 1] : 0
                switch text[index] {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")") where depth == 0 && !isLine: stop = index
                case UInt8(ascii: ")"): depth -= 1
                // Another link begins: this one has no end.
                case UInt8(ascii: "]") where behind == UInt8(ascii: "("): return nil
                case 0x0A, 0x0D:
                    if !isLine { return nil }
                    stop = index
                // A title, or what other programs say of the size: `=300x200`.
                case 0x20, 0x09: if isLine || [0x22, 0x27, 0x3D].contains(behind) { stop = index }
                default: break
                }
                index += 1
            }
            guard var last = stop ?? (isLine && end == text.count ? end : nil) else { return nil }
            while last > start, text[last - 1] == 0x20 { last -= 1 }
            place = start..<last
        }
        let inner = text[start...].first == UInt8(ascii: "<") ? text[(start + 1)..<(place.upperBound - 1)] : text[place]
        guard !inner.isEmpty else { return nil }
        return Reference(target: decoded(string(inner)), place: place, isShown: !isLine && isPicture(words))
    }

    /// Whether the bracket that is closed behind these words has "!" before it.
    private static func isPicture(_ words: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        for index in words.indices.reversed() {
            if words[index] == UInt8(ascii: "]") { depth += 1 }
            if words[index] == UInt8(ascii: "[") {
                if depth == 0 { return index > words.startIndex && words[index - 1] == UInt8(ascii: "!") }
                depth -= 1
            }
        }
        return false
    }

    /// `![[file.png]]`, `![[file.png|300]]` with what only a screen needs, and `[[file.pdf|words]]`.
    private static func named(_ text: [UInt8], from open: Int) -> Reference? {
        guard open + 1 < text.count, text[open + 1] == UInt8(ascii: "[") else { return nil }
        let start = open + 2
        let end = min(text.count, start + most)
        var close = start
        while close < end, ![UInt8(ascii: "]"), UInt8(ascii: "["), 0x0A].contains(text[close]) { close += 1 }
        guard close + 1 < text.count, text[close] == UInt8(ascii: "]"), text[close + 1] == UInt8(ascii: "]") else {
            return nil
        }
        let inner = text[start..<close].prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#") }
        let isShown = open > 0 && text[open - 1] == UInt8(ascii: "!")
        let words = text[start..<close].split(separator: UInt8(ascii: "|")).last ?? inner
        return Reference(
            target: string(inner), place: open..<close + 2, before: isShown ? "[](" : "[\(string(words))](", after: ")",
            isShown: isShown)
    }

    /// An element of HTML that shows a file or leads to one; it becomes Markdown.
    private static func element(_ text: [UInt8], from open: Int) -> Reference? {
        let names = ["img", "video", "audio", "source", "embed", "a", "object"]
        let word = string(text[(open + 1)...].prefix(6).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }).lowercased()
        guard names.contains(word) else { return nil }
        // An element that is longer than a reference is none, nor one in which another begins.
        let whole = text[open...].prefix(most)
        let next =
            whole.indices.dropFirst().first { index in
                // A sign before a space is a word's.
                text[index] == UInt8(ascii: "<") && index + 1 < text.count && text[index + 1] | 0x20 >= 0x61
            } ?? whole.endIndex
        var scanner = HTMLScanner(Array(text[open..<next]))
        guard case .begin(word, let attributes, _)? = scanner.next() else { return nil }
        var end = open + scanner.index
        guard text[end - 1] == UInt8(ascii: ">") else { return nil }
        let value = attributes[word == "a" ? "href" : word == "object" ? "data" : "src"] ?? ""
        guard !value.isEmpty else { return nil }
        var inner = ""
        if ["video", "audio", "a", "object"].contains(word) {
            let close = Array("</\(word)>".utf8)
            let window = text[end..<min(text.count, end + most)]
            if let range = window.firstRange(of: close) {
                inner = string(text[end..<range.lowerBound])
                end = range.upperBound
            } else if word == "a" {
                return nil
            }
        }
        if word != "a" { inner = (attributes["alt"] ?? "").filter { !"[]\\\r\n".contains($0) } }
        return Reference(
            target: decoded(value), place: open..<end, before: (word == "a" ? "[" : "![") + inner + "](", after: ")",
            isShown: word != "a")
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

    /// With `%20` and the like as the bytes that they are, in UTF-8 or as a Korean Windows has them; what is neither
    /// stays as it was.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = unescaped(Array(text.utf8)[...])
        return String(validating: bytes, as: UTF8.self)
            ?? (KoreanText.isLikely(bytes) ? KoreanText.decoded(bytes) : nil) ?? text
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
