/// Thirty-two bytes that name an event everywhere, as four big-endian words; they sort as their bytes do.
package struct EventID: Hashable, Comparable, Sendable, BitwiseCopyable {
    package var words: InlineArray<4, UInt64>

    package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = [first, second, third, fourth]
    }

    package static func == (left: EventID, right: EventID) -> Bool {
        for index in 0..<4 where left.words[index] != right.words[index] { return false }
        return true
    }

    package static func < (left: EventID, right: EventID) -> Bool {
        for index in 0..<4 where left.words[index] != right.words[index] {
            return left.words[index] < right.words[index]
        }
        return false
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}

/// The order of events that is the same on every device: by lamport number, then device, then id, bytes unsigned.
///
/// An event's stamp is greater than its parents' stamps, so this order never puts an effect before its cause.
package struct EventStamp: Hashable, Comparable, Sendable, BitwiseCopyable {
    package var lamport: UInt64
    /// The device's sixteen bytes, big-endian.
    package var deviceHigh: UInt64
    package var deviceLow: UInt64
    package var id: EventID

    package init(lamport: UInt64, deviceHigh: UInt64, deviceLow: UInt64, id: EventID) {
        self.lamport = lamport
        self.deviceHigh = deviceHigh
        self.deviceLow = deviceLow
        self.id = id
    }

    package static func < (left: EventStamp, right: EventStamp) -> Bool {
        if left.lamport != right.lamport { return left.lamport < right.lamport }
        if left.deviceHigh != right.deviceHigh { return left.deviceHigh < right.deviceHigh }
        if left.deviceLow != right.deviceLow { return left.deviceLow < right.deviceLow }
        return left.id < right.id
    }
}
