internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Writes the diary's file anew, without its free pages.
struct Compact: DiaryCommand {
    static let about = CommandWords(
        "engine compact",
        abstract: HelpText("Write the diary's file anew, without its gaps.", "빈자리 없이 일기장 파일을 새로 씁니다."),
        discussion: HelpText(
            """
            Pays after big imports, rebuilds and deletions of snapshots. Reading and writing go on meanwhile; writers \
            wait some milliseconds at the end. Needs room for a second file until it is done. Stopped anywhere, the \
            diary is as it was, or done.
            """,
            """
            크게 가져오거나 다시 만들거나 스냅숏을 지운 뒤에 좋습니다. 그동안 읽고 쓸 수 있고, 쓰는 쪽만 끝에 몇 밀리초 기다립니다. 끝날 때까지 파일 하나만큼 자리가 더 듭니다. 어디서 \
            멈춰도 일기장은 전과 같거나 다 되어 있습니다.
            """))

    @Flag(
        "force",
        help: HelpText(
            "Also where events are damaged: what may be left of them in the file is then gone.",
            "변경이 손상되었어도 합니다. 파일에 남은 그 나머지는 사라집니다."))
    var force = false

    @Flag(
        "attachments",
        help: HelpText(
            "Also remove the attached files that no event and no draft names.", "어느 변경도 초안도 쓰지 않는 붙인 파일도 없앱니다."))
    var attachments = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        session.endForgetting(in: diary)
        let done = try diary.compact(acceptingDamage: force)
        let sweep = try diary.sweepAttachments(removing: attachments)
        if session.isJSON {
            return try session.write([
                "unnamed": [
                    "files": .number(sweep.files), "bytes": .number(sweep.bytes), "removed": .bool(sweep.isDone),
                ],
                "before": .number(done.before), "after": .number(done.after), "followed": .number(done.followed),
                "waitSeconds": .decimal(done.held / .seconds(1)),
            ])
        }
        session.notify(
            .compacted(
                before: done.before, after: done.after, followed: done.followed,
                heldMilliseconds: Int64((done.held / .milliseconds(1)).rounded())))
        if attachments, !sweep.isDone {
            session.notify(.unsureOfFiles)
        } else if sweep.files > 0 {
            session.notify(
                sweep.isDone
                    ? .sweptFiles(sweep.files, bytes: sweep.bytes) : .unnamedFiles(sweep.files, bytes: sweep.bytes))
        }
    }
}
