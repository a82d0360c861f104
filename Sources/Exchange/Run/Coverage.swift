internal import DiaryEngine
internal import EventStore

// Which events a remote has, as far as this copy has read and proven it.

/// Where the listed objects stand among the chains of this copy.
struct ChainMap {
    var chains: DeviceChains
    /// For each chain, the objects whose last event is on it, by their first numbers.
    var objects: [[ObjectName]]

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

extension Exchange {
    /// Looks for each object's last event in this copy's log.
    func place(_ objects: [ObjectName]) throws(ExchangeTrouble) -> ChainMap {
        try engine { () throws(EventStoreError) in
            let chains = try diary.chains()
            var map = ChainMap(chains: chains, objects: chains.chains.map { _ in [] })
            let byDevice = Dictionary(grouping: objects, by: \.device)
            for (index, chain) in chains.chains.enumerated() {
                let claims = (byDevice[chain.device] ?? []).filter { $0.last <= chain.number }
                let ids = try diary.ids(at: claims.map { ($0.last, chain) }, of: chains)
                for (claim, id) in zip(claims, ids) {
                    if let id, ObjectName.tip(of: id) == claim.tip { map.objects[index].append(claim) }
                }
                map.objects[index].sort { ($0.first, $0.last) < ($1.first, $1.last) }
            }
            return map
        }
    }

    /// The stretches of all chains that no proven object has. What two chains of a device share is counted once.
    func uncovered(_ map: ChainMap) throws(ExchangeTrouble) -> [Gap] {
        gaps(map) { state.proven[$0.path] != nil }
    }

    func gaps(_ map: ChainMap, where covers: (ObjectName) -> Bool) -> [Gap] {
        var gaps: [Gap] = []
        var seen: Set<DeviceID> = []
        for (index, chain) in map.chains.chains.enumerated() {
            var next: UInt64 = 1
            if !seen.insert(chain.device).inserted { next = chain.fork ?? 1 }
            for (object, numbers) in map.stretches(of: index) where covers(object) {
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
