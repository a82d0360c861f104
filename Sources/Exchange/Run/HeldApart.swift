package import DiaryEngine
package import DiarylogHost
package import EventStore

// What only a key seals that was replaced: a lost device may have made it. Whoever has the newest key puts anew, under
// it, what is his; what nobody puts anew stays apart until a person takes it.

extension Exchange {
    /// Whether an object covers its events, and brings them: unless it is known that only an older key opens it.
    func isVouched(_ object: ObjectName) -> Bool { !state.older.contains(object.path) }

    /// Whether a person has said that the device's events are to be taken.
    func isTaking(_ object: ObjectName) -> Bool { taking == object.device }

    /// Objects that are held apart and of a device that was struck out: they have to go.
    func heldOfStruck(_ listing: Listing, _ map: ChainMap) -> [String] {
        let struck = DeviceNotes(at: folder.devices).struck
        let applied = map.applied
        return listing.objects.filter {
            struck.contains($0.device) && !isVouched($0) && !applied.contains($0)
        }.map(\.path)
    }

    /// Tells what is held apart after a round.
    mutating func noteHeldApart(_ listing: Listing) throws(ExchangeTrouble) {
        let held = try engine(state.heldApart(from: diary))
        let struck = DeviceNotes(at: folder.devices).struck
        report.heldApart = held.filter { !struck.contains($0.key) }
        report.notPassedOn = state.doubted.sorted()
    }
}

extension SyncState {
    /// The state of a copy. One that does not know, or no longer, what came under which key passes nothing on of the
    /// devices that it has so far, unless the newest one vouches for it.
    package init(of diary: Diary, in folder: SyncFolder) {
        self.init(at: folder.state)
        if (try? FileSystem.kind(of: folder.state)) == .missing, SyncKey(at: folder.key)?.identities.count ?? 0 > 1 {
            doubted = Set(((try? diary.devices()) ?? []).filter { !$0.isOwn }.map(\.id))
        }
    }

    /// How many events of each device lie on the remote under a key that was replaced, and are not here.
    package func heldApart(from diary: Diary) throws(EventStoreError) -> [DeviceID: Int] {
        if older.isEmpty { return [:] }
        let objects = older.compactMap { ObjectName(path: $0) }
        let map = try ChainMap(of: objects, in: diary)
        let applied = map.applied
        var held: [DeviceID: Int] = [:]
        for (device, objects) in Dictionary(grouping: objects.filter { !applied.contains($0) }, by: \.device) {
            let known = map.chains.chains.filter { $0.device == device }.map(\.number).max() ?? 0
            let last = objects.map(\.last).max() ?? 0
            held[device] = last > known ? Int(last - known) : objects.count
        }
        return held
    }
}

extension SyncFolder {
    /// Makes a key this copy's. Where another identity seals from now on, nothing that lies on the remote covers an
    /// event any more: what this device wrote is put anew, and what others wrote is `doubted` until the new key vouches
    /// for it.
    package func take(_ key: SyncKey, doubting doubted: [DeviceID]) throws(SystemError) {
        let before = SyncKey(at: self.key)
        if before?.identities[0] != key.identities[0] {
            var state = SyncState(at: self.state)
            state.older.formUnion(state.proven.keys)
            (state.proven, state.replaced, state.waiting) = ([:], [:], [])
            state.doubted = Set(doubted)
            try state.write(to: self.state)
            for path in files(in: outgoing) { try FileSystem.removeFile("\(outgoing)/\(path)") }
        }
        // What no key opened is tried again at once.
        var state = SyncState(at: self.state)
        state.unreadable.removeAll()
        try state.write(to: self.state)
        try key.write(to: self.key)
    }
}
