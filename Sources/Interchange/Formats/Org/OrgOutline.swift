internal import DiaryModel

/// A file of Org mode taken apart: what belongs to each heading that is a date, a time or a day.
struct OrgOutline {
    /// What belongs to one heading, or stands under none that is a date.
    struct Part {
        var heading: OrgHeading?
        var lines: [ArraySlice<UInt8>] = []
        /// What its drawers say.
        var properties: [(name: String, value: String)] = []
        var line: Int
        /// Whether its heading names a day below which others have times: its title says no more than that.
        var isDay = false
    }

    private(set) var parts = [Part(line: 1)]
    /// Those of all its entries.
    private(set) var tags: [Tag] = []
    /// The day that times without one belong to.
    private var day: CivilTime?
    /// Where the next line of a drawer's goes; nil outside of one.
    private var isInDrawer = false

    /// `day` is what the file's name says.
    init(of file: SourceFile, on day: CivilTime?, _ options: ReadOptions) throws(ReadProblem) {
        self.day = day
        let lines = try file.text().split(separator: 0x0A, omittingEmptySubsequences: false)
        var isBlock = false
        for (index, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            let start = text.trimmingSpace().lowercased()
            if start.hasPrefix("#+begin_") || start.hasPrefix("#+end_") { isBlock = start.hasPrefix("#+begin_") }
            if isBlock {
                parts[parts.count - 1].lines.append(line)
            } else if start.hasPrefix("#+filetags:") {
                tags += OrgHeading.tags(start.dropFirst("#+filetags:".count).trimmingSpace()) ?? []
            } else if let level = OrgHeading.level(of: line) {
                isInDrawer = false
                let heading: OrgHeading
                do throws(JrnlDates.Ambiguity) { heading = try OrgHeading(text, level, options) } catch {
                    throw ReadProblem(error, at: RowOrigin(file.path, .line(index + 1)))
                }
                take(heading, line, index, lines)
            } else if isInDrawer || start == ":properties:" || start == ":logbook:" {
                takeDrawer(text.trimmingSpace())
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
    }

    private mutating func take(
        _ heading: OrgHeading, _ line: ArraySlice<UInt8>, _ index: Int, _ lines: [ArraySlice<UInt8>]
    ) {
        var heading = heading
        let created = Self.created(behind: index, lines)
        let own = parts[parts.count - 1].heading
        if heading.time == nil, let (hour, minute, rest) = heading.clock, let day = created ?? day {
            let seconds = day.startOfDay.seconds + Int64(hour * 3600 + minute * 60)
            heading.time = WrittenTime(civil: CivilTime(seconds: seconds), precision: .minute)
            heading.title = rest
            return parts.append(Part(heading: heading, line: index + 1))
        }
        if heading.time?.precision ?? .day == .day, let day = heading.time?.civil ?? created ?? day,
            Self.hasTimes(behind: index, level: heading.level, lines)
        {
            self.day = day.startOfDay
            let isDay = heading.time == nil ? Self.namesDay(heading.title) : heading.title.isEmpty
            heading.time = WrittenTime(civil: day.startOfDay, precision: .day)
            return parts.append(Part(heading: heading, line: index + 1, isDay: isDay))
        }
        let isBelow = own.map { $0.time != nil && $0.level < heading.level } ?? false
        if heading.time != nil || heading.isPeriod && !isBelow {
            parts.append(Part(heading: heading, line: index + 1))
        } else {
            if own?.time != nil, !isBelow { parts.append(Part(line: index + 1)) }
            parts[parts.count - 1].lines.append(line)
        }
    }

    /// Whether the headings below one begin with times alone: then it is a day.
    private static func hasTimes(behind index: Int, level: Int, _ lines: [ArraySlice<UInt8>]) -> Bool {
        for line in lines[(index + 1)...] {
            guard let below = OrgHeading.level(of: line) else { continue }
            guard below > level else { return false }
            let title = String(decoding: line.dropFirst(below), as: UTF8.self).trimmingSpace()
            return OrgHeading(below, titled: title).clock != nil
        }
        return false
    }

    /// Whether a title is a day in whatever form: numbers, weekdays and months, and nothing else.
    private static func namesDay(_ title: String) -> Bool {
        let names = [
            "mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug",
            "sep", "oct", "nov", "dec", "년", "월", "일", "화", "수", "목", "금", "토",
        ]
        return title.lowercased().split { !$0.isLetter }.allSatisfy { word in
            ["st", "nd", "rd", "th"].contains(word) || names.contains { word.hasPrefix($0) }
        }
    }

    /// The day that the drawer behind a heading says: `:CREATED: 20240501`, `:CREATED: [2024-05-01 Wed 10:00]`.
    private static func created(behind index: Int, _ lines: [ArraySlice<UInt8>]) -> CivilTime? {
        for line in lines[(index + 1)...].prefix(20) {
            let text = String(decoding: line, as: UTF8.self).trimmingSpace()
            if text.lowercased() == ":end:" || OrgHeading.level(of: line) != nil { return nil }
            guard text.lowercased().hasPrefix(":created:") else { continue }
            let digits = text.dropFirst(":created:".count).filter { $0.isASCII && $0.isWholeNumber }.prefix(8)
            guard digits.count == 8 else { return nil }
            return ISODate("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")?.civil
        }
        return nil
    }

    private mutating func takeDrawer(_ text: String) {
        isInDrawer = text.lowercased() != ":end:"
        let words = text.split(separator: ":", maxSplits: 1)
        guard text.first == ":", words.count == 2 else { return }
        let value = words[1].trimmingSpace()
        if words[0].lowercased() == "created" || value.isEmpty { return }
        parts[parts.count - 1].properties.append((String(words[0]), value))
    }
}
