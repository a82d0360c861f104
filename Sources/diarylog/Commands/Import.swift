internal import ArgumentParser
internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

/// Takes entries from files.
struct Import: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take entries from files: all of them, or none.",
        discussion: """
            Formats: json (ours, an array or one object a line), sample, and the log that export --events writes, alone \
            and into a free place or its own diary. An entry of ours keeps its id, its times and its versions. Rows \
            imported before are skipped, and so are entries that are here already; those whose import was undone come \
            back with the ids they had. What cannot be kept is said.
            """)

    @Argument(help: "Files, or - for standard input.", completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("json or sample; without it the content tells.", valueName: "format"))
    var format: String?

    @Flag(help: "Only say what would happen.")
    var dryRun = false

    @Flag(help: "Import once more what was imported before, as other entries.")
    var again = false

    @Option(help: ArgumentHelp("now: rows of a sample without created_at take the present.", valueName: "when"))
    var dateMissing: DateMissing?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        try session.refuseMoment()
        if format == nil, files.count == 1 {
            let bytes = try TextInput.file(files[0])
            if EventLog.begins(bytes) { return try take(log: bytes, session) }
            return try take(read(session, first: bytes), session)
        }
        try take(read(session), session)
    }

    private func take(_ file: ImportedFile, _ session: Session) throws(Problem) {
        guard case .imported(let receipt, let added, let skipped, let losses) = try take(file.rows, session) else {
            return
        }
        session.say(dryRun ? .wouldImport(added: added, skipped: skipped) : .imported(added: added, skipped: skipped))
        tell(file.losses, losses, added: added, session)
        if !file.unknown.isEmpty {
            let names = file.unknown.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            session.say(.unknownMembers(OnScreen.safe(names.joined(separator: ", "))))
        }
        guard session.isJSON else { return }
        let unknown = file.unknown.sorted { $0.key < $1.key }.map { JSONMember($0.key, .number($0.value)) }
        try session.write([
            "operation": .text(orNull: receipt?.id.hexadecimal), "events": OperationJSON.events(receipt),
            "format": .text(orNull: file.format?.rawValue), "rows": .number(file.rows.count),
            "added": .number(added), "skipped": .number(skipped), "unknown": .object(unknown), "dryRun": .bool(dryRun),
            "notKept": [
                "ids": .number(file.losses.ids), "times": .number(file.losses.times + losses.times),
                "versions": .number(file.losses.versions), "equalVersions": .number(losses.equalVersions),
                "texts": .number(file.losses.branches),
            ],
            "differing": .number(losses.differing),
        ])
    }

    /// Says what of the rows is not kept; of rows that were all skipped only whether they differ from what is here.
    private func tell(_ ofRows: RowLosses, _ losses: ImportLosses, added: Int, _ session: Session) {
        let notices: [(Int, (Int) -> ExchangeNotice)] = [
            (ofRows.ids, { .ids($0) }), (ofRows.times + losses.times, { .times($0) }),
            (ofRows.versions, { .versions($0) }), (losses.equalVersions, { .equalVersions($0) }),
            (ofRows.branches, { .branches($0) }),
        ]
        for (count, notice) in notices where count > 0 && added > 0 { session.say(.exchange(notice(count))) }
        if losses.differing > 0 { session.say(.exchange(.differing(losses.differing))) }
    }

    /// Takes a log that `export --events` wrote: into a free place, or into the diary that it is of.
    private func take(log bytes: [UInt8], _ session: Session) throws(Problem) {
        let path = try session.path()
        var (added, known) = (0, 0)
        var holes: [UInt64] = []
        let diary: Diary?
        do throws(Problem) { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            diary = nil
        }
        if dryRun {
            added = bytes.split(separator: 0x0A).count
            session.say(.exchange(.wouldImportEvents(added)))
        } else if let diary {
            (added, known) = try session.take(eventsFrom: bytes, of: files[0], into: diary)
            session.say(.exchange(.events(added: added, known: known)))
        } else {
            let made = try session.make(path, from: bytes, in: try session.context())
            (added, holes) = (Int(made.events), made.holes)
        }
        if session.isJSON {
            try session.write([
                "operation": .null, "events": .null, "format": .text("events"), "rows": .number(added + known),
                "added": .number(added), "skipped": .number(known), "unknown": [:], "dryRun": .bool(dryRun),
            ])
        }
        if !holes.isEmpty { throw .place(.holesKept(holes)) }
    }

    private func take(_ rows: [ImportedRow], _ session: Session) throws(Problem) -> ImportOutcome {
        let diary: Diary
        if dryRun {
            do throws(Problem) { diary = try session.open() } catch .place(.missing) {
                return .imported(receipt: nil, added: rows.count, skipped: 0, ImportLosses())
            }
        } else {
            diary = try session.openOrMake()
        }
        let context = try session.context()
        return try bridging { () throws(DiaryError) in
            try diary.import(rows, again: again, dryRun: dryRun, in: context)
        }
    }

    /// Reads all files; `first` are the bytes of the only one, if they were read already.
    private func read(_ session: Session, first: [UInt8]? = nil) throws(Problem) -> ImportedFile {
        let chosen = try format.map { (name) throws(Problem) in
            guard let format = RowFormat(rawValue: name) else { throw Problem.usage(.unknownFormat(name)) }
            return format
        }
        let defaults = RowDefaults(
            now: try session.dateNow(), zone: try session.zone(), fillsDates: dateMissing == .now)
        var all = ImportedFile()
        for path in files {
            let bytes = if let first { first } else { try TextInput.file(path) }
            let file: ImportedFile
            do { file = try readRows(bytes, format: chosen, defaults: defaults) } catch {
                if error.reason == .json(.notUTF8) { throw .file(.notUTF8(path)) }
                throw .file(.row(file: path, error))
            }
            for (index, row) in file.rows.enumerated() {
                for content in [row.content] + row.earlier.map(\.content) {
                    if case .refused(let refusal) = decide(.create(content), nil) {
                        throw .file(.refusedRow(file: path, row: index + 1, EntryProblem(refusal, entry: "")))
                    }
                }
            }
            all.rows += file.rows
            all.format = all.format ?? file.format
            all.unknown.merge(file.unknown, uniquingKeysWith: +)
            all.losses += file.losses
        }
        return all
    }
}

/// What rows without a date take.
enum DateMissing: String, ExpressibleByArgument, CaseIterable, Sendable {
    case now
}
