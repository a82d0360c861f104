internal import DiarylogExchange
internal import Interchange

// The devices that take part: listed, called by a name, struck out, and what is held apart of one taken in.

extension Sync {
    enum DevicesAction: String {
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
                    .usage, "own-device", "\(device.name) is this device; nothing was changed",
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
