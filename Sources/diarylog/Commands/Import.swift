internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct Import: ChangingCommand {
    static let about = CommandWords(
        "import",
        abstract: Sentence(
            "Take entries from files and folders of other programs.", "다른 프로그램의 파일과 폴더에서 일기를 가져옵니다."),
        discussion: FormatWords.importing)

    @Argument(
        "files", help: Sentence("Files and folders, or - for standard input.", "파일과 폴더들, 또는 표준 입력이면 -."),
        completion: .files)
    var files: [String]

    @Option(
        "format",
        help: Sentence(
            "How the file is written, as jrnl; without it the content tells.", "파일의 형식, jrnl처럼. 없으면 내용으로 압니다."),
        completion: .list(EntryFormat.readable))
    var format: String?

    @Option("time-format", value: "time format", help: .itsTimeFormat)
    var timeFormat: String?

    @Option(
        "tag",
        help: Sentence("Give every imported entry this tag; may be given again.", "가져오는 일기마다 붙일 태그. 여러 번 쓸 수 있습니다."),
        completion: .tags)
    var tags: [String] = []

    @Option(
        "attachments", value: "folder",
        help: Sentence(
            "Where the attached files are; without it, attachments beside the file.",
            "붙인 파일이 있는 폴더. 없으면 파일 옆의 attachments."),
        completion: .folders)
    var attachments: String?

    @Flag("dry-run", help: Sentence("Only say what would happen.", "어떻게 될지만 말합니다."))
    var dryRun = false

    @Flag(
        "again",
        help: Sentence("Import once more what was imported before, as other entries.", "이미 가져온 것을 다른 일기로 한 번 더 가져옵니다."))
    var again = false

    @Flag(
        "update", against: ["--again"],
        help: Sentence("Take over what changed at its source since it was imported.", "가져온 뒤에 원본에서 바뀐 것을 반영합니다."))
    var update = false

    @Flag(
        "both", against: ["--again", "--update"],
        help: Sentence(
            "Take that over also where the entry changed here: both stand side by side.",
            "여기서도 바뀐 일기까지 반영하고, 두 글을 나란히 둡니다."))
    var both = false

    @Flag(
        "strict",
        help: Sentence(
            "Take all or nothing: stop at the first thing that cannot be read.",
            "모두 가져오거나 하나도 안 가져옵니다. 읽을 수 없는 것이 나오면 그만둡니다."))
    var strict = false

    @Option(
        "with", value: "what",
        help: Sentence(
            "Take what is no entry, too: trashed, copies (of a conflict), templates, pages (without a day); with commas.",
            "일기가 아닌 것도 가져옵니다: trashed(휴지통), copies(충돌 사본), templates(서식), pages(날짜 없는 글). 쉼표로 여럿."))
    var with: String?

    @Option(
        "date-missing", value: "when",
        help: Sentence(
            "What entries take whose source says no date: mtime, their file's time; now; or refuse.",
            "원본에 날짜가 없는 일기의 날짜: 파일의 시각이면 mtime, 지금이면 now, 받지 않으려면 refuse."))
    var dateMissing: DateMissing?

    @Option(
        "split", value: "where",
        help: Sentence(
            "heading: a note becomes an entry for each heading that is a date.",
            "heading: 날짜인 제목줄마다 일기 한 편으로 나눕니다."))
    var split: NoteSplit?

    @Option(
        "journals", value: "how",
        help: Sentence(
            "tags, the default: Day One's journals and Joplin's notebooks become tags; none: only a field.",
            "tags(기본): Day One의 저널과 Joplin의 노트북이 태그가 됩니다. none: 필드로만 남깁니다."))
    var journals: JournalsBecome?

    @Option(
        "journal", value: "name",
        help: Sentence("Only the entries of this journal or notebook.", "이 저널이나 노트북의 일기만."))
    var journal: String?

    @Option(
        "column", value: "part=name",
        help: Sentence(
            "A column of a CSV: date, time, zone, title, text, tags or starred, as date=When. Others stay fields.",
            "CSV의 열: date, time, zone, title, text, tags, starred. 예: date=날짜. 나머지는 필드로 남습니다."))
    var columns: [String] = []

    var changes: Bool { !dryRun }

    func carryOut(in session: Session) throws {
        var options = ReadOptions(
            defaults: RowDefaults(
                now: try session.dateNow(), zone: try session.zone(), dateMissing: dateMissing),
            timeFormat: try session.timeFormat(timeFormat))
        options.splitsHeadings = split == .heading
        options.tagsJournals = journals != JournalsBecome.none
        options.journal = journal
        options.isStrict = strict
        if dryRun { options.named = 100_000 }
        for name in with?.split(separator: ",").map(String.init) ?? [] {
            guard let loss = FormatLoss(rawValue: name), FormatLoss.takeable.contains(loss) else {
                let names = FormatLoss.takeable.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    usage: "\"\(name)\" is nothing that --with takes", "\(quoted: name, .topic) --with가 모르는 것입니다",
                    hint: "It takes \(names).", "쓸 수 있는 것: \(names)")
            }
            options.with.insert(loss)
        }
        var chosen = try format.map { name in
            guard let format = EntryFormat(named: name) else {
                throw Problem.unknownFormat(name, of: EntryFormat.readable)
            }
            return format
        }
        if chosen == nil, !columns.isEmpty { chosen = .csv }
        for column in columns {
            let parts = column.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let part = EntryColumn(rawValue: parts[0]) else {
                let names = EntryColumn.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    usage: "\"\(column)\" names no column", "\(quoted: column, .topic) 열을 가리키지 않습니다",
                    hint: "It is written as date=When; the parts of an entry are \(names).",
                    "date=날짜처럼 씁니다. 일기의 부분은 이것들입니다: \(names)")
            }
            options.columns[part] = parts[1]
        }
        let progress = ProgressReport(session, after: 1)
        // Counts what is read, where somebody watches.
        let meter = Terminal.isTerminal(.error) ? FileProgress() : nil
        let folders = Self.spoolFolders(for: try session.path())
        let spool = RowSpool(in: folders)
        let paths = files.flatMap(ExportParts.paths)
        var all = ReadEntries(options, into: spool)
        all.options.isStrict = strict || paths.count == 1
        var sources: [Source] = []
        for path in paths {
            do { sources.append(try TextInput.source(path, spoolingIn: folders, counted: meter)) } catch let
                problem as ReadProblem
            {
                try leaveOut(problem, of: &all, progress)
            }
        }
        let given = try tags.map { try Tag.given($0) }
        for source in ExportParts.joined(sources) {
            if let folder = try folder(beside: source) { all.files.add(folder: folder) }
            if chosen == nil, paths.count == 1, case .file(let file) = source, EventLog.begins(file) {
                return try fetch(try take(log: file, session), from: all.files, session)
            }
            do throws(ReadProblem) {
                all.add(
                    try readEntries(source, format: chosen, options, into: spool, tags: given) { rows, _ in
                        guard let meter, rows & 63 == 0 else { return }
                        progress.show(read: UInt64(rows), bytes: meter.done, of: meter.total)
                    })
            } catch {
                try leaveOut(error, of: &all, progress)
            }
        }
        all.settleLinks()
        // What is told in instants would lie on other days. Our own format says each day.
        if session.lacksZones, all.format != .json, let zone = Session.variable("TZ") {
            progress.end()
            throw Problem.unknownZone(zone)
        }
        if all.count == 0, let first = all.leftOut.problems.first {
            progress.end()
            for problem in all.leftOut.problems.dropFirst() { session.notify(.leftOut(problem)) }
            throw first
        }
        try take(&all, spool, progress, session)
    }

    /// Goes on without a whole source; where it is the only one, or somebody has to decide first, nothing is imported.
    private func leaveOut(_ problem: ReadProblem, of all: inout ReadEntries, _ progress: ProgressReport) throws {
        do throws(ReadProblem) { try all.leaveOut(source: problem) } catch {
            progress.end()
            if error.reason == .row(.json(.notUTF8)), error.position == .file {
                throw Problem.notUTF8(error.file, error.file)
            }
            throw error
        }
    }

    /// Where rows, and what a pipe delivers, may lie while they are read: on the disk that they will be written to, if
    /// that can be.
    static func spoolFolders(for path: String) -> [String] {
        [path, FileSystem.parent(of: path), FileSystem.temporaryDirectory]
    }

    private func take(
        _ read: inout ReadEntries, _ spool: RowSpool, _ progress: ProgressReport, _ session: Session
    ) throws {
        defer { progress.end() }
        guard
            case .imported(let receipt, let added, let skipped, let losses) =
                try write(&read, spool, progress, session)
        else { return }
        progress.end()
        // What was taken for what is best seen.
        if dryRun, !session.isJSON {
            for content in read.sample { try session.write(Self.line(content, session)) }
        }
        session.notify(
            dryRun
                ? Sentence(
                    "would import \(added, "entry", "entries")" + (skipped == 0 ? "" : "; \(skipped) here already"),
                    skipped == 0 ? "\(added)편을 가져올 것입니다" : "\(added)편을 가져오고, 이미 있는 \(skipped)편은 건너뛸 것입니다")
                : Sentence(
                    "imported \(added, "entry", "entries")"
                        + (skipped == 0 ? "" : "; \(skipped) had been here already"),
                    skipped == 0 ? "\(added)편을 가져왔습니다" : "\(added)편을 가져오고, 이미 있는 \(skipped)편은 건너뛰었습니다"))
        if !read.passedOver.isEmpty {
            let names = read.passedOver.sorted { $0.key < $1.key }.map {
                "\($0.key.isEmpty ? "-" : $0.key) (\($0.value))"
            }
            session.notify(
                "entries of other journals were passed over: \(OnScreen.safe(names.joined(separator: ", ")))",
                "다른 저널의 일기는 가져오지 않았습니다: \(OnScreen.safe(names.joined(separator: ", ")))")
        }
        report(read.rowLosses, losses, added: added, session)
        // Of what is here already it was said when it came.
        if added > 0 || skipped == 0 { session.report(read.losses) }
        if !read.unknown.isEmpty {
            let names = read.unknown.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            session.notify(
                "not understood, left out: \(OnScreen.safe(names.joined(separator: ", ")))",
                "모르는 항목은 뺐습니다: \(OnScreen.safe(names.joined(separator: ", ")))")
        }
        for problem in read.leftOut.problems { session.notify(.leftOut(problem)) }
        try writeJSON(read, receipt, added: added, skipped: skipped, losses, session)
        if read.leftOut.count == 0 { return }
        guard dryRun else { throw Problem.leftOut(read.leftOut) }
        session.notify(Problem.leftOut(read.leftOut).message)
    }

    /// A line that shows what an entry would be, as far as it goes.
    private static func line(_ content: EntryContent, _ session: Session) -> String {
        let title = Headline(of: String(decoding: content.text, as: UTF8.self)).title.map(String.init) ?? ""
        let tags = content.tags.map { "#" + $0.text } + (content.isStarred ? ["*"] : [])
        let words = ([content.date.rfc3339(), title] + tags).joined(separator: "  ")
        return OnScreen.cut(OnScreen.safe(words), to: 120) + "\n"
    }

    private func write(
        _ read: inout ReadEntries, _ spool: RowSpool, _ progress: ProgressReport, _ session: Session
    ) throws -> ImportOutcome {
        let diary: Diary
        if dryRun {
            do { diary = try session.open() } catch {
                guard Problem(error).code == .noDiary else { throw error }
                read.drop(read.attached.filter { !read.files.has($0) })
                return .imported(receipt: nil, added: read.count, skipped: 0, ImportLosses())
            }
        } else {
            diary = try session.openOrMake()
        }
        let (intake, files) = try put(&read, into: diary)
        defer { intake?.end() }
        let context = try session.context()
        let outcome = try diary.import(
            from: spool, again: again, update: update, both: both, dryRun: dryRun, in: context,
            progress: { done, total in
                guard done & 63 == 0, Terminal.isTerminal(.error) else { return }
                progress.show(UInt64(done), of: UInt64(total))
            })
        if case .imported(_, _, let skipped, let losses) = outcome, skipped + losses.forgotten > 0, !files.isEmpty {
            // Of entries that stay as they are, or forgotten, no file comes back.
            intake?.end()
            try diary.withdraw(files)
        }
        return outcome
    }
}

extension Sentence {
    /// One thing that could not be read, and where it stands.
    fileprivate static func leftOut(_ problem: ReadProblem) -> Sentence {
        let said = problem.problem.message
        return Sentence("left out: \(OnScreen.safe(said.en))", "뺀 것: \(OnScreen.safe(said.ko))")
    }
}

extension DateMissing: Choice {}

/// What journals and notebooks of other programs become.
enum JournalsBecome: String, Choice, Sendable {
    case tags, none
}

/// Where notes are split into entries.
enum NoteSplit: String, Choice, Sendable {
    case heading
}
