internal import DiaryModel

/// A heading of Org mode: its stars, its date, its title and its tags.
struct OrgHeading {
    let level: Int
    var time: WrittenTime?
    var title: String
    let tags: [Tag]
    /// Whether it is no more than a year or a month: `2024`, `2024-05 May`.
    let isPeriod: Bool

    /// Whether the date has an end, or comes again.
    private(set) var saysMore: Bool

    /// The number of stars that begin a heading; nil if the line is none.
    static func level(of line: ArraySlice<UInt8>) -> Int? {
        let stars = line.prefix { $0 == UInt8(ascii: "*") }
        return stars.isEmpty || line[stars.endIndex...].first != 0x20 ? nil : stars.count
    }

    /// A heading of which nothing but its title is known.
    init(_ level: Int, titled title: String) {
        (self.level, self.title, time, tags, isPeriod, saysMore) = (level, title, nil, [], false, false)
    }

    /// Throws if the date is one of two.
    init(_ line: String, _ level: Int, _ options: ReadOptions) throws(DateOrder.Ambiguity) {
        self.level = level
        var text = line.dropFirst(level).trimmingSpace()
        var tags: [Tag] = []
        if let word = text.split(separator: " ").last, let found = Self.tags(String(word)) {
            tags = found
            text = text.dropLast(word.count).trimmingSpace()
        }
        self.tags = tags
        // A state stands before the date: `WAITING <2024-05-02> …`.
        let state = text.prefix { $0.isASCII && $0.isUppercase }
        let isState = state.count > 2 && ["<", "["].contains(text.dropFirst(state.count).trimmingSpace().first)
        if isState { text = text.dropFirst(state.count).trimmingSpace() }
        let before = isState ? state + " " : ""
        let parts = text.split(separator: " ").map { $0.split(separator: "-") }
        let isYear =
            parts.first.map { word in
                word.count <= 2 && word.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isWholeNumber } }
                    && word[0].count == 4
            } ?? false
        let month = parts.last?.joined() ?? ""
        let isMonth = parts.count == 2 && (TimeNames.month(month) != nil || Language.ko.monthNames.contains(month))
        isPeriod = isYear && (parts.count == 1 || isMonth)
        guard let first = text.first, first == "<" || first == "[",
            let close = text.firstIndex(of: first == "<" ? ">" : "]")
        else {
            let lead = try LeadingTime(text, options)
            time = lead?.time
            saysMore = false
            title = lead?.rest ?? text
            return
        }
        // Within brackets a weekday stands behind the day, and how often it comes again behind the time.
        let stamp = text[..<close].dropFirst().split(separator: " ")
        let clock = stamp.dropFirst().first { $0.contains(":") }?.split(separator: "-")
        let words = stamp.dropFirst().filter { !$0.contains(":") }
        saysMore =
            text[close...].dropFirst().hasPrefix("--") || clock.map { $0.count > 1 } ?? false
            || words.count > 1 || words.contains { "+.-".contains($0.prefix(1)) }
        var rest = text[text.index(after: close)...]
        if rest.hasPrefix("--<") || rest.hasPrefix("--[") {
            rest = rest.drop { $0 != ">" && $0 != "]" }.dropFirst()
        }
        time = try WrittenTime(
            ([stamp.first, clock?.first] as [Substring?]).compactMap { $0 }.joined(separator: " "), options)
        title = (before + (time == nil ? text : rest.trimmingSpace())).trimmingSpace()
    }

    /// The same with the date that stands within its title: `Trip to Busan <2024-05-05 Sun>`; nil if none does.
    func dated(_ options: ReadOptions) -> OrgHeading? {
        // What stands in a link is none.
        for open in title.indices
        where "<[".contains(title[open]) && !["[", "]"].contains(title[..<open].last) {
            guard let stamp = try? OrgHeading("* " + title[open...], 1, options), stamp.time != nil else { continue }
            var heading = self
            (heading.time, heading.saysMore) = (stamp.time, stamp.saysMore)
            heading.title = (title[..<open].trimmingSpace() + " " + stamp.title).trimmingSpace()
            return heading
        }
        return nil
    }

    /// The time of this day that a title begins with, `21:40`, `9:40 PM`, `오후 9:40`, and what is behind it; nil if it
    /// begins with none. The end of a span stays behind it.
    func clock(on day: CivilTime, _ options: ReadOptions) throws(DateOrder.Ambiguity) -> (
        time: WrittenTime, rest: String
    )? {
        guard title.prefix(14).contains(where: { $0 == ":" || $0 == "시" }) else { return nil }
        let end = title.prefix(14).firstIndex { $0 == "-" || $0 == "–" } ?? title.endIndex
        guard let lead = try LeadingTime(day.isoDay + " " + title[..<end], options), lead.time.precision != .day else {
            return nil
        }
        return (lead.time, (lead.rest + title[end...]).trimmingSpace())
    }

    /// The tags in `:a:b:`; nil for anything else.
    static func tags(_ word: String) -> [Tag]? {
        guard word.count > 2, word.hasPrefix(":"), word.hasSuffix(":"), !word.contains(" ") else { return nil }
        return word.split(separator: ":").map { Tag.typed(String($0)) }
    }
}
