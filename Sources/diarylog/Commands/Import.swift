internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct Import: ChangingCommand {
    static let about = CommandWords(
        "import",
        abstract: HelpText(
            "Take entries from files and folders of other programs.", "다른 프로그램의 파일과 폴더에서 일기를 가져옵니다."),
        discussion: FormatWords.importing)

    @Argument(
        "files", help: HelpText("Files and folders, or - for standard input.", "파일과 폴더들, 또는 표준 입력이면 -."),
        completion: .files)
    var files: [String]

    @Option(
        "format",
        help: HelpText(
            "How the file is written, as jrnl; without it the content tells.", "파일의 형식, jrnl처럼. 없으면 내용으로 압니다."),
        completion: .list(EntryFormat.readable))
    var format: String?

    @Option(
        "time-format", value: "time format",
        help: HelpText("How its dates are written, as \"%d.%m.%Y %H:%M\".", "날짜를 쓴 모양, \"%d.%m.%Y %H:%M\"처럼."))
    var timeFormat: String?

    @Option(
        "tag",
        help: HelpText("Give every imported entry this tag; may be given again.", "가져오는 일기마다 붙일 태그. 여러 번 쓸 수 있습니다."),
        completion: .tags)
    var tags: [String] = []

    @Option(
        "attachments", value: "folder",
        help: HelpText(
            "Where the attached files are; without it, attachments beside the file.",
            "붙인 파일이 있는 폴더. 없으면 파일 옆의 attachments."),
        completion: .folders)
    var attachments: String?

    @Flag("dry-run", help: HelpText("Only say what would happen.", "어떻게 될지만 말합니다."))
    var dryRun = false

    @Flag(
        "again",
        help: HelpText("Import once more what was imported before, as other entries.", "이미 가져온 것을 다른 일기로 한 번 더 가져옵니다."))
    var again = false

    @Flag(
        "update", against: ["--again"],
        help: HelpText("Take over what changed at its source since it was imported.", "가져온 뒤에 원본에서 바뀐 것을 반영합니다."))
    var update = false

    @Flag(
        "both", against: ["--again", "--update"],
        help: HelpText(
            "Take that over also where the entry changed here: both stand side by side.",
            "여기서도 바뀐 일기까지 반영하고, 두 글을 나란히 둡니다."))
    var both = false

    @Flag(
        "strict",
        help: HelpText(
            "Take all or nothing: stop at the first thing that cannot be read.",
            "모두 가져오거나 하나도 안 가져옵니다. 읽을 수 없는 것이 나오면 그만둡니다."))
    var strict = false

    @Option(
        "with", value: "what",
        help: HelpText(
            "Take what is no entry, too: trashed, copies (of a conflict), templates; with commas between.",
            "일기가 아닌 것도 가져옵니다: trashed(휴지통), copies(충돌 사본), templates(서식). 쉼표로 여럿을 쓸 수 있습니다."))
    var with: String?

    @Option(
        "date-missing", value: "when",
        help: HelpText(
            "What entries take whose source says no date: mtime, their file's time; now; or refuse.",
            "원본에 날짜가 없는 일기의 날짜: 파일의 시각이면 mtime, 지금이면 now, 받지 않으려면 refuse."))
    var dateMissing: DateMissing?

    @Option(
        "split", value: "where",
        help: HelpText(
            "heading: a note becomes an entry for each heading that is a date.",
            "heading: 날짜인 제목줄마다 일기 한 편으로 나눕니다."))
    var split: NoteSplit?

    @Option(
        "journals", value: "how",
        help: HelpText(
            "tags, the default: Day One's journals and Joplin's notebooks become tags; none: only a field.",
            "tags(기본): Day One의 저널과 Joplin의 노트북이 태그가 됩니다. none: 필드로만 남깁니다."))
    var journals: JournalsBecome?

    @Option(
        "journal", value: "name",
        help: HelpText("Only the entries of this journal or notebook.", "이 저널이나 노트북의 일기만."))
    var journal: String?

    @Option(
        "column", value: "part=name",
        help: HelpText(
            "A column of a CSV: date, time, title, text, tags or starred, as date=When. Others stay fields.",
            "CSV의 열: date, time, title, text, tags, starred. 예: date=날짜. 나머지는 필드로 남습니다."))
    var columns: [String] = []

    func carryOut(in session: Session) throws {
        var options = ReadOptions(
            defaults: RowDefaults(
                now: try session.dateNow(), zone: try session.zone(), dateMissing: dateMissing),
            timeFormat: try session.timeFormat(timeFormat))
        options.splitsHeadings = split == .heading
        options.tagsJournals = journals != JournalsBecome.none
        options.journal = journal
        options.isStrict = strict
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
        let progress = ImportProgress(session)
        let folders = Self.spoolFolders(for: try session.path())
        let spool = RowSpool(in: folders)
        spool.notice = { progress.noteRead($0) }
        let paths = files.flatMap(ExportParts.paths)
        var all = ReadEntries(options, into: spool)
        all.options.isStrict = strict || paths.count == 1
        var sources: [Source] = []
        for path in paths {
            do { sources.append(try TextInput.source(path, spoolingIn: folders, counted: progress.meter)) } catch let
                problem as ReadProblem
            {
                try leaveOut(problem, of: &all, progress)
            }
        }
        for source in ExportParts.joined(sources) {
            if let folder = try folder(beside: source) { all.files.add(folder: folder) }
            if chosen == nil, paths.count == 1, case .file(let file) = source, EventLog.begins(file) {
                return try fetch(try take(log: file, session), from: all.files, session)
            }
            do throws(ReadProblem) {
                let tags = tags.map { Tag.typed($0) }
                all.add(try readEntries(source, format: chosen, options, into: spool, tags: tags))
            } catch {
                try leaveOut(error, of: &all, progress)
            }
        }
        all.settleLinks()
        if all.count == 0, let first = all.leftOut.problems.first {
            progress.end()
            for problem in all.leftOut.problems.dropFirst() { session.notify(.leftOut(problem)) }
            throw first
        }
        try take(&all, spool, progress, session)
    }

    /// Goes on without a whole source; where it is the only one, or somebody has to decide first, nothing is imported.
    private func leaveOut(_ problem: ReadProblem, of all: inout ReadEntries, _ progress: ImportProgress) throws {
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
        _ read: inout ReadEntries, _ spool: RowSpool, _ progress: ImportProgress, _ session: Session
    ) throws {
        defer { progress.end() }
        guard
            case .imported(let receipt, let added, let skipped, let losses) =
                try write(&read, spool, progress, session)
        else { return }
        progress.end()
        // Which columns were taken for what is best seen.
        if dryRun, read.format == .csv, !session.isJSON {
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

    /// What came of it, for scripts.
    private func writeJSON(
        _ read: ReadEntries, _ receipt: OperationReceipt?, added: Int, skipped: Int, _ losses: ImportLosses,
        _ session: Session
    ) throws {
        guard session.isJSON else { return }
        let unknown = read.unknown.sorted { $0.key < $1.key }.map { JSONMember($0.key, .number($0.value)) }
        try session.write([
            "operation": .text(orNull: receipt?.id.hexadecimal), "events": OperationJSON.events(receipt),
            "format": .text(orNull: read.format?.rawValue), "rows": .number(read.count),
            "added": .number(added), "skipped": .number(skipped), "unknown": .object(unknown), "dryRun": .bool(dryRun),
            "notKept": [
                "ids": .number(read.rowLosses.ids), "times": .number(read.rowLosses.times + losses.times),
                "versions": .number(read.rowLosses.versions), "equalVersions": .number(losses.equalVersions),
                "texts": .number(read.rowLosses.branches),
            ],
            "lost": .object(read.losses.all.map { JSONMember($0.loss.rawValue, .number($0.count)) }),
            "lostAt": .object(
                read.losses.all.map(\.loss).filter { !read.losses.places(of: $0).isEmpty }.map { loss in
                    JSONMember(loss.rawValue, .array(read.losses.places(of: loss).map(\.json)))
                }),
            "leftOut": .object(
                ReadProblem.Kind.allCases.compactMap { kind in
                    read.leftOut.counts[kind].map { JSONMember(kind.rawValue, .number($0)) }
                }),
            "leftOutAt": .array(read.leftOut.problems.map { RowOrigin($0.file, $0.position).json }),
            "differing": .number(losses.differing), "changed": .number(losses.changed),
            "conflicts": .array(losses.conflicts.map { .text($0.hexadecimal) }),
        ])
    }

    /// A line that shows what an entry would be.
    private static func line(_ content: EntryContent, _ session: Session) -> String {
        let title = Headline(of: String(decoding: content.text, as: UTF8.self)).title.map(String.init) ?? ""
        let tags = content.tags.map { "#" + $0.text } + (content.isStarred ? ["*"] : [])
        let words = ([content.date.rfc3339(), title] + tags).joined(separator: "  ")
        return OnScreen.safe(words) + "\n"
    }

    /// Says what of the rows is not kept; of rows that were all skipped only whether they differ from what is here.
    private func report(_ ofRows: RowLosses, _ losses: ImportLosses, added: Int, _ session: Session) {
        func note(_ count: Int, _ english: String, _ korean: String) {
            if count > 0, added > 0 { session.notify(english, korean) }
        }
        let (ids, times, versions) = (ofRows.ids, ofRows.times + losses.times, ofRows.versions)
        note(
            ids,
            "\(ids, "entry gets a new id: its own is", "entries get new ids: theirs are") not 32 hexadecimal digits",
            "일기 \(ids)편은 식별자가 16진수 32자리가 아니어서 새 식별자를 받습니다")
        note(
            times,
            "\(times, "time", "times") of createdAt, modifiedAt or recordedAt cannot be, or lie in the future: the present stands for them",
            "createdAt, modifiedAt, recordedAt 가운데 \(times)개는 있을 수 없거나 앞날의 시각이어서 지금 시각으로 적습니다")
        note(
            versions,
            "\(versions, "entry has", "entries have") fewer versions than before: the file lacks the others; export without --newest-only has them",
            "일기 \(versions)편은 파일에 없는 버전이 빠집니다. --newest-only 없이 export하면 모두 있습니다")
        note(
            losses.equalVersions,
            "\(losses.equalVersions, "version", "versions") left out: no different from the one before",
            "앞 버전과 똑같은 버전 \(losses.equalVersions)개는 뺐습니다")
        note(
            ofRows.branches,
            "\(ofRows.branches, "entry in conflict keeps", "entries in conflict keep") only the text that was shown; export --events keeps all",
            "충돌한 일기 \(ofRows.branches)편은 보이던 글만 남습니다. export --events로 내보내면 모두 남습니다")
        report(losses, session)
    }

    /// Says which entries were here before with another content, and what became of them.
    private func report(_ losses: ImportLosses, _ session: Session) {
        let isTaken = update || both
        let left = isTaken ? 0 : losses.changed
        let others = losses.differing - left - losses.conflicts.count
        if losses.changed > 0 {
            let notice: Sentence =
                if !isTaken {
                    Sentence(
                        "\(losses.changed, "entry has", "entries have") changed at the source since the import; --update takes that over",
                        "일기 \(losses.changed)편은 가져온 뒤에 원본이 바뀌었습니다. --update를 쓰면 바뀐 대로 고칩니다")
                } else if dryRun {
                    Sentence(
                        "would update \(losses.changed, "entry", "entries") that changed at the source",
                        "원본이 바뀐 일기 \(losses.changed)편을 고칠 것입니다")
                } else {
                    Sentence(
                        "updated \(losses.changed, "entry", "entries") that changed at the source",
                        "원본이 바뀐 일기 \(losses.changed)편을 고쳤습니다")
                }
            session.notify(notice)
        }
        if !losses.conflicts.isEmpty {
            let names = losses.conflicts.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ")
            session.notify(
                "\(losses.conflicts.count, "entry was", "entries were") changed both here and at the source, and left as here: \(names)",
                "일기 \(losses.conflicts.count)편은 여기서도 원본에서도 바뀌어 여기 것을 그대로 두었습니다: \(names)")
        }
        if others > 0 {
            session.notify(
                "\(others, "entry was", "entries were") here already with other content, and left as \(others == 1 ? "it is" : "they are")",
                "이미 있지만 내용이 다른 일기 \(others)편은 그대로 두었습니다")
        }
    }

    /// Takes a log that `export --events` wrote: into a free place, or into the diary that it is of. Returns the files
    /// that it names and the diary has not.
    private func take(log file: SourceFile, _ session: Session) throws -> [NamedAttachment] {
        let path = try session.path()
        var taken = TakenLog()
        let diary: Diary?
        do { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            diary = nil
        }
        if dryRun {
            do { taken.added = try EventLog.count(file.content) } catch { throw Problem(error) }
            session.notify(
                "would import \(taken.added, "event", "events") that are not here yet",
                "변경 \(taken.added)건 가운데 아직 없는 것을 가져올 것입니다")
        } else if let diary {
            taken = try session.take(eventsFrom: file.content, of: files[0], into: diary)
            session.notify(
                "imported \(taken.added, "event", "events"), skipped \(taken.known) known before",
                "변경 \(taken.added)건을 가져오고, 이미 있는 \(taken.known)개는 건너뛰었습니다")
            if let newer = taken.newer.sentence { session.notify(newer) }
        } else {
            let made = try session.make(path, from: file.content, in: try session.context())
            (taken.added, taken.holes, taken.newer) = (made.made.events, made.made.holes, made.newer)
        }
        if session.isJSON {
            let members: [JSONMember] = [
                JSONMember("operation", .null), JSONMember("events", .null), JSONMember("format", .text("events")),
                JSONMember("rows", .number(taken.added + taken.known)), JSONMember("added", .number(taken.added)),
                JSONMember("skipped", .number(taken.known)), JSONMember("unknown", taken.newer.json),
                JSONMember("dryRun", .bool(dryRun)),
            ]
            try session.write(.object(members + taken.members))
        }
        if let obstacle = taken.forgotten?.obstacle { throw Problem(obstacle) }
        if !taken.holes.isEmpty { throw Problem.holesKept(taken.holes) }
        if dryRun { return [] }
        let files = taken.files
        guard let diary else {
            let made = try session.open()
            return try made.checkAttachments(proving: false).lost.map(\.attachment)
        }
        return try diary.missing(files)
    }

    private func write(
        _ read: inout ReadEntries, _ spool: RowSpool, _ progress: ImportProgress, _ session: Session
    ) throws -> ImportOutcome {
        let diary: Diary
        if dryRun {
            do { diary = try session.open() } catch {
                guard Problem(error).code == "no-diary" else { throw error }
                read.drop(read.attached.filter { !read.files.has($0) })
                return .imported(receipt: nil, added: read.count, skipped: 0, ImportLosses())
            }
        } else {
            diary = try session.openOrMake()
        }
        let intake = try put(&read, into: diary)
        defer { intake?.end() }
        let context = try session.context()
        return try diary.import(
            from: spool, again: again, update: update, both: both, dryRun: dryRun, in: context,
            progress: { done, total in progress.noteWritten(done, of: total) })
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
