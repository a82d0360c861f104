// What is said where the diary's clock has leapt, or seems to.

extension Sentence {
    /// An answer as of a time depends on events whose own time is not certain. `after` is the certain event before them
    /// with its time, `before` the one behind them.
    static func clockUnsure(
        events: ClosedRange<UInt64>, after: (event: UInt64, time: String)?, before: (event: UInt64, time: String)?
    ) -> Sentence {
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
            "\(list)\(isOne ? "" : " 변경들")을 쓸 때 시계가 어긋나 있었습니다. \(place.ko) 언제인지 확실하지 않습니다. \(hint.ko)")
    }

    /// The clock is at odds with the newest event.
    static func clockStep(clock: String, seconds: Int64) -> Sentence {
        let size = seconds.magnitude
        let units: [(UInt64, String, String, String)] = [
            (31_556_952, "year", "years", "년"), (86_400, "day", "days", "일"), (3_600, "hour", "hours", "시간"),
            (60, "minute", "minutes", "분"),
        ]
        let unit = units.first { size >= $0.0 * ($0.1 == "minute" ? 1 : 2) } ?? (1, "second", "seconds", "초")
        let count = size / unit.0
        return Sentence(
            "the clock shows \(clock), \(count, unit.1, unit.2) \(seconds < 0 ? "before" : "after") the newest event; "
                + "if it is wrong, set it right, and undo takes back what was written",
            "시계가 가리키는 시각은 \(clock)이고, 가장 새로운 변경보다 \(count)\(unit.3) \(seconds < 0 ? "앞" : "뒤")입니다. "
                + "시계가 틀렸으면 맞추세요. 쓴 것은 undo로 취소할 수 있습니다")
    }
}
