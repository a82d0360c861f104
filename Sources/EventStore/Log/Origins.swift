internal import Host

/// Store, device and zone of the devices met so far, each read once from an anchor.
///
/// An anchor is a frame that holds them whole; other frames point to the nearest one before them. Valid for one
/// transaction.
package struct Origins {
    package struct Origin: Hashable {
        var store: StoreID
        var device: DeviceID
        var offset: Int32
        var zone: [UInt8]

        init(store: StoreID, device: DeviceID, offset: Int32, zone: [UInt8]) {
            self.store = store
            self.device = device
            self.offset = offset
            self.zone = zone
        }

        /// What an anchor holds; nil for a frame that is not an anchor.
        init?(_ frame: Frame, _ bytes: Span<UInt8>) {
            guard case .offset(let start) = frame.origin, let zone = frame.ownZone else { return nil }
            self.init(
                store: StoreID(bytes, at: start), device: DeviceID(bytes, at: start + 16), offset: zone.offset,
                zone: [UInt8](copying: bytes.extracting(zone.name)))
        }
    }

    /// The first anchors read. An array: the type of a dictionary costs a process a tenth of its start.
    private var few: [(anchor: UInt64, origin: Origin)] = []
    /// The others read last: a long log has one for every 256 events of a device.
    private var known: [UInt64: Origin] = [:]
    /// Substitutes for damaged anchors.
    private var substitutes: [UInt64: Substitute] = [:]

    /// How many anchors are kept, and how many of them in the array.
    private static let (room, fewRoom) = (16_384, 8)

    package init() {}

    /// The origin of a frame; nil if its anchor is damaged and no substitute fits.
    package mutating func origin(
        of frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> Origin? {
        let sequence: UInt64
        switch frame.origin {
        case .sequence(let holder): sequence = holder
        case .offset: sequence = frame.sequence
        case .none: return nil
        }
        for item in few where item.anchor == sequence { return item.origin }
        if !known.isEmpty, let origin = known[sequence] { return origin }
        if let bytes = try view.frameBytes(sequence),
            let anchor = try? Frame(bytes, expecting: sequence), let origin = Origin(anchor, bytes)
        {
            if few.count < Self.fewRoom {
                few.append((sequence, origin))
            } else {
                if known.count >= Self.room { known = [:] }
                known[sequence] = origin
            }
            return origin
        }
        guard sequence != frame.sequence else { return nil }
        return try substitute(sequence, for: frame, in: view)
    }

    /// The origin of a frame as its anchor holds it, even if that is damaged: a guess that a hash must prove. No
    /// substitute is used.
    static func lying(
        of frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> Origin? {
        guard case .sequence(let holder) = frame.origin, let bytes = try view.frameBytes(holder) else {
            return nil
        }
        if let anchor = try? Frame(bytes, expecting: holder) { return Origin(anchor, bytes) }
        guard let anchor = try? Frame(damaged: bytes, expecting: holder) else { return nil }
        return Origin(anchor, bytes)
    }

    private mutating func substitute(
        _ anchor: UInt64, for frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> Origin? {
        var substitute =
            if let known = substitutes[anchor] { known } else {
                try Substitute(of: anchor, in: view)
            }
        let origin = try substitute.origin(of: frame, in: view)
        substitutes[anchor] = substitute
        return origin
    }

    /// Seconds east of UTC where the event was written; 0 if its origin is damaged.
    package mutating func offset(
        of frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> Int32 {
        if let zone = frame.ownZone { return zone.offset }
        return try origin(of: frame, in: view)?.offset ?? 0
    }

    /// The device that wrote an event in hand, which need not be in the log yet: an anchor names its own device.
    package mutating func device(
        of frame: Frame, in bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DeviceID? {
        if let own = Origin(frame, bytes) { return own.device }
        return try device(of: frame, in: view)
    }

    /// The device that wrote the event; nil if its origin is damaged.
    package mutating func device(
        of frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> DeviceID? {
        try origin(of: frame, in: view)?.device
    }
}

/// Which events of a device are anchors.
package enum Anchors {
    /// One event in this many of a device holds its origin whole.
    package static let interval: UInt64 = 256

    /// The first two events of a device, so that neither is the only anchor, and then one in `interval`.
    package static func isAnchor(_ deviceSequence: UInt64) -> Bool {
        deviceSequence <= 2 || deviceSequence % interval == 0
    }
}
