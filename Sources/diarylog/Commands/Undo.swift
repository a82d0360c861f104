internal import DiaryEngine
internal import DiarylogArguments
internal import Interchange

struct Undo: DiaryCommand {
    static let about = CommandWords(
        "undo",
        abstract: Sentence("Take the last change back; again, the one before it.", "마지막 변경을 되돌립니다. 또 하면 그 앞의 것을."),
        discussion: Sentence(
            """
            With ENTRY the last change of that entry; with --operation any one, whatever came after it. Nothing is \
            lost: an undo is a change of its own, and redo takes it back.
            """,
            """
            일기를 주면 그 일기의 마지막 변경을, --operation을 주면 뒤에 무엇이 왔든 그 작업을 되돌립니다. 잃는 것은 없습니다. 되돌리기도 변경이라 redo로 다시 할 수 \
            있습니다.
            """))

    @Argument("entry", help: Sentence("Only the last change of this entry.", "이 일기의 마지막 변경만."), completion: .entries)
    var entry: String?

    @Option(
        "operation", value: "op", against: ["ENTRY", "--list"],
        help: Sentence("This operation, by its id or an event of it (e12).", "이 작업. 식별자나 그 안의 변경(e12)으로 가리킵니다."),
        completion: .operations)
    var operation: String?

    @OptionGroup var undoing: UndoArguments

    var changes: Bool { !undoing.list }

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        if undoing.list {
            return try session.list(
                try diary.undoStack(limit: session.isTerminal ? 20 : .max), in: diary, none: .nothingToUndo)
        }
        let undoing = try undoing.undoing(session, in: diary)
        let context = try session.context()
        if let entry {
            let found = try session.entry(entry, in: diary)
            if session.namesVersion(entry) { throw Problem.versionNotHere }
            let outcome = try diary.write(.undo(entry: found.id, undoing), in: context)
            try session.report(outcome, of: .undoOn(OnScreen.shortID(found.id)), in: diary)
        } else if let operation {
            let name = try session.operationName(operation)
            let outcome = try diary.write(.undo(operation: name, undoing), in: context)
            try session.report(outcome, of: .undoOf(operation), in: diary)
        } else {
            let outcome = try diary.undo(undoing, in: context)
            try session.report(outcome, of: .undo, in: diary)
        }
    }
}

/// What undo and redo have in common: whether they only list, and what they do with entries that were changed since.
struct UndoArguments: ArgumentGroup {
    @Flag(
        "list", against: ["ENTRY", "--force", "--skip-changed", "--expect"],
        help: Sentence("Only list what would be done, the next one first.", "무엇을 할지 다음 것부터 늘어놓기만 합니다."))
    var list = false

    @Flag(
        "force", against: ["--skip-changed"],
        help: Sentence("Go back over what was changed since.", "그 뒤에 바뀐 것 위로도 되돌립니다."))
    var force = false

    @Flag("skip-changed", help: Sentence("Leave out the entries that were changed since.", "그 뒤에 바뀐 일기는 그대로 둡니다."))
    var skipChanged = false

    @Option(
        "expect", value: "op", help: Sentence("Only if this operation is the next.", "다음 작업이 이것일 때만."),
        completion: .operations)
    var expect: String?

    func undoing(_ session: Session, in diary: Diary) throws -> UndoOptions {
        var undoing = UndoOptions()
        undoing.force = force
        undoing.skipChanged = skipChanged
        undoing.expecting = try expect.map { text in try session.operationPrefix(text, in: diary) }
        return undoing
    }
}

struct Redo: DiaryCommand {
    static let about = CommandWords(
        "redo",
        abstract: Sentence(
            "Do again what undo took back.", "undo로 되돌린 것을 다시 합니다."),
        discussion: Sentence("After any other change there is nothing to bring back.", "다른 변경을 하고 나면 다시 할 것이 없습니다."))

    @OptionGroup var undoing: UndoArguments

    var changes: Bool { !undoing.list }

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        if undoing.list {
            return try session.list(
                try diary.redoStack(limit: session.isTerminal ? 20 : .max), in: diary, none: .nothingToRedo)
        }
        let undoing = try undoing.undoing(session, in: diary)
        let context = try session.context()
        let outcome = try diary.redo(undoing, in: context)
        try session.report(outcome, of: .redo, in: diary)
    }
}

extension Session {
    /// Lists operations as the log has them.
    func list(_ operations: [LoggedOperation], in diary: Diary, none: Sentence) throws {
        let output = LogOutput("operations", diary, at: .head, self)
        for operation in operations { try output.write(operation) }
        try output.answer.finish(at: diary.resolve(.head))
        if isTerminal, output.answer.isEmpty { notify(none) }
    }
}
