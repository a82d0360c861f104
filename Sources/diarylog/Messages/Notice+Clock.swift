internal import DiaryModel

/// An event whose time is certain.
struct CertainEvent {
    var event: UInt64
    var time: String
}

// What is said where the diary's clock has leapt, or seems to.

extension Notice {
    /// A zone is set, and the machine has no zones.
    static func noZones(_ name: String) -> Notice {
        Notice(
            "this machine has no time zones, so \(name) is not known: dates are read and shown in UTC, and what is "
                + "written names no zone; the package tzdata brings them",
            "이 기기에는 시간대 정보가 없어 \(name, .object) 알 수 없습니다. 날짜를 UTC로 읽고 보이며, 쓰는 것에는 시간대를 적지 않습니다. "
                + "tzdata 패키지를 설치하면 됩니다")
    }

    /// A zone is set by a rule that has no name.
    static func zoneByRule(_ rule: String) -> Notice {
        Notice(
            "TZ=\(rule) is a rule and names no time zone: dates are read and shown in UTC; set TZ to a name, such as "
                + "Europe/Berlin, or give --tz",
            "TZ=\(rule)은 규칙일 뿐 시간대의 이름이 아닙니다. 날짜를 UTC로 읽고 보입니다. TZ를 Asia/Seoul 같은 이름으로 두거나 --tz를 쓰세요")
    }

    /// A time that the clock of its zone skipped.
    static func skippedTime(_ date: EntryDate, _ shown: String) -> Notice {
        let taken = date.rfc3339()
        return Notice(
            "the clock in \(date.zone) skipped \(shown); \(taken) is taken",
            "\(date.zone)의 시계는 \(shown, .object) 건너뛰었습니다. \(taken, .by) 적습니다")
    }

    /// A time that the clock of its zone showed twice.
    static func repeatedTime(_ date: EntryDate, _ shown: String, later: EntryDate) -> Notice {
        let other = later.rfc3339()
        return Notice(
            "the clock in \(date.zone) showed \(shown) twice; the earlier is taken, and --date \(other) is the later",
            "\(date.zone)의 시계는 \(shown, .object) 두 번 가리켰습니다. 앞의 것을 적습니다. 뒤의 것은 --date \(other)입니다")
    }

    /// An answer as of a time depends on events whose own time is not certain. `after` is the certain event before them
    /// with its time, `before` the one behind them.
    static func clockUnsure(
        events: ClosedRange<UInt64>, after: CertainEvent?, before: CertainEvent?
    ) -> Notice {
        let isOne = events.count == 1
        let list = isOne ? "e\(events.lowerBound)" : "e\(events.lowerBound)…e\(events.upperBound)"
        let sure = [after, before].compactMap(\.self).map { ("e\($0.event)", $0.time) }
        let exact = sure.map { "--at \($0.0)" }
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
        return Notice(
            "the clock had leapt when \(list) \(isOne ? "was" : "were") written: when that was, \(place.en), is not "
                + "certain; \(hint.en)",
            "\(list)\(isOne ? "" : " 변경들")을 쓸 때 시계가 어긋나 있었습니다. \(place.ko) 언제인지 확실하지 않습니다. \(hint.ko)")
    }

    /// The clock is at odds with the newest event.
    static func clockStep(clock: String, seconds: Int64) -> Notice {
        let size = seconds.magnitude
        let units: [(UInt64, String, String, String)] = [
            (31_556_952, "year", "years", "년"), (86_400, "day", "days", "일"), (3_600, "hour", "hours", "시간"),
            (60, "minute", "minutes", "분"),
        ]
        let unit = units.first { size >= $0.0 * ($0.1 == "minute" ? 1 : 2) } ?? (1, "second", "seconds", "초")
        let count = size / unit.0
        return Notice(
            "the clock shows \(clock), \(count, unit.1, unit.2) \(seconds < 0 ? "before" : "after") the newest event; "
                + "if it is wrong, set it right, and undo takes back what was written",
            "시계가 가리키는 시각은 \(clock)이고, 가장 새로운 변경보다 \(count)\(unit.3) \(seconds < 0 ? "앞" : "뒤")입니다. "
                + "시계가 틀렸으면 맞추세요. 쓴 것은 undo로 취소할 수 있습니다")
    }

    /// A person is asked before the diary goes back to a time that is not certain, or has not come.
    static func askRestore(_ moment: String) -> Notice {
        Notice("make the diary what it was at \(moment)? [y/N] ", "일기장을 \(moment) 시점으로 되돌릴까요? [y/N] ")
    }

    /// What going back to a moment would do.
    static func wouldRestore(_ plan: RestorePlan) -> Notice {
        Notice(
            "\(plan.deleted, "entry", "entries") would be deleted, \(plan.changed) changed, \(plan.broughtBack) brought back",
            "일기 \(plan.deleted)편을 지우고, \(plan.changed)편을 고치고, \(plan.broughtBack)편을 되살리게 됩니다")
    }

    /// What going back to a moment did.
    static func restoredAll(_ plan: RestorePlan) -> Notice {
        Notice(
            "\(plan.deleted, "entry", "entries") deleted, \(plan.changed) changed, \(plan.broughtBack) brought back; undo takes that back",
            "일기 \(plan.deleted)편을 지우고, \(plan.changed)편을 고치고, \(plan.broughtBack)편을 되살렸습니다. undo로 취소할 수 있습니다")
    }

    static func askRestoreUnsure(_ moment: String) -> Notice {
        Notice("restore as of \(moment), which is not certain? [y/N] ", "\(moment) 시점은 확실하지 않습니다. 그래도 되살릴까요? [y/N] ")
    }

    static let nothingRestored = Notice(
        "nothing was restored; an event's number (e12) is exact", "아무것도 되살리지 않았습니다. 변경 번호(e12)는 정확합니다")
}
