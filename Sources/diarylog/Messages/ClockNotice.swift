/// What is said where the diary's clock has leapt, or seems to.
package enum ClockNotice: Equatable, Sendable {
    /// An answer as of a time depends on events whose own time is not certain. `after` is the certain event before them
    /// with its time, `before` the one behind them.
    case unsure(events: ClosedRange<UInt64>, after: Certain?, before: Certain?)
    /// The clock is at odds with the newest event.
    case step(clock: String, seconds: Int64)
    /// A person is asked before the diary goes back to a time that is not certain, or has not come.
    case askRestore(String)
    case nothingRestored

    /// An event whose time is certain.
    package struct Certain: Equatable, Sendable {
        package var event: UInt64
        package var time: String

        package init(event: UInt64, time: String) { (self.event, self.time) = (event, time) }
    }

    package static let samples: [ClockNotice] = [
        .unsure(events: 4...4, after: Certain(event: 3, time: "x"), before: Certain(event: 5, time: "y")),
        .unsure(events: 4...6, after: Certain(event: 3, time: "x"), before: nil),
        .unsure(events: 1...6, after: nil, before: Certain(event: 7, time: "y")),
        .unsure(events: 1...6, after: nil, before: nil),
        .step(clock: "x", seconds: 72 * 31_556_952), .step(clock: "x", seconds: -3 * 86_400),
        .step(clock: "x", seconds: -7_200), .step(clock: "x", seconds: -660),
        .askRestore("x"), .nothingRestored,
    ]

    package var sentence: Sentence {
        switch self {
        case .unsure(let events, let after, let before): Self.unsure(events, after, before)
        case .step(let clock, let seconds): Self.step(clock, seconds)
        case .askRestore(let moment):
            Sentence(
                "restore as of \(moment), which is not certain? [y/N] ",
                "\(moment) 시점은 확실하지 않습니다. 그래도 되살릴까요? [y/N] ")
        case .nothingRestored:
            Sentence(
                "nothing was restored; an event's number (e12) is exact", "아무것도 되살리지 않았습니다. 사건 번호(e12)는 정확합니다")
        }
    }

    private static func unsure(_ events: ClosedRange<UInt64>, _ after: Certain?, _ before: Certain?) -> Sentence {
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
            case (nil, nil): Sentence("in this diary", "이 일기")
            }
        let hint =
            exact.isEmpty
            ? Sentence("--at with an event's number is exact", "--at에 사건 번호를 쓰면 정확합니다")
            : Sentence(
                "\(exact.joined(separator: " and ")) \(exact.count == 1 ? "is" : "are") exact",
                "\(exact.joined(separator: ", ")) 시점은 정확합니다")
        return Sentence(
            "the clock had leapt when \(list) \(isOne ? "was" : "were") written: when that was, \(place.en), is not "
                + "certain; \(hint.en)",
            "\(list)\(isOne ? "" : " 사건들")을 쓸 때 시계가 어긋나 있었습니다. \(place.ko) 언제인지 확실하지 않습니다. \(hint.ko)")
    }

    private static func step(_ clock: String, _ seconds: Int64) -> Sentence {
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
            "시계가 가리키는 시각은 \(clock)이고, 가장 새로운 사건보다 \(count)\(unit.3) \(seconds < 0 ? "앞" : "뒤")입니다. "
                + "시계가 틀렸으면 맞추세요. 쓴 것은 undo로 취소할 수 있습니다")
    }
}
