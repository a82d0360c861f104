import DiaryEngine
import DiaryModel
import EventStore

/// How many words the entries of each month have: a table that follows the log and answers for any moment.
///
/// Each row says what a month had come to after an event. As of event N it is the month's last row up to N.
///
///     key      year, 2 bytes | month, 1 byte | number of the event, 8 bytes
///     value    words, 8 bytes
struct WordsPerMonth: Projection {
    let name = "words-per-month"
    let version: UInt16 = 1

    func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange] {
        // An event takes the entry as it was away from its month, and adds it as it is.
        var added: [Month: Int] = [:]
        if let before = event.entryBefore, !before.isDeleted { added[Month(of: before), default: 0] -= before.words }
        if let after = event.entry, !after.isDeleted { added[Month(of: after), default: 0] += after.words }
        var changes: [RowChange] = []
        for (month, words) in added where words != 0 {
            let total = try words + (Self.words(in: month, asOf: event.sequence, rows: &rows))
            changes.append(.put(month.key(event.sequence), Self.bytes(UInt64(total))))
        }
        return changes
    }

    /// The words of a month as of an event.
    static func words(
        in month: Month, asOf sequence: SequenceNumber, rows: inout ProjectionRows
    ) throws(EventStoreError) -> Int {
        guard let row = try rows.last(atOrBefore: month.key(sequence)), Month(key: row.key) == month else { return 0 }
        return Int(number(row.value))
    }

    /// The months that have words as of an event, in order.
    static func months(
        asOf sequence: SequenceNumber, rows: inout ProjectionRows
    ) throws(EventStoreError) -> [(month: Month, words: Int)] {
        var months: [(month: Month, words: Int)] = []
        try rows.forEach { (key, value) in
            let month = Month(key: key)
            guard number(Array(key.dropFirst(3))) <= sequence.rawValue else { return true }
            if months.last?.month == month { months.removeLast() }
            months.append((month, Int(number(value))))
            return true
        }
        return months.filter { $0.words > 0 }
    }

    static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) }
    }

    static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A month of the calendar.
struct Month: Hashable {
    let year: Int
    let month: Int

    init(of entry: Entry) {
        let date = entry.content.date.civil
        (year, month) = (date.year, date.month)
    }

    init(key: [UInt8]) {
        (year, month) = (Int(key[0]) << 8 | Int(key[1]), Int(key[2]))
    }

    func key(_ sequence: SequenceNumber) -> [UInt8] {
        [UInt8(truncatingIfNeeded: year >> 8), UInt8(truncatingIfNeeded: year), UInt8(month)] + sequence.bytes
    }
}

/// `words-per-month DIARY [EVENT]` prints the words of each month, now or as of an event's number.
@main
struct Program {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first else { return print("usage: words-per-month DIARY [EVENT]") }
        let projection = WordsPerMonth()
        let diary = try Diary(at: path, projections: [projection])
        // Without this the answer would be the same: events the rows have not followed are laid over them.
        try diary.catchUp(projection)
        let point =
            arguments.dropFirst().first.flatMap { UInt64($0) }.map { DiaryPoint.event(SequenceNumber($0)) } ?? .head
        let months = try diary.ask(projection, at: point) { rows, sequence in
            try WordsPerMonth.months(asOf: sequence, rows: &rows)
        }
        for (month, words) in months { print("\(month.year)-\(month.month < 10 ? "0" : "")\(month.month)\t\(words)") }
    }
}
