internal import DiaryModel
internal import Host

/// A map of the last weeks: one column per week, one row per day of the week, darker where more was written.
struct Heatmap {
    let days: [Int: Int]
    /// The last day of the map, as a day number.
    let today: Int

    private static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

    func text(_ session: Session) -> String {
        let width = Terminal.width(of: .output) ?? 80
        let weeks = min(53, max(width - 6, 1))
        let weekday = CivilTime(seconds: Int64(today) * 86_400).weekday
        let firstMonday = today - weekday - (weeks - 1) * 7
        let most = (firstMonday...today).map { days[$0] ?? 0 }.max() ?? 0
        var text = ""
        for row in 0..<7 {
            let name = String(session.language.weekdayNames[row].prefix(session.language == .ko ? 1 : 3))
            text += name + String(repeating: " ", count: 4 - name.reduce(0) { $0 + OnScreen.width($1) })
            var cells = ""
            for week in 0..<weeks {
                let day = firstMonday + week * 7 + row
                if day <= today { cells.append(Self.shade(days[day] ?? 0, most: most)) }
            }
            text += session.paint(cells, 32) + "\n"
        }
        return text
    }

    private static func shade(_ count: Int, most: Int) -> Character {
        guard count > 0, most > 0 else { return shades[0] }
        return shades[min((count * 4 + most - 1) / most, 4)]
    }
}
