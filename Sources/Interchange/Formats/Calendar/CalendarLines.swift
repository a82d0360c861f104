internal import DiarylogArchives

/// A property of iCalendar (RFC 5545): `NAME;PARAMETER=VALUE:VALUE`.
struct CalendarProperty: Equatable {
    /// In capitals.
    var name: String
    /// Their names in capitals, and their values without quotes.
    var parameters: [(name: String, value: String)]
    /// As it stands there, not unescaped; of vCalendar's quoted-printable as iCalendar would write it.
    var value: [UInt8]
    /// Everything before the colon, as it stands there but for how the value was encoded.
    var head: String
    /// Where it begins, from 1.
    var line: Int

    static func == (one: Self, other: Self) -> Bool { one.head == other.head && one.value == other.value }

    subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    /// Its value as a text, unescaped.
    var text: [UInt8] { CalendarText.plain(value[...]) }

    /// Nil if the line is not of this shape.
    init?(_ bytes: [UInt8], line: Int) {
        var index = 0
        func word() -> String? {
            let start = index
            while index < bytes.count, Self.isOfName(bytes[index]) { index += 1 }
            return index > start ? String(decoding: bytes[start..<index], as: UTF8.self).uppercased() : nil
        }
        guard let name = word() else { return nil }
        var parameters: [(name: String, value: String)] = []
        while index < bytes.count, bytes[index] == UInt8(ascii: ";") {
            index += 1
            guard let name = word(), index < bytes.count else { return nil }
            // vCalendar's may be a value alone.
            if name == Self.quoted, bytes[index] != UInt8(ascii: "=") {
                parameters.append(("ENCODING", name))
                continue
            }
            guard bytes[index] == UInt8(ascii: "=") else { return nil }
            index += 1
            var value: [UInt8] = []
            var isQuoted = false
            while index < bytes.count, isQuoted || (bytes[index] != 0x3A && bytes[index] != 0x3B) {
                if bytes[index] == 0x22 { isQuoted.toggle() } else { value.append(bytes[index]) }
                index += 1
            }
            if isQuoted { return nil }
            parameters.append((name, String(decoding: value, as: UTF8.self)))
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        head = String(decoding: bytes[..<index], as: UTF8.self)
        value = Array(bytes[(index + 1)...])
        (self.name, self.parameters, self.line) = (name, parameters, line)
        if self["ENCODING"]?.uppercased() == Self.quoted { unquote() }
    }

    /// The same under the name that a journal has for it: a note's text is its body.
    var ofJournal: CalendarProperty {
        var property = self
        property.name = ["BODY": "DESCRIPTION", "DCREATED": "DTSTART"][name] ?? name
        return property
    }

    private static let quoted = "QUOTED-PRINTABLE"

    /// Whether a line that begins so has a value in quoted-printable: then `=` at its end says that it goes on.
    static func isQuoted(_ line: [UInt8]) -> Bool {
        let head = line.prefix { $0 != UInt8(ascii: ":") }
        return head.contains(UInt8(ascii: ";")) && String(decoding: head, as: UTF8.self).uppercased().contains(quoted)
    }

    private mutating func unquote() {
        let bytes = FileReferences.unescaped(value[...], by: "=")
        let other = isValidUTF8(bytes) ? nil : KoreanText.decoded(bytes) ?? WesternText.decoded(bytes)
        var losses = FormatLosses()
        value = CalendarText.escaped(Array((other ?? String(decoding: bytes, as: UTF8.self)).utf8), &losses)
        parameters.removeAll { ["ENCODING", "CHARSET"].contains($0.name) }
        head = name + parameters.map { ";\($0.name)=\($0.value)" }.joined()
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
    }
}

/// The lines of iCalendar: a line that begins with a space goes on from the one before.
enum CalendarLines {
    /// Calls `take` with each unfolded line and the number of its first one; lines without a sign are left out.
    static func each(
        of text: [UInt8], _ take: (_ line: [UInt8], _ number: Int) throws(ReadProblem) -> Void
    ) throws(ReadProblem) {
        var line: [UInt8] = []
        var (number, first) = (0, 1)
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            var part = text[start..<end]
            if part.last == 0x0D { part.removeLast() }
            number += 1
            start = end + 1
            if line.last == UInt8(ascii: "="), CalendarProperty.isQuoted(line) {
                line.removeLast()
                line += part
            } else if let mark = part.first, mark == 0x20 || mark == 0x09, !line.isEmpty {
                line += part.dropFirst()
            } else {
                if !line.isEmpty { try take(line, first) }
                (line, first) = (Array(part), number)
            }
        }
        if !line.isEmpty { try take(line, first) }
    }

    /// Most bytes of a line, without its end.
    static let longest = 75

    /// A line with its end, folded so that none has more than 75 bytes, and no character is cut.
    static func folded(_ line: [UInt8]) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(line.count + line.count / 25 + 2)
        var start = 0
        var room = longest
        while line.count - start > room {
            var end = start + room
            while end > start + 1, line[end] & 0xC0 == 0x80 { end -= 1 }
            folded += line[start..<end] + [0x0D, 0x0A, 0x20]
            start = end
            room = longest - 1
        }
        return folded + line[start...] + [0x0D, 0x0A]
    }
}

/// Values of iCalendar that are texts.
enum CalendarText {
    /// A text with its backslashes: before commas, semicolons, backslashes and line feeds. A carriage return becomes
    /// a line feed, other control characters a space; both are noted.
    static func escaped(_ text: [UInt8], _ losses: inout FormatLosses) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count + 16)
        for (index, byte) in text.enumerated() {
            switch byte {
            case 0x0A: escaped += [0x5C, 0x6E]
            case 0x0D:
                losses.note(.characters)
                if index + 1 == text.count || text[index + 1] != 0x0A { escaped += [0x5C, 0x6E] }
            case 0x5C, 0x3B, 0x2C: escaped += [0x5C, byte]
            case 0x09: escaped.append(byte)
            case 0..<0x20, 0x7F:
                losses.note(.characters)
                escaped.append(0x20)
            default: escaped.append(byte)
            }
        }
        return escaped
    }

    /// A text without its backslashes; one before any other character stays.
    static func plain(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(value.count)
        var index = value.startIndex
        while index < value.endIndex {
            let byte = value[index]
            index += 1
            guard byte == 0x5C, index < value.endIndex else {
                plain.append(byte)
                continue
            }
            switch value[index] {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): plain.append(0x0A)
            case let sign where [0x5C, 0x3B, 0x2C, 0x3A, 0x22].contains(sign): plain.append(sign)
            case let sign: plain += [0x5C, sign]
            }
            index += 1
        }
        return plain
    }

    /// The texts of a list: commas stand between them.
    static func list(_ value: [UInt8]) -> [[UInt8]] {
        var list: [[UInt8]] = []
        var start = 0
        var index = 0
        while index < value.count {
            if value[index] == 0x5C {
                index += 2
            } else if value[index] == 0x2C {
                list.append(plain(value[start..<index]))
                index += 1
                start = index
            } else {
                index += 1
            }
        }
        return list + [plain(value[min(start, value.count)...])]
    }
}
