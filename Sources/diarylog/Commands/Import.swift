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
            Formats: json (ours, an array or one object a line) and sample. Rows imported before are skipped; those whose \
            import was undone come back with the ids they had.
            """)

    @Argument(help: "Files, or - for standard input.")
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
        let file = try read(session)
        let outcome = try take(file.rows, session)
        guard case .imported(let receipt, let added, let skipped) = outcome else { return }
        session.say(dryRun ? .wouldImport(added: added, skipped: skipped) : .imported(added: added, skipped: skipped))
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
        ])
    }

    private func take(_ rows: [ImportedRow], _ session: Session) throws(Problem) -> ImportOutcome {
        let diary: Diary
        if dryRun {
            do throws(Problem) { diary = try session.open() } catch .place(.missing) {
                return .imported(receipt: nil, added: rows.count, skipped: 0)
            }
        } else {
            diary = try session.openOrMake()
        }
        let context = try session.context()
        return try bridging { () throws(DiaryError) in
            try diary.import(rows, again: again, dryRun: dryRun, in: context)
        }
    }

    private func read(_ session: Session) throws(Problem) -> ImportedFile {
        let chosen = try format.map { (name) throws(Problem) in
            guard let format = RowFormat(rawValue: name) else { throw Problem.usage(.unknownFormat(name)) }
            return format
        }
        let defaults = RowDefaults(
            now: try session.dateNow(), zone: try session.zone(), fillsDates: dateMissing == .now)
        var all = ImportedFile()
        for path in files {
            let bytes = try TextInput.file(path)
            let file: ImportedFile
            do { file = try readRows(bytes, format: chosen, defaults: defaults) } catch {
                if error.reason == .json(.notUTF8) { throw .file(.notUTF8(path)) }
                throw .file(.row(file: path, error))
            }
            for (index, row) in file.rows.enumerated() {
                if case .refused(let refusal) = decide(.create(row.content), nil) {
                    throw .file(.refusedRow(file: path, row: index + 1, EntryProblem(refusal, entry: "")))
                }
            }
            all.rows += file.rows
            all.format = all.format ?? file.format
            all.unknown.merge(file.unknown, uniquingKeysWith: +)
        }
        return all
    }
}

/// What rows without a date take.
enum DateMissing: String, ExpressibleByArgument, CaseIterable, Sendable {
    case now
}
