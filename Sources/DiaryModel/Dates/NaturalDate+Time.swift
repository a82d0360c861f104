/// Times of day, read word by word: 3pm, 15:00, noon, 오후 3시 반.
extension DateGrammar {
    /// Reads a time if one begins here; nil if none does.
    mutating func time() throws(DateProblem) -> (hour: Int, minute: Int, second: Int?)? {
        if case .clock(let hour)? = word() {
            index += 1
            return (hour, 0, nil)
        }
        var half = halfOfDay()
        let isKorean = half != nil
        guard let hour = number() else { return nil }
        index += 1
        var minute = 0
        var second: Int?
        if takes(.hourMark) {
            if takes(.half) {
                minute = 30
            } else if let read = number(), word(1) == .minuteMark {
                guard read.digits <= 2 else { throw .unreadable }
                minute = read.value
                index += 2
            }
            // 오전 0시 is how Korean writes midnight.
            if half == .am, hour.value == 0 { half = nil }
        } else {
            let isClock = isMark(":", 0, joined: true)
            if isClock {
                guard let read = sixty() else { throw .unreadable }
                minute = read
                if isMark(":", 0, joined: true) {
                    guard let read = sixty() else { throw .unreadable }
                    second = read
                }
            }
            if !isKorean { half = halfOfDay() }
            guard isClock || (half != nil && !isKorean) else { throw .unreadable }
        }
        guard (1...2).contains(hour.digits) else { throw .unreadable }
        guard minute <= 59, second ?? 0 <= 59 else { throw .impossible }
        guard let half else {
            guard hour.value <= 23 else { throw .impossible }
            return (hour.value, minute, second)
        }
        guard (1...12).contains(hour.value) else { throw .impossible }
        return (hour.value % 12 + (half == .pm ? 12 : 0), minute, second)
    }

    private mutating func halfOfDay() -> DateWord? {
        takes(.am) ? .am : takes(.pm) ? .pm : nil
    }

    /// ":05", two digits after a colon.
    private mutating func sixty() -> Int? {
        guard let read = number(1), read.digits == 2 else { return nil }
        index += 2
        return read.value
    }
}
