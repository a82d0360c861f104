internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments

struct Restore: ChangingCommand {
    static let about = CommandWords(
        "restore",
        abstract: Sentence(
            "Bring back a deleted entry, a version, or a past moment.", "지운 일기나 지난 버전, 지난 시점을 되살립니다."),
        discussion: Sentence(
            """
            restore ENTRY brings a deleted entry back with the id it had; restore ENTRY@v3 makes it what it was then; \
            restore --to WHEN makes the whole diary, or one ENTRY, what it was at that moment. It says first what that \
            would do, and asks; elsewhere than on a terminal it wants --yes. undo takes any of them back.
            """,
            """
            restore 일기는 지운 일기를 같은 식별자로 되살리고, restore 일기@v3은 그때 모습으로 만들며, restore --to 시점은 일기장 전체나 한 편을 그 \
            시점으로 되돌립니다. 무엇이 바뀔지 먼저 말하고 묻습니다. 터미널이 아니면 --yes가 필요합니다. 모두 undo로 취소할 수 있습니다.
            """))

    @Argument(
        "entries", help: Sentence("Ids or beginnings of them, with @v3 for a version.", "식별자나 그 앞부분들. 버전은 @v3을 붙입니다."),
        completion: .deletedEntries)
    var entries: [String] = []

    @Option(
        "to", value: "when",
        help: Sentence("Make the diary, or ENTRY, what it was then.", "일기장 전체나 그 일기를 그때 모습으로 만듭니다."),
        completion: .moments)
    var to: String?

    @Flag("yes", help: .unasked)
    var yes = false

    func carryOut(in session: Session) throws {
        if yes { try session.refuseNumbers(entries) }
        if let to { return try goBack(to: to, session) }
        guard !entries.isEmpty else {
            throw Problem(
                usage: "restore wants ENTRY or --to WHEN", "restore에는 일기나 --to 때가 필요합니다",
                hint:
                    "diarylog list --deleted shows what was deleted, diarylog history ENTRY the versions of an entry.",
                "지운 일기는 diarylog list --deleted로, 일기의 버전은 diarylog history 일기로 볼 수 있습니다.")
        }
        let diary = try session.open()
        var requests: [EntryRequest] = []
        var conflicts: [EntryConflict] = []
        for reference in entries {
            let entry = try session.entry(reference, in: diary)
            let command: EntryCommand = session.namesVersion(reference) ? .become(entry.content) : .restore
            if requests.contains(where: { $0.entry == entry.id && $0.command == command }) { continue }
            if requests.contains(where: { $0.entry == entry.id }) {
                throw Problem(usage: "entry \(reference) is named twice", "일기 \(reference, .object) 두 번 썼습니다")
            }
            session.reportBase(of: [entry])
            requests.append(EntryRequest(entry: entry.id, command: command))
            if command != .restore, let found = try diary.conflict(of: entry.id), found.entry.status == .conflict {
                conflicts.append(found)
            }
        }
        try session.perform(requests, in: diary) { _ in
            Sentence("restored \(requests.count, "entry", "entries")", "일기 \(requests.count)편을 되살렸습니다")
        }
        for conflict in conflicts {
            guard let entry = try diary.entry(conflict.entry.id), entry.status == .one else { continue }
            session.notify(conflict.decision(entry))
        }
    }

    private func goBack(to moment: String, _ session: Session) throws {
        guard entries.count < 2 else {
            throw Problem(usage: "--to is for the diary, or for one entry", "--to는 일기장 전체나 한 편에만 씁니다")
        }
        let point = try session.point(moment)
        let diary = try session.open()
        let entry = try entries.first.map { reference in
            if session.namesVersion(reference) { throw Problem.versionNotHere }
            return try session.entry(reference, in: diary)
        }
        let plan = try RestorePlan(to: point, of: entry?.id, in: diary)
        guard try session.agreesToGoBack(to: moment, point, plan, of: entry, yes: yes) else {
            session.notify(
                "nothing was restored; an event's number (e12) is exact", "아무것도 되살리지 않았습니다. 변경 번호(e12)는 정확합니다")
            return try session.reportUnchanged()
        }
        let context = try session.context()
        let outcome = try diary.write(.restore(to: point, entry: entry?.id), in: context)
        try session.report(outcome, of: .restore(moment, plan), in: diary)
    }
}
