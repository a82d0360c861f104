internal import DiaryEngine
internal import DiarylogArchives
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Checks everything that the diary's file says of itself.
struct Verify: DiaryCommand {
    static let about = CommandWords(
        "verify",
        abstract: Sentence("Check every event and every table; name what is damaged.", "모든 기록과 표를 검사하고 손상된 것을 알려 줍니다."),
        discussion: Sentence(
            """
            Nothing is written. --deep computes every hash as well, and compares the search index with the log term \
            by term. Each damaged event and row is named with its reason; exit 5 if there is any. In a pipe a line \
            is finding, place and reason, or a name and its figure, with tabs between.

            --repair and --salvage make a new diary and only read the damaged one. --repair takes what can be read, \
            and from FROM (a backup, another copy, or what export --events wrote) the events that cannot, where \
            their hashes match. --salvage searches the file's pages where the diary cannot be opened any more; both \
            together do both.
            """,
            """
            아무것도 쓰지 않습니다. --deep는 해시도 모두 계산하고 검색 색인을 기록과 낱낱이 견줍니다. 손상된 변경과 행마다 까닭을 말하고, 하나라도 있으면 종료 코드는 5입니다. 파이프에서는 \
            finding, 곳, 까닭, 또는 이름과 값을 탭을 사이에 두고 한 줄에 출력합니다.

            --repair와 --salvage는 손상된 일기장을 읽기만 하고 새 일기장을 만듭니다. --repair는 읽을 수 있는 것을, 읽을 수 없는 변경은 해시가 맞으면 출처(백업, 다른 \
            사본, export --events로 낸 것)에서 가져옵니다. --salvage는 일기장을 열 수 없을 때 파일의 페이지를 뒤져 찾습니다. 둘을 함께 쓸 수 있습니다.
            """))

    @Flag(
        "deep", against: ["--repair", "--salvage"],
        help: Sentence("Compute all hashes, and compare the search index term by term.", "해시를 모두 계산하고 검색 색인을 낱낱이 견줍니다.")
    )
    var deep = false

    @Option(
        "repair", value: "from",
        help: Sentence("Make a mended diary with what another copy has.", "다른 사본에 있는 것으로 고친 일기장을 만듭니다."),
        completion: .files)
    var repair: String?

    @Flag(
        "salvage", help: Sentence("Make a diary of what lies in the damaged file's pages.", "손상된 파일에 남은 것으로 일기장을 만듭니다.")
    )
    var salvage = false

    @Option(
        "into", value: "path", with: "--repair", "--salvage",
        help: Sentence("Where to make it; without it, beside the damaged one.", "만들 곳. 없으면 손상된 일기장 옆."),
        completion: .folders)
    var into: String?

    func carryOut(in session: Session) throws {
        if repair != nil || salvage { return try mend(in: session) }
        let diary = try session.open()
        let progress = ProgressReport(session)
        let report = try diary.verify(deep: deep) { progress.show($0, of: $1) }
        let advice = VerifyAdvice(report)
        let output = VerifyOutput(report: report, seconds: progress.end())
        if session.isJSON {
            try session.write(output.json(next: advice.next.command, session))
        } else {
            try session.write(output.text(session))
        }
        guard report.findingCount == 0 else { throw Problem(.unsound, advice.sentence, hint: advice.next.hint) }
        let lost = report.attachments.lost.map { AttachmentLines.name($0.attachment) }
        guard lost.isEmpty else {
            throw Problem(
                .attachmentsLost,
                "every event and table is sound, but \(lost.count, "attached file is", "attached files are") missing or not what was attached: \(lost.listed(20, more: "…"))",
                "변경과 표는 온전하지만, 없거나 붙인 그대로가 아닌 파일이 \(lost.count)개 있습니다: \(lost.listed(20, more: "…"))",
                hint: Problem.lostFiles)
        }
        let (sentence, hint) = (advice.sentence, advice.next.hint)
        session.notify("\(sentence.en). \(hint.en)", "\(sentence.ko). \(hint.ko)")
        if report.newerEvents > 0 {
            let (en, ko) =
                report.notUnderstood == 0
                ? ("", "")
                : (
                    "; \(report.notUnderstood, "entry", "entries") cannot be read here",
                    ", 여기서 읽을 수 없는 일기가 \(report.notUnderstood)편"
                )
            session.notify(
                "\(report.newerEvents, "event was", "events were") written by a newer diarylog\(en); that is no damage, an update reads all",
                "더 새로운 diarylog가 쓴 변경이 \(report.newerEvents)건\(ko) 있습니다. 손상된 것은 아니며 최신 diarylog를 설치하면 읽을 수 있습니다")
        }
        session.reportEditorFiles()
        let unfinished = report.unfinishedForgettings
        if !unfinished.isEmpty {
            let names = unfinished.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ")
            session.notify(.stillHeld(unfinished.count, names, nil))
        }
        session.reportOtherLogs(of: diary)
        if let unended = Sentence.unendedJoin(at: try session.path()) { session.notify(unended) }
        let together = TogetherPlace(of: try session.path())
        if together.isThere {
            session.notify(
                "a sync join --into was not ended: the same command goes on, and \(together.scratch), which has texts of this diary, may be removed",
                "sync join --into가 끝나지 않았습니다. 같은 명령이 이어 갑니다. 이 일기장의 글이 든 다음 폴더는 지워도 됩니다: \(together.scratch)")
        }
    }
}

/// Where the events come from that a damaged diary lacks: another diary's folder, or a log that was exported.
enum Donor {
    case diary(Diary)
    case log(ByteSource)

    init(_ path: String) throws {
        let kind = path == "-" ? .file : try FileSystem.kind(of: path)
        if kind == .missing {
            throw Problem(
                .noFile, "there is no \(path) to take events from; nothing was made",
                "변경을 가져올 \(path, .subject) 없어 아무것도 만들지 않았습니다",
                hint:
                    "--repair wants a backup, another copy or an exported log; --into NEW says where the mended diary goes.",
                "--repair에는 백업이나 다른 사본, 내보낸 기록을 주세요. 고친 일기장을 둘 곳은 --into로 정합니다.")
        }
        if kind == .directory {
            self = .diary(try Diary(at: path, patience: Session.patience))
        } else {
            self = .log(try TextInput.content(path, spoolingIn: [FileSystem.temporaryDirectory]))
        }
    }

    /// The diary whose drafts are taken, too.
    var diary: Diary? {
        if case .diary(let diary) = self { diary } else { nil }
    }

    /// Those of some events that it has.
    func events(withIDs wanted: Set<Digest>) throws(EventStoreError) -> [Digest: PortableEvent] {
        switch self {
        case .diary(let diary): return try diary.events(withIDs: wanted)
        case .log(let content):
            var log = EventLog(content)
            var found: [Digest: PortableEvent] = [:]
            var number = 0
            while let record = try log.record(number) {
                number += 1
                guard case .event(let event) = record else { continue }
                let id = event.id
                if wanted.contains(id) { found[id] = event }
            }
            return found
        }
    }
}

extension Verify {
    /// Makes the mended diary, and says what became of it.
    func mend(in session: Session) throws {
        let old = try session.path()
        let path = into ?? Self.beside(old, salvage ? "salvaged" : "repaired")
        let folders = [old] + (repair.map { [$0] } ?? [])
        let donor = try repair.map { from in try Donor(from) }
        let context = try session.context()
        let give: (Set<Digest>) throws -> [Digest: PortableEvent] = { wanted in
            try donor?.events(withIDs: wanted) ?? [:]
        }
        let progress = ProgressReport(session)
        var salvaged: SalvageReport?
        let report: MendReport
        if salvage {
            let found = try Diary.salvage(
                old, into: path, in: context, allowingNetwork: Session.allowsNetwork, donor: give,
                draftsFrom: donor?.diary, filesFrom: folders
            ) { progress.show($0, of: $1) }
            (salvaged, report) = (found, found.mended)
        } else {
            let diary = try session.open(reportingDamage: false)
            report = try diary.mend(
                into: path, in: context, allowingNetwork: Session.allowsNetwork, donor: give,
                draftsFrom: donor?.diary, filesFrom: folders
            ) { progress.show($0, of: $1) }
        }
        progress.end()
        session.opened.note { $0.isNew = true }
        if session.isJSON {
            try session.write(Self.json(path, report, salvaged))
        } else {
            try session.write(path + "\n")
        }
        session.notify(
            "a diary of \(report.events, "event", "events") was made at \(path), \(report.healed.count) of them from elsewhere; the damaged one is as it was. diarylog verify --deep --diary \(path) checks it.",
            "변경 \(report.events)건으로 일기장을 만들었습니다: \(path). 그 가운데 \(report.healed.count)건은 다른 곳에서 왔고, 손상된 일기장은 그대로 두었습니다. diarylog verify --deep --diary \(path, .by) 검사하세요."
        )
        if !report.kept.isEmpty {
            let ids = report.kept.map { OnScreen.shortID($0) }
            session.notify(
                "\(ids.count, "entry shows", "entries show") what the damaged diary showed, though earlier events are lost; "
                    + "a new event says it: \(ids.joined(separator: ", "))",
                "변경을 잃었어도 손상된 일기장에서 보이던 대로인 일기가 \(ids.count)편 있습니다. 새 변경으로 적어 두었습니다: \(ids.joined(separator: ", "))")
        }
        if !report.doubtful.isEmpty {
            let ids = report.doubtful.map { OnScreen.shortID($0) }
            session.notify(
                "\(ids.count, "entry", "entries") may show an old text or none, because events are lost: "
                    + "\(ids.joined(separator: ", ")). Each answer that shows them says so until they are written again.",
                "변경을 잃어 옛 글이 보이거나 보이지 않을 수 있는 일기가 \(ids.count)편 있습니다: \(ids.joined(separator: ", ")). 다시 쓸 때까지 볼 때마다 알려 줍니다."
            )
        }
        let missing = (report.holes + report.lost).sorted()
        let files = try lostAttachments(report.attachments, of: path)
        if !missing.isEmpty {
            throw Problem(
                .notMended,
                "\(missing.count, "event", "events") could not be had: \(Problem.list(missing))",
                "변경 \(missing.count)건을 구하지 못했습니다: \(Problem.list(missing))",
                hint: "Another copy may have them: diarylog verify --diary \(path) --repair FROM --into NEW.",
                "다른 사본에 있을 수 있습니다: diarylog verify --diary \(path) --repair 출처 --into 새일기장")
        }
        if !files.isEmpty { throw Problem.attachmentsLost(files) }
        if report.lostDrafts > 0 {
            throw Problem(
                .draftsLost, "\(report.lostDrafts, "draft", "drafts") could not be had",
                "초안 \(report.lostDrafts)개를 구하지 못했습니다",
                hint: "A backup may have them: diarylog verify --repair BACKUP.",
                "백업에 있을 수 있습니다: diarylog verify --repair 백업")
        }
    }

    /// The names of the attached files that were nowhere.
    private func lostAttachments(_ copied: AttachmentCopy, of path: String) throws -> [String] {
        if copied.lost.isEmpty { return [] }
        let mended = try Session.diary(at: path)
        return try mended.namedAttachments().filter { copied.lost.contains($0.file) }.map(AttachmentLines.name)
    }

    private static func beside(_ path: String, _ word: String) -> String {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + "-" + word
    }

    private static func json(_ path: String, _ report: MendReport, _ salvaged: SalvageReport?) -> JSONValue {
        [
            "diary": .text(path), "events": .number(report.events),
            "healed": .array(report.healed.map { .number($0.rawValue) }),
            "holes": .array(report.holes.map { .number($0.rawValue) }),
            "lost": .array(report.lost.map { .number($0.rawValue) }), "forgotten": .number(report.forgotten),
            "kept": .array(report.kept.map { .text($0.hexadecimal) }),
            "doubtful": .array(report.doubtful.map { .text($0.hexadecimal) }),
            "drafts": .number(UInt64(report.drafts)), "lostDrafts": .number(UInt64(report.lostDrafts)),
            "found": salvaged.map { .number($0.found) } ?? .null,
            "copies": salvaged.map { .number($0.copies) } ?? .null,
        ]
    }
}
