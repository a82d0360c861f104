internal import DiaryModel
internal import Interchange

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
