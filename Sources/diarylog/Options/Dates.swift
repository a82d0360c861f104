internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import Interchange

// Dates and points of the log as they are typed: WHEN in Docs/CommandLine.md.

extension Session {
    /// The date of an entry: a day, or a time on the user's clock unless the text gives an offset.
    func date(_ text: String) throws -> EntryDate { try date(try parsed(text)) }

    func date(_ parsed: NaturalDate.Parsed) throws -> EntryDate {
        EntryDate(parsed, now: try now(), zone: try zone())
    }

    /// The date that `--date` gives an entry. Says which day that is, if the text does not say so itself.
    func chosenDate(_ text: String) throws -> EntryDate {
        let date = try date(text)
        if ISODate(text) == nil { notify(.dated(OnScreen.dateWithWeekday(date, self))) }
        reportDoubt(of: date)
        return date
    }

    /// Says if the clock skipped the time of a date, or showed it twice, and which is taken.
    func reportDoubt(of date: EntryDate) {
        guard date.precision != .day, !date.zone.isEmpty else { return }
        let (zone, local) = (date.zone, date.seconds)
        guard ZoneDatabase.offset(of: zone, local: local) == date.offset else { return }
        var later = date
        switch ZoneDatabase.occurrence(in: zone, local: local) {
        case .once: return
        case .twice(let offset): later.offset = offset
        case .never:
            let (shown, taken) = (OnScreen.date(date, self), date.rfc3339())
            return notify(
                "the clock in \(zone) skipped \(shown); \(taken) is taken",
                "\(zone)의 시계는 \(shown, .object) 건너뛰었습니다. \(taken, .by) 봅니다")
        }
        let (shown, other) = (OnScreen.date(date, self), later.rfc3339())
        notify(
            "the clock in \(zone) showed \(shown) twice; the earlier is taken, and \(other) is the later",
            "\(zone)의 시계는 \(shown, .object) 두 번 가리켰습니다. 앞의 것으로 봅니다. 뒤의 것은 \(other)입니다")
    }

    /// Now, to the second.
    func dateNow() throws -> EntryDate {
        let clock = try clock()
        return EntryDate(seconds: clock.civil.seconds, offset: clock.offset, zone: clock.zone, precision: .second)
    }

    private func parsed(
        _ text: String, or problem: (DateProblem, String) -> Problem = { .badDate($0, in: $1) }
    ) throws -> NaturalDate.Parsed {
        let now = try clock().civil
        do throws(DateProblem) { return try NaturalDate.parse(text: text, now: now, form: dateForm) } catch {
            if let rest = try withoutWeekday(text, now),
                let date = try? NaturalDate.parse(text: rest, now: now, form: dateForm)
            {
                return date
            }
            throw problem(error, text)
        }
    }

    /// A date without the day of the week that is written beside it; nil if none is. Throws for that of another date.
    private func withoutWeekday(_ text: String, _ now: CivilTime) throws -> String? {
        guard let (rest, weekday) = Weekday.split(from: text),
            let day = (try? NaturalDate.parse(text: rest, now: now, form: dateForm))?.civil
        else { return nil }
        guard day.weekday == weekday else {
            let (en, ko) = (Language.en.weekdayNames[day.weekday], Language.ko.weekdayNames[day.weekday])
            let verb = day.dayNumber < now.dayNumber ? "was" : "is"
            throw Problem(
                .badDate, "\(rest) \(verb) a \(en)", "\(rest, .topic) \(ko)입니다",
                hint: "Leave the day of the week out, or write another date.", "요일을 빼거나 날짜를 고치세요.")
        }
        return rest
    }

    /// The date that a text begins with, and the text after it; what is none is a `problem` of the text's lead.
    func leadingDate(
        in text: String, or problem: (DateProblem, String) -> Problem = { .badDate($0, in: $1, isLead: true) }
    ) throws -> NaturalDate.Leading? {
        let now = try clock().civil
        do throws(DateProblem) { return try NaturalDate.leadingDate(in: text, now: now, form: dateForm) } catch {
            let lead = NaturalDate.lead(of: text) ?? ""
            if let rest = try withoutWeekday(String(lead), now) {
                let text = rest + text[lead.endIndex...]
                if let found = try? NaturalDate.leadingDate(in: text, now: now, form: dateForm) { return found }
            }
            throw problem(error, String(lead))
        }
    }

    /// The civil seconds of a day, or of a span of days (2026-11, 지난주, "last 7 days"), given as it was typed.
    func days(_ text: String) throws -> ClosedRange<Int64> {
        if let span = try span(text) { return span }
        let day = try date(text).civil.startOfDay.seconds
        return day...day + 86_399
    }

    /// The civil seconds of a text that means more than one day; nil if it means none or one.
    func span(_ text: String) throws -> ClosedRange<Int64>? {
        let now = try clock().civil
        do throws(DateProblem) { return try DaySpan.several(text, now: now, form: dateForm) } catch {
            throw Problem.badDate(error, in: text)
        }
    }

    /// The point that `--at` names, or the head.
    func point() throws -> DiaryPoint { try moment.map { try point($0) } ?? .head }

    /// The point that a text names: `e12`, `#12`, a day (its end), or a time.
    func point(_ text: String) throws -> DiaryPoint {
        let point = try named(text)
        opened.note { $0.points.append(point) }
        return point
    }

    private func named(_ text: String) throws -> DiaryPoint {
        if let mark = text.first, mark == "e" || mark == "#", let number = UInt64(text.dropFirst()) {
            return .event(SequenceNumber(number))
        }
        let parsed = try parsed(text) { problem, text in
            problem.reason == .unreadable ? .unreadableMoment(text) : .badDate(problem, in: text)
        }
        switch parsed {
        case .day(let day):
            try refuseFuture(try instant(of: day), text)
            return .instant(try instant(of: day.adding(days: 1)) * 1_000_000 - 1)
        case .time(let civil, _): return try point(at: try instant(of: civil), text)
        case .exact(let iso):
            let seconds =
                if let offset = iso.offset { iso.civil.seconds - Int64(offset) } else { try instant(of: iso.civil) }
            return try point(at: seconds, plus: iso.microsecond, text)
        case .ago(let seconds): return .instant(try now() - seconds * 1_000_000)
        }
    }

    private func point(at seconds: Int64, plus microseconds: Int = 0, _ text: String) throws -> DiaryPoint {
        try refuseFuture(seconds, text)
        return .instant(seconds * 1_000_000 + Int64(microseconds))
    }

    /// Throws if a point begins after now: nobody knows yet what the diary will be.
    private func refuseFuture(_ seconds: Int64, _ text: String) throws {
        if seconds > floorDivide(try now(), 1_000_000) {
            throw Problem(
                .beyondHead, "\(text) has not come yet", "아직 오지 않은 때입니다: \(text)",
                hint: "Leave --at out to see what is there now.", "지금 있는 것은 --at 없이 볼 수 있습니다.")
        }
    }

    private func instant(of civil: CivilTime) throws -> Int64 {
        let (zone, local) = (try zone(), civil.seconds)
        let offset = ZoneDatabase.offset(of: zone, local: local)
        // Of a day the first moment counts, of a time the one that the clock showed.
        if civil != civil.startOfDay {
            reportDoubt(of: EntryDate(seconds: local, offset: offset, zone: zone, precision: .second))
        }
        return local - Int64(offset)
    }

    /// The time format of a file, as it was typed.
    func timeFormat(_ text: String?) throws -> TimeFormat? {
        try text.map { text in
            guard let format = TimeFormat(text) else {
                throw Problem(
                    usage: "\"\(text)\" is not a time format", "\(quoted: text, .topic) 날짜 모양이 아닙니다",
                    hint: "It is written as \"%Y-%m-%d %H:%M\": year, month, day, hour and minute.",
                    "“%Y-%m-%d %H:%M”처럼 씁니다. 해, 달, 날, 시, 분입니다.")
            }
            return format
        }
    }
}

/// A day of the week beside a date, as people write it: `2024-03-01 금요일`, `Saturday, March 1, 2024`.
enum Weekday {
    /// The text without the day of the week that it begins or ends with, and which day that is; nil if there is none.
    static func split(from text: String) -> (rest: String, weekday: Int)? {
        let parts = text.split(separator: " ")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return nil }
        if let weekday = named(last) { return (parts.dropLast().joined(separator: " "), weekday) }
        return named(first).map { (parts.dropFirst().joined(separator: " "), $0) }
    }

    private static func named(_ word: Substring) -> Int? {
        let bare = word.filter { !"(),.".contains($0) }.lowercased()
        for language in [Language.en, .ko] {
            let length = language == .ko ? 1 : 3
            if let found = language.weekdayNames.firstIndex(where: {
                $0.lowercased() == bare || $0.prefix(length).lowercased() == bare
            }) {
                return found
            }
        }
        return nil
    }
}

extension NaturalDate.Parsed {
    /// The day that it means; nil for a time that is told by its distance.
    var civil: CivilTime? {
        switch self {
        case .day(let day): day
        case .time(let civil, _): civil
        case .exact(let iso): iso.civil
        case .ago: nil
        }
    }
}
