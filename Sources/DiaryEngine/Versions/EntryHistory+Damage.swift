internal import DiaryModel
internal import EventStore

// The graph of an entry some of whose events cannot be read.

extension StoreView {
    /// The graph of all of an entry's events up to a point; those that cannot be read are in it as lost events.
    ///
    /// Slow: reads the log from the entry's first event on. `lost` are events that others prove to be the entry's.
    func damagedGraph(
        of object: EntryID, create: UInt64, to point: EntryPoint, lost: [UInt64] = []
    ) throws(EventStoreError) -> EntryGraph {
        var graph = EntryGraph()
        let newest = max(point.newest, lost.max() ?? 0)
        for step in try stepsAroundDamage(of: object, create: create, through: newest, lost: lost) { graph.add(step) }
        return graph
    }

    /// All of an entry's events up to one of them, oldest first, with lost events where the others show that one stood.
    ///
    /// `version` is the newest event's version, if the row tells it.
    func stepsAroundDamage(
        of object: EntryID, create: UInt64, through newest: UInt64, version: UInt64? = nil, lost: [UInt64] = []
    ) throws(EventStoreError) -> [EntryStep] {
        var sound: [(step: EntryStep, previous: UInt64, version: UInt64)] = []
        var damaged: [UInt64] = []
        for sequence in stride(from: create, through: newest, by: 1) {
            let slot = try withEvent(sequence) { event in
                guard event.frame.object == object else { return }
                sound.append(
                    (try step(event), event.frame.previousInStream, event.frame.version))
            }
            if case .event = slot {} else { damaged.append(sequence) }
        }
        // A hole may lie before the creation, of which the one who passed the log on did not know that it came first.
        if let first = sound.first, first.step.number == create, first.step.parents.isEmpty {
            let named = Set(lost + sound.flatMap(\.step.parents)).filter { $0 < create }
            for number in named.sorted() where try soundFrame(number) == nil { damaged.append(number) }
        }
        let events = EventsAroundDamage(
            sound: sound, damaged: damaged, create: create, newest: newest, version: version, known: lost)
        var writers: [UInt64: DeviceID] = [:]
        for lost in events.lost { writers[lost] = try writer(ofLost: lost) }
        return events.steps(writers)
    }
}

// What an answer could not know: told even where a hole keeps the place of the lost event.

extension StoreView {
    /// Notes those of an entry's events that are lost.
    func noteLost(_ steps: [EntryStep]) {
        for step in steps where step.act == .lost { log.damage.note(event: step.number) }
    }

    /// Notes the lost events on which what an entry's row shows rests, or else the entry's newest.
    ///
    /// Goes back from the newest event to the last one before them that says what the entry is.
    func noteLost(of row: StreamRow) throws(EventStoreError) {
        var (sequence, isFound) = (row.head, false)
        while sequence > 0 {
            var (isWhole, previous, parents): (Bool, UInt64, [UInt64]) = (true, 0, [])
            if let bytes = try frameBytes(sequence), let frame = try? Frame(bytes, expecting: sequence) {
                isWhole = frame.tellsContent && !log.model.isNewer(frame) && !frame.isUnattendedEdit
                previous = frame.previousInStream
                parents = frame.parents(in: bytes).filter { $0 > 0 }
            } else {
                log.damage.note(event: sequence)
                isFound = true
            }
            if try noteLost(parents) { isFound = true }
            if isFound, isWhole { return }
            sequence = previous
        }
        if !isFound { log.damage.note(event: row.head) }
    }

    /// Notes those of some events that cannot be read, holes too; returns whether there are any.
    @discardableResult
    func noteLost(_ events: [UInt64]) throws(EventStoreError) -> Bool {
        var isFound = false
        for sequence in events {
            if let bytes = try frameBytes(sequence), (try? Frame(bytes, expecting: sequence)) != nil { continue }
            log.damage.note(event: sequence)
            isFound = true
        }
        return isFound
    }
}

/// Events that can be read, and the positions of damaged ones that may have been the entry's.
private struct EventsAroundDamage {
    let sound: [(step: EntryStep, previous: UInt64, version: UInt64)]
    let damaged: [UInt64]
    let create: UInt64
    let newest: UInt64
    let version: UInt64?
    /// Lost events that others prove to be the entry's.
    let known: [UInt64]

    /// The entry's lost events: those that others name, and as many as the versions lack.
    var lost: [UInt64] {
        var met = Set(sound.map(\.step.number))
        var lost: Set<UInt64> = []
        let isGone = Set(damaged)
        for number in [create, newest] + known + sound.flatMap({ $0.step.parents + [$0.previous] })
        where number > 0 && number <= newest && isGone.contains(number) && met.insert(number).inserted {
            lost.insert(number)
        }
        // Between two known events, as many as versions are missing: the newest of the damaged ones.
        var before: (number: UInt64, version: UInt64) = (create, 1)
        var anchors = sound.map { (number: $0.step.number, version: $0.version) }
        if let version, anchors.last?.number != newest { anchors.append((newest, version)) }
        for (number, version) in anchors {
            let between = damaged.filter { before.number < $0 && $0 < number }
            let missing = Int(clamping: version &- before.version) - 1 - between.count { lost.contains($0) }
            if missing > 0 { lost.formUnion(between.filter { !lost.contains($0) }.suffix(missing)) }
            before = (number, version)
        }
        return lost.sorted()
    }

    /// All of the entry's events in the order of the log, those before its creation behind that. The parent of a lost
    /// one is its device's event before, or else the creation.
    func steps(_ writers: [UInt64: DeviceID]) -> [EntryStep] {
        var all = sound.map(\.step)
        let devices = Set(all.map { DeviceID(high: $0.stamp.deviceHigh, low: $0.stamp.deviceLow) })
        for number in lost {
            let own = writers[number] ?? (devices.count == 1 ? devices.first : nil)
            all.append(
                EntryStep(
                    number: number,
                    stamp: EventStamp(
                        lamport: 0, deviceHigh: own?.high ?? 0, deviceLow: own?.low ?? 0,
                        id: EventID(0, 0, 0, number)),
                    parents: [], act: .lost))
        }
        all.sort { $0.number < $1.number }
        if let first = all.firstIndex(where: { $0.number == create }) { all.insert(all.remove(at: first), at: 0) }
        for index in all.indices where all[index].act == .lost && index > 0 {
            let stamp = all[index].stamp
            let same = all[..<index].last {
                $0.stamp.deviceHigh == stamp.deviceHigh && $0.stamp.deviceLow == stamp.deviceLow
            }
            let parent = same ?? all[0]
            all[index].parents = [parent.number]
            all[index].stamp.lamport = parent.stamp.lamport &+ 1
        }
        return all
    }
}
