internal import DiarylogHost

// Who writes: a store that was moved or copied to another folder or machine goes on as a new device, and so does one
// that comes back.

extension StoreWriter {
    /// Makes the store write as the device of the folder and machine it is on. A new store begins with it.
    ///
    /// A new device begins with an event of its own, before the operation and in the same transaction. One begins also
    /// where a commit is hidden, or the meta record was lost: no event may take a number, or a predecessor, that an
    /// event may have had which cannot be seen. A hole keeps the place of what is hidden: the lock file names only the
    /// newest event, and that is another one from now on.
    package mutating func ensureDevice(in context: inout WriteContext) throws(EventStoreError) {
        let home = try store.home()
        if device != nil, log.meta.home == home { return }
        if log.meta.home == home, log.hidden == nil {
            device = log.meta.device
            return
        }
        if log.hidden != nil, log.meta.device != .zero {
            // Its id is not said: it may have been another device's.
            let hole = EventHole(
                device: log.meta.device, deviceSequence: log.meta.own.deviceSequence + 1, id: nil, reason: "hidden")
            _ = try importHole(hole, record: 0)
        }
        let ends = try log.head == 0 ? [] : lineageEnds()
        let secret = try log.head == 0 ? context.entropy.bytes(32) : view.knownSecret()
        var begin = DeviceBegin(continued: ends, secret: secret)
        begin.isSeeded = log.head == 0 && context.entropy.isSeeded
        begin.name = DeviceBegin.bounded(context.deviceName)
        let body = begin.bytes
        let device: DeviceID = context.entropy.identifier()
        log.meta.home = home
        log.meta.device = device
        log.meta.own = Meta.Own()
        log.meta.secret = secret
        self.device = device
        try open(EventHeader.Operation(command: 0, attended: false), count: 1, in: context)
        let event = EventData(
            kind: StoreKind.deviceBegin, object: .zero, expecting: .exists, body: body, salt: context.entropy.bytes(16)
        )
        try append(event)
        receipts = []
        hasBegunDevice = true
    }

    /// The ids of the newest readable events of the devices that this store goes on from, sorted.
    private func lineageEnds() throws(EventStoreError) -> [Digest] {
        var ends: [Digest] = []
        for device in try view.ownDevices() {
            let own = log.meta.own.sequence
            let isOwn = device == log.meta.device && own > 0
            var newest = try isOwn ? view.soundFrame(own) : nil
            if newest == nil { newest = try view.newest(of: device) }
            if let newest { ends.append(newest.id) }
        }
        return ends.sorted()
    }
}

extension Store {
    /// SHA-256 over the machine's identity and the real path of the folder: never an inode.
    func home() throws(EventStoreError) -> Digest {
        let real = try bridging(location) {
            if try FileSystem.kind(of: location) == .directory { return try FileSystem.canonicalPath(location) }
            let (parent, name) = StorePaths.split(location)
            return try FileSystem.canonicalPath(parent) + "/" + name
        }
        return Digest(hashing: MachineIdentity.bytes() + [0] + Array(real.utf8))
    }
}
