internal import Arguments
internal import DiaryEngine
internal import DiaryModel

/// Brings back deleted entries, earlier versions, or the whole diary as of a point.
struct Restore: ChangingCommand {
    static let about = CommandWords(
        "restore", abstract: "Bring back deleted entries, an earlier version, or an earlier moment.",
        discussion: """
            restore ENTRY brings a deleted entry back with the id it had; restore ENTRY@v3 makes it what it was then; \
            restore --to WHEN makes the whole diary, or one ENTRY, what it was at that moment; it asks first where \
            the clock had leapt about then. undo takes any of them back.
            """)

    @Argument("entries", help: "Ids or beginnings of them, with @v3 for a version.", completion: .deletedEntries)
    var entries: [String] = []

    @Option("to", value: "when", help: "Make the diary, or ENTRY, what it was then.", completion: .moments)
    var to: String?

    @Flag("yes", help: "Do not ask.")
    var yes = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if let to { return try goBack(to: to, session) }
        guard !entries.isEmpty else { throw Problem.nothingToRestore }
        let diary = try session.open()
        var requests: [EntryRequest] = []
        for reference in entries {
            let entry = try session.entry(reference, in: diary)
            let command: EntryCommand = session.namesVersion(reference) ? .become(entry.content) : .restore
            if requests.contains(where: { $0.entry == entry.id && $0.command == command }) { continue }
            if requests.contains(where: { $0.entry == entry.id }) { throw Problem.entryTwice(reference) }
            session.sayBase(of: [entry])
            requests.append(EntryRequest(entry: entry.id, command: command))
        }
        try session.perform(requests, in: diary) { _ in .restored(requests.count) }
    }

    private func goBack(to moment: String, _ session: Session) throws {
        guard entries.count < 2 else { throw Problem.toNeedsOne }
        let point = try session.point(moment)
        let diary = try session.open()
        let entry = try entries.first.map { reference in
            if session.namesVersion(reference) { throw Problem.versionNotHere }
            return try session.entry(reference, in: diary)
        }
        guard try session.agreesToGoBack(to: moment, point, yes: yes) else {
            session.say(.nothingRestored)
            return try session.reportUnchanged()
        }
        let context = try session.context()
        let outcome = try diary.restore(to: point, entry: entry?.id, in: context)
        try session.report(outcome, of: .restore(moment), in: diary)
    }
}
