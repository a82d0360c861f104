internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Shows what several devices wrote at once and nobody has decided yet.
struct Conflicts: ReadingCommand {
    static let about = CommandWords(
        "conflicts",
        abstract: HelpText(
            "Show the entries that devices changed against each other.", "여러 기기에서 서로 다르게 고친 일기를 보입니다."),
        discussion: HelpText(
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
        "keep", value: "version",
        help: HelpText(
            "Decide: the text of this version, as v3, or all, one under the other, the oldest first.",
            "정하기: v3처럼 이 버전의 글, 또는 all이면 오래된 것부터 모두 이어 씁니다."))
    var kept: String?

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var global: GlobalOptions

    var changes: Bool { kept != nil }

    func carryOut(in session: Session) throws {
        if let kept { return try keep(kept, session) }
        let point = try session.point()
        let diary = try session.open()
        if let entry { return try showOne(entry, in: diary, at: point, session) }
        let conflicts = try diary.conflicts(at: point)
        if session.isJSON {
            try writeJSON(conflicts, in: diary, at: point, session)
        } else if !conflicts.isEmpty {
            let devices = try DeviceNames(in: diary)
            var text = ""
            for conflict in conflicts { text += try row(conflict, devices, session) }
            try session.page(text)
        }
        guard conflicts.isEmpty else { return }
        session.notify(.noConflicts)
        throw Problem.nothingFound
    }

    private func writeJSON(
        _ conflicts: [EntryConflict], in diary: Diary, at point: DiaryPoint, _ session: Session
    ) throws {
        let names = try diary.deviceNames()
        let objects = conflicts.map { ConflictJSON.object($0, isFull: false, names) }
        guard session.options.jsonl else {
            return try session.write([
                "at": .number(try diary.resolve(point).rawValue), "entries": .array(objects), "next": .null,
            ])
        }
        for object in objects { try session.write(object) }
        try session.writeEnd(of: diary, at: point)
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
                OnScreen.column(OnScreen.title(conflict.entry, session)),
            ]
            return columns.joined(separator: "\t") + "\n"
        }
        var what: [String] = []
        if conflict.entry.status == .conflict { what.append(session.text(.textsStand(conflict.texts.count))) }
        for deletion in conflict.deletions {
            what.append(session.text(.deletedThere(OnScreen.safe(devices.anyName(of: deletion.device)))))
        }
        if !conflict.lost.isEmpty {
            what.append(session.text(.lostFields(fields(conflict).map { session.text($0) }.joined(separator: ", "))))
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
            session.notify(.notInConflict(id: OnScreen.shortID(entry.id)))
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
            text += session.paint(session.text(.deletedBy(label)), 31) + "\n"
        }
        for lost in conflict.lost {
            text += session.text(try session.notice(lost, in: conflict, devices).sentence) + "\n"
        }
        try session.page(text)
        try session.flush()
        if conflict.entry.status == .conflict { session.notify(.waysToDecide(id: OnScreen.shortID(entry.id))) }
        if !conflict.deletions.isEmpty { session.notify(.contested(id: OnScreen.shortID(entry.id))) }
    }

    /// A text under its label: as it differs from the base, or from the text that is shown.
    private func difference(
        _ side: EntryConflict.Text, in conflict: EntryConflict, _ devices: DeviceNames, _ session: Session
    ) throws -> String {
        var text = ""
        for origin in side.origins { text += session.paint(try session.label(origin, in: conflict, devices), 1) + "\n" }
        guard let base = conflict.base?.text ?? conflict.texts.last?.text, base != side.text else {
            return text + DiffText.hunks(hunks(from: [], to: side.text), by: .usual(session), session)
        }
        return text + DiffText.hunks(hunks(from: base, to: side.text), by: .usual(session), session)
    }
}
