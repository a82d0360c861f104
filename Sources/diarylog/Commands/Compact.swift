internal import Arguments
internal import DiaryEngine
internal import EventStore
internal import Interchange

/// Writes the diary's file anew, without its free pages.
struct Compact: DiaryCommand {
    static let about = CommandWords(
        "compact", abstract: "Write the diary's file anew, without its gaps.",
        discussion: """
            Pays after big imports, rebuilds and deletions of snapshots. Reading and writing go on meanwhile; writers \
            wait some milliseconds at the end. Needs room for a second file until it is done. Stopped anywhere, the \
            diary is as it was, or done.
            """)

    @Flag("force", help: "Also where events are damaged: what may be left of them in the file is then gone.")
    var force = false

    @Flag("attachments", help: "Also remove the attached files that no event and no draft names.")
    var attachments = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        let diary = try session.open()
        let done = try diary.compact(acceptingDamage: force)
        let sweep = try diary.sweepAttachments(removing: attachments)
        if session.isJSON {
            return try session.write([
                "unnamed": [
                    "files": .number(sweep.files), "bytes": .number(sweep.bytes), "removed": .bool(sweep.isDone),
                ],
                "before": .number(done.before), "after": .number(done.after), "followed": .number(done.followed),
                "waitSeconds": .decimal(Double(done.held) / 1e9),
            ])
        }
        session.say(
            .compacted(
                before: done.before, after: done.after, followed: done.followed,
                heldMilliseconds: (done.held + 500_000) / 1_000_000))
        if attachments, !sweep.isDone {
            session.say(.unsureOfFiles)
        } else if sweep.files > 0 {
            session.say(
                sweep.isDone
                    ? .sweptFiles(sweep.files, bytes: sweep.bytes) : .unnamedFiles(sweep.files, bytes: sweep.bytes))
        }
    }
}
