internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

/// Shows what several devices wrote at once and nobody has decided yet.
struct Conflicts: ReadingCommand {
    static let about = CommandWords(
        "conflicts",
        abstract: Sentence(
            "Show the entries that devices changed against each other.", "여러 기기에서 서로 다르게 고친 일기를 보입니다."),
        discussion: Sentence(
            """
            A row for each entry that wants a look: several texts, deleted on one device and edited on another, a \
            date, star, place or weather that lost against a later one. With ENTRY, how each text differs from the \
            one they were made of. edit ENTRY decides in the editor, and --keep without it. Exit 1: there are none.
            """,
            """
            확인할 것이 있는 일기마다 한 줄씩 보입니다. 글이 여럿이거나, 한 기기에서 지우고 다른 기기에서 고쳤거나, 날짜, 별, 장소, 날씨가 나중 값에 밀린 일기입니다. \
            일기를 주면 글마다 바탕이 된 글과 다른 점을 보입니다. edit는 편집기에서, --keep은 편집기 없이 정합니다. 하나도 없으면 종료 코드 1입니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String?

    @Option(
        "keep", value: "version", against: ["--at"], with: "ENTRY",
        help: Sentence(
            "Decide: the text of this version, as v3, or all, one under the other, the oldest first.",
            "정하기: v3처럼 이 버전의 글, 또는 all이면 오래된 것부터 모두 이어 씁니다."),
        completion: .list(["all"]))
    var kept: String?

    var changes: Bool { kept != nil }

    func carryOut(in session: Session) throws {
        if let kept { return try keep(kept, session) }
        let point = try session.point()
        let diary = try session.open()
        if let entry { return try showOne(entry, in: diary, at: point, session) }
        let conflicts = try diary.conflicts(at: point)
        let (names, devices) = (try diary.deviceNames(), try DeviceNames(in: diary))
        let answer = Answer("entries", session, ["at": .number(try diary.resolve(point).rawValue)])
        for conflict in conflicts {
            try answer.write(
                ConflictJSON.object(conflict, isFull: false, names), or: row(conflict, devices, session))
        }
        try answer.finish(at: diary.resolve(point), ["next": .null])
        guard conflicts.isEmpty else { return }
        session.notify("no entry has conflicting changes", "서로 다르게 고친 일기가 없습니다")
        throw Problem.nothingFound
    }

    /// Id, what there is to look at, title.
    private func row(_ conflict: EntryConflict, _ devices: DeviceNames, _ session: Session) throws -> String {
        let id = OnScreen.shortID(conflict.entry.id)
        guard session.isTerminal else {
            let columns = [
                conflict.entry.id.hexadecimal,
                conflict.entry.status == .conflict ? "\(conflict.texts.count)" : "-",
                conflict.deletions.isEmpty
                    ? "-"
                    : conflict.deletions.map { OnScreen.column(devices.anyName(of: $0.device)) }.joined(separator: ","),
                conflict.lost.isEmpty ? "-" : fields(conflict).map(\.en).joined(separator: ","),
                OnScreen.column(OnScreen.written(conflict.entry, session)),
            ]
            return columns.joined(separator: "\t") + "\n"
        }
        var what: [String] = []
        if conflict.entry.status == .conflict {
            what.append(session.text(Sentence("\(conflict.texts.count) texts", "글 \(conflict.texts.count)개")))
        }
        for deletion in conflict.deletions {
            let device = OnScreen.safe(devices.anyName(of: deletion.device))
            what.append(session.text(Sentence("deleted on \(device), edited elsewhere", "\(device)에서 지우고 다른 곳에서 고침")))
        }
        if !conflict.lost.isEmpty {
            let fields = fields(conflict).map { session.text($0) }.joined(separator: ", ")
            what.append(session.text(Sentence("gave way: \(fields)", "밀린 값: \(fields)")))
        }
        return session.paint(id, 33) + "  " + session.paint(what.joined(separator: "; "), 31) + "  "
            + session.paint(OnScreen.short(conflict.entry, session), 1) + "\n"
    }

    private func fields(_ conflict: EntryConflict) -> [Sentence] {
        var words: [Sentence] = []
        for lost in conflict.lost where !words.contains(lost.value.word) { words.append(lost.value.word) }
        return words
    }

    private func showOne(_ reference: String, in diary: Diary, at point: DiaryPoint, _ session: Session) throws {
        if session.namesVersion(reference) { throw Problem.versionNotHere }
        let entry = try session.entry(reference, in: diary, at: point)
        guard let conflict = try diary.conflict(of: entry.id, at: point), conflict.wantsLook else {
            session.notify(
                "entry \(OnScreen.shortID(entry.id)) has no conflicting changes",
                "일기 \(OnScreen.shortID(entry.id))에는 서로 다르게 고친 것이 없습니다")
            throw Problem.nothingFound
        }
        if session.isJSON {
            return try session.write(ConflictJSON.object(conflict, isFull: true, try diary.deviceNames()))
        }
        let devices = try DeviceNames(in: diary)
        var text = ""
        if conflict.entry.status == .conflict {
            for side in conflict.texts.reversed() { text += try difference(side, in: conflict, devices, session) }
        }
        for deletion in conflict.deletions {
            let label = try session.label(deletion, in: conflict, devices)
            text += session.paint(session.text(Sentence("deleted: \(label)", "지움: \(label)")), 31) + "\n"
        }
        for lost in conflict.lost {
            text += session.text(try session.notice(lost, in: conflict, devices)) + "\n"
        }
        try session.page(text)
        try session.flush()
        if conflict.entry.status == .conflict {
            session.notify(
                "diarylog edit \(OnScreen.shortID(entry.id)) opens all texts; diarylog conflicts \(OnScreen.shortID(entry.id)) --keep VERSION takes one, --keep all takes all",
                "diarylog edit \(OnScreen.shortID(entry.id), .by) 모든 글을 엽니다. diarylog conflicts \(OnScreen.shortID(entry.id)) --keep 버전은 글 하나를, --keep all은 모두를 이어 씁니다"
            )
        }
        if !conflict.deletions.isEmpty { session.notify(.contested(id: OnScreen.shortID(entry.id))) }
    }

    /// A text under its label: as it differs from the base, or from the text that is shown.
    private func difference(
        _ side: EntryConflict.Text, in conflict: EntryConflict, _ devices: DeviceNames, _ session: Session
    ) throws -> String {
        var text = ""
        for origin in side.origins { text += session.paint(try session.label(origin, in: conflict, devices), 1) + "\n" }
        let base = conflict.base?.text ?? conflict.texts.last?.text ?? []
        return text
            + DiffText.hunks(hunks(from: base == side.text ? [] : base, to: side.text), by: .usual(session), session)
    }
}

extension Conflicts {
    /// Makes one of the texts that of the entry, or all of them, one under the other.
    func keep(_ name: String, _ session: Session) throws {
        guard let entry else { return }
        let diary = try session.open()
        let found = try session.presentEntry(entry, in: diary)
        guard let conflict = try diary.conflict(of: found.id), conflict.texts.count > 1 else {
            throw Problem(
                .oneText, "entry \(OnScreen.shortID(found.id)) has one text; there is nothing to decide",
                "일기 \(OnScreen.shortID(found.id))의 글은 하나입니다. 정할 것이 없습니다",
                hint: "diarylog conflicts shows what is to be decided.", "diarylog conflicts로 정할 것을 볼 수 있습니다.")
        }
        // What stands now: more may have come in between.
        let before = conflict.entry
        var edit = EntryEdit()
        edit.text = try text(name, of: conflict, session)
        session.reportBase(of: [before])
        let request = EntryRequest(
            entry: before.id, command: .edit(edit), expecting: .version(before.version), seeing: before.standsOn)
        let context = try session.context()
        let outcome = try diary.perform([request], in: context)
        let (receipt, entries, _) = try session.settled(outcome)
        guard let now = entries.first else { return }
        session.notify(receipt == nil ? .unchanged : conflict.decision(now))
        try session.write(receipt, now, [now.id])
    }

    private func text(_ name: String, of conflict: EntryConflict, _ session: Session) throws -> [UInt8] {
        if name == "all" { return conflict.allTexts() }
        // As messages name it, with the entry before the @, or the version alone.
        let version = name.split(separator: "@").last.map(String.init) ?? name
        guard let version = try session.expected(version), let text = conflict.text(of: version) else {
            throw Problem(
                .noneOfTexts,
                "\(name) is none of the texts that stand: \(conflict.others(than: []).joined(separator: ", "))",
                "\(name, .topic) 지금 있는 글이 아닙니다: \(conflict.others(than: []).joined(separator: ", "))",
                hint: "Name one of these.", "이 가운데 하나를 쓰세요.")
        }
        return text
    }
}
