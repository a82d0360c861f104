internal import DiaryEngine
internal import DiaryModel
internal import EventStore

// What people are told of the things that stand side by side in an entry, or of several events behind it: whose they
// are, and how they read.

extension EntryConflict {
    /// What is said once an entry has one text again, with the versions whose texts it took the place of.
    func decision(_ entry: Entry) -> Sentence {
        let (id, version) = (OnScreen.shortID(entry.id), entry.version.rawValue)
        let others = others(than: entry.content.text)
        let list = others.joined(separator: ", ")
        // undo takes a change back, and the text that was shown stands as it did.
        let other = entry.content.text == self.entry.content.text ? others.first : nil
        let back =
            other.map { Sentence("restore \($0) takes that text", "restore \($0, .by) 그 글을 되살릴 수 있습니다") }
            ?? Sentence("undo brings back the text that was shown", "undo로 앞서 보이던 글로 돌아갈 수 있습니다")
        return Sentence(
            "entry \(id) has one text again (version \(version))" + (others.isEmpty ? "" : " instead of \(list)")
                + "; diarylog \(back.en)",
            "정했습니다. 일기 \(id)의 글은 이제 이것 하나이고, 버전 \(version)입니다. "
                + (others.isEmpty ? "" : "\(list)의 글을 대신합니다. ") + "diarylog \(back.ko)")
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
        case .place(let place): place?.typed ?? "-"
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

    init(in diary: Diary) throws(EventStoreError) {
        for device in try diary.devices() {
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

extension Entry {
    /// What there is to say of its status; empty for nearly all entries.
    var branchNotices: [Sentence] {
        let id = OnScreen.shortID(self.id)
        if isForgotten {
            return [
                Sentence("entry \(id) was forgotten: nothing of it is left", "일기 \(id, .topic) 영구 삭제했습니다. 남은 내용이 없습니다")
            ]
        }
        if !isUnderstood {
            return [
                Sentence(
                    "entry \(id) was written by a newer diarylog; update diarylog to read it",
                    "일기 \(id, .topic) 더 새로운 diarylog가 쓴 것입니다. 최신 diarylog를 설치하면 읽을 수 있습니다")
            ]
        }
        guard isBranched else { return [] }
        var notices: [Sentence] = []
        switch status {
        case .one, .forgotten, .notUnderstood: break
        case .merged:
            notices.append(
                .mergedText(id: id, from: heads.count < 2 ? [] : heads.map { "\(id)@\(Self.shortName($0))" }))
        case .conflict:
            let others = alternatives.map { "\(id)@\(Self.shortName($0.event)) (e\($0.sequence))" }
            notices.append(
                Sentence(
                    "entry \(id) has \(others.count + 1) texts that nobody has decided between; shown is the one written "
                        + "last, not \(others.joined(separator: ", ")); diarylog edit \(id) opens all of them and decides",
                    "일기 \(id)에는 아직 정하지 않은 글이 \(others.count + 1)개 있습니다. 마지막에 쓴 글을 보이고, 다른 글은 "
                        + "\(others.joined(separator: ", "))입니다. diarylog edit \(id, .by) 모두 열어 정합니다"))
        }
        if isContested { notices.append(.contested(id: id)) }
        return notices
    }

    /// Whether nobody has yet saved its text as it is shown.
    var isUndecided: Bool { status == .merged || status == .conflict }

    private static func shortName(_ event: Digest) -> Substring { event.hexadecimal.prefix(8) }
}

extension Session {
    /// Says what there is to say of an entry's status.
    func reportBranches(of entry: Entry) {
        for notice in entry.branchNotices { notify(notice) }
    }
}

/// The entries in conflict, the contested ones, and those that only a newer program can read, that a list has shown.
struct UndecidedEntries {
    private struct Noted {
        var count = 0
        var first: [String] = []

        var names: String { first.joined(separator: ", ") + (count > first.count ? ", …" : "") }

        mutating func note(_ entry: Entry) {
            count += 1
            if first.count < 5 { first.append(OnScreen.shortID(entry.id)) }
        }
    }

    private var undecided = Noted()
    private var contested = Noted()
    private var newer = Noted()

    mutating func note(_ entry: Entry) {
        if entry.status == .conflict { undecided.note(entry) }
        if entry.isContested { contested.note(entry) }
        if !entry.isUnderstood { newer.note(entry) }
    }

    /// Names them beside the list.
    func notify(_ session: Session) {
        if undecided.count > 0 {
            session.notify(
                "texts that nobody has decided between stand in \(undecided.count, "entry", "entries") "
                    + "(\(undecided.names)); diarylog show names them, diarylog edit decides",
                "아직 정하지 않은 글이 여럿인 일기가 \(undecided.count)편 있습니다 (\(undecided.names)). "
                    + "diarylog show로 보고 diarylog edit로 정합니다")
        }
        if contested.count > 0 {
            session.notify(
                "deleted on one device and edited on another: \(contested.count, "entry", "entries") (\(contested.names)); "
                    + "diarylog conflicts shows them",
                "한 기기에서 지우고 다른 기기에서 고친 일기가 \(contested.count)편 있습니다 (\(contested.names)). diarylog conflicts로 볼 수 있습니다")
        }
        if newer.count > 0 {
            session.notify(
                "\(newer.count, "entry was", "entries were") written by a newer diarylog (\(newer.names)); "
                    + "update diarylog to read \(newer.count == 1 ? "it" : "them")",
                "더 새로운 diarylog가 쓴 일기가 \(newer.count)편 있습니다 (\(newer.names)). 최신 diarylog를 설치하면 읽을 수 있습니다")
        }
    }
}
