internal import DiaryEngine
internal import DiarylogExchange
internal import EventStore
internal import Interchange

// The devices that take part: listed, called by a name, struck out, and what is held apart of one taken in.

extension Sync {
    enum DevicesAction: String, CaseIterable {
        case list, rename, strike, take
    }

    func devices(_ words: [String], _ session: Session) throws {
        let place = try SyncPlace(of: session)
        let action = words.first.map { DevicesAction(rawValue: $0) } ?? .list
        guard let action, words.count == max(1, action.words) || words.isEmpty else { throw Problem.syncArguments }
        let devices = try SyncDevices(place)
        if action == .list { return try list(devices, session) }
        let device = try devices.device(words[1])
        switch action {
        case .rename:
            try note(place) { $0.names[device.id] = words[2].isEmpty ? nil : words[2] }
        case .strike:
            if device.isOwn {
                throw Problem(
                    .ownDevice, "\(device.name) is this device; nothing was changed",
                    "\(device.name, .topic) 이 기기라서 아무것도 바꾸지 않았습니다",
                    hint: "diarylog sync leave ends the exchange on it.", "그만두려면 diarylog sync leave를 쓰세요.")
            }
            try note(place) { $0.struck.insert(device.id) }
            session.notify(
                "\(OnScreen.safe(device.name)) is struck out: nothing more is awaited of it, and the next exchange removes what was held apart of it. "
                    + "Only diarylog sync key rotate keeps it from reading and writing",
                "\(OnScreen.safe(device.name), .object) 뺐습니다. 더 기다리지 않고, 따로 둔 것은 다음에 주고받을 때 지웁니다. 읽고 쓰지 못하게 하는 것은 diarylog sync key "
                    + "rotate뿐입니다")
        case .take, .list:
            try note(place) { $0.struck.remove(device.id) }
            var report = ExchangeReport()
            try place.turn().wait {
                report = try place.run(session, taking: device.id) { exchange throws(ExchangeTrouble) in
                    try exchange.round()
                }
            }
            return try report.write(of: place, session)
        }
        if session.isJSON { try list(SyncDevices(place), session) }
    }

    private func list(_ devices: SyncDevices, _ session: Session) throws {
        if session.isJSON { return try session.write(["devices": .array(devices.all.map(\.json))]) }
        for device in devices.all { try session.write(device.row(session)) }
    }

    private func note(_ place: SyncPlace, _ change: (inout DeviceNotes) -> Void) throws {
        var notes = DeviceNotes(at: place.folder.devices)
        change(&notes)
        try notes.write(to: place.folder.devices)
    }
}

extension Sync.DevicesAction {
    /// How many words it has, with its own.
    fileprivate var words: Int {
        switch self {
        case .list: 1
        case .strike, .take: 2
        case .rename: 3
        }
    }
}

/// The devices of a diary that takes part in an exchange, as far as this copy has heard of them.
struct SyncDevices {
    struct Device {
        let id: DeviceID
        /// What to call it: as this user says, as it says itself, or the beginning of its id.
        let name: String
        let isOwn: Bool
        /// How many of its events are here.
        let events: UInt64
        /// When this copy last heard of it, in microseconds since 1970 UTC.
        let heardAt: Int64?
        /// Whether nothing more is awaited of it.
        let isStruck: Bool
        /// Events that only a key seals which was replaced, and that are not taken in.
        let heldApart: Int
        /// Whether events of it came in under such a key, and are not passed on.
        let isDoubted: Bool
    }

    /// Those that wrote, in the order of their ids.
    let all: [Device]

    init(_ place: SyncPlace) throws {
        let (state, notes) = (SyncState(at: place.folder.state), DeviceNotes(at: place.folder.devices))
        let written = try place.diary.devices()
        let held = try state.heldApart(from: place.diary)
        let known = Dictionary(written.map { ($0.id, $0) }) { first, _ in first }
        all = Set(known.keys).union(held.keys).sorted().map { id in
            let own = known[id]?.isOwn ?? false
            return Device(
                id: id,
                name: notes.names[id] ?? state.devices[id]?.name ?? known[id]?.name
                    ?? String(id.hexadecimal.prefix(8)),
                isOwn: own, events: known[id]?.tips.map(\.number).max() ?? 0, heardAt: state.devices[id]?.seenAt,
                isStruck: notes.struck.contains(id), heldApart: held[id] ?? 0, isDoubted: state.doubted.contains(id))
        }
    }

    /// The other ones of which something is awaited.
    var others: [Device] { all.filter { !$0.isOwn && !$0.isStruck } }

    func name(of id: DeviceID) -> String {
        OnScreen.safe(all.first { $0.id == id }?.name ?? String(id.hexadecimal.prefix(8)))
    }

    /// The one that a person names, by its name or the beginning of its id.
    func device(_ text: String) throws -> Device {
        let found = all.filter { $0.name == text }
        let candidates = found.isEmpty ? all.filter { $0.id.hexadecimal.hasPrefix(text) } : found
        guard let device = candidates.first else {
            throw Problem(
                .noDevice, "no device \(text)", "기기 \(text, .subject) 없습니다",
                hint: "diarylog sync devices lists them.", "diarylog sync devices로 볼 수 있습니다.")
        }
        guard candidates.count == 1 else {
            let list = candidates.map { String($0.id.hexadecimal.prefix(8)) }.joined(separator: ", ")
            throw Problem(
                .ambiguous, "several devices are \(text): \(list)", "\(text)인 기기가 여럿입니다: \(list)",
                hint: "Name one by its id.", "식별자로 하나를 고르세요.")
        }
        return device
    }
}

extension SyncDevices.Device {
    var json: JSONValue {
        [
            "id": .text(id.hexadecimal), "name": .text(name), "own": .bool(isOwn), "events": .number(events),
            "heardAt": SyncStanding.time(heardAt), "struck": .bool(isStruck), "heldApart": .number(heldApart),
            "notPassedOn": .bool(isDoubted),
        ]
    }

    /// A row: id, name, events, when it was heard of, and what there is to say.
    func row(_ session: Session) throws -> String {
        var words: [String] = []
        if isOwn { words.append(session.text(Sentence("this device", "이 기기"))) }
        if isStruck { words.append(session.text(Sentence("struck out", "뺀 기기"))) }
        if heldApart > 0 {
            words.append(session.text(Sentence("\(heldApart, "event", "events") held apart", "따로 둔 변경 \(heldApart)건")))
        }
        if isDoubted { words.append(session.text(Sentence("not passed on", "넘기지 않음"))) }
        let heard = try heardAt.map { try session.clockText(ClockReading(wall: $0, offset: 0)) }
        let columns = [
            String(id.hexadecimal.prefix(8)), OnScreen.column(OnScreen.safe(name)), "\(events)", heard ?? "-",
            words.isEmpty ? "-" : words.joined(separator: "; "),
        ]
        return columns.joined(separator: session.isTerminal ? "  " : "\t") + "\n"
    }
}
