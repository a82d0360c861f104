internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost
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
    private let otherLogs: OtherLogs
    /// How many entries want a look.
    private let conflicts: Int
    /// Entries that were forgotten, and the devices that are not known to have heard of it.
    private let forgets: [(entry: EntryID, devices: [DeviceID])]
    /// Whether a key is wanted: this copy has none, or none that opens all that lies there.
    private let wantsKey: Bool
    /// The objects that cannot be used, and may be this diary's.
    private let unreadable: [String]

    init(_ place: SyncPlace) throws {
        address = place.address
        state = SyncState(at: place.folder.state)
        devices = try SyncDevices(place)
        unreadable = state.unreadable.filter { $0.value.fault != .sealed }.keys.sorted()
        // What no key opens is the other diary's, where two lie.
        wantsKey =
            SyncKey(at: place.folder.key) == nil
            || !state.isShared && state.unreadable.values.contains { $0.fault == .sealed }
        let there = Set(try place.diary.drafts().map { "\($0.number)" })
        drafts = state.drafts.filter { there.contains($0) }
        otherLogs = try OtherLogs(of: place.diary, at: place.folder.diary)
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
        for line in try lines(session) {
            try session.write(session.text(line.about(diary: session.options.diary)) + "\n")
        }
    }

    private func lines(_ session: Session) throws -> [Sentence] {
        func text(_ time: Int64?) throws -> String? {
            try time.map { try session.clockText(ClockReading(wall: $0, offset: 0)) }
        }
        var lines = [Sentence("remote: \(address.text)", "원격: \(address.text)")]
        lines.append(
            try text(state.exchangedAt).map { Sentence("last exchange: \($0)", "마지막으로 주고받은 때: \($0)") }
                ?? Sentence("no exchange has ended well yet", "아직 끝까지 주고받은 적이 없습니다"))
        if let failed = try text(state.failedAt), let code = state.failure { lines.append(.lastFailure(failed, code)) }
        if state.isShared {
            lines += [Problem.severalDiaries.message, Problem.severalDiaries.hint].compactMap(\.self)
        }
        if wantsKey {
            lines.append(
                Sentence(
                    "a key is wanted: diarylog sync says which, and how to get it",
                    "열쇠가 필요합니다. diarylog sync가 어느 것을 어떻게 받는지 말합니다"))
        }
        for device in devices.others {
            let name = device.called
            lines.append(
                try text(device.heardAt).map { Sentence("\(name): last heard of \($0)", "\(name): 마지막 소식 \($0)") }
                    ?? Sentence("\(name): nothing heard yet", "\(name): 아직 소식 없음"))
        }
        lines += devices.notices
        lines.append(.unsentEvents(unsent))
        if !state.waiting.isEmpty { lines.append(.waitingObjects(state.waiting.count, behind: devices.apart)) }
        for forget in forgets {
            let who = forget.devices.map { devices.name(of: $0) }.joined(separator: ", ")
            lines.append(
                Sentence(
                    "entry \(OnScreen.shortID(forget.entry)) was forgotten; these devices may not have heard of it: \(who)",
                    "일기 \(OnScreen.shortID(forget.entry), .object) 영구 삭제했습니다. 아직 그 소식을 들었는지 모르는 기기: \(who)"))
        }
        if conflicts > 0 { lines.append(Greeting.conflicts(conflicts)) }
        if !drafts.isEmpty {
            lines.append(
                Sentence(
                    "drafts keep what was written here of entries that another device forgot: \(drafts.joined(separator: ", "))",
                    "다른 기기에서 영구 삭제한 일기에 여기서 쓴 글이 초안에 있습니다: \(drafts.joined(separator: ", "))"))
        }
        if let others = otherLogs.sentence { lines.append(others) }
        if !unreadable.isEmpty {
            lines.append(
                Sentence(
                    "\(unreadable.count, "object cannot be read", "objects cannot be read"); diarylog sync check --repair puts there again what this device has",
                    "읽을 수 없는 묶음이 \(unreadable.count)개 있습니다. diarylog sync check --repair가 이 기기에 있는 것을 다시 올립니다"))
        }
        return lines
    }

    private var json: JSONValue {
        [
            "remote": .text(address.text), "triedAt": Self.time(state.triedAt),
            "exchangedAt": Self.time(state.exchangedAt), "failedAt": Self.time(state.failedAt),
            "failure": .text(orNull: state.failure), "wantsKey": .bool(wantsKey),
            "devices": .array(devices.all.map(\.json)),
            "unsent": .number(unsent), "waiting": .array(state.waiting.map { .text($0) }),
            "unreadable": .array(unreadable.map { .text($0) }),
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

extension ExchangeReport {
    /// Says what a round did; throws where objects are unreadable.
    func write(of place: SyncPlace, _ session: Session) throws {
        if session.isJSON {
            try session.write(.object(members))
        } else {
            if sent + received + files > 0 || unsent == 0 && problem == nil { session.notify(outcome) }
            if unsent > 0 { session.notify(.unsentEvents(unsent)) }
            if !waiting.isEmpty || !heldApart.isEmpty || !notPassedOn.isEmpty {
                let devices = try SyncDevices(place)
                if !waiting.isEmpty { session.notify(.waitingObjects(waiting.count, behind: devices.apart)) }
                for notice in devices.notices { session.notify(notice) }
            }
            if hasNewKey, sealed.isEmpty {
                session.notify(
                    "another device has put a new key or passphrase on the remote: diarylog sync key fetch takes it over; what is "
                        + "written under the key of before would be held apart",
                    "다른 기기가 원격에 새 열쇠나 암호를 두었습니다. diarylog sync key fetch로 받아 오세요. 예전 열쇠로 쓰는 것은 따로 둡니다")
            }
            if missingFiles > 0 {
                session.notify(
                    "\(missingFiles, "attached file has", "attached files have") not come yet",
                    "아직 오지 않은 첨부 파일이 \(missingFiles)개 있습니다")
            }
            if !conflicts.isEmpty {
                let names = conflicts.map { OnScreen.shortID($0) }.listed(10)
                session.notify(
                    "\(conflicts.count, "entry was", "entries were") written on two devices at once: \(names). diarylog conflicts shows what stands side by side",
                    "두 기기에서 동시에 고친 일기가 \(conflicts.count)편 있습니다: \(names). diarylog conflicts로 나란히 볼 수 있습니다")
            }
            if !useless.isEmpty {
                let names = useless.map { OnScreen.safe($0) }.listed(5)
                session.notify(
                    "removed from the remote, as nothing needs \(useless.count == 1 ? "it" : "them") any more: \(names)",
                    "이제 쓸 데가 없어 원격에서 지웠습니다: \(names)")
            }
            let logs = astray.filter { $0.hasSuffix(".mdb") }
            for log in logs { session.notify(.inClear(OnScreen.safe(FileSystem.parent(of: log)))) }
            let copies = astray.filter { !logs.contains($0) }
            if !copies.isEmpty {
                let names = copies.map { OnScreen.safe($0) }.listed(5)
                session.notify(
                    "\(copies.count == 1 ? "a sealed file lies" : "sealed files lie") on the remote where none belongs, and may keep words that were forgotten: \(names). What is provably a copy goes by itself; else remove \(copies.count == 1 ? "it" : "them")",
                    "원격의 엉뚱한 곳에 봉한 파일이 있어, 영구 삭제한 글이 남아 있을 수 있습니다: \(names). 사본이 확실하면 저절로 없어지고, 아니면 지우세요")
            }
            for one in refused { session.notify(.refusedOperation(one.object, Sentence(.never(one.refusal)))) }
        }
        if let problem { throw problem }
    }

    /// What is not as it should be, though all else was done; the first that a person has to hear of.
    var problem: Problem? {
        if refusedPuts > 0 {
            return Problem(
                .putsRefused,
                "the remote did not keep \(refusedPuts, "event", "events"): \(refusal ?? "it refused, or the way was cut"); all else is done",
                "원격이 변경 \(refusedPuts)건을 받지 않았거나 보내다가 끊겼습니다\(refusal.map { " (\($0))" } ?? ""). 나머지는 다 했습니다",
                hint: Sentence(
                    "Nothing is lost: once the remote takes it, the next exchange goes on.",
                    "잃은 것은 없습니다. 원격이 받게 되면 다음에 이어서 주고받습니다."))
        }
        if !absent.isEmpty {
            return Problem(
                .absentObjects,
                "\(absent.count, "object is", "objects are") listed on the remote and did not come; all else is done",
                "원격에 있다는 묶음 \(absent.count)개가 오지 않았습니다. 나머지는 다 했습니다", hint: Problem.later)
        }
        if isShared { return .severalDiaries }
        if !sealed.isEmpty {
            return Problem(
                .sealedObjects,
                "no key of this device opens \(sealed.count, "object", "objects") on the remote; all else is done",
                "원격의 묶음 \(sealed.count)개를 여는 열쇠가 이 기기에 없습니다. 나머지는 다 했습니다",
                hint:
                    "If another device has a new key, diarylog sync key fetch takes it over. If an older key seals them, diarylog\(Sentence.elsewhere) sync key show on a device that has it prints all keys, and diarylog sync key fetch --key FILE takes them over.",
                "다른 기기가 새 열쇠를 뽑았으면 diarylog sync key fetch로 받아 오세요. 예전 열쇠로 봉한 것이면 그 열쇠가 있는 기기에서 diarylog\(Sentence.elsewhere) sync key show로 열쇠를 모두 출력해, 여기서 diarylog sync key fetch --key 파일로 받으세요."
            )
        }
        if unreadable.isEmpty { return nil }
        return Problem(
            .unreadableObjects,
            "\(unreadable.count, "object", "objects") on the remote cannot be read: \(unreadable.listed(5)); all else is done",
            "원격에서 읽을 수 없는 묶음이 \(unreadable.count)개 있습니다: \(unreadable.listed(5)). 나머지는 다 했습니다",
            hint: "diarylog sync check --repair puts there again what this device has.",
            "diarylog sync check --repair가 이 기기에 있는 것을 다시 올립니다.")
    }

    /// What came and went, in a sentence.
    var outcome: Sentence {
        if sent == 0, received == 0, files == 0 { return Sentence("nothing new on either side", "주고받을 것이 없습니다") }
        let more = files > 0 ? Sentence(", \(files, "file", "files") came", ", 파일 \(files)개를 받음") : Sentence("", "")
        return Sentence(
            "sent \(sent, "event", "events"), received \(received)\(more.en)",
            "변경 \(sent)건을 보내고 \(received)건을 받았습니다\(more.ko)")
    }

    /// As JSON shows it.
    var members: [JSONMember] {
        [
            JSONMember("sent", .number(sent)), JSONMember("received", .number(received)),
            JSONMember("unsent", .number(unsent)), JSONMember("waiting", .array(waiting.map { .text($0) })),
            JSONMember("unreadable", .array(unreadable.map { .text($0) })),
            JSONMember("absent", .array(absent.map { .text($0) })),
            JSONMember("sealed", .array(sealed.map { .text($0) })), JSONMember("checked", .number(checked)),
            JSONMember("lost", .array(lost.map { .text($0) })), JSONMember("ignored", .number(ignored)),
            JSONMember("conflicts", .array(conflicts.map { .text($0.hexadecimal) })),
            JSONMember("useless", .array(useless.map { .text($0) })),
            JSONMember("astray", .array(astray.map { .text($0) })),
            JSONMember("files", .number(files)), JSONMember("missingFiles", .number(missingFiles)),
            JSONMember(
                "heldApart",
                .array(
                    heldApart.sorted { $0.key < $1.key }.map { device, count in
                        ["device": .text(device.hexadecimal), "events": .number(count)]
                    })),
            JSONMember("notPassedOn", .array(notPassedOn.map { .text($0.hexadecimal) })),
            JSONMember("refused", .array(refused.map { .text($0.object) })),
            JSONMember("forgotten", .array((forgotten?.entries ?? []).map { .text($0.hexadecimal) })),
            JSONMember("drafts", .array((forgotten?.rescued ?? []).map { .text($0.draft.number.description) })),
        ]
    }
}
