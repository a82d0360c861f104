internal import DiarylogHost

// Who writes: a store that was moved or copied to another folder or machine goes on as a new device; one that comes
// back goes on as the device it was there.

extension StoreWriter {
    /// Records the device that writes here, if that has not been done: a new store begins with it.
    package mutating func beginDevice(in context: inout WriteContext) throws(EventStoreError) {
        try settle(in: &context)
    }

    /// Makes the store write as the device of the folder and machine it is on.
    ///
    /// A new device begins with an event of its own, before the operation and in the same transaction. One begins also
    /// if the newest event, of the device or of the log, cannot be read: no event may take a number, or a predecessor,
    /// that a damaged event may have had.
    mutating func settle(in context: inout WriteContext) throws(EventStoreError) {
        let home = try store.home()
        if self.device != nil, log.meta.home == home { return }
        let own = try ownTip()
        if try goOn(at: home, own) { return }
        let tips = try log.head == 0 ? [] : lineageTips(own)
        let secret = try log.head == 0 ? context.entropy.bytes(32) : view.knownSecret()
        var begin = DeviceBegin(tips: tips, secret: secret, hole: own.hole)
        begin.isSeeded = log.head == 0 && context.entropy.isSeeded
        begin.name = DeviceBegin.proper(context.deviceName)
        let body = begin.bytes
        let device: DeviceID = context.entropy.identifier()
        leaveHome(own)
        log.meta.home = home
        log.meta.device = device
        log.meta.tip = 0
        log.meta.secret = secret
        metaIsDirty = true
        self.device = device
        tip = try freshTip()
        try open(EventHeader.Operation(command: 0, attended: false), count: 1, in: context)
        let event = EventData(
            kind: StoreKind.deviceBegin, object: .zero, expecting: .exists, body: body, salt: context.entropy.bytes(16)
        )
        try append(event)
        receipts = []
        hasBegunDevice = true
    }

    /// Goes on as the device of this home, if there is one and its newest event is certain.
    private mutating func goOn(at home: Digest, _ own: OwnTip) throws(EventStoreError) -> Bool {
        guard log.head > 0, log.hidden == nil else { return false }
        if own.newest?.sequence != log.head {
            guard try view.soundFrame(log.head) != nil else { return false }
        }
        var newest = own.frame
        if log.meta.home == home {
            guard own.hole == nil else { return false }
        } else {
            guard let index = log.meta.homes.firstIndex(where: { $0.folder == home }) else { return false }
            let known = log.meta.homes[index]
            newest = try view.newest(of: known.device)
            guard newest?.sequence == known.tip, newest?.id == known.last else { return false }
            leaveHome(own)
            log.meta.homes.removeAll { $0.folder == home }
            log.meta.home = home
            log.meta.device = known.device
            log.meta.tip = known.tip
            metaIsDirty = true
        }
        guard let newest else { return false }
        device = log.meta.device
        tip = try freshTip(own)
        tip?.own = (newest.sequence, newest.id, newest.deviceSequence)
        return true
    }

    /// Remembers the home that the file leaves, if its device's newest event there is certain.
    private mutating func leaveHome(_ own: OwnTip) {
        let folder = log.meta.home
        log.meta.homes.removeAll { $0.folder == folder }
        guard folder != .zero, own.hole == nil, let frame = own.frame else { return }
        let home = Meta.Home(folder: folder, device: log.meta.device, tip: frame.sequence, last: frame.id)
        log.meta.homes = Array(([home] + log.meta.homes).prefix(Meta.homesKept))
    }

    /// Looks for the newest event of this store's device, from the one that the meta record names to the head: nearly
    /// always a handful of events.
    ///
    /// What cannot be read after it may be the device's own: then its chain has a hole.
    private mutating func ownTip() throws(EventStoreError) -> OwnTip {
        guard log.meta.device != .zero, log.head > 0 else { return OwnTip() }
        var own: Frame?
        var isDoubtful = false
        var found = OwnTip(from: max(log.meta.tip, 1))
        var sequence = found.from
        if log.head - min(sequence, log.head) > Self.longWay { metaIsDirty = true }
        while sequence <= log.head {
            let frame = try view.soundFrame(sequence)
            if let frame {
                found.newest = frame
                found.lamport = max(found.lamport, frame.lamport)
            }
            if frame == nil { isDoubtful = true }
            if let frame, frame.device == log.meta.device {
                // Another event of that device came from a copy of this store, which writes as the same.
                if own == nil || isDoubtful || frame.previous == own?.id { (own, isDoubtful) = (frame, false) }
            }
            sequence += 1
        }
        if isDoubtful || own == nil {
            if own == nil { own = try newestOwn(before: log.meta.tip) }
            found.hole = DeviceBegin.Hole(device: log.meta.device, after: own?.deviceSequence ?? 0)
        }
        found.frame = own
        return found
    }

    private mutating func newestOwn(before end: UInt64) throws(EventStoreError) -> Frame? {
        var sequence = min(end, log.head + 1)
        while sequence > 1 {
            sequence -= 1
            if let frame = try view.soundFrame(sequence),
                frame.device == log.meta.device
            {
                return frame
            }
        }
        return nil
    }

    /// The ids of the newest readable events of the devices this store has written as, sorted.
    private func lineageTips(_ own: OwnTip) throws(EventStoreError) -> [Digest] {
        var tips: [Digest] = []
        for device in try view.ownDevices() {
            let newest = device == log.meta.device ? own.frame : try view.newest(of: device)
            if let newest { tips.append(newest.id) }
        }
        return tips.sorted()
    }

    /// The numbers from which the next event goes on, read once.
    mutating func currentTip() throws(EventStoreError) -> Tip {
        if let tip { return tip }
        let fresh = try freshTip()
        tip = fresh
        return fresh
    }

    /// `own` is what a search of the log has found already.
    private func freshTip(_ own: OwnTip = OwnTip()) throws(EventStoreError) -> Tip {
        var fresh = Tip(counters: Counters(), lamport: max(log.meta.lamport, own.lamport), own: nil)
        var last = own.newest
        if last == nil { last = try view.newestSound() }
        if let last {
            fresh.counters = last.counters
            fresh.lamport = max(fresh.lamport, last.lamport)
        }
        var sequence = log.meta.flushed
        let end = min(log.head, own.from - 1)
        while sequence < end {
            sequence += 1
            if let frame = try view.soundFrame(sequence) {
                fresh.lamport = max(fresh.lamport, frame.lamport)
            }
        }
        return fresh
    }

    /// If more events than this were searched, the meta record is written, so that the next search is shorter.
    private static var longWay: UInt64 { 64 }
}

/// The newest readable event of this store's device; with a hole if it may not be the newest.
private struct OwnTip {
    var frame: Frame?
    var hole: DeviceBegin.Hole?
    /// The event from which the log was searched, up to the head.
    var from: UInt64 = .max
    /// The newest readable event of any device in that part, and the greatest lamport number.
    var newest: Frame?
    var lamport: UInt64 = 0
}

extension Store {
    /// SHA-256 over the machine's identity and the real path of the folder: never an inode.
    func home() throws(EventStoreError) -> Digest {
        let real = try bridging(location) {
            if try FileSystem.kind(of: location) == .directory { return try FileSystem.canonicalPath(location) }
            let (parent, name) = Layout.split(location)
            return try FileSystem.canonicalPath(parent) + "/" + name
        }
        return Digest(hashing: MachineIdentity.bytes() + [0] + Array(real.utf8))
    }
}
