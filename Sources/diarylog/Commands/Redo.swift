internal import ArgumentParser
internal import DiaryEngine

/// Brings back what undo took back.
struct Redo: ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring back what undo took; once more, the one before it.",
        discussion: "After any other change there is nothing to bring back.")

    @OptionGroup var manner: MannerOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        try session.refuseMoment()
        let diary = try session.open()
        let manner = try manner.manner(session, in: diary)
        let context = try session.context()
        let outcome = try bridging { () throws(DiaryError) in try diary.redo(manner, in: context) }
        try session.report(outcome, of: .redo, in: diary)
    }
}
