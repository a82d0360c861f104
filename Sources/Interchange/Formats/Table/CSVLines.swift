/// The rows of a table as text (RFC 4180): fields between commas, semicolons, tabs or bars, in quotes where they hold
/// such.
struct CSVLines {
    /// A row, and the line on which it begins, from 1.
    struct Row: Equatable {
        var fields: [[UInt8]]
        var line: Int
    }

    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0
    private var line = 1

    /// What separates fields is told by the first row that has some: whichever sign it has most of, outside quotes; or
    /// by a line `sep=;` before it, as Excel writes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: Array("sep=".utf8)), bytes.count > 5, [0x0A, 0x0D].contains(bytes[5]) {
            separator = bytes[4]
            (index, line) = (bytes[5] == 0x0D && bytes.count > 6 && bytes[6] == 0x0A ? 7 : 6, 2)
            return
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes.prefix(65_536) {
            if byte == Self.quote { isQuoted.toggle() }
            if !isQuoted, byte == 0x0A, !counts.isEmpty { break }
            if !isQuoted, Self.separators.contains(byte) { counts[byte, default: 0] += 1 }
        }
        separator = Self.separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
    }

    private static let quote = UInt8(ascii: "\"")
    private static let separators = [UInt8(ascii: "|"), UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]

    /// The next row that says something; nil at the end. Where it throws, it may be asked for the next one.
    mutating func next() throws(ParseProblem) -> Row? {
        while index < bytes.count {
            let (start, first) = (index, line)
            let row: Row
            do throws(ParseProblem) { row = try self.row() } catch {
                // What comes next begins with the next line.
                index = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
                line = first + 1
                throw error
            }
            if row.fields.count > 1 || row.fields[0].contains(where: { ![0x20, 0x09].contains($0) }) { return row }
        }
        return nil
    }

    private mutating func row() throws(ParseProblem) -> Row {
        var row = Row(fields: [], line: line)
        while true {
            row.fields.append(try field())
            guard index < bytes.count else { return row }
            let sign = bytes[index]
            index += 1
            if sign == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            if sign != separator {
                line += 1
                return row
            }
        }
    }

    /// A field, up to what ends it. Throws where a quote begins that does not end, or ends within a field.
    private mutating func field() throws(ParseProblem) -> [UInt8] {
        let start = index
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
        guard index < bytes.count, bytes[index] == Self.quote else {
            while index < bytes.count, bytes[index] != separator, !isLineEnd(index) { index += 1 }
            return Array(bytes[start..<index])
        }
        let first = line
        func broken() -> ParseProblem {
            ParseProblem(line: first, found: ReadProblem.excerpt(bytes[start...].prefix(60)))
        }
        var field: [UInt8] = []
        index += 1
        while index < bytes.count {
            let sign = bytes[index]
            index += 1
            if sign != Self.quote {
                if sign == 0x0A { line += 1 }
                field.append(sign)
            } else if index < bytes.count, bytes[index] == Self.quote {
                field.append(sign)
                index += 1
            } else {
                while index < bytes.count, bytes[index] == 0x20 { index += 1 }
                guard index == bytes.count || bytes[index] == separator || isLineEnd(index) else { throw broken() }
                return field
            }
        }
        throw broken()
    }

    private func isLineEnd(_ index: Int) -> Bool {
        bytes[index] == 0x0A || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] == 0x0A)
    }
}
