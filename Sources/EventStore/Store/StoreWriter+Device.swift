internal import Host
internal import LMDB

// Who writes: a store moved or copied to another place or machine goes on as a device of its own.

extension StoreWriter {
    /// Records the device that writes here, if it has not been: what a new store begins with.
    package mutating func beginDevice(on occasion: inout Occasion) throws(EventStoreError) {
        try settle(on: &occasion)
    }

    /// Sees to it that the store writes as the device of the place it lies in.
    ///
    /// A new device is an event of its own, before the operation and in the same transaction. One begins also where the
    /// old one's first event is damaged: nothing more could be proven under it.
    mutating func settle(on occasion: inout Occasion) throws(EventStoreError) {
        let home = try store.home()
        if log.meta.home == home, try knowsItself() { return }
        let isFirst = log.head == 0
        let tips = try isFirst ? [] : [requireTipIdentifier()]
        let secret = isFirst ? occasion.entropy.bytes(32) : nil
        var begin = DeviceBegin(tips: tips, secret: secret)
        begin.isSeeded = isFirst && occasion.entropy.isSeeded
        let body = begin.bytes
        newDevice = occasion.entropy.identifier()
        log.meta.home = home
        log.meta.origin = 0
        metaIsDirty = true
        tip?.own = nil
        identity = nil
        try open(EventHeader.Operation(command: 0, attended: false), count: 1, on: occasion)
        tip = try currentTip()
        tip?.own = nil
        let event = EventData(
            kind: StoreKind.deviceBegin, object: .zero, expecting: .exists, body: body, salt: occasion.entropy.bytes(16)
        )
        log.meta.origin = try append(event)
        receipts = []
    }

    /// Whether the device that writes here has begun, and its first event can be read.
    private mutating func knowsItself() throws(EventStoreError) -> Bool {
        if identity != nil { return true }
        guard log.meta.origin != 0, let frame = try transaction.soundFrame(log.meta.origin, log),
            let origin = try origins.origin(of: frame, in: transaction, log)
        else { return false }
        identity = DeviceIdentity(device: origin.device, offset: origin.offset, zone: origin.zone)
        return true
    }

    /// The device under which the next event is written, and the zone it shares with its first. Read once.
    mutating func currentIdentity() throws(EventStoreError) -> DeviceIdentity {
        if log.meta.origin == 0 { return DeviceIdentity(device: newDevice, offset: .min, zone: []) }
        guard try knowsItself(), let identity else {
            throw .damaged("event \(log.meta.origin), under which this store writes")
        }
        return identity
    }

    /// What the next event follows, read once.
    mutating func currentTip() throws(EventStoreError) -> Tip {
        if let tip { return tip }
        var fresh = Tip(clamp: .min, totals: Totals(), lamport: 0, own: nil)
        if log.head > 0 {
            guard let last = try newestSound() else { throw .damaged("every event of the log") }
            fresh = Tip(clamp: last.clamp, totals: last.totals, lamport: last.lamport, own: nil)
            if log.meta.origin != 0 { fresh.own = try ownTip(newest: last) }
        }
        tip = fresh
        return fresh
    }

    /// The newest event of this store's device: nearly always the newest of all.
    private func ownTip(newest: Frame) throws(EventStoreError) -> (UInt64, Digest, UInt64)? {
        var frame: Frame? = newest
        var sequence = newest.sequence
        while sequence >= log.meta.origin, sequence > 0 {
            if let frame, frame.origin == .sequence(log.meta.origin) || sequence == log.meta.origin {
                return (sequence, frame.id, frame.deviceSequence)
            }
            sequence -= 1
            frame = try transaction.soundFrame(sequence, log)
        }
        throw .damaged("this device's newest event")
    }

    func newestSound() throws(EventStoreError) -> Frame? {
        var sequence = log.head
        while sequence > 0 {
            if let frame = try transaction.soundFrame(sequence, log) { return frame }
            sequence -= 1
        }
        return nil
    }

    private func requireTipIdentifier() throws(EventStoreError) -> Digest {
        guard let frame = try newestSound() else { throw .damaged("every event of the log") }
        return frame.id
    }
}

/// What every event of a device repeats, and so need not say again.
struct DeviceIdentity {
    var device: Identifier
    var offset: Int32
    var zone: [UInt8]
}

extension EventStore {
    /// SHA-256 over the machine's identity and the real path of the folder: never an inode.
    func home() throws(EventStoreError) -> Digest {
        let real = try Surroundings.run(place) { () throws(SystemError) in
            if try FileSystem.kind(of: place) == .directory { return try FileSystem.canonicalPath(place) }
            let (parent, name) = Layout.split(place)
            return try FileSystem.canonicalPath(parent) + "/" + name
        }
        return Digest(hashing: MachineIdentity.bytes() + [0] + Array(real.utf8))
    }
}
