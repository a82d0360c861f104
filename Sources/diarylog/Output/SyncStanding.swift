internal import DiaryEngine
internal import DiarylogExchange
internal import EventStore
internal import Interchange

/// Where a diary stands with its other devices, without asking the remote.
struct SyncStanding {
    private let address: RemoteAddress
    private let state: SyncState
    private let devices: SyncDevices
    /// Drafts that came of a forgetting, as long as they are there.
    private let drafts: [String]
    /// Events that no proven object has.
    let unsent: Int
    /// Logs that lie beside the diary's own.
    private let otherLogs: [String]
    /// How many entries want a look.
    private let conflicts: Int
    /// Entries that were forgotten, and the devices that are not known to have heard of it.
    private let forgets: [(entry: EntryID, devices: [DeviceID])]
    /// Whether a key is wanted: this copy has none, or none that opens all that lies there.
    private let wantsKey: Bool

    init(of session: Session) throws { try self.init(SyncPlace(of: session)) }

    init(_ place: SyncPlace) throws {
        address = place.address
        state = SyncState(at: place.folder.state)
        devices = try SyncDevices(place)
        wantsKey = SyncKey(at: place.folder.key) == nil || state.unreadable.values.contains { $0.fault == .sealed }
        let there = Set(try place.diary.drafts().map { "\($0.number)" })
        drafts = state.drafts.filter { there.contains($0) }
        otherLogs = OtherLogs(of: place.folder.diary).names
        unsent = try state.unsent(of: place.diary)
        conflicts = try place.diary.conflicts().count
        let others = devices.others.filter { $0.events > 0 }.map(\.id)
        let holds = state.devices.mapValues(\.holds)
        forgets = try place.diary.forgottenEvents(of: state.forgotten).compactMap { entry, events in
            let unaware = others.filter { other in
                !events.forgets.contains { forget in
                    forget.device == other
                        || [DeviceID: String].number(in: holds[other]?[forget.device] ?? "") >= forget.deviceSequence
                }
            }
            return unaware.isEmpty ? nil : (entry, unaware)
        }.sorted { $0.entry < $1.entry }
    }

    func write(_ session: Session) throws {
        if session.isJSON { return try session.write(json) }
        try session.write(session.text(.syncRemote(address.text)) + "\n")
        let last = try state.exchangedAt.map { try session.clockText(ClockReading(wall: $0, offset: 0)) }
        try session.write(session.text(.lastExchange(last)) + "\n")
        if let failed = state.failedAt, let code = state.failure {
            let time = try session.clockText(ClockReading(wall: failed, offset: 0))
            try session.write(session.text(.lastFailure(time, code)) + "\n")
        }
        if wantsKey { try session.write(session.text(.keyWanted) + "\n") }
        for device in devices.others {
            let seen = try device.heardAt.map { try session.clockText(ClockReading(wall: $0, offset: 0)) }
            try session.write(session.text(.deviceHeard(OnScreen.safe(device.name), seen)) + "\n")
            if device.heldApart > 0 {
                let held = Notice.heldApart(OnScreen.safe(device.name), device.heldApart)
                try session.write(session.text(held.sentence) + "\n")
            }
            if device.isDoubted {
                try session.write(session.text(Notice.notPassedOn(OnScreen.safe(device.name)).sentence) + "\n")
            }
        }
        try session.write(session.text(Notice.unsentEvents(unsent).sentence) + "\n")
        if !state.waiting.isEmpty {
            try session.write(session.text(Notice.waitingObjects(state.waiting.count).sentence) + "\n")
        }
        for forget in forgets {
            let who = forget.devices.map { devices.name(of: $0) }.joined(separator: ", ")
            try session.write(session.text(.unawareOfForget(OnScreen.shortID(forget.entry), who)) + "\n")
        }
        if conflicts > 0 { try session.write(session.text(Greeting.conflicts(conflicts)) + "\n") }
        if !drafts.isEmpty {
            try session.write(session.text(.draftsOfForgets(drafts.joined(separator: ", "))) + "\n")
        }
        if !otherLogs.isEmpty {
            try session.write(session.text(.otherLogsHere(otherLogs.map { OnScreen.safe($0) })) + "\n")
        }
        let unreadable = state.unreadable.keys.sorted()
        if !unreadable.isEmpty { try session.write(session.text(.unreadableListed(unreadable.count)) + "\n") }
    }

    private var json: JSONValue {
        [
            "remote": .text(address.text), "triedAt": Self.time(state.triedAt),
            "exchangedAt": Self.time(state.exchangedAt), "failedAt": Self.time(state.failedAt),
            "failure": .text(orNull: state.failure), "wantsKey": .bool(wantsKey),
            "devices": .array(devices.all.map(\.json)),
            "unsent": .number(unsent), "waiting": .array(state.waiting.map { .text($0) }),
            "unreadable": .array(state.unreadable.keys.sorted().map { .text($0) }),
            "forgets": .array(
                forgets.map { forget in
                    [
                        "entry": .text(forget.entry.hexadecimal),
                        "unaware": .array(forget.devices.map { .text($0.hexadecimal) }),
                    ]
                }),
            "drafts": .array(drafts.map { .text($0) }), "conflicts": .number(conflicts),
        ]
    }

    static func time(_ wall: Int64?) -> JSONValue {
        wall.map { EntryJSON.stamp(ClockReading(wall: $0, offset: 0)) } ?? .null
    }
}
