internal import Arguments
internal import DiaryEngine

/// Takes changes back.
struct Undo: ChangingCommand {
    static let about = CommandWords(
        "undo", abstract: "Take the last change back; once more, the one before it.",
        discussion: """
            With ENTRY the last change of that entry; with --operation any one, whatever came after it. Nothing is \
            lost: an undo is a change of its own, and redo takes it back.
            """)

    @Argument("entry", help: "Only the last change of this entry.", completion: .entries)
    var entry: String?

    @Option(
        "operation", value: "op", help: "This operation, by its id or an event of it (e12).", completion: .operations)
    var operation: String?

    @Flag("list", help: "Only list what undo would take back, the next one first.")
    var list = false

    @Option("limit", value: "n", help: "With --list: at most this many.")
    var limit: Int?

    @OptionGroup var manner: MannerOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if entry != nil, operation != nil { throw Problem.against("ENTRY", "--operation") }
        if list, entry != nil { throw Problem.against("ENTRY", "--list") }
        if list, operation != nil { throw Problem.against("--operation", "--list") }
        let diary = try session.open()
        if let limit = try session.listLimit(limit, isListed: list) {
            return try session.list(
                try diary.undoStack(limit: limit), in: diary)
        }
        let manner = try manner.manner(session, in: diary)
        let context = try session.context()
        if let entry {
            let found = try session.entry(entry, in: diary)
            if session.namesVersion(entry) { throw Problem.versionNotHere }
            let outcome = try diary.undo(entry: found.id, manner, in: context)
            try session.report(outcome, of: .undoOn(OnScreen.shortID(found.id)), in: diary)
        } else if let operation {
            let name = try session.operationName(operation)
            let outcome = try diary.undo(operation: name, manner, in: context)
            try session.report(outcome, of: .undoOf(operation), in: diary)
        } else {
            let outcome = try diary.undo(manner, in: context)
            try session.report(outcome, of: .undo, in: diary)
        }
    }
}

/// What undo and redo do with entries that were changed since.
struct MannerOptions: ArgumentGroup {
    @Flag("force", help: "Go back over what was changed since.")
    var force = false

    @Flag("skip-changed", help: "Leave out the entries that were changed since.")
    var skipChanged = false

    @Option("expect", value: "op", help: "Only if this operation is the next.", completion: .operations)
    var expect: String?

    func manner(_ session: Session, in diary: Diary) throws -> UndoManner {
        if force, skipChanged { throw Problem.against("--force", "--skip-changed") }
        var manner = UndoManner()
        manner.force = force
        manner.skipChanged = skipChanged
        manner.expecting = try expect.map { text in try session.operationPrefix(text, in: diary) }
        return manner
    }
}
