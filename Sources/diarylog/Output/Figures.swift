internal import DiaryModel
internal import DiarylogHost
internal import Interchange

/// A map of days: one column per week, one row per day of the week, darker where more was written.
struct Heatmap {
    let days: [Int: Int]
    /// The first and the last day, as day numbers.
    let first: Int
    let last: Int

    private static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

    /// The last weeks up to a day, as many as fit on the terminal.
    init(days: [Int: Int], today: Int) {
        let width = Terminal.width(of: .output) ?? 80
        let weeks = min(53, max(width - 6, 1))
        self.days = days
        first = Self.monday(of: today) - (weeks - 1) * 7
        last = today
    }

    /// A year; nil if there is none of this number.
    init?(days: [Int: Int], year: Int) {
        guard let start = CivilTime(year: year, month: 1, day: 1), let end = CivilTime(year: year, month: 12, day: 31)
        else { return nil }
        self.days = days
        (first, last) = (start.dayNumber, end.dayNumber)
    }

    func text(_ session: Session) -> String {
        let most = (first...last).map { days[$0] ?? 0 }.max() ?? 0
        let start = Self.monday(of: first)
        let weeks = (last - start) / 7 + 1
        var text = "    " + session.paint(labels(from: start, weeks: weeks, session), 2) + "\n"
        for row in 0..<7 {
            let name = String(session.language.weekdayNames[row].prefix(session.language == .ko ? 1 : 3))
            text += OnScreen.padded(name, to: 4)
            var cells = ""
            for week in 0..<weeks {
                let day = start + week * 7 + row
                if day < first { cells.append(" ") } else if day <= last { cells.append(shade(day, most)) }
            }
            text += session.paint(cells, 32) + "\n"
        }
        let legend =
            session.text(Sentence("less", "적음")) + " " + String(Self.shades) + " "
            + session.text(Sentence("more", "많음"))
        return text + "    " + session.paint(legend, 2) + "\n"
    }

    /// The months, each above the week of its first day, as far as there is room.
    private func labels(from start: Int, weeks: Int, _ session: Session) -> String {
        var text = ""
        var used = 0
        for week in 0..<weeks {
            guard let day = (0..<7).map({ start + week * 7 + $0 }).first(where: { CivilTime(day: $0).day == 1 }),
                (first...last).contains(day), used == 0 || used < week
            else { continue }
            // Twelve numbers always have room; twelve times 월 have not.
            let month = CivilTime(day: day).month
            let label = session.language == .en ? String(Language.en.monthNames[month - 1].prefix(3)) : "\(month)"
            let width = OnScreen.width(of: label)
            guard week + width <= weeks + 2 else { continue }
            text += String(repeating: " ", count: week - used) + label
            used = week + width
        }
        return text
    }

    private static func monday(of day: Int) -> Int { day - CivilTime(day: day).weekday }

    private func shade(_ day: Int, _ most: Int) -> Character {
        let count = days[day] ?? 0
        guard count > 0, most > 0 else { return Self.shades[0] }
        return Self.shades[min((count * 4 + most - 1) / most, 4)]
    }
}

/// How many entries each month has: a row for each year, so that years stand side by side.
struct YearTable {
    let months: [DayStatistics.Month]

    func text(_ session: Session) -> String {
        guard let first = months.map(\.year).min(), let last = months.map(\.year).max() else { return "" }
        var counts: [Int: [Int]] = [:]
        for month in months {
            counts[month.year, default: Array(repeating: 0, count: 12)][month.month - 1] += month.entries
        }
        let highest = counts.values.flatMap { $0 }.max() ?? 0
        let names = session.language.monthNames.map { session.language == .en ? String($0.prefix(3)) : $0 }
        let room = max("\(highest)".count, names.map { OnScreen.width(of: $0) }.max() ?? 0) + 1
        let total = max("\(counts.values.map { $0.reduce(0, +) }.max() ?? 0)".count + 2, 7)
        // On a narrow screen the months stand in halves, thirds or quarters of a year.
        let width = session.textWidth ?? 80
        let most = [12, 6, 4].first { 4 + $0 * room + total <= width } ?? 3
        var text = ""
        for start in stride(from: 0, to: 12, by: most) {
            let (months, isLast) = (start..<start + most, start + most == 12)
            text += "    " + names[months].map { Self.right($0, room) }.joined()
            text += (isLast ? Self.right(session.text(.total), total) : "") + "\n"
            // Years without an entry between others are left out.
            for year in first...last {
                guard let row = counts[year] else { continue }
                text += session.paint(Self.right("\(year)", 4), 36)
                for count in row[months] {
                    text += count == 0 ? session.paint(Self.right("·", room), 2) : Self.right("\(count)", room)
                }
                text += (isLast ? session.paint(Self.right("\(row.reduce(0, +))", total), 1) : "") + "\n"
            }
        }
        return text
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(columns - OnScreen.width(of: text), 0)) + text
    }
}

/// What a measure came to: lines of columns for programs, with bars for people.
struct MeasureText {
    let key: String
    let figures: MeasureStatistics

    /// A name, a day, a mean and a count per line.
    func text(_ session: Session) -> String {
        let all = figures.all
        var text =
            session.isTerminal
            ? session.row([
                session.paint(OnScreen.safe(key), 1), Self.number(all.mean),
                "\(Self.number(figures.least))…\(Self.number(figures.most))", "\(all.count)",
            ]) + "\n"
            : ["all", StatisticsJSON.day(all.day), Self.number(all.mean), "\(all.count)"].joined(separator: "\t") + "\n"
        for (word, name, parts) in [
            (Sentence("Months", "달"), "month", figures.months), (Sentence("Weeks", "주"), "week", figures.weeks),
        ] {
            if session.isTerminal { text += session.paint(session.text(word), 1) + "\n" }
            for part in parts { text += row(part, name, session) }
            if session.isTerminal, name == "month" { text += "\n" }
        }
        return text
    }

    private func row(_ part: MeasureStatistics.Part, _ name: String, _ session: Session) -> String {
        let day = StatisticsJSON.day(part.day)
        guard session.isTerminal else {
            return [name, day, Self.number(part.mean), "\(part.count)"].joined(separator: "\t") + "\n"
        }
        let mean = Self.number(part.mean)
        let room = String(repeating: " ", count: max(7 - mean.count, 1))
        let shown = name == "month" ? String(day.prefix(7)) + "   " : day
        return session.paint(shown, 36) + room + mean + "  " + session.paint(bar(part.mean, session), 32) + "\n"
    }

    /// A bar from the least number to this one; the greatest has all the room.
    private func bar(_ value: Double, _ session: Session) -> String {
        let room = min(max((session.textWidth ?? 80) - 22, 8), 40)
        // What is never below zero begins there.
        let start = min(figures.least, 0)
        let share = figures.most > start ? (value - start) / (figures.most - start) : 1
        return String(repeating: "▄", count: max(1, Int((share * Double(room)).rounded())))
    }

    /// With two digits behind the point, or none where they are zero.
    private static func number(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return "\(value)" }
        let hundredths = Int64((value * 100).rounded())
        let sign = hundredths < 0 ? "-" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(sign)\(whole)" }
        let digits = rest % 10 == 0 ? "\(rest / 10)" : (rest < 10 ? "0\(rest)" : "\(rest)")
        return "\(sign)\(whole).\(digits)"
    }
}
