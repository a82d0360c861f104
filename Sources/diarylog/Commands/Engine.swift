internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

// The engine's commands, for experts: what makes a diary's file, and makes it anew.

struct Init: DiaryCommand {
    static let about = CommandWords(
        "engine init",
        abstract: Sentence(
            "Make a diary, or the same one again from an exported log.", "일기장을 만들거나, 내보낸 기록에서 다시 만듭니다."),
        discussion: Sentence("Nothing is touched where the place is not empty.", "빈 곳이 아니면 아무것도 건드리지 않습니다."))

    @Argument(
        "path", help: Sentence("Where; without it, as --diary.", "만들 곳. 없으면 --diary와 같습니다."), completion: .folders)
    var path: String?

    @Option(
        "from-events", value: "file",
        help: Sentence(
            "A log written by `export --events`, or - for standard input.", "`export --events`로 내보낸 기록, 또는 표준 입력이면 -."),
        completion: .files)
    var fromEvents: String?

    func carryOut(in session: Session) throws {
        let path: String
        if let given = self.path { path = given } else { path = try session.path() }
        if let problem = Problem.halfway(at: path) { throw problem }
        var context = try session.context()
        var made = AdoptedLog()
        if let fromEvents {
            let content = try TextInput.content(fromEvents, spoolingIn: Import.spoolFolders(for: path))
            made = try session.make(path, from: content, in: context).made
        } else {
            try Diary.create(at: path, in: &context, allowingNetwork: Session.allowsNetwork)
            session.opened.note { $0.isNew = true }
            session.noteMade(path)
            made.events = 1
        }
        if session.isJSON { try session.write(["diary": .text(path), "events": .number(made.events)]) }
        if !made.holes.isEmpty { throw Problem.holesKept(made.holes) }
    }
}

/// Makes everything anew that follows from the log.
struct Rebuild: DiaryCommand {
    static let about = CommandWords(
        "engine rebuild",
        abstract: Sentence("Rebuild the tables and the search index.", "기록에서 표와 검색 색인을 다시 만듭니다."),
        discussion: Sentence(
            """
            The log and the drafts are copied into a new file as they are, and every table is made from the log; then \
            that file takes the place of the old one, as with compact. Reading and writing go on meanwhile, as far as \
            they can; stopped anywhere, the diary is as it was. Snapshots are gone. Events that cannot be followed are \
            listed, and exit is 5.
            """,
            """
            기록과 초안을 그대로 새 파일에 옮기고 표는 모두 기록에서 다시 만든 뒤, compact처럼 옛 파일을 대신합니다. 그동안에도 되는 데까지 읽고 쓸 수 있고, 어디서 멈추든 \
            일기장은 그대로입니다. 스냅숏은 없어집니다. 따라갈 수 없는 변경은 알려 주고, 종료 코드는 5입니다.
            """))

    @Flag("list", help: Sentence("Only show how the tables stand.", "표가 어떤 상태인지만 보입니다."))
    var list = false

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        let progress = ProgressReport(session)
        if !list {
            session.endForgetting(in: diary)
            _ = try diary.rebuild { done, total in progress.show(done, of: total) }
            progress.end()
            // What was met on the way is mended, or else named below.
            diary.forgetDamage()
        }
        let statuses = try diary.projections()
        try write(statuses, progress.seconds, of: diary, session)
        let failures = statuses.flatMap(\.failures).map(\.sequence)
        if !failures.isEmpty { throw Problem.eventsLeftOut(Set(failures).sorted()) }
    }

    private func write(
        _ statuses: [ProjectionStatus], _ seconds: Double, of diary: Diary, _ session: Session
    ) throws {
        func row(_ columns: [String]) -> String {
            session.row(session.isTerminal ? columns.map { OnScreen.padded($0, to: 9) } : columns)
        }
        let answer = Answer("projections", session)
        if session.isTerminal {
            let head = [
                Sentence("tables", "표"), Sentence("version", "버전"), Sentence("up to", "여기까지"),
                Sentence("not followed", "따라가지 못한 변경"),
            ]
            try answer.say(row(head.map { session.text($0) }))
        }
        for status in statuses {
            let columns = [
                status.name, "\(status.version)", status.checkpoint.map { "e\($0)" } ?? "-",
                "\(status.failures.count)",
            ]
            try answer.write(Self.json(status), or: row(columns))
        }
        try answer.finish(at: diary.resolve(.head), ["seconds": list ? .null : .decimal(seconds)])
        if !list { session.notify("all tables were made anew from the log", "표를 모두 기록에서 다시 만들었습니다") }
    }

    private static func json(_ status: ProjectionStatus) -> JSONValue {
        [
            "name": .text(status.name), "version": .number(UInt64(status.version)),
            "seq": status.checkpoint.map { .number($0.rawValue) } ?? .null,
            "failures": .array(
                status.failures.map { ["seq": .number($0.sequence.rawValue), "reason": .text($0.reason)] }),
        ]
    }
}

struct Snapshot: DiaryCommand {
    static let about = CommandWords(
        "engine snapshot", usual: "list",
        abstract: Sentence("Show the snapshots of the list.", "목록의 스냅숏을 보입니다."),
        discussion: Sentence(
            """
            They are what a list falls back on while its rows are not there, and where replay --from begins. One is taken \
            by itself in 65,536 events, and the newest two stay. Without them every answer is the same.
            """,
            """
            목록의 행이 없을 때 대신 쓰고, replay --from이 시작하는 곳입니다. 변경 65,536개마다 저절로 하나를 뜨고, 가장 새로운 둘만 남깁니다. 없어도 답은 같습니다.
            """))

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        let snapshots = try diary.snapshots()
        try session.show(snapshots, of: diary)
        let damaged = snapshots.filter { !$0.isSound }.count
        if damaged > 0 {
            throw Problem(
                .damagedSnapshots, "\(damaged, "snapshot is", "snapshots are") damaged and not used",
                "스냅숏 \(damaged)개가 손상되어 쓰이지 않습니다",
                hint: "diarylog engine snapshot prune removes them.", "diarylog engine snapshot prune으로 없앨 수 있습니다.")
        }
    }
}

struct SnapshotTake: DiaryCommand {
    static let about = CommandWords("engine snapshot take", abstract: Sentence("Take a snapshot.", "스냅숏을 뜹니다."))

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        let taken = try diary.takeSnapshot()
        if session.isJSON { return try session.write(["snapshot": taken?.json ?? .null]) }
        guard let taken else {
            return session.notify("there is a snapshot of this moment already", "이 시점의 스냅숏이 이미 있습니다")
        }
        try session.show([taken], of: diary)
    }
}

struct SnapshotPrune: DiaryCommand {
    static let about = CommandWords(
        "engine snapshot prune", abstract: Sentence("Remove old snapshots.", "지난 스냅숏을 없앱니다."))

    @Flag("all", help: Sentence("Remove all of them.", "모두 없앱니다."))
    var all = false

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        let count = try diary.pruneSnapshots(all: all)
        if session.isJSON { return try session.write(["removed": .number(count)]) }
        session.notify("removed \(count, "snapshot", "snapshots")", "스냅숏 \(count)개를 없앴습니다")
    }
}

extension Session {
    fileprivate func show(_ snapshots: [SnapshotStatus], of diary: Diary) throws {
        let answer = Answer("snapshots", self)
        for snapshot in snapshots {
            let word = text(snapshot.isSound ? Sentence("sound", "온전함") : .damaged)
            try answer.write(
                snapshot.json, or: row(["e\(snapshot.sequence)", snapshot.name, "\(snapshot.length)", word]))
        }
        try answer.finish(at: diary.resolve(.head))
    }
}

extension SnapshotStatus {
    fileprivate var json: JSONValue {
        [
            "name": .text(name), "version": .number(UInt64(version)), "seq": .number(sequence.rawValue),
            "bytes": .number(length), "sound": .bool(isSound),
        ]
    }
}

struct Compact: DiaryCommand {
    static let about = CommandWords(
        "engine compact",
        abstract: Sentence("Write the diary's file again, without its gaps.", "빈자리 없이 일기장 파일을 새로 씁니다."),
        discussion: Sentence(
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
        help: Sentence(
            "Also where events are damaged: what may be left of them in the file is then gone.",
            "변경이 손상되었어도 합니다. 파일에 남은 그 나머지는 사라집니다."))
    var force = false

    @Flag(
        "attachments",
        help: Sentence(
            "Also remove the attached files that no event and no draft names.", "어느 변경도 초안도 쓰지 않는 붙인 파일도 없앱니다."))
    var attachments = false

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
        let held = Int64((done.held / .milliseconds(1)).rounded())
        let (before, after, followed) = (done.before, done.after, done.followed)
        let gaps =
            after < before
            ? Sentence("\(bytes: before - after) less", "\(bytes: before - after) 줄었습니다")
            : Sentence("for it had no gaps", "되었습니다. 빈자리가 없었습니다")
        session.notify(
            "the file had \(bytes: before) and has \(bytes: after) now, \(gaps.en); writers waited \(held) ms"
                + (followed > 0 ? ", \(followed, "event", "events") came meanwhile" : ""),
            "파일이 \(bytes: before)에서 \("\(bytes: after)", .by) \(gaps.ko). "
                + "쓰는 쪽은 \(held)밀리초 기다렸습니다" + (followed > 0 ? ". 그사이 변경 \(followed)건이 왔습니다" : ""))
        if attachments, !sweep.isDone {
            session.notify(
                "events cannot be read or understood that may name attached files: none was removed",
                "읽거나 이해할 수 없는 변경이 붙인 파일을 쓸지 몰라 아무것도 없애지 않았습니다")
        } else if sweep.files > 0 {
            session.notify(
                sweep.isDone
                    ? Sentence(
                        "removed \(sweep.files, "attached file", "attached files") that nothing named (\(bytes: sweep.bytes))",
                        "쓰이지 않는 붙인 파일 \(sweep.files)개(\(bytes: sweep.bytes))를 없앴습니다")
                    : Sentence(
                        "\(sweep.files, "attached file is", "attached files are") named by nothing any more (\(bytes: sweep.bytes)): compact --attachments removes what is",
                        "붙인 파일 \(sweep.files)개(\(bytes: sweep.bytes))는 이제 어디에도 쓰이지 않습니다. compact --attachments로 없앨 수 있습니다"
                    ))
        }
    }
}
