internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// Whether the remote still has what it had: every object is read, or one a day, and what is bad is put anew.

extension Exchange {
    /// Bytes of objects, and how many, that are fetched at once.
    private static var fetched: (bytes: Int, objects: Int) { (32 << 20, 256) }

    /// Reads and proves every object that is listed, of events and of attached files. What is proven and what is
    /// unreadable afterwards is what this found; `report` says it.
    ///
    /// With `repairing`, a round follows that puts from this copy what is lost or unreadable, whoever wrote it. Then an
    /// object is removed whose bytes are not those of its name and whose events all lie in proven ones. One that no key
    /// opens never is: the key may be found.
    package mutating func check(repairing: Bool) throws(ExchangeTrouble) {
        do throws(ExchangeTrouble) {
            let listing = try list()
            try proveAll(listing)
            try learnNews()
            if repairing {
                try round(puttingAll: true)
                // What this round put is no longer listed as it was.
                let after = try Listing(from: remote, of: identity())
                try remove(useless(after, place(after.objects), atOnce: true))
            }
        } catch {
            noteFailure(error)
            throw error
        }
        noteEnd()
    }

    private mutating func proveAll(_ listing: Listing) throws(ExchangeTrouble) {
        let before = state.proven
        let map = try place(listing.objects)
        let applied = map.applied.subtracting(map.filled)
        (state.proven, state.unreadable) = ([:], [:])
        var rest = listing.objects[...]
        while !rest.isEmpty {
            var portion: [ObjectName] = []
            var size = 0
            while let next = rest.first, portion.count < Self.fetched.objects,
                portion.isEmpty || size + next.size <= Self.fetched.bytes
            {
                portion.append(rest.removeFirst())
                size += next.size
            }
            try prove(portion, applied)
        }
        for file in listing.files { try prove(file) }
        report.checked = listing.objects.count + listing.files.count
        let gaps = try uncovered(map)
        report.unsent = gaps.reduce(0) { $0 + $1.count }
        state.unsent = report.unsent
        let listed = Set(listing.objects.map(\.path))
        report.lost = before.keys.filter { path in
            guard !listed.contains(path), let name = ObjectName(path: path) else { return false }
            return gaps.contains { gap in
                map.chains.chains[gap.chain].device == name.device && gap.numbers.overlaps(name.first...name.last)
            }
        }.sorted()
    }

    /// Fetches objects and notes what they are. One whose events this copy lacks is read, and proven by the round that
    /// takes it.
    private mutating func prove(_ objects: [ObjectName], _ applied: Set<ObjectName>) throws(ExchangeTrouble) {
        let paths = objects.map(\.path)
        for path in paths { try? FileSystem.removeFile("\(folder.back)/\(path)") }
        try remotely(remote.get(paths, into: folder.back))
        for object in objects {
            defer { try? FileSystem.removeFile("\(folder.back)/\(object.path)") }
            if let segment = try read(object, in: folder.back) {
                if applied.contains(object), isVouched(object), try isWhole(segment) { state.proven[object.path] = now }
            } else if state.unreadable[object.path] == nil {
                state.unreadable[object.path] = SyncState.Unreadable(at: now, fault: .absent)
            }
        }
    }

    /// Fetches a sealed file and notes what is wrong with it.
    private mutating func prove(_ file: FileName) throws(ExchangeTrouble) {
        let opened = folder.spool + "/opened"
        defer { try? FileSystem.removeFile(opened) }
        var fault = try fetch(file, as: opened)
        if fault == nil, let hash = try? Digest.ofFile(opened), let size = try? FileSystem.size(of: opened),
            try remoteName(of: AttachedFile(hash: hash, size: UInt64(size))) != file.name
        {
            fault = .misnamed
        }
        state.unreadable[file.path] = fault.map { SyncState.Unreadable(at: now, fault: $0) }
    }

    /// Whether a day has gone by since something on the remote was read once more.
    var isDayLater: Bool { state.provenAgainAt.map { abs(now - $0) >= 24 * Self.hour } ?? false }

    /// Reads one proven object a day once more, the next in the order of names. One that is bad, or does not come,
    /// loses its cover, and the same round puts its events.
    mutating func proveOneAgain(_ map: ChainMap) throws(ExchangeTrouble) {
        if state.provenAgainAt == nil { state.provenAgainAt = now }
        guard isDayLater else { return }
        let names = map.applied.filter { state.proven[$0.path] != nil }.sorted { $0.path < $1.path }
        guard let next = names.first(where: { $0.path > state.provenAgain ?? "" }) ?? names.first else { return }
        state.proven[next.path] = nil
        try prove([next], map.applied)
        if state.proven[next.path] == nil { spoilt.append(next) }
        (state.provenAgainAt, state.provenAgain) = (now, next.path)
    }
}
