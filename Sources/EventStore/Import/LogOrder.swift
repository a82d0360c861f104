/// The order in which the operations of a log from elsewhere are taken, each after what it follows, as far as that
/// came.
///
/// If the lines already stand in such an order, they keep it. Otherwise the order follows from the events alone: by the
/// time shown, lamport number, device and number. FormatStore.md, "Time", says what the time shown is.
struct LogOrder {
    /// The first record of each operation.
    private(set) var operations: [Int32] = []
    /// When the operation of each record came, if the clocks of devices say it; empty if the lines do.
    private var shown: [Int64] = []

    /// Operations that come now, into a log that is there. With `now`, they come when their lines say; if one does not
    /// say it, when the clocks of their devices say.
    init(_ outline: LogOutline, now: Int64? = nil) {
        let lines = outline.lines
        operations = lines.indices.filter { lines[$0].marks.isDisjoint(with: [.continues, .repeated]) }
            .map { Int32($0) }
        let isTimed = lines.allSatisfy { !$0.marks.isDisjoint(with: [.timed, .hole, .repeated]) }
        if now == nil || isTimed, outline.isInOrder { return }
        let times = now.map { isTimed ? outline.arrivals(of: operations) : outline.clocks(of: operations, now: $0) }
        let ranks = Ranks(outline, operations, times: times, now: isTimed ? .max : now ?? .max)
        sort(by: ranks, outline)
        if now != nil, !isTimed { shown = ranks.shown }
    }

    /// When the events of an operation came, unless their lines say it.
    func arrival(of operation: Int32) -> Int64? { shown.isEmpty ? nil : shown[Int(operation)] }

    private mutating func sort(by ranks: Ranks, _ outline: LogOutline) {
        let (lines, devices) = (outline.lines, outline.devices)
        operations.sort { left, right in
            let (one, other) = (Int(left), Int(right))
            if ranks.shown[one] != ranks.shown[other] { return ranks.shown[one] < ranks.shown[other] }
            if ranks.lamport[one] != ranks.lamport[other] { return ranks.lamport[one] < ranks.lamport[other] }
            let (first, second) = (lines[one], lines[other])
            if first.device != second.device {
                guard first.device != LogOutline.noDevice, second.device != LogOutline.noDevice else {
                    return first.device == LogOutline.noDevice
                }
                return devices[Int(first.device)] < devices[Int(second.device)]
            }
            return first.number != second.number ? first.number < second.number : first.id < second.id
        }
    }
}

/// What operations are sorted by, under the numbers of their first records. An operation has a greater rank than any
/// that it follows.
private struct Ranks {
    /// The lamport number of the first event. A hole counts one more than its device's event before it.
    private(set) var lamport: [UInt64]
    private(set) var shown: [Int64]

    private enum Stage: UInt8 { case new, open, done }

    /// Goes through what each operation follows before it goes on. What claims to follow itself stays where it is met.
    init(_ outline: LogOutline, _ operations: [Int32], times: [Int64]?, now: Int64) {
        let lines = outline.lines
        lamport = [UInt64](repeating: 0, count: lines.count)
        shown = [Int64](repeating: 0, count: lines.count)
        var first = [Int32](repeating: -1, count: lines.count)
        for operation in operations {
            for record in outline.records(of: operation) { first[record] = operation }
        }
        var stages = [Stage](repeating: .new, count: lines.count)
        var open: [Int32] = []
        for operation in operations {
            open.append(operation)
            while let top = open.last {
                let index = Int(top)
                if stages[index] == .done {
                    open.removeLast()
                    continue
                }
                let isNew = stages[index] == .new
                stages[index] = .open
                let depth = open.count
                var rank = lines[index].lamport
                var time = times?[index] ?? 0
                for record in outline.records(of: top) {
                    for link in outline.followed(by: record) where link >= 0 && first[Int(link)] != top {
                        let before = Int(first[Int(link)])
                        if stages[before] == .done {
                            rank = max(rank, lamport[before] == .max ? .max : lamport[before] + 1)
                            time = max(time, shown[before])
                        } else if isNew, stages[before] == .new {
                            open.append(Int32(before))
                        }
                    }
                }
                if open.count > depth { continue }
                (lamport[index], shown[index]) = (rank, min(now, time))
                stages[index] = .done
                open.removeLast()
            }
        }
    }
}

extension LogOutline {
    /// Whether each line comes after what it follows, and the lines of an operation side by side.
    fileprivate var isInOrder: Bool {
        var last = -1
        for index in lines.indices where !lines[index].marks.contains(.repeated) {
            let next = last < 0 ? -1 : lines[last].next
            guard next < 0 ? !lines[index].marks.contains(.continues) : next == index,
                followed(by: index).allSatisfy({ $0 < index })
            else { return false }
            last = index
        }
        return true
    }

    /// The first event of an operation; nil if it is of holes alone.
    private func event(of operation: Int32) -> Line? {
        var next = operation
        while next >= 0, lines[Int(next)].marks.contains(.hole) { next = lines[Int(next)].next }
        return next < 0 || lines[Int(next)].device == Self.noDevice ? nil : lines[Int(next)]
    }

    /// When operations came, as their lines say.
    fileprivate func arrivals(of operations: [Int32]) -> [Int64] {
        var times = [Int64](repeating: .min, count: lines.count)
        for operation in operations { times[Int(operation)] = event(of: operation)?.arrived ?? .min }
        return times
    }

    /// When operations came, as the clock of each device says, mended by itself.
    fileprivate func clocks(of operations: [Int32], now: Int64) -> [Int64] {
        var times = [Int64](repeating: .min, count: lines.count)
        var chains = [[Int32]](repeating: [], count: devices.count)
        for operation in operations {
            if let event = event(of: operation) { chains[Int(event.device)].append(operation) }
        }
        for chain in chains {
            let ordered = chain.sorted { left, right in
                let (one, other) = (lines[Int(left)], lines[Int(right)])
                return one.number != other.number ? one.number < other.number : one.id < other.id
            }
            let walls = ordered.compactMap { event(of: $0)?.wall }
            for (operation, time) in zip(ordered, BelievedTimes.times(of: walls, now: now)) {
                times[Int(operation)] = time
            }
        }
        return times
    }
}
