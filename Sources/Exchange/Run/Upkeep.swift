internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// What has to go from the remote: words of forgotten entries, and small objects whose events a larger one has.

extension Exchange {
    /// The sizes in bytes below which neighbours are of one class: sixteen of one become one, or as many as make the
    /// last of these sizes, above which an object stays as it is.
    static var classes: [Int] { [16 << 10, 256 << 10, 3 << 19] }
    private static var neighbours: Int { 16 }
    /// Bytes of lines that are held in memory for it, at most.
    private static var mergedLines: Int { 32 << 20 }

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
        return try engine(diary.forgottenEvents(of: state.forgotten))
    }

    /// Puts each object anew that has words of entries whose forgetting was read back: any holder does, whoever wrote
    /// the events. Returns the old ones, which have to go in the same round.
    mutating func rewriteForgotten(_ map: inout ChainMap) throws(ExchangeTrouble) -> [String] {
        var due: [String] = []
        let forgotten = try forgotten()
        var blank: [Frame] = []
        for events in forgotten.values where events.forgets.contains(where: { isCovered($0, map) }) {
            blank += events.blank
        }
        for (index, chain) in map.chains.chains.enumerated() {
            for object in map.objects[index] where !object.isHole {
                let count = blank.count { frame in
                    frame.deviceSequence >= object.first && frame.deviceSequence <= object.last
                        && map.chains.contains(frame, in: chain)
                }
                guard object.blank < count, map.objects[index].contains(object) else { continue }
                let numbers = object.first...object.last
                if try !isRewritten(object, on: index, map) {
                    guard try put(numbers, on: index, &map, limit: .max) == object.last else { continue }
                }
                due.append(object.path)
                map.remove(object)
            }
        }
        return due
    }

    /// Whether another object has the events without those words: a round before put it, and could not remove this one.
    private func isRewritten(_ object: ObjectName, on chain: Int, _ map: ChainMap) throws(ExchangeTrouble) -> Bool {
        for other in map.objects[chain] where other != object && has(other, object.first...object.last) {
            let forgotten = try forgottenCount(in: other, on: map.chains.chains[chain], map.chains)
            if other.blank >= forgotten { return true }
        }
        return false
    }

    /// Removes objects, in one call.
    mutating func remove(_ paths: [String]) throws(ExchangeTrouble) {
        if paths.isEmpty { return }
        try remotely(remote.delete(paths))
        for path in paths {
            state.proven[path] = nil
            state.replaced[path] = nil
            state.unreadable[path] = nil
            state.suspect[path] = nil
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

    /// Puts neighbouring objects of this device and of one class as one.
    mutating func merge(_ map: inout ChainMap) throws(ExchangeTrouble) {
        for (index, chain) in map.chains.chains.enumerated() where chain.isOwn {
            var run: [ObjectName] = []
            var (upper, sum) = (0, 0)
            for object in map.objects[index] where state.proven[object.path] != nil {
                if let last = run.last, object.last <= last.last { continue }
                if object.isHole {
                    run = []
                    continue
                }
                let isNext = run.last.map { $0.last + 1 == object.first } ?? true
                let size = Self.classes.first { object.size < $0 } ?? 0
                if !isNext || size != upper || run.isEmpty { (run, sum) = ([], 0) }
                upper = size
                if size == 0 { continue }
                run.append(object)
                sum += object.size
                let isFull = run.count == Self.neighbours || run.count > 1 && sum >= Self.classes[2]
                guard isFull, let first = run.first else { continue }
                run = []
                let numbers = first.first...object.last
                if isCovered(numbers, index, map) { continue }
                let merged = try segment(numbers, of: chain, in: map.chains, limit: Self.mergedLines)
                guard let merged, merged.last == object.last else { continue }
                _ = try put(prepare(merged), on: index, &map)
            }
        }
    }

    /// Whether one proven object has a whole stretch.
    private func isCovered(_ numbers: ClosedRange<UInt64>, _ chain: Int, _ map: ChainMap) -> Bool {
        map.objects[chain].contains { has($0, numbers) }
    }

    /// Whether an object is proven and has a whole stretch.
    private func has(_ object: ObjectName, _ numbers: ClosedRange<UInt64>) -> Bool {
        state.proven[object.path] != nil && !object.isHole && object.first <= numbers.lowerBound
            && object.last >= numbers.upperBound
    }

    /// The objects of this device whose events all lie in another proven one, a day after that was seen and never in
    /// the round that saw it: a folder's carrier may bring the removal first.
    mutating func replaced(_ map: ChainMap) throws(ExchangeTrouble) -> [String] {
        var replaced: [String: Int64] = [:]
        var kept: Set<String> = []
        let struck = DeviceNotes(at: folder.devices).struck
        for (index, chain) in map.chains.chains.enumerated() where chain.isOwn || struck.contains(chain.device) {
            let stretches = map.stretches(of: index)
            let proven = stretches.filter { state.proven[$0.object.path] != nil && !fresh.contains($0.object.path) }
            for (object, numbers) in stretches {
                let isReplaced = proven.contains { other in
                    other.object != object
                        && (Self.replaces(other.object, other.numbers, object, numbers)
                            || !isVouched(object) && Self.holds(other.object, other.numbers, numbers))
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
        state.replaced = replaced
        return replaced.filter { now - $0.value >= 24 * Self.hour }.keys.sorted()
    }

    private static func holds(
        _ one: ObjectName, _ numbers: ClosedRange<UInt64>, _ others: ClosedRange<UInt64>
    ) -> Bool {
        !one.isHole && numbers.lowerBound <= others.lowerBound && others.upperBound <= numbers.upperBound
    }

    /// Whether one object has all that another has of a chain; of two that have the same, all copies choose the same.
    private static func replaces(
        _ one: ObjectName, _ numbers: ClosedRange<UInt64>, _ other: ObjectName, _ others: ClosedRange<UInt64>
    ) -> Bool {
        guard numbers.lowerBound <= others.lowerBound, others.upperBound <= numbers.upperBound else { return false }
        if numbers.count != others.count { return true }
        if one.isHole != other.isHole { return other.isHole }
        return one.blank != other.blank ? one.blank > other.blank : one.path < other.path
    }
}
