internal import DiaryModel

// The forms in which a text refers to a file or another text, each told where it begins.

extension FileReferences {
    /// How far a reference may reach: what is longer is none.
    private static let most = 2000

    /// The next reference from a place on, which then is behind its beginning. What stands in code is none, nor what
    /// begins behind a backslash.
    static func next(in text: [UInt8], from index: inout Int) -> Reference? {
        while index < text.count {
            index += 1
            switch text[index - 1] {
            case UInt8(ascii: "\\") where index < text.count && "\\`[]<~".utf8.contains(text[index]):
                index += 1
                continue
            case UInt8(ascii: "`"), UInt8(ascii: "~"):
                index = code(text, from: index - 1)
                continue
            default: break
            }
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

    /// Where code ends that begins with these signs, within a paragraph or, between fences, within all of the text;
    /// where the signs end, if none begins.
    static func code(_ text: [UInt8], from start: Int) -> Int {
        func isSame(_ byte: UInt8) -> Bool { byte == text[start] }
        let behind = text[start...].firstIndex { !isSame($0) } ?? text.count
        let count = behind - start
        var first = start
        while first > 0, text[first - 1] == 0x20 || text[first - 1] == 0x09 { first -= 1 }
        if count > 2, first == 0 || text[first - 1] == 0x0A {
            var end = behind
            while let feed = text[end...].firstIndex(of: 0x0A) {
                end = text[(feed + 1)...].firstIndex(of: 0x0A) ?? text.count
                let bare = text[(feed + 1)..<end].drop { $0 == 0x20 || $0 == 0x09 }
                let rest = bare.drop(while: isSame)
                if bare.count - rest.count >= count, rest.allSatisfy({ $0 <= 0x20 }) { return end }
            }
            return text.count
        }
        guard text[start] == UInt8(ascii: "`") else { return behind }
        var index = behind
        let limit = min(text.count, behind + most)
        while index < limit {
            if text[index] == 0x0A, index + 1 < limit, text[index + 1] == 0x0A { break }
            let end = text[index...].firstIndex { !isSame($0) } ?? text.count
            if end - index == count { return end }
            index = max(end, index + 1)
        }
        return behind
    }

    /// What stands behind the words of a link, `(target "title")`, or behind a name that begins a line, `: target`.
    private static func link(_ text: [UInt8], behind close: Int) -> Reference? {
        guard close + 1 < text.count, [UInt8(ascii: "("), UInt8(ascii: ":")].contains(text[close + 1]) else {
            return nil
        }
        let isLine = text[close + 1] == UInt8(ascii: ":")
        let before = text[max(0, close - most)..<close]
        if isLine {
            let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            guard line < close, text[line] == UInt8(ascii: "[") else { return nil }
        }
        var start = close + 2
        while start < text.count, text[start] == 0x20 { start += 1 }
        let isBracketed = start < text.count && text[start] == UInt8(ascii: "<")
        let first = isBracketed ? start + 1 : start
        let isData = DataAddress.begins(text[first...])
        let stop = isBracketed ? bracket(text, from: first, isData) : end(text, from: first, isLine: isLine, isData)
        guard let stop, stop > first else { return nil }
        let open = self.open(before)
        if isData, open == nil { return nil }
        if let open, open > 0, text[open - 1] == UInt8(ascii: "\\") { return nil }
        let isShown = !isLine && open.map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "!") } ?? false
        let target = string(text[first..<stop])
        return Reference(
            target: isData ? target : decoded(target), place: start..<(isBracketed ? stop + 1 : stop), isShown: isShown,
            words: open.map { string(text[($0 + 1)..<close]) } ?? "")
    }

    /// Where a target between angle brackets ends.
    private static func bracket(_ text: [UInt8], from start: Int, _ isData: Bool) -> Int? {
        let signs = isData ? Array("<>[]".utf8) : [UInt8(ascii: ">")]
        let stop = text[start..<reach(text, from: start, isData)].firstIndex { signs.contains($0) }
        return stop.flatMap { text[$0] == UInt8(ascii: ">") ? $0 : nil }
    }

    /// Where another target ends, without the space behind it: that of a link before its parenthesis or its title, that
    /// of a line with its line. White space within an address of data is what HTML left there.
    private static func end(_ text: [UInt8], from start: Int, isLine: Bool, _ isData: Bool) -> Int? {
        let limit = reach(text, from: start, isData)
        var (depth, stop) = (0, isLine && limit == text.count ? limit : nil)
        scan: for index in start..<limit {
            let behind = index + 1 < text.count ? text[index + 1] : 0
            switch text[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                if depth == 0, !isLine {
                    stop = index
                    break scan
                }
                depth -= 1
            // Another reference begins: this one has no end.
            case UInt8(ascii: "]") where behind == UInt8(ascii: "("): return nil
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"): if isData { return nil }
            case 0x0A, 0x0D:
                if isLine {
                    stop = index
                    break scan
                }
                if !isData { return nil }
            // A title, or what other programs say of the size: `=300x200`.
            case 0x20, 0x09:
                let isTitle = [0x22, 0x27].contains(behind) || behind == UInt8(ascii: "=") && !isData
                if isLine || isTitle {
                    stop = index
                    break scan
                }
            default: break
            }
        }
        guard var stop else { return nil }
        while stop > start, text[stop - 1] <= 0x20 { stop -= 1 }
        return stop
    }

    /// How far a target may go on: what is longer is none, unless the file is in it.
    private static func reach(_ text: [UInt8], from start: Int, _ isData: Bool) -> Int {
        isData ? text.count : min(text.count, start + most)
    }

    /// Where the bracket opens that is closed behind these words.
    private static func open(_ words: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for index in words.indices.reversed() {
            if words[index] == UInt8(ascii: "]") { depth += 1 }
            if words[index] == UInt8(ascii: "[") {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return nil
    }

    /// `![[file.png]]`, `![[file.png|300]]` with what only a screen needs, `[[file.pdf|words]]`, where a table has
    /// `\|`, and `[[file:file.pdf][words]]`; Org shows a picture that has no words.
    private static func named(_ text: [UInt8], from open: Int) -> Reference? {
        guard open + 1 < text.count, text[open + 1] == UInt8(ascii: "[") else { return nil }
        func end(from start: Int) -> Int? {
            let stop = text[start..<min(text.count, start + most)].firstIndex { [0x5D, 0x5B, 0x0A].contains($0) }
            return stop.flatMap { text[$0] == UInt8(ascii: "]") && $0 + 1 < text.count ? $0 : nil }
        }
        let start = open + 2
        guard let close = end(from: start) else { return nil }
        var (last, inner, words) = (close, text[start..<close], text[start..<close])
        if text[close + 1] == UInt8(ascii: "["), let second = end(from: close + 2) {
            (last, words) = (second, text[(close + 2)..<second])
        } else if let bar = inner.firstIndex(of: UInt8(ascii: "|")) {
            words = inner.split(separator: UInt8(ascii: "|")).last ?? inner
            inner = inner[..<bar]
            if inner.last == UInt8(ascii: "\\") { inner.removeLast() }
        }
        guard text[last + 1] == UInt8(ascii: "]"), !inner.isEmpty else { return nil }
        let hasSign = open > 0 && text[open - 1] == UInt8(ascii: "!")
        var target = string(inner)
        let isOrg = ["file:", "attachment:", "./", "../"].contains { target.hasPrefix($0) }
        if target.hasPrefix("file:") {
            let part = target.firstRange(of: "::")?.lowerBound ?? target.endIndex
            target = String(target[..<part].dropFirst("file:".count))
        }
        let isPicture = MediaType.isImage(MediaType.of([], name: target))
        let isShown = hasSign || isOrg && words == inner && isPicture
        let before = hasSign ? "[](" : isShown ? "![](" : "[\(string(words))]("
        return Reference(
            target: target, place: open..<last + 2, before: before, after: ")", isShown: isShown, isNamed: true,
            words: string(words))
    }

    /// An element of HTML that shows a file or leads to one; it becomes Markdown.
    private static func element(_ text: [UInt8], from open: Int) -> Reference? {
        let names = ["img", "video", "audio", "source", "embed", "a", "object"]
        let word = string(text[(open + 1)...].prefix(6).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }).lowercased()
        guard names.contains(word) else { return nil }
        // One in which another begins is none; a sign before a space is a word's.
        let next =
            text.indices[(open + 1)...].first { index in
                text[index] == UInt8(ascii: "<") && index + 1 < text.count && text[index + 1] | 0x20 >= 0x61
            } ?? text.endIndex
        var scanner = HTMLScanner(Array(text[open..<next]))
        guard case .begin(word, let attributes, _)? = scanner.next() else { return nil }
        var end = open + scanner.index
        guard text[end - 1] == UInt8(ascii: ">") else { return nil }
        let value = (attributes[word == "a" ? "href" : word == "object" ? "data" : "src"] ?? "").trimmingSpace()
        guard !value.isEmpty else { return nil }
        let isData = DataAddress.isOne(value)
        var inner = ""
        if ["video", "audio", "a", "object"].contains(word) {
            let close = Array("</\(word)>".utf8)
            let window = text[end..<min(text.count, end + most)]
            if let stop = window.indices.first(where: { window[$0] == close[0] && window[$0...].starts(with: close) }) {
                inner = string(text[end..<stop])
                end = stop + close.count
            } else if word == "a" {
                return nil
            }
        }
        if word != "a" { inner = (attributes["alt"] ?? "").filter { !"[]\\\r\n".contains($0) } }
        return Reference(
            target: isData ? value : decoded(value), place: open..<end,
            before: (word == "a" ? "[" : "![") + inner + "](", after: ")",
            isShown: word != "a", words: inner)
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
