internal import DiaryModel

/// How many entries each month has: a row for each year, so that years stand side by side.
struct YearTable {
    let months: [DayStatistics.Month]

    func text(_ session: Session) -> String {
        guard let first = months.map(\.year).min(), let last = months.map(\.year).max() else { return "" }
        var counts: [Int: [Int]] = [:]
        for month in months {
            counts[month.year, default: Array(repeating: 0, count: 12)][month.month - 1] += month.entries
        }
        let most = counts.values.flatMap { $0 }.max() ?? 0
        let names = session.language.monthNames.map { session.language == .en ? String($0.prefix(3)) : $0 }
        let room = max("\(most)".count, names.map { OnScreen.width(of: $0) }.max() ?? 0) + 1
        let total = max("\(counts.values.map { $0.reduce(0, +) }.max() ?? 0)".count + 2, 7)
        var text = "    "
        for name in names { text += Self.right(name, room) }
        text += Self.right(session.text(.total), total) + "\n"
        // Years without an entry between others are left out.
        for year in first...last {
            guard let row = counts[year] else { continue }
            text += session.paint(Self.right("\(year)", 4), 36)
            for count in row {
                text += count == 0 ? session.paint(Self.right("·", room), 2) : Self.right("\(count)", room)
            }
            text += session.paint(Self.right("\(row.reduce(0, +))", total), 1) + "\n"
        }
        return text
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(columns - OnScreen.width(of: text), 0)) + text
    }
}
