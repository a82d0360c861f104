internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

// Where the diary's clock had leapt: what an answer as of a time says of that.

extension Session {
    /// What is not certain about the first of the points asked for of which that is so; nil if all of them are.
    var clockDoubt: ClockDoubt? {
        let opened = opened.now
        guard let diary = opened.diary else { return nil }
        for point in opened.points {
            if let doubt = try? diary.clockDoubt(at: point) { return doubt }
        }
        return nil
    }

    /// What is not certain as members of a JSON object: the damage that the command met, and the doubts about a time.
    var doubtMembers: [JSONMember] {
        var members = DamageWords.members(damage)
        if let doubt = clockDoubt {
            members.append(
                JSONMember(
                    "clock",
                    [
                        "sure": .bool(false), "from": time(doubt.from), "to": time(doubt.to),
                        "after": doubt.after == 0 ? .null : .number(doubt.after.rawValue),
                        "before": doubt.before.map { .number($0.rawValue) } ?? .null,
                    ]))
        }
        return members
    }

    /// A time of the log in JSON, in the reader's zone.
    func time(_ microseconds: Int64?) -> JSONValue {
        guard let microseconds, let zone = try? zone() else { return .null }
        let offset = ZoneDatabase.offset(of: zone, at: floorDivide(microseconds, 1_000_000))
        return .text(Instant.rfc3339(microseconds: microseconds, offset: offset))
    }

    /// Says once what is not certain about a point that was asked for.
    func reportClockDoubt() throws {
        guard let doubt = clockDoubt, opened.isFirst(\.hasReportedClock) else { return }
        notify(try notice(doubt))
    }

    private func notice(_ doubt: ClockDoubt) throws -> Sentence {
        func certain(_ event: SequenceNumber?, _ time: Int64?) throws -> (event: UInt64, time: String)? {
            guard let event, let time else { return nil }
            return (event.rawValue, try clockText(ClockReading(wall: time, offset: 0)))
        }
        let events = doubt.first.rawValue...doubt.last.rawValue
        let (after, before) = (try certain(doubt.after, doubt.from), try certain(doubt.before, doubt.to))
        let isOne = events.count == 1
        let list = isOne ? "e\(events.lowerBound)" : "e\(events.lowerBound)…e\(events.upperBound)"
        let exact = [after, before].compactMap { $0.map { "--at e\($0.event)" } }
        let place =
            switch (after, before) {
            case (let after?, let before?):
                Sentence(
                    "between e\(after.event) (\(after.time)) and e\(before.event) (\(before.time))",
                    "e\(after.event)(\(after.time))와 e\(before.event)(\(before.time)) 사이")
            case (let after?, nil):
                Sentence("after e\(after.event) (\(after.time))", "e\(after.event)(\(after.time)) 뒤")
            case (nil, let before?):
                Sentence("before e\(before.event) (\(before.time))", "e\(before.event)(\(before.time)) 앞")
            case (nil, nil): Sentence("in this diary", "이 일기장")
            }
        let hint =
            exact.isEmpty
            ? Sentence("--at with an event's number is exact", "--at에 변경 번호를 쓰면 정확합니다")
            : Sentence(
                "\(exact.joined(separator: " and ")) \(exact.count == 1 ? "is" : "are") exact",
                "\(exact.joined(separator: ", ")) 시점은 정확합니다")
        return Sentence(
            "the clock had leapt when \(list) \(isOne ? "was" : "were") written: when that was, \(place.en), is not "
                + "certain; \(hint.en)",
            "\(isOne ? list : list + " 변경들", .object) 쓸 때 시계가 어긋나 있었습니다. \(place.ko) 언제인지 확실하지 않습니다. \(hint.ko)")
    }

    /// Says where the clock was at odds with the newest event when the command wrote.
    func reportClockStep() throws {
        guard let step = opened.now.diary?.clockStep else { return }
        let (distance, isOver) = step.clock.subtractingReportingOverflow(step.newest)
        let seconds = isOver ? (step.clock < 0 ? Int64.min : .max) : distance / 1_000_000
        let clock = try clockText(ClockReading(wall: step.clock, offset: 0))
        let size = seconds.magnitude
        let units: [(UInt64, String, String, String)] = [
            (31_556_952, "year", "years", "년"), (86_400, "day", "days", "일"), (3_600, "hour", "hours", "시간"),
            (60, "minute", "minutes", "분"),
        ]
        let unit = units.first { size >= $0.0 * ($0.1 == "minute" ? 1 : 2) } ?? (1, "second", "seconds", "초")
        let count = size / unit.0
        notify(
            "the clock shows \(clock), \(count, unit.1, unit.2) \(seconds < 0 ? "before" : "after") the newest event; "
                + "if it is wrong, set it right, and undo takes back what was written",
            "시계가 가리키는 시각은 \(clock)이고, 가장 새로운 변경보다 \(count)\(unit.3) \(seconds < 0 ? "앞" : "뒤")입니다. "
                + "시계가 틀렸으면 맞추세요. 쓴 것은 undo로 취소할 수 있습니다")
    }

    /// Whether a person agrees to go back to a point: asked where the whole diary changes by it, and where the point is
    /// not certain or has not come.
    func agreesToGoBack(
        to moment: String, _ point: DiaryPoint, _ plan: RestorePlan, of entry: Entry?, yes: Bool
    ) throws -> Bool {
        var isAhead = false
        if case .instant(let instant) = point { isAhead = instant > (try now()) }
        let isDoubtful = isAhead || clockDoubt != nil
        guard isDoubtful || !plan.isEmpty else { return true }
        try reportClockDoubt()
        if !plan.isEmpty {
            notify(
                "\(plan.deleted, "entry", "entries") would be deleted, \(plan.changed) changed, \(plan.broughtBack) brought back",
                "일기 \(plan.deleted)편을 지우고, \(plan.changed)편을 고치고, \(plan.broughtBack)편을 되살리게 됩니다")
        }
        return try confirms(
            isDoubtful
                ? Sentence(
                    "restore as of \(moment), which is not certain? [y/N] ",
                    "\(moment) 시점은 확실하지 않습니다. 그래도 되살릴까요? [y/N] ")
                : entry.map { entry in
                    Sentence(
                        "make \(OnScreen.shortID(entry.id)) \(OnScreen.short(entry, self)) what it was at \(moment)? [y/N] ",
                        "\(OnScreen.shortID(entry.id)) \(quoted: OnScreen.short(entry, self), .object) \(moment) 시점으로 되돌릴까요? [y/N] "
                    )
                } ?? Sentence("make the diary what it was at \(moment)? [y/N] ", "일기장을 \(moment) 시점으로 되돌릴까요? [y/N] "),
            yes: yes)
    }

    /// A time for a column: on a terminal as a row has it, RFC 3339 in a pipe.
    func columnTime(_ stamp: ClockReading) throws -> String {
        if isTerminal {
            let civil = try civil(stamp)
            return shortDayText(civil) + " " + timeText(civil)
        }
        let offset = ZoneDatabase.offset(of: try zone(), at: floorDivide(stamp.wall, 1_000_000))
        return Instant.rfc3339(microseconds: stamp.wall, offset: offset)
    }

    /// A time as people write it.
    func clockText(_ stamp: ClockReading) throws -> String {
        let civil = try civil(stamp)
        return dayText(civil) + " " + timeText(civil)
    }

    /// What the user's wall clock showed.
    func civil(_ stamp: ClockReading) throws -> CivilTime {
        let seconds = floorDivide(stamp.wall, 1_000_000)
        return CivilTime(seconds: seconds + Int64(ZoneDatabase.offset(of: try zone(), at: seconds)))
    }
}
