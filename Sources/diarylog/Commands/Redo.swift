internal import DiaryEngine
internal import DiarylogArguments

/// Brings back what undo took back.
struct Redo: ChangingCommand {
    static let about = CommandWords(
        "redo",
        abstract: HelpText(
            "Do again what undo took back.", "undo로 되돌린 것을 다시 합니다."),
        discussion: HelpText("After any other change there is nothing to bring back.", "다른 변경을 하고 나면 다시 할 것이 없습니다."))

    @Flag(
        "list",
        help: HelpText("Only list what redo would bring back, the next one first.", "redo로 다시 할 것을 다음 것부터 늘어놓기만 합니다."))
    var list = false

    @Option(
        "limit", value: "n", in: Bounds.limit, help: HelpText("With --list: at most this many.", "--list에서 최대 N개."))
    var limit: Int?

    @OptionGroup var undoing: UndoArguments

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        if let limit = try session.listLimit(limit, isListed: list) {
            return try session.list(
                try diary.redoStack(limit: limit), in: diary)
        }
        let undoing = try undoing.undoing(session, in: diary)
        let context = try session.context()
        let outcome = try diary.redo(undoing, in: context)
        try session.report(outcome, of: .redo, in: diary)
    }
}
