package import DiaryEngine
package import EventStore

// Which events a remote has, as far as this copy has read and proven it.

/// Where the listed objects stand among the chains of this copy.
struct ChainMap {
    var chains: DeviceChains
    /// For each chain, the objects whose last event is on it, by their first numbers.
    var objects: [[ObjectName]]
    /// Holes on the remote for events that this copy has: they cover nothing.
    private(set) var filled: Set<ObjectName> = []
    /// Whether this copy may have holes for events that the remote has.
    private(set) var holdsGaps = false

    /// What objects have of a chain, by their first numbers: those on it, and of those on other chains of its device
    /// the part before the fork, which is the same.
    func stretches(of chain: Int) -> [(object: ObjectName, numbers: ClosedRange<UInt64>)] {
        var stretches = objects[chain].map { (object: $0, numbers: $0.first...$0.last) }
        let device = chains.chains[chain].device
        guard let fork = chains.chains[chain].fork, fork > 1 else { return stretches }
        for other in objects.indices where other != chain && chains.chains[other].device == device {
            for object in objects[other] where object.first < fork && !objects[chain].contains(object) {
                stretches.append((object, object.first...min(object.last, fork - 1)))
            }
        }
        return stretches.sorted { ($0.numbers.lowerBound, $0.object.path) < ($1.numbers.lowerBound, $1.object.path) }
    }

    /// Objects whose last event this copy has.
    var applied: Set<ObjectName> { Set(objects.joined()) }

    /// Adds an object that was put, to a chain that has its last event.
    mutating func note(_ object: ObjectName, on chain: Int) {
        objects[chain].append(object)
        objects[chain].sort { ($0.first, $0.last) < ($1.first, $1.last) }
    }

    mutating func remove(_ object: ObjectName) {
        for chain in objects.indices { objects[chain].removeAll { $0 == object } }
    }
}

/// A stretch of a chain that no proven object has.
struct Gap {
    var chain: Int
    var numbers: ClosedRange<UInt64>
    var count: Int { numbers.count }
}

extension ChainMap {
    /// Looks for each object's last event in a copy's log.
    init(of objects: [ObjectName], in diary: Diary) throws(EventStoreError) {
        chains = try diary.chains()
        holdsGaps = try diary.holdsGaps()
        self.objects = chains.chains.map { _ in [] }
        let byDevice = Dictionary(grouping: objects, by: \.device)
        for (index, chain) in chains.chains.enumerated() {
            let claims = (byDevice[chain.device] ?? []).filter { $0.last <= chain.number }
            let events = try diary.events(at: claims.map { ($0.last, chain) }, of: chains)
            for (claim, event) in zip(claims, events) {
                guard let event, claim.tip == ObjectName.tip(of: event.id) || claim.isNameless else { continue }
                self.objects[index].append(claim)
                if claim.isHole, !event.isHole { filled.insert(claim) }
            }
            self.objects[index].sort { ($0.first, $0.last) < ($1.first, $1.last) }
        }
    }

    /// The stretches of all chains that no such object has. What two chains of a device share is counted once.
    func gaps(where covers: (ObjectName) -> Bool) -> [Gap] {
        var gaps: [Gap] = []
        var seen: Set<DeviceID> = []
        for (index, chain) in chains.chains.enumerated() {
            var next: UInt64 = 1
            if !seen.insert(chain.device).inserted { next = chain.fork ?? 1 }
            for (object, numbers) in stretches(of: index) where covers(object) && !filled.contains(object) {
                if numbers.lowerBound > next {
                    gaps.append(Gap(chain: index, numbers: next...numbers.lowerBound - 1))
                }
                next = max(next, numbers.upperBound + 1)
            }
            if next <= chain.number { gaps.append(Gap(chain: index, numbers: next...chain.number)) }
        }
        return gaps
    }
}

extension Exchange {
    /// What covered an event as a hole covers it no more once the event is here.
    mutating func place(_ objects: [ObjectName]) throws(ExchangeTrouble) -> ChainMap {
        let map = try engine(ChainMap(of: objects, in: diary))
        for object in map.filled { state.proven[object.path] = nil }
        return map
    }

    /// The stretches of all chains that no proven object has.
    func uncovered(_ map: ChainMap) throws(ExchangeTrouble) -> [Gap] { map.gaps { state.proven[$0.path] != nil } }
}

extension SyncState {
    /// How many events of a diary no proven object has, as far as this is known without asking the remote.
    package func unsent(of diary: Diary) throws(EventStoreError) -> Int {
        let objects = proven.keys.compactMap { ObjectName(path: $0) }
        return try ChainMap(of: objects, in: diary).gaps { _ in true }.reduce(0) { $0 + $1.count }
    }
}
