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
        /// Those of the headings that it stands below.
        var tags: [Tag] = []
        /// Whether its heading names a day below which others have times: its title says no more than that.
        var isDay = false
        /// Whether all of it is UTF-8.
        var isText = true
    }

    private(set) var parts = [Part(line: 1)]
    /// Those of all its entries.
    private(set) var tags: [Tag] = []
    /// The day that times without one belong to.
    private var day: CivilTime?
    /// How deep the heading is that says it.
    private var dayLevel = 0
    /// The headings that the next line stands below.
    private var above: [(level: Int, tags: [Tag])] = []
    /// Whether the file says a day for what stands under none.
    private let isDated: Bool
    private let options: ReadOptions

    /// `day` is what the file's name says.
    init(of file: SourceFile, on day: CivilTime?, _ options: ReadOptions) throws(ReadProblem) {
        (self.day, self.options) = (day, options)
        let text = try file.text(forgiving: true)
        let isText = isValidUTF8(text)
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        isDated =
            day != nil || options.defaults.dateMissing != nil
            || lines.contains { String(decoding: $0.prefix(7), as: UTF8.self).lowercased() == "#+date:" }
        var blocks = Self.blocks(lines)
        // What begins a block or a drawer and never ends is a line like others.
        var (end, drawer) = (0, 0)
        for (index, line) in lines.enumerated() {
            defer { if !isText, !isValidUTF8(Array(line)) { parts[parts.count - 1].isText = false } }
            let text = String(decoding: line, as: UTF8.self)
            let start = text.trimmingSpace().lowercased()
            if index < end {
                parts[parts.count - 1].lines.append(line)
            } else if let close = blocks.removeValue(forKey: index) {
                end = close + 1
                parts[parts.count - 1].lines.append(line)
            } else if index >= drawer, start.hasPrefix("#+filetags:") {
                let words = text.trimmingSpace().dropFirst("#+filetags:".count)
                tags += words.split { $0 == ":" || $0.isWhitespace }.map { Tag.typed(String($0)) }
            } else if index < drawer {
                continue
            } else if let level = OrgHeading.level(of: line) {
                do throws(DateOrder.Ambiguity) {
                    try take(OrgHeading(text, level, options), line, index, lines)
                } catch { throw ReadProblem(error, at: RowOrigin(file.path, .line(index + 1))) }
            } else if let close = Self.drawerEnd(start, behind: index, lines) {
                takeDrawer(start, lines[(index + 1)..<close])
                drawer = close + 1
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
    }

    /// The last line of each block, by its first: `#+begin_src` ends by the next `#+end_src`, if no other one begins.
    private static func blocks(_ lines: [ArraySlice<UInt8>]) -> [Int: Int] {
        var open: [String: Int] = [:]
        var blocks: [Int: Int] = [:]
        for (index, line) in lines.enumerated() where line.drop(while: { $0 <= 0x20 }).starts(with: "#+".utf8) {
            let word = String(decoding: line, as: UTF8.self).trimmingSpace().lowercased().prefix { !$0.isWhitespace }
            if word.hasPrefix("#+begin_") {
                open[String(word.dropFirst(8))] = index
            } else if word.hasPrefix("#+end_"), let begin = open.removeValue(forKey: String(word.dropFirst(6))) {
                blocks[begin] = index
            }
        }
        return blocks
    }

    /// Where a drawer ends that begins with this line: before the next heading, or never.
    private static func drawerEnd(_ start: String, behind index: Int, _ lines: [ArraySlice<UInt8>]) -> Int? {
        guard drawers.contains(start) else { return nil }
        for (place, line) in lines[(index + 1)...].enumerated()
        where line.first == UInt8(ascii: "*") || line.contains(0x3A) {
            let text = String(decoding: line, as: UTF8.self).trimmingSpace().lowercased()
            if text == ":end:" { return index + 1 + place }
            if drawers.contains(text) || OrgHeading.level(of: line) != nil { return nil }
        }
        return nil
    }

    private static let drawers = [":properties:", ":logbook:"]

    private mutating func take(
        _ heading: OrgHeading, _ line: ArraySlice<UInt8>, _ index: Int, _ lines: [ArraySlice<UInt8>]
    ) throws(DateOrder.Ambiguity) {
        var heading = heading
        let created = Self.created(behind: index, lines)
        let own = parts[parts.count - 1].heading
        while let last = above.last, last.level >= heading.level { above.removeLast() }
        let tags = above.flatMap(\.tags)
        above.append((heading.level, heading.tags))
        if heading.time == nil, let day = created ?? day, let (time, rest) = try heading.clock(on: day, options) {
            (heading.time, heading.title) = (time, rest)
            return parts.append(Part(heading: heading, line: index + 1, tags: tags))
        }
        if heading.time?.precision ?? .day == .day, let day = heading.time?.civil ?? created ?? day,
            try Self.hasTimes(behind: index, level: heading.level, lines, options)
        {
            (self.day, dayLevel) = (day.startOfDay, heading.level)
            let isDay = heading.time == nil ? Self.namesDay(heading.title) : heading.title.isEmpty
            heading.time = WrittenTime(civil: day.startOfDay, precision: .day)
            return parts.append(Part(heading: heading, line: index + 1, tags: tags, isDay: isDay))
        }
        let isBelow = own.map { $0.time != nil && $0.level < heading.level } ?? false
        let ofDay = isBelow && own?.title.isEmpty == true ? own : nil
        if heading.time == nil, !isBelow || ofDay != nil {
            heading.time = Self.stamp(behind: index, lines, options)
            // Below a heading that is a day, one with a stamp begins an entry, and so do those beside it.
            if let ofDay, let day = ofDay.time, heading.time != nil {
                (self.day, dayLevel, parts[parts.count - 1].isDay) = (day.civil, ofDay.level, true)
            }
            if heading.time == nil, !isBelow, !isDated {
                heading = heading.dated(options) ?? heading
                heading.time = heading.time ?? Self.stamp(behind: index, lines, options, Self.plans)
            }
        }
        if heading.time != nil || heading.isPeriod && !isBelow {
            parts.append(Part(heading: heading, line: index + 1, tags: tags))
        } else {
            // Among those of a day that have times, one without is of that day.
            if own?.time != nil, !isBelow, let day, heading.level > dayLevel, dayLevel > 0 {
                heading.time = WrittenTime(civil: day, precision: .day)
                return parts.append(Part(heading: heading, line: index + 1, tags: tags))
            }
            // Where nothing says a day, each heading that is not below another is one thing.
            if !isBelow, own.map({ $0.time != nil || !isDated && $0.level >= heading.level }) ?? !isDated {
                parts.append(isDated ? Part(line: index + 1) : Part(heading: heading, line: index + 1))
            }
            parts[parts.count - 1].lines.append(line)
        }
    }

    /// Whether the headings below one begin with times alone: then it is a day.
    private static func hasTimes(
        behind index: Int, level: Int, _ lines: [ArraySlice<UInt8>], _ options: ReadOptions
    ) throws(DateOrder.Ambiguity) -> Bool {
        for line in lines[(index + 1)...] {
            guard let below = OrgHeading.level(of: line) else { continue }
            guard below > level else { return false }
            let title = String(decoding: line.dropFirst(below), as: UTF8.self).trimmingSpace()
            return try OrgHeading(below, titled: title).clock(on: options.defaults.now.civil, options) != nil
        }
        return false
    }

    private static let plans = ["SCHEDULED:", "DEADLINE:", "CLOSED:", ":Created:", ":created:"]

    /// The stamp that stands alone below a heading, or that its drawer or its plan says: `[2024-05-01 Wed 22:30]`.
    private static func stamp(
        behind index: Int, _ lines: [ArraySlice<UInt8>], _ options: ReadOptions,
        _ names: [String] = [":CREATED:", "Entered on"]
    ) -> WrittenTime? {
        for line in lines[(index + 1)...].prefix(20) {
            var text = String(decoding: line, as: UTF8.self).trimmingSpace()
            if text.isEmpty { continue }
            let name = names.first { text.hasPrefix($0) } ?? ""
            text = text.dropFirst(name.count).trimmingSpace()
            if text.hasPrefix(":") { continue }
            // One plan may follow another on its line.
            let isPlan = name.last == ":" && name.first != ":"
            guard isPlan || ["[": "]", "<": ">"][text.first ?? " "] == text.last else { return nil }
            return (try? OrgHeading("* " + text, 1, options))?.time
        }
        return nil
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

    /// Takes up what a drawer says: properties a line each, in whatever lines a log. Other lines are of the text.
    private mutating func takeDrawer(_ start: String, _ lines: ArraySlice<ArraySlice<UInt8>>) {
        let last = parts.count - 1
        if start != Self.drawers[0] {
            let words = String(decoding: NoteSection.trimmed(Array(lines)), as: UTF8.self)
            return words.isEmpty ? () : parts[last].properties.append(("LOGBOOK", words))
        }
        for line in lines {
            let text = String(decoding: line, as: UTF8.self).trimmingSpace()
            let behind = text.dropFirst()
            guard text.first == ":", let colon = behind.firstIndex(of: ":"), colon > behind.startIndex else {
                parts[last].lines.append(line)
                continue
            }
            let (name, value) = (String(behind[..<colon]), behind[colon...].dropFirst().trimmingSpace())
            // The day that the entry has says nothing more.
            let isDay = name.lowercased() == "created" && value.filter(\.isWholeNumber).count == 8
            let day = parts[last].heading?.time?.civil.isoDay.filter(\.isWholeNumber)
            if value.isEmpty || isDay && day.map({ $0 == value.filter(\.isWholeNumber) }) ?? true { continue }
            parts[last].properties.append((name, value))
        }
    }
}
