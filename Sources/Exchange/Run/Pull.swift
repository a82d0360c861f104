internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// What others put, taken into this copy.

extension Exchange {
    /// An hour, in microseconds.
    static var hour: Int64 { 3_600_000_000 }

    /// Takes what is new, and proves what is here already and covers something that nothing proven covers.
    mutating func pull(_ listing: Listing, _ map: inout ChainMap) throws(ExchangeTrouble) {
        let applied = map.applied
        let needed = neededUnproven(map)
        let wanted = listing.objects.filter { object in
            if !isVouched(object), !isTaking(object) || applied.contains(object) { return false }
            return applied.contains(object) ? needed.contains(object) : !wasTriedLately(object)
        }
        let paths = Set(wanted.map(\.path))
        let here = Set(folder.files(in: folder.incoming))
        let absent = wanted.map(\.path).filter { !here.contains($0) }
        try remotely(remote.get(absent, into: folder.incoming))
        for path in here where !paths.contains(path) {
            try? FileSystem.removeFile("\(folder.incoming)/\(path)")
        }
        if wanted.isEmpty { return }
        // What waits is offered again only with something new.
        if absent.isEmpty, paths == Set(state.waiting) {
            report.waiting = wanted.map(\.path)
            return
        }
        try take(wanted, applied, holdsGaps: map.holdsGaps)
        map = try place(listing.objects)
        try prove(wanted, map)
    }

    /// The objects that are here and not proven, and have events that no proven one has: beside one of events, a hole
    /// counts as none.
    private func neededUnproven(_ map: ChainMap) -> Set<ObjectName> {
        let proven = map.applied.filter { state.proven[$0.path] != nil }
        var needed: Set<ObjectName> = []
        for asHoles in [false, true] {
            let gaps = map.gaps { proven.contains($0) && (asHoles || !$0.isHole) }
            for (chain, gaps) in Dictionary(grouping: gaps, by: \.chain) {
                // Both go on by their first numbers.
                var rest = gaps[...]
                for (object, numbers) in map.stretches(of: chain) {
                    while let gap = rest.first, gap.numbers.upperBound < numbers.lowerBound { rest.removeFirst() }
                    guard let gap = rest.first else { break }
                    if gap.numbers.overlaps(numbers), object.isHole == asHoles, !proven.contains(object),
                        !map.filled.contains(object)
                    {
                        needed.insert(object)
                    }
                }
            }
        }
        return needed
    }

    /// Whether an object was found unreadable within the hour.
    private func wasTriedLately(_ object: ObjectName) -> Bool {
        guard let tried = state.unreadable[object.path]?.at else { return false }
        return now >= tried && now - tried < Self.hour
    }

    /// Opens objects and offers the events of those that are new.
    private mutating func take(
        _ wanted: [ObjectName], _ applied: Set<ObjectName>, holdsGaps: Bool
    ) throws(ExchangeTrouble) {
        var spool = try local(EventSpool(at: folder.spool + "/events"))
        defer { spool.remove() }
        var owners: [ObjectName] = []
        var ends: [Int] = []
        // What is here is read once more where a hole may have kept the place of one of its events.
        for object in wanted where !applied.contains(object) || holdsGaps {
            guard let segment = try read(object, in: folder.incoming) else { continue }
            if !isVouched(object), !isTaking(object) { continue }
            note(segment)
            for record in segment.records { try local(spool.append(record)) }
            owners.append(object)
            ends.append(spool.count)
        }
        try local(spool.finish())
        if spool.count == 0 { return }
        var (received, refused, waiting): (Int, [(String, EventRefusal)], Set<String>) = (0, [], [])
        func owner(_ record: Int) -> String {
            var (low, high) = (0, ends.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if record < ends[middle] { high = middle } else { low = middle + 1 }
            }
            return owners[low].path
        }
        let forgotten: ImportedForgetting?
        let before = try conflicts()
        do throws(EventStoreError) {
            forgotten = try diary.importLog({ try spool.record($0) }, in: context, batch: 512) { operation in
                switch operation.answer {
                case .accepted: received += operation.events.count
                case .known: break
                case .notYet: for event in operation.events { waiting.insert(owner(event)) }
                case .never(let refusal): refused.append((owner(operation.events.first ?? 0), refusal))
                }
            }
        } catch {
            throw .engine(error)
        }
        state.waiting = waiting.sorted()
        report.received += received
        report.refused += refused
        report.waiting = state.waiting
        noteForgotten(forgotten)
        report.conflicts += try conflicts().filter { !before.contains($0) }
    }

    /// The entries that want a look.
    private func conflicts() throws(ExchangeTrouble) -> [EntryID] {
        try engine(diary.conflicts().map(\.entry.id))
    }

    /// Notes as proven each object that lies in the spool whose events are all here, as they are here.
    private mutating func prove(_ wanted: [ObjectName], _ map: ChainMap) throws(ExchangeTrouble) {
        let applied = map.applied
        for object in wanted where applied.contains(object) && state.unreadable[object.path]?.at != now {
            if let segment = try read(object, in: folder.incoming), isVouched(object), !map.filled.contains(object),
                try isWhole(segment)
            {
                state.proven[object.path] = now
            }
            try? FileSystem.removeFile("\(folder.incoming)/\(object.path)")
        }
    }

    /// Whether an object lacks only payloads of forgotten entries.
    func isWhole(_ segment: Segment) throws(ExchangeTrouble) -> Bool {
        if segment.blank == 0 { return true }
        var entries: Set<EntryID> = []
        for event in segment.events where event.payload == nil {
            let bytes = event.header
            if let header = try? EventHeader(canonical: bytes.span) { entries.insert(header.object) }
        }
        let forgotten = try engine(diary.forgottenEvents(of: entries))
        return forgotten.count == entries.count
    }

    /// Opens an object that lies in the spool; nil, and noted, if it cannot be used.
    mutating func read(_ object: ObjectName, in place: String) throws(ExchangeTrouble) -> Segment? {
        let opener = ObjectOpener(seal: seal, folder: folder, diary: try identity())
        switch try opener.open(object, in: place) {
        case .segment(let segment, let isVouched):
            state.unreadable[object.path] = nil
            if isVouched { state.older.remove(object.path) } else { state.older.insert(object.path) }
            return segment
        case .fault(let fault):
            state.unreadable[object.path] = SyncState.Unreadable(at: now, fault: fault)
            try? FileSystem.removeFile("\(place)/\(object.path)")
            return nil
        case .absent:
            report.absent.append(object.path)
            return nil
        }
    }

    /// Notes what an object says of the device that made it.
    private mutating func note(_ segment: Segment) {
        if segment.holds.isEmpty { return }
        var device = state.devices[segment.device] ?? SyncState.Device()
        device.name = segment.name ?? device.name
        device.seenAt = now
        for (other, held) in segment.holds { device.holds.note(held, of: other) }
        state.devices[segment.device] = device
    }
}
