internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct Forget: DiaryCommand {
    static let about = CommandWords(
        "forget",
        abstract: Sentence(
            "Erase an entry for ever, with all that it ever said.", "일기 한 편을 예전 버전까지 영구 삭제합니다."),
        discussion: Sentence(
            """
            Says first what will go. Its events stay in the log with their times and hashes, and without their words; \
            nothing brings those back: no undo, no import, no backup. The diary's file is written anew without \
            them. Backups, exports and copies on other devices are yours to remove. \
            Only a whole entry can be forgotten, as a version without a passage would have another hash: to lose a \
            passage, forget the entry and write it anew without it.
            """,
            """
            무엇이 지워질지 먼저 말합니다. 기록에는 시각과 해시만 남고 내용은 지워지며, 무엇으로도 되살릴 수 없습니다. 일기장 파일을 그 내용 없이 새로 씁니다. 백업, \
            내보낸 파일, 다른 기기의 사본은 직접 지워야 합니다. 한 대목을 뺀 버전은 해시가 달라지므로 한 편을 통째로만 영구 삭제할 수 있습니다. 한 대목만 없애려면 영구 삭제한 뒤 그 대목 없이 새로 쓰세요.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Flag("dry-run", against: ["--yes"], help: Sentence("Only say what would go.", "무엇이 사라질지만 말합니다."))
    var dryRun = false

    @Flag("yes", help: .unasked)
    var yes = false

    var changes: Bool { !dryRun }

    func carryOut(in session: Session) throws {
        if session.namesVersion(entry) { throw Problem.versionOnChange(entry) }
        if yes, entry.hasPrefix("@") {
            throw Problem(
                .unconfirmed, "@N cannot be forgotten without a question", "@N은 묻지 않고 영구 삭제할 수 없습니다",
                hint: "Name the entry by its id, which never shifts.", "바뀌지 않는 식별자로 가리키세요.")
        }
        guard yes || dryRun || Terminal.isTerminal(.input) else { throw Problem.needsYes }
        let diary = try session.open()
        let id = try session.entry(entry, in: diary).id
        let name = OnScreen.shortID(id)
        guard let plan = try diary.planForgetting(id) else {
            throw Problem.noEntry(entry)
        }
        let backups = plan.backups.joined(separator: ", ")
        if plan.events == 0 {
            let left = dryRun ? [] : session.removeForgottenFiles(in: diary, of: id) + copies(of: id, diary, session)
            for left in left { session.notify(left) }
            if !backups.isEmpty {
                session.notify("backups that still have it: \(backups)", "이 백업에는 그대로 있습니다: \(backups)")
            }
            throw Problem.entryIsForgotten(name)
        }
        let title = plan.title.map { " (\(OnScreen.short($0)))" } ?? ""
        let snapshots = plan.snapshots > 0
        let drafts = plan.drafts + session.typedFiles(of: id, in: diary)
        session.notify(
            "entry \(name)\(title) would be gone for ever: \(plan.events, "version", "versions") (\(bytes: plan.bytes))"
                + (snapshots
                    ? "; \(plan.snapshots, "snapshot goes and comes", "snapshots go and come") back by themselves" : "")
                + (drafts > 0 ? "; \(drafts, "draft goes", "drafts go") with it" : "")
                + (backups.isEmpty ? "" : ". Backups that still have it: \(backups)"),
            "일기 \(name)\(title)의 변경 \(plan.events)건이 쓴 내용(\(bytes: plan.bytes))이 영구 삭제됩니다"
                + (snapshots ? ". 스냅숏 \(plan.snapshots)개도 사라지고 나중에 저절로 생깁니다" : "")
                + (drafts > 0 ? ". 이 일기의 초안 \(drafts)개도 사라집니다" : "")
                + (backups.isEmpty ? "" : ". 이 백업에는 그대로 남습니다: \(backups)"))
        let files = plan.attachments
        if !files.isEmpty {
            let bytes = files.reduce(UInt64(0)) { $0.adding($1.size) }
            session.notify(
                "\(files.count, "attached file", "attached files") (\(bytes: bytes)) that only it has would go, too",
                "이 일기에만 있는 붙인 파일 \(files.count)개(\(bytes: bytes))도 없어집니다")
        }
        if dryRun {
            if session.isJSON { try session.write(json(plan, nil)) }
            return
        }
        if !yes,
            !session.asks(Sentence("forget entry \(name) for ever? [y/N] ", "일기 \(name, .object) 영구 삭제할까요? [y/N] "))
        {
            session.notify("nothing was forgotten", "아무것도 영구 삭제하지 않았습니다")
            if session.isJSON { try session.write(json(plan, nil)) }
            return
        }
        let context = try session.context()
        let done = try diary.forget(id, in: context)
        guard let done else { throw Problem.noEntry(entry) }
        let stillThere =
            session.removeForgottenFiles(in: diary, of: id) + copies(of: id, with: plan.attachments, diary, session)
        if session.isJSON { try session.write(json(done.plan, done)) }
        for left in stillThere { session.notify(left) }
        let numbers = done.processes.map { "\($0)" }.joined(separator: ", ")
        if done.oldFileIsLeft {
            throw Problem(
                .stillThere,
                "the entry is forgotten, but the diary's folder still has what it said: the old file could not be removed"
                    + (numbers.isEmpty ? "" : "; processes \(numbers) have it"),
                "일기는 영구 삭제했지만, 옛 파일을 지우지 못해 그 일기의 내용이 아직 일기장 폴더에 남아 있습니다"
                    + (numbers.isEmpty ? "" : " (프로세스 \(numbers))"),
                hint: "The next change removes it; diarylog engine compact does so now.",
                "다음 변경이 지웁니다. diarylog engine compact는 지금 지웁니다.")
        }
        if done.attachmentsLeft > 0 {
            throw Problem(
                .stillThere,
                "the entry is forgotten, but \(done.attachmentsLeft, "of its files is", "of its files are") still there: somebody is attaching files, or an event cannot be understood",
                "일기는 영구 삭제했지만, 누가 파일을 붙이고 있거나 이해할 수 없는 변경이 있어 파일 \(done.attachmentsLeft)개가 남아 있습니다",
                hint: "diarylog engine compact --attachments removes what nothing names.",
                "diarylog engine compact --attachments로 쓰이지 않는 파일을 없앨 수 있습니다.")
        }
        session.notify(
            "forgot entry \(name): the diary's files have been written without what it said",
            "일기 \(name, .object) 영구 삭제했습니다. 그 일기의 내용이 없는 일기장 파일을 새로 썼습니다")
        let places = done.plan.backups.joined(separator: ", ")
        session.notify(
            "what remains is not in the diary's hands: blocks that the disk has freed, snapshots of the file system, "
                + "exports, what an editor keeps for itself (undo, backups), other devices and backups"
                + (places.isEmpty ? "" : " (\(places))")
                + (numbers.isEmpty ? "" : "; processes that have the old file open until they end: \(numbers)"),
            "디스크가 비운 자리, 파일 시스템의 스냅숏, 내보낸 파일, 편집기가 따로 둔 것(실행 취소, 백업), 다른 기기와 백업\(places.isEmpty ? "" : " (\(places))")"
                + "은 일기장이 어찌할 수 없습니다" + (numbers.isEmpty ? "" : ". 끝날 때까지 옛 파일을 열어 둔 프로세스: \(numbers)"))
    }

    private func json(_ plan: ForgettingPlan, _ done: Forgetting?) -> JSONValue {
        [
            "entry": .text(plan.entry.hexadecimal), "events": .number(plan.events), "bytes": .number(plan.bytes),
            "snapshots": .number(plan.snapshots), "drafts": .number(plan.drafts),
            "attachments": .number(plan.attachments.count),
            "attachmentsLeft": done.map { .number($0.attachmentsLeft) } ?? .null,
            "backups": .array(plan.backups.map { .text($0) }), "forgotten": .bool(done != nil),
            "oldFileIsLeft": done.map { .bool($0.oldFileIsLeft) } ?? .null,
            "processes": .array((done?.processes ?? []).map { .number($0) }),
        ]
    }
}

// Where else a diary's words lie: logs that a carrier laid beside the diary's own, what two diaries were before they
// became one, copies that were opened, and what is held apart on a remote.

extension Forget {
    /// Names each of them that has what an entry said, or may have it. What a `sync join --into` that was not ended has
    /// brought together goes: it brings it anew.
    func copies(
        of id: EntryID, with files: [AttachedFile] = [], _ diary: Diary, _ session: Session
    ) -> [Sentence] {
        guard let path = try? session.path() else { return [] }
        try? TogetherPlace(of: path).empty()
        BookPrinting.sweep()
        var found: [Sentence] = []
        func note(_ place: String, _ isTaken: Bool, _ has: Bool?) {
            if has == false { return }
            let (place, words) = (
                OnScreen.safe(place),
                has == true ? Sentence("has", "그 글이 있습니다") : Sentence("may have", "그 글이 있을 수 있습니다")
            )
            found.append(
                isTaken
                    ? Sentence("\(place) \(words.en) its words, too: remove it", "\(place)에도 \(words.ko). 지우세요")
                    : Sentence(
                        "\(place) \(words.en) its words, too: diarylog sync take takes the rest in; then remove the file",
                        "\(place)에도 \(words.ko). 나머지는 diarylog sync take로 받아들인 뒤 그 파일을 지우세요"))
        }
        if let logs = try? OtherLogs(of: diary, at: path) {
            for name in logs.names + logs.taken {
                note("\(path)/\(name)", logs.taken.contains(name), try? logs.open(name) { log, _ in try log.tells(id) })
            }
        }
        for place in TogetherPlace.before(path) {
            let before = try? Diary(at: place, allowingNetwork: Session.allowsNetwork)
            note(place, true, try? before?.tells(id))
            for backup in (try? before?.planForgetting(id))?.backups ?? [] { note(backup, true, nil) }
        }
        for copy in OpenedCopies.sweep(of: files) { note(copy, true, nil) }
        let folder = SyncFolder(of: path)
        if let address = folder.address { found += (try? SyncDevices(SyncPlace(diary, folder, address)).held) ?? [] }
        return found
    }
}

extension Diary {
    /// Whether it has what an entry said.
    func tells(_ id: EntryID) throws -> Bool { try entry(id).map { !$0.isForgotten } ?? false }
}
