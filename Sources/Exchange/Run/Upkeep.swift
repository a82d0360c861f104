internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// What has to go from the remote: words of forgotten entries, and small objects whose events a larger one has.

extension Exchange {
    /// How many neighbours are made one, and the sizes below which they are of one class.
    static var neighbours: Int { 16 }
    static var classes: [Int] { [16 << 10, 256 << 10] }

    /// How many events of an object's stretch had words and are of forgotten entries.
    func forgottenCount(
        in object: ObjectName, on chain: DeviceChain, _ chains: DeviceChains
    ) throws(ExchangeTrouble) -> Int {
        try forgotten().reduce(0) { sum, one in
            sum
                + one.value.blank.count { frame in
                    frame.deviceSequence >= object.first && frame.deviceSequence <= object.last
                        && chains.contains(frame, in: chain)
                }
        }
    }

    private func forgotten() throws(ExchangeTrouble) -> [EntryID: ForgottenEvents] {
        if state.forgotten.isEmpty { return [:] }
        return try engine { () throws(EventStoreError) in try diary.forgottenEvents(of: state.forgotten) }
    }

    /// Puts each object anew that has words of entries whose forgetting was read back, and removes the old one at once:
    /// any holder does, whoever wrote the events.
    mutating func rewriteForgotten(_ map: inout ChainMap) throws(ExchangeTrouble) {
        let forgotten = try forgotten()
        var blank: [Frame] = []
        for events in forgotten.values where events.forgets.contains(where: { isCovered($0, map) }) {
            blank += events.blank
        }
        for (index, chain) in map.chains.chains.enumerated() {
            for object in map.objects[index] {
                let count = blank.count { frame in
                    frame.deviceSequence >= object.first && frame.deviceSequence <= object.last
                        && map.chains.contains(frame, in: chain)
                }
                guard object.blank < count, map.objects[index].contains(object) else { continue }
                let numbers = object.first...object.last
                guard try put(numbers, on: index, &map, limit: .max) == object.last else { continue }
                try remotely { () throws(RemoteTrouble) in try remote.delete([object.path]) }
                state.proven[object.path] = nil
                map.remove(object)
            }
        }
    }

    /// Whether a proven object has an event.
    private func isCovered(_ frame: Frame, _ map: ChainMap) -> Bool {
        map.chains.chains.indices.contains { index in
            map.chains.contains(frame, in: map.chains.chains[index])
                && map.objects[index].contains { object in
                    state.proven[object.path] != nil && object.first <= frame.deviceSequence
                        && frame.deviceSequence <= object.last
                }
        }
    }

    /// Puts neighbouring objects of the own lineage and of one class as one.
    mutating func merge(_ map: inout ChainMap) throws(ExchangeTrouble) {
        for (index, chain) in map.chains.chains.enumerated() where chain.isOwn {
            var run: [ObjectName] = []
            var upper = 0
            for object in map.objects[index] where state.proven[object.path] != nil {
                if let last = run.last, object.last <= last.last { continue }
                let isNext = run.last.map { $0.last + 1 == object.first } ?? true
                let size = Self.classes.first { object.size < $0 } ?? 0
                if !isNext || size != upper { run = [] }
                upper = size
                if size == 0 { continue }
                run.append(object)
                guard run.count == Self.neighbours, let first = run.first else { continue }
                run = []
                let numbers = first.first...object.last
                if isCovered(numbers, index, map) { continue }
                try put(numbers, on: index, &map, limit: .max)
            }
        }
    }

    /// Whether one proven object has a whole stretch.
    private func isCovered(_ numbers: ClosedRange<UInt64>, _ chain: Int, _ map: ChainMap) -> Bool {
        map.objects[chain].contains {
            state.proven[$0.path] != nil && $0.first <= numbers.lowerBound && $0.last >= numbers.upperBound
        }
    }

    /// Removes objects of the own lineage whose events all lie in another proven one, a day after that was seen and
    /// never in the round that saw it: a folder's carrier may bring the removal first.
    mutating func removeReplaced(_ map: ChainMap) throws(ExchangeTrouble) {
        var replaced: [String: Int64] = [:]
        var kept: Set<String> = []
        for (index, chain) in map.chains.chains.enumerated() where chain.isOwn {
            let stretches = map.stretches(of: index)
            let proven = stretches.filter { state.proven[$0.object.path] != nil && !fresh.contains($0.object.path) }
            for (object, numbers) in stretches {
                let isReplaced = proven.contains { other in
                    other.object != object && Self.replaces(other.object, other.numbers, object, numbers)
                }
                if isReplaced {
                    replaced[object.path] = state.replaced[object.path] ?? now
                } else {
                    kept.insert(object.path)
                }
            }
        }
        // Where chains part, an object is of use as long as one of them has no other.
        replaced = replaced.filter { !kept.contains($0.key) }
        let due = replaced.filter { now - $0.value >= 24 * Self.hour }.keys.sorted()
        state.replaced = replaced
        if due.isEmpty { return }
        try remotely { () throws(RemoteTrouble) in try remote.delete(due) }
        for path in due {
            state.proven[path] = nil
            state.replaced[path] = nil
        }
    }

    /// Whether one object has all that another has of a chain; of two that have the same, all copies choose the same.
    private static func replaces(
        _ one: ObjectName, _ numbers: ClosedRange<UInt64>, _ other: ObjectName, _ others: ClosedRange<UInt64>
    ) -> Bool {
        guard numbers.lowerBound <= others.lowerBound, others.upperBound <= numbers.upperBound else { return false }
        if numbers.count != others.count { return true }
        return one.blank != other.blank ? one.blank > other.blank : one.path < other.path
    }
}
