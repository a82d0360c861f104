internal import Arguments
internal import DiaryEngine

/// Brings back what undo took back.
struct Redo: ChangingCommand {
    static let about = CommandWords(
        "redo", abstract: "Bring back what undo took; once more, the one before it.",
        discussion: "After any other change there is nothing to bring back.")

    @Flag("list", help: "Only list what redo would bring back, the next one first.")
    var list = false

    @Option("limit", value: "n", help: "With --list: at most this many.")
    var limit: Int?

    @OptionGroup var manner: MannerOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        let diary = try session.open()
        if let limit = try session.listLimit(limit, isListed: list) {
            return try session.list(
                try diary.redoStack(limit: limit), in: diary)
        }
        let manner = try manner.manner(session, in: diary)
        let context = try session.context()
        let outcome = try diary.redo(manner, in: context)
        try session.report(outcome, of: .redo, in: diary)
    }
}
