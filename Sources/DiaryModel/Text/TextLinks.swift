internal import DiarylogWords

/// What in a text can be followed: addresses of pages, mailboxes and entries, phone numbers and dates.
///
///     https://example.org/a?b     www.example.org       web
///     mina@example.org                                  mail
///     010-1234-5678   +82 10 1234 5678   +1 (212) 555-0100   1588-1234      phone
///     dayone://view?entryId=479270F4CAD1429AB1564DB34D0FE3A1                entry
///     2026-11-22   2026. 11. 22.   2026년 11월 22일   November 22, 2026      date
public enum TextLinks {
    /// What a link leads to.
    public enum Kind: String, Sendable, CaseIterable {
        case web, mail, entry, phone, date
    }

    /// A piece of a text, and where it leads.
    public struct Link: Equatable, Sendable {
        /// What it is.
        public var kind: Kind
        /// Where it stands, in bytes of UTF-8.
        public var bytes: Range<Int>
        /// `https://…`, `mailto:…`, `tel:+82…`, a day as `2026-11-22`, or an entry's identifier in hexadecimal.
        public var target: String
    }

    /// The links in the order of the text; they do not overlap. Costs a pass over the text, and goes by looks alone:
    /// nothing is asked of a network.
    public static func links(in text: String) -> [Link] {
        var scanner = LinkScanner(Array(text.utf8))
        return scanner.links()
    }
}

/// Goes through a text byte by byte and tries each reading where one can begin.
private struct LinkScanner {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func links() -> [TextLinks.Link] {
        var found: [TextLinks.Link] = []
        var index = 0
        while index < bytes.count {
            if let link = link(at: index), link.bytes.lowerBound >= found.last?.bytes.upperBound ?? 0 {
                found.append(link)
                index = link.bytes.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    private func link(at index: Int) -> TextLinks.Link? {
        let byte = bytes[index]
        let before = index > 0 ? bytes[index - 1] : 0x20
        if byte == UInt8(ascii: "@") { return mail(around: index) }
        if isWord(before) { return nil }
        if byte == UInt8(ascii: "h") || byte == UInt8(ascii: "H") || byte == UInt8(ascii: "w") { return web(at: index) }
        if byte == UInt8(ascii: "d") { return entry(at: index) }
        if isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(") {
            if ".-+".utf8.contains(before) { return nil }
            return date(at: index) ?? phone(at: index)
        }
        return byte >= 0x41 && byte <= 0x5A ? monthDate(at: index) : nil
    }

    // MARK: pages, mailboxes and entries

    private func entry(at index: Int) -> TextLinks.Link? {
        guard let begin = EntryLink.dayOne(bytes[index...]) else { return nil }
        let rest = bytes[begin...]
        let end = rest.firstIndex { !isWord($0) && $0 != UInt8(ascii: "-") } ?? rest.endIndex
        return EntryLink.entry(in: bytes[index..<end]).map { .init(kind: .entry, bytes: index..<end, target: $0) }
    }

    private func web(at index: Int) -> TextLinks.Link? {
        let prefix = ["https://", "http://", "www."].first { matches($0, at: index) }
        guard let prefix else { return nil }
        var end = index + prefix.utf8.count
        let host = end
        while end < bytes.count, isHost(bytes[end]) { end += 1 }
        while end > host, !isWord(bytes[end - 1]) { end -= 1 }
        guard bytes[host..<end].contains(UInt8(ascii: ".")) || prefix != "www." && end > host else { return nil }
        if end < bytes.count,
            [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":")].contains(bytes[end])
        {
            let start = end
            while end < bytes.count, isPath(bytes[end]) { end += 1 }
            end = trimmed(start..<end)
        }
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        return TextLinks.Link(kind: .web, bytes: index..<end, target: prefix == "www." ? "https://" + text : text)
    }

    /// Where an address ends: signs at its end are the sentence's, and so is a bracket that it does not open.
    private func trimmed(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        // How many more of each bracket close than open up to the end; counted once, whatever is cut off.
        var unopened: [UInt8: Int] = [:]
        for (open, close) in [(UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]"))] {
            unopened[close] = bytes[range].reduce(0) { $0 + ($1 == close ? 1 : $1 == open ? -1 : 0) }
        }
        while end > range.lowerBound {
            let last = bytes[end - 1]
            if ".,;:!?'\"*_~".utf8.contains(last) {
                end -= 1
            } else if let more = unopened[last], more > 0 {
                unopened[last] = more - 1
                end -= 1
            } else {
                break
            }
        }
        return end
    }

    private func mail(around at: Int) -> TextLinks.Link? {
        var start = at
        while start > 0, isWord(bytes[start - 1]) || "._%+-".utf8.contains(bytes[start - 1]) { start -= 1 }
        while start < at, !isWord(bytes[start]) { start += 1 }
        var end = at + 1
        while end < bytes.count, isHost(bytes[end]) { end += 1 }
        while end > at + 1, !isWord(bytes[end - 1]) { end -= 1 }
        let host = bytes[at + 1..<end]
        guard start < at, let dot = host.lastIndex(of: UInt8(ascii: ".")), end - dot > 2, dot > at + 1,
            bytes[dot + 1..<end].allSatisfy({ !isDigit($0) })
        else { return nil }
        return TextLinks.Link(
            kind: .mail, bytes: start..<end,
            target: "mailto:" + String(decoding: bytes[start..<end], as: UTF8.self))
    }

    // MARK: phone numbers

    /// Digits in groups with a space, dash, dot or brackets between: abroad with `+`, in Korea from 0, or eight digits
    /// of a firm (15xx, 16xx, 18xx).
    private func phone(at index: Int) -> TextLinks.Link? {
        var (end, digits, last, separators) = (index, [UInt8](), index, 0)
        let isAbroad = bytes[index] == UInt8(ascii: "+")
        if isAbroad { end += 1 }
        var groups = [0]
        scan: while end < bytes.count {
            let byte = bytes[end]
            switch byte {
            case 0x30...0x39:
                // No number has more; to go on to the end of them, from each of them, would be a square.
                if digits.count > Self.mostDigits { return nil }
                digits.append(byte)
                groups[groups.count - 1] += 1
                separators = 0
                last = end + 1
            case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"):
                separators += 1
                if separators > 2 { break scan }
                if groups.last != 0 { groups.append(0) }
            default: break scan
            }
            end += 1
        }
        if last < bytes.count, isWord(bytes[last]) { return nil }
        groups.removeAll { $0 == 0 }
        guard let number = number(digits, groups, isAbroad: isAbroad) else { return nil }
        return TextLinks.Link(kind: .phone, bytes: index..<last, target: "tel:" + number)
    }

    /// The most digits of a phone number anywhere.
    private static let mostDigits = 15

    private func number(_ digits: [UInt8], _ groups: [Int], isAbroad: Bool) -> String? {
        let text = String(decoding: digits, as: UTF8.self)
        if isAbroad { return (8...15).contains(digits.count) && !text.hasPrefix("0") ? "+" + text : nil }
        if text.hasPrefix("0") {
            // An area code of two or three digits, and seven or eight behind it.
            let isWhole = groups.count == 1 && text.hasPrefix("01") && (10...11).contains(digits.count)
            let isGrouped =
                groups.count == 3 && (2...3).contains(groups[0]) && (3...4).contains(groups[1]) && groups[2] == 4
            return isWhole || isGrouped ? "+82" + text.dropFirst() : nil
        }
        return groups == [4, 4] && ["15", "16", "18"].contains(text.prefix(2)) ? text : nil
    }

    // MARK: dates

    private func date(at index: Int) -> TextLinks.Link? {
        var reader = DigitReader(bytes, at: index)
        guard let year = reader.number(4) else { return nil }
        let month: Int?
        let day: Int?
        if reader.takes("-") {
            month = reader.number(2)
            day = reader.takes("-") ? reader.number(2) : nil
        } else if reader.takes("년") {
            reader.space()
            month = reader.number(1...2)
            guard reader.takes("월") else { return nil }
            reader.space()
            day = reader.number(1...2)
            guard reader.takes("일") else { return nil }
        } else if reader.takes(".") {
            reader.space()
            month = reader.number(1...2)
            guard reader.takes(".") else { return nil }
            reader.space()
            day = reader.number(1...2)
        } else {
            return nil
        }
        return link(year, month, day, index..<reader.index)
    }

    /// `November 22, 2026`.
    private func monthDate(at index: Int) -> TextLinks.Link? {
        guard let month = Language.en.monthNames.firstIndex(where: { matches($0, at: index) }) else { return nil }
        var reader = DigitReader(bytes, at: index + Language.en.monthNames[month].utf8.count)
        guard reader.takes(" "), let day = reader.number(1...2), reader.takes(","), reader.takes(" "),
            let year = reader.number(4)
        else { return nil }
        return link(year, month + 1, day, index..<reader.index)
    }

    private func link(_ year: Int, _ month: Int?, _ day: Int?, _ range: Range<Int>) -> TextLinks.Link? {
        guard let month, let day, let civil = CivilTime(year: year, month: month, day: day),
            range.upperBound == bytes.count || !isDigit(bytes[range.upperBound])
        else { return nil }
        return TextLinks.Link(kind: .date, bytes: range, target: civil.isoDay)
    }

    // MARK: bytes

    private func matches(_ text: String, at index: Int) -> Bool {
        index + text.utf8.count <= bytes.count
            && zip(text.utf8, bytes[index...]).allSatisfy { $0 == $1 || $0 == $1 | 0x20 && $0 >= 0x61 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether it is an ASCII letter or a digit.
    private func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

    private func isHost(_ byte: UInt8) -> Bool {
        isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// Whether it may stand in the path of an address: no white space, quote or angle bracket.
    private func isPath(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F && !"<>\"`".utf8.contains(byte) }
}
