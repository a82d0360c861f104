internal import Host

/// A substitute for a damaged anchor: an origin with which the header of an event that points to the anchor hashes to
/// that event's id. The hash makes the guess safe.
///
/// The candidates are what is left of the anchor, the anchors and zones of the events around it, and those of the
/// devices' first events.
struct Substitute {
    private var places: [Place] = []
    private var zones: [Zone] = []
    private var found: Origins.Origin?
    /// Whether an event that has no zone of its own has vouched for `found`.
    private var zoneIsProven = false
    private var tries = 0

    private struct Place: Hashable {
        var store: StoreID
        var device: DeviceID
    }

    private struct Zone: Hashable {
        var offset: Int32
        var name: [UInt8]
    }

    /// How many events on either side are looked at.
    private static let reach = Anchors.interval * 2
    /// How many pairs of store and device, and how many zones, are tried.
    private static let width = 16
    /// How many of the following events may vouch for an origin.
    private static let witnesses: UInt64 = 4
    /// After this many events have been tried, no more are.
    private static let patience = 16

    init(
        of anchor: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        if let bytes = try view.frameBytes(anchor),
            let frame = try? Frame(damaged: bytes, expecting: anchor)
        {
            note(frame, bytes)
        }
        let first = anchor > Self.reach ? anchor - Self.reach : 1
        let last = min(view.log.head, anchor + Self.reach)
        try view.forEachFrame(in: first...max(first, last)) { (sequence, bytes) throws(EventStoreError) in
            if let bytes, let frame = try? Frame(bytes, expecting: sequence) { note(frame, bytes) }
            return true
        }
        for device in try view.storedDevices() {
            guard let begin = try view.storedBegin(of: device),
                let bytes = try view.frameBytes(begin)
            else { continue }
            if let frame = try? Frame(bytes, expecting: begin) { note(frame, bytes) }
            note(Place(store: view.log.meta.store, device: device))
        }
    }

    private mutating func note(_ frame: Frame, _ bytes: Span<UInt8>) {
        if case .offset(let start) = frame.origin {
            note(Place(store: StoreID(bytes, at: start), device: DeviceID(bytes, at: start + 16)))
        }
        if let zone = frame.ownZone, zones.count < Self.width {
            let zone = Zone(offset: zone.offset, name: [UInt8](copying: bytes.extracting(zone.name)))
            if !zones.contains(zone) { zones.append(zone) }
        }
    }

    private mutating func note(_ place: Place) {
        if places.count < Self.width, !places.contains(place) { places.append(place) }
    }

    /// The origin of an event that points to the anchor; nil if none fits.
    ///
    /// If the event's own header cannot be proven for other reasons, one of the next events that point there vouches
    /// for it.
    mutating func origin(
        of frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> Origins.Origin? {
        if let found, zoneIsProven || frame.ownZone != nil { return found }
        guard tries < Self.patience else { return found }
        tries += 1
        var sequence = frame.sequence
        while sequence <= min(view.log.head, frame.sequence + Self.witnesses) {
            if let witness = try view.soundFrame(sequence), witness.origin == frame.origin {
                try ask(witness, in: view)
            }
            if let found, zoneIsProven || frame.ownZone != nil { return found }
            sequence += 1
        }
        return found
    }

    private mutating func ask(
        _ witness: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let bytes = try view.frameCopy(witness.sequence) else { return }
        let zones = witness.ownZone == nil ? zones : [zones.first ?? Zone(offset: 0, name: [])]
        for isMending in [false, true] {
            var neighbours = Neighbours()
            neighbours.isMending = isMending
            for place in places {
                for zone in zones {
                    let origin = Origins.Origin(
                        store: place.store, device: place.device, offset: zone.offset, zone: zone.name)
                    let header = try EventHeader(
                        resolving: witness, bytes: bytes.span, origin, trusting: neighbours, in: view)
                    guard let header, header.id == witness.id else { continue }
                    zoneIsProven = witness.ownZone == nil
                    found = origin
                    return
                }
            }
        }
    }
}
