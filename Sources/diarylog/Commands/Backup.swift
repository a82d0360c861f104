internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct Backup: DiaryCommand {
    static let about = CommandWords(
        "backup", abstract: Sentence("Copy the diary to a folder, while it is in use.", "쓰는 중에도 일기장을 폴더에 복사합니다."),
        discussion: Sentence(
            """
            The backup is a diary by itself: read it with --diary; to bring it back, move the \
            damaged folder aside and copy the backup to its place by cp -r. Every event in it is proven before it counts, and an earlier backup of this diary at the same place is replaced at once: one of \
            the two is always there, whole. Nothing else is ever replaced.
            """,
            """
            백업은 그 자체로 일기장입니다. --diary로 읽습니다. 되돌릴 때는 손상된 폴더를 옮겨 두고 그 자리에 cp -r로 복사합니다. 변경을 모두 확인한 뒤에야 백업으로 치고, 같은 곳의 앞선 백업은 한 번에 바꿉니다. 둘 가운데 하나는 \
            늘 온전히 있습니다. 다른 것은 바꾸지 않습니다.
            """))

    @Argument(
        "destination", help: Sentence("The folder of the backup; best on another disk.", "백업할 폴더. 다른 디스크가 가장 좋습니다."),
        completion: .folders)
    var destination: String

    @Option(
        "every", value: "interval",
        help: Sentence("Again and again, until interrupted: 30s, 10m, 2h, 1d.", "멈출 때까지 되풀이합니다: 30s, 10m, 2h, 1d."))
    var every: String?

    @Option(
        "keep", value: "n", in: 1...10_000,
        help: Sentence("How many backups stay: those before the newest as DEST.1, DEST.2…", "남길 백업 수. 앞선 것은 곳.1, 곳.2…"))
    var keep = 1

    func carryOut(in session: Session) throws {
        let interval = try every.map { text in try Self.interval(text) }
        let diary = try session.open()
        session.endForgetting(in: diary)
        var newest: SequenceNumber?
        var replacements = 0
        while true {
            let now = try diary.newestEvent()
            if now.event == newest, now.replacements == replacements {
                session.notify("nothing has changed since the last backup", "지난 백업 뒤로 바뀐 것이 없습니다")
            } else {
                replacements = now.replacements
                newest = try backUp(diary, session)
            }
            guard let interval else { return }
            try StandardStream.output.flush()
            WallClock.pause(nanoseconds: interval)
        }
    }

    private func backUp(_ diary: Diary, _ session: Session) throws -> SequenceNumber {
        let backup = try diary.backUp(to: destination, keeping: keep)
        if session.isJSON {
            try session.write([
                "backup": .text(backup.path), "events": .number(backup.head.rawValue), "bytes": .number(backup.bytes),
                "copySeconds": .decimal(backup.copying / .seconds(1)),
                "proveSeconds": .decimal(backup.proving / .seconds(1)),
                "damaged": .array(backup.damaged.map { .number($0.rawValue) }),
                "attachments": [
                    "files": .number(backup.attachments.files), "new": .number(backup.attachments.fresh),
                    "bytes": .number(backup.attachments.bytes),
                    "lost": .array(backup.attachments.lost.map { .text($0.hash.hexadecimal) }),
                ],
            ])
        }
        if !backup.damaged.isEmpty {
            let events = Problem.list(backup.damaged)
            throw Problem(
                .damagedEvents,
                "the backup was made, but events are damaged in it as in the diary: \(events)",
                "백업했지만, 일기장처럼 백업에도 손상된 변경이 있습니다: \(events)",
                hint: "Keep older backups: they may have these events whole.", "예전 백업에는 온전히 있을 수 있으니 지우지 마세요.")
        }
        session.notify(
            "backed up \(backup.head.rawValue, "event", "events") (\(bytes: backup.bytes)) to \(backup.path), and proved each of them there",
            "변경 \(backup.head.rawValue)건(\(bytes: backup.bytes))를 \(backup.path)에 백업하고, 그곳에서 하나하나 확인했습니다")
        let files = backup.attachments
        if files.files > 0 {
            session.notify(
                "\(files.files - files.lost.count, "attached file is", "attached files are") with it (\(bytes: files.bytes)), \(files.fresh) of them new",
                "붙인 파일 \(files.files - files.lost.count)개(\(bytes: files.bytes))가 함께 있고, 그 가운데 \(files.fresh)개가 새것입니다")
        }
        if !files.lost.isEmpty {
            let named = try diary.namedAttachments()
            let lost = named.filter { files.lost.contains($0.file) }.map(AttachmentLines.name)
            throw Problem(
                .attachmentsLost,
                "the backup was made, but \(lost.count, "attached file is", "attached files are") missing or damaged here, and so not in it: \(lost.listed(20, more: "…"))",
                "백업했지만, 여기에 없거나 손상되어 백업에도 없는 파일이 \(lost.count)개 있습니다: \(lost.listed(20, more: "…"))",
                hint: Problem.lostFiles)
        }
        return backup.head
    }

    /// Reads `10m`, in nanoseconds.
    static func interval(_ text: String) throws -> Int64 {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count > 0,
            count <= 100_000
        else {
            throw Problem(
                usage: "\"\(text)\" is not an interval", "\(quoted: text, .topic) 간격이 아닙니다",
                hint: "It is written 30s, 10m, 2h or 1d.", "30s, 10m, 2h, 1d처럼 씁니다.")
        }
        return count * unit * 1_000_000_000
    }
}
