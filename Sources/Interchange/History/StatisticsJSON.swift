public import DiaryEngine
public import DiaryModel

/// Counts as JSON: as `stats` and `tags` show them.
public enum StatisticsJSON {
    /// Counts, streaks and months as of an event.
    public static func object(_ days: DayStatistics, _ totals: Totals, at event: UInt64) -> JSONValue {
        [
            "at": .number(event), "entries": .number(days.entries), "words": .number(totals.words),
            "days": .number(days.days), "firstDay": .text(orNull: days.firstDay.map(day)),
            "lastDay": .text(orNull: days.lastDay.map(day)), "currentStreak": .number(days.currentStreak),
            "longestStreak": .number(days.longestStreak),
            "months": .array(days.months.map { ["month": .text(month($0)), "entries": .number($0.entries)] }),
        ]
    }

    /// The tags, the most frequent first, each with those beside it.
    public static func tags(_ counts: TagCounts) -> JSONValue {
        .array(
            counts.sorted.map { tag in
                [
                    "tag": .text(tag.tag), "entries": .number(tag.count),
                    "with": .array(
                        counts.beside(tag.tag).map { ["tag": .text($0.tag), "entries": .number($0.count)] }),
                ]
            })
    }

    /// What a measure came to, as of an event.
    public static func measure(_ key: String, _ figures: MeasureStatistics, at event: UInt64) -> JSONValue {
        func part(_ part: MeasureStatistics.Part) -> JSONValue {
            ["from": .text(day(part.day)), "count": .number(part.count), "mean": .decimal(part.mean)]
        }
        let isEmpty = figures.all.count == 0
        return [
            "at": .number(event), "of": .text(key), "count": .number(figures.all.count),
            "mean": isEmpty ? .null : .decimal(figures.all.mean), "least": isEmpty ? .null : .decimal(figures.least),
            "most": isEmpty ? .null : .decimal(figures.most), "weeks": .array(figures.weeks.map(part)),
            "months": .array(figures.months.map(part)),
        ]
    }

    /// A day as `2026-11-21`.
    public static func day(_ number: Int) -> String { CivilTime(seconds: Int64(number) * 86_400).isoDay }

    /// A month as `2026-11`.
    public static func month(_ month: DayStatistics.Month) -> String {
        String((CivilTime(year: month.year, month: month.month, day: 1)?.isoDay ?? "").prefix(7))
    }
}
