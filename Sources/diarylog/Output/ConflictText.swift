internal import DiaryEngine
internal import DiaryModel
internal import EventStore

// What people are told of the things that stand side by side in an entry: whose they are, and how they read.

extension EntryConflict {
    /// What is said once an entry has one text again.
    func decision(_ entry: Entry) -> Sentence {
        .decided(
            id: OnScreen.shortID(entry.id), version: entry.version.rawValue, others: others(than: entry.content.text))
    }
}

extension Session {
    /// Who wrote something and when, on one line: `phone, November 2, 2026 2:03 PM (885fa93f@7a028c27)`.
    func label(_ origin: EntryOrigin, in conflict: EntryConflict, _ devices: DeviceNames) throws -> String {
        try conflict.label(origin, who(origin, devices))
    }

    /// Who wrote something and when.
    func who(_ origin: EntryOrigin, _ devices: DeviceNames) throws -> String {
        OnScreen.safe(devices.anyName(of: origin.device)) + ", " + (try clockText(origin.writtenAt))
    }

    /// All texts of a conflict for an editor, each under its label; the one written last stands on top.
    func marked(_ conflict: EntryConflict, in diary: Diary) throws -> MarkedTexts {
        let devices = try DeviceNames(in: diary)
        return try conflict.marked { try self.label($0, in: conflict, devices) }
    }

    /// Says which values lost, and with which command each is taken.
    func reportLost(_ conflict: EntryConflict?, in diary: Diary) throws {
        guard let conflict, !conflict.lost.isEmpty else { return }
        let devices = try DeviceNames(in: diary)
        for lost in conflict.lost { notify(try notice(lost, in: conflict, devices)) }
    }

    /// What there is to say of a value that lost.
    func notice(
        _ lost: EntryConflict.LostValue, in conflict: EntryConflict, _ devices: DeviceNames
    ) throws -> Sentence {
        let field = lost.value.word
        let (was, now) = (words(lost.value), words(lost.kept))
        let (who, other) = (try who(lost.origin, devices), try who(lost.keptOrigin, devices))
        let command = try command(taking: lost, of: conflict)
        return Sentence(
            "\(field.en): \(was) (\(who)) gave way to \(now) (\(other)), which was written without knowing of it; "
                + "take it: \(command)",
            "\(field.ko): \(was) (\(who)), 이를 모르고 쓴 \(now) (\(other))에 밀렸습니다. 되찾기: \(command)")
    }

    private func words(_ value: SingleValue) -> String {
        switch value {
        case .date(let date): OnScreen.date(date, self)
        case .star(let isStarred): isStarred ? "★" : "-"
        case .place(let place): place.map { "\($0.degrees.latitude),\($0.degrees.longitude)" } ?? "-"
        case .weather(let weather): OnScreen.safe(weather?.main ?? "-")
        }
    }

    /// The command that takes a value that lost; where no command sets one, the command that shows its version.
    private func command(taking lost: EntryConflict.LostValue, of conflict: EntryConflict) throws -> String {
        let edit = "diarylog edit " + OnScreen.shortID(conflict.entry.id)
        switch lost.value {
        case .date(let date):
            let typed = try EntryHeader.text(date, self)
            return edit + " --date " + (typed.contains(" ") ? "'\(typed)'" : typed)
        case .star(let isStarred): return edit + (isStarred ? " --star" : " --unstar")
        case .place(let place): return edit + (place.map { " --place=\($0.typed) --precise" } ?? " --no-place")
        case .weather: return "diarylog show " + conflict.name(lost.origin)
        }
    }
}

extension SingleValue {
    /// What people call the field.
    var word: Sentence {
        switch self {
        case .date: .date
        case .star: .star
        case .place: .place
        case .weather: .weather
        }
    }
}

/// What people call the devices of a diary.
struct DeviceNames {
    private var names: [DeviceID: String] = [:]
    private var own: Set<DeviceID> = []

    init(in diary: Diary) throws(EventStoreError) { self.init(of: try diary.devices()) }

    init(of devices: [DiaryDevice]) {
        for device in devices {
            names[device.id] = device.name
            if device.isOwn { own.insert(device.id) }
        }
    }

    /// What to call another device: its name, or the beginning of its id. Nil for this one.
    func name(of device: DeviceID, _ session: Session) -> String? {
        own.contains(device) ? nil : anyName(of: device)
    }

    /// What to call a device, be it this one.
    func anyName(of device: DeviceID) -> String { names[device] ?? String(device.hexadecimal.prefix(8)) }
}
