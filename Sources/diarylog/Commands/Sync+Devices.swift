internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import EventStore
internal import Interchange

// The devices that take part: listed, called by a name, struck out, and what is held apart of one taken in.

struct SyncDevicesList: DiaryCommand {
    static let about = CommandWords(
        "sync devices", usual: "list",
        abstract: Sentence("The devices that take part, and what is held apart.", "참여한 기기와 따로 둔 것을 보입니다."))

    func carryOut(in session: Session) throws {
        let devices = try SyncDevices(SyncPlace(of: session))
        if session.isJSON { return try devices.write(session) }
        for device in devices.all { try session.write(device.row(session)) }
    }
}

struct SyncDevicesRename: DiaryCommand {
    static let about = CommandWords(
        "sync devices rename", abstract: Sentence("Call a device otherwise here.", "여기서 기기를 부르는 이름을 바꿉니다."))

    @Argument("device", help: .aDevice)
    var device: String

    @Argument("name", help: Sentence("What to call it; empty: what it calls itself.", "부를 이름. 비우면 스스로 쓰는 이름."))
    var name: String

    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        let device = try SyncDevices(place).device(device)
        try place.note { $0.names[device.id] = name.isEmpty ? nil : name }
        if session.isJSON { try SyncDevices(place).write(session) }
    }
}

struct SyncDevicesStrike: DiaryCommand {
    static let about = CommandWords(
        "sync devices strike",
        abstract: Sentence("Await nothing more of a device that was lost.", "잃은 기기를 빼고 더 기다리지 않습니다."))

    @Argument("device", help: .aDevice)
    var device: String

    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        let device = try SyncDevices(place).device(device)
        if device.isOwn {
            throw Problem(
                .ownDevice, "\(device.name) is this device; nothing was changed",
                "\(device.name, .topic) 이 기기라서 아무것도 바꾸지 않았습니다",
                hint: "diarylog sync leave ends the exchange on it.", "그만두려면 diarylog sync leave를 쓰세요.")
        }
        try place.note { $0.struck.insert(device.id) }
        session.notify(
            "\(OnScreen.safe(device.name)) is struck out: nothing more is awaited of it, and the next exchange removes what was held apart of it. "
                + "Only diarylog sync key rotate keeps it from reading and writing",
            "\(OnScreen.safe(device.name), .object) 뺐습니다. 더 기다리지 않고, 따로 둔 것은 다음에 주고받을 때 지웁니다. 읽고 쓰지 못하게 하는 것은 diarylog sync key "
                + "rotate뿐입니다")
        if device.isDoubted { session.notify(.notPassedOn(device.called)) }
        if session.isJSON { try SyncDevices(place).write(session) }
    }
}

struct SyncDevicesTake: DiaryCommand {
    static let about = CommandWords(
        "sync devices take",
        abstract: Sentence("Take in what is held apart of a device.", "따로 둔 기기의 변경을 받아들입니다."))

    @Argument("device", help: .aDevice)
    var device: String

    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        let device = try SyncDevices(place).device(device)
        try place.note { $0.struck.remove(device.id) }
        var report = ExchangeReport()
        try place.turn().wait {
            report = try place.run(session, taking: device.id) { exchange throws(ExchangeTrouble) in
                try exchange.round()
            }
        }
        try report.write(of: place, session)
    }
}

extension SyncPlace {
    /// Changes what is noted here of devices.
    fileprivate func note(_ change: (inout DeviceNotes) -> Void) throws {
        var notes = DeviceNotes(at: folder.devices)
        change(&notes)
        try notes.write(to: folder.devices)
    }
}

/// The devices of a diary that takes part in an exchange, as far as this copy has heard of them.
struct SyncDevices {
    struct Device {
        let id: DeviceID
        /// What to call it: as this user says, as it says itself, or the beginning of its id.
        let name: String
        /// The same, safe for a screen, or the beginning of its id where others have that name, too.
        let called: String
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
        let ids = Set(known.keys).union(held.keys).sorted()
        let names = ids.map { id in
            notes.names[id] ?? state.devices[id]?.name ?? known[id]?.name ?? String(id.hexadecimal.prefix(8))
        }
        all = zip(ids, names).map { id, name in
            let own = known[id]?.isOwn ?? false
            let isAlone = names.count { $0 == name } == 1
            return Device(
                id: id, name: name,
                called: isAlone ? OnScreen.safe(name) : String(id.hexadecimal.prefix(8)),
                isOwn: own, events: known[id]?.tips.map(\.number).max() ?? 0, heardAt: state.devices[id]?.seenAt,
                isStruck: notes.struck.contains(id), heldApart: held[id] ?? 0, isDoubted: state.doubted.contains(id))
        }
    }

    fileprivate func write(_ session: Session) throws { try session.write(["devices": .array(all.map(\.json))]) }

    /// The other ones of which something is awaited.
    var others: [Device] { all.filter { !$0.isOwn && !$0.isStruck } }

    /// What is held apart of them.
    var held: [Sentence] { others.filter { $0.heldApart > 0 }.map { .heldApart($0.called, $0.heldApart) } }

    /// That, and what is not passed on.
    var notices: [Sentence] { held + all.filter(\.isDoubted).map { .notPassedOn($0.called) } }

    /// What those are called whose events are held apart here, or were removed.
    var apart: [String] { all.filter { $0.isStruck || $0.heldApart > 0 }.map(\.called) }

    func name(of id: DeviceID) -> String {
        all.first { $0.id == id }?.called ?? String(id.hexadecimal.prefix(8))
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
