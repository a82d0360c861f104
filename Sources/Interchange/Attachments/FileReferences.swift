internal import DiarylogArchives

/// References to files and to other texts in a Markdown text: `![words](target)`, `[words](target)`, `[name]: target`,
/// `![[target]]`, `[[target]]`, `[[target|words]]`, Org's `[[target][words]]`, and in HTML `<img src="target">`,
/// `<video>`, `<audio>` and `<a href="target">`.
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

    /// All of a text, in its order; one may stand in another.
    static func all(in text: [UInt8]) -> [Reference] {
        var all: [Reference] = []
        var index = 0
        while let reference = next(in: text, from: &index) { all.append(reference) }
        return all
    }

    /// How many files a text shows, or leads to, that are on this machine, and not the entry's own.
    static func unresolved(in text: [UInt8]) -> Int {
        all(in: text).count { reference in
            let target = reference.target
            let isElsewhere = target.hasPrefix(scheme) || target.contains("://") || DataAddress.isOne(target)
            return !isElsewhere && !isNote(target)
                && (isFile(target) || reference.isShown && !reference.isNamed)
        }
    }

    /// How files of notes end.
    static let notes = (NoteFolder.texts + NoteFolder.pages + ["org"]).map { "." + $0 }

    /// Whether a target is a relative path that ends as notes do.
    static func isNote(_ target: String) -> Bool {
        let path = target.prefix { $0 != "#" && $0 != "?" }
        return !path.contains(":") && notes.contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether it is a path whose name has the ending of a file: `a.pdf`, not `example.org/page` and not `see 2.5`.
    static func isFile(_ target: String) -> Bool {
        let path = target.prefix { $0 != "#" && $0 != "?" }
        guard !path.contains(":"), let dot = path.lastIndex(of: "."), dot > path.startIndex else { return false }
        let ending = path[path.index(after: dot)...]
        return (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && ending.contains(where: \.isLetter)
    }

    struct Reference {
        var target: String
        /// What is replaced, and what stands around the new target.
        var place: Range<Int>
        var before = ""
        var after = ""
        /// Whether the text shows the file, and does not only lead to it.
        var isShown = false
        /// Whether it stands in two brackets, which may hold a name without an ending.
        var isNamed = false
        /// What the text says for it.
        var words = ""
        /// What stands behind the name of the file, as an address has it: `#heading`.
        var part: String {
            target.firstIndex(of: "#").map { "#" + encoded(String(target[$0...].dropFirst())) } ?? ""
        }
    }

    private static func encoded(_ name: String) -> String {
        escaped(name) { $0 > 0x20 && !"()<>%\"\\[]|#".utf8.contains($0) }
    }

    /// A text whose bytes that mean something else are written as `%20` and so on.
    static func escaped(_ text: String, keeping isPlain: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte in
            isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With `%20` and the like as the bytes that they are, in UTF-8 or as a Korean Windows has them; what is neither
    /// stays as it was.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = unescaped(Array(text.utf8)[...])
        return String(validating: bytes, as: UTF8.self)
            ?? (KoreanText.isLikely(bytes) ? KoreanText.decoded(bytes) : nil) ?? text
    }

    /// Bytes with `%20` and the like as the bytes that they are; or with `=20`.
    static func unescaped(_ text: ArraySlice<UInt8>, by sign: Unicode.Scalar = "%") -> [UInt8] {
        let sign = UInt8(ascii: sign)
        guard text.contains(sign) else { return Array(text) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == sign, rest.count >= 2,
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

    /// A relative target as a path from a folder; nil for an absolute one, or one that leads out. A name may have a
    /// colon: `22:30.png`.
    static func path(_ target: String, from folder: String) -> String? {
        if target.isEmpty || target.hasPrefix("/") || target.hasPrefix("#") { return nil }
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
