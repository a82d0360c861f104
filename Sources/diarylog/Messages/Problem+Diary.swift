internal import EventStore

// What is wrong with the diary's path, with the disk under it, or with what lies there.

extension Problem {
    static let noHome = Problem(
        .usage, "no-diary", "no place for a diary is known", "일기장을 둘 곳을 모릅니다",
        hint: Sentence("Name one with --diary PATH.", "--diary PATH로 알려 주세요."))

    /// What was given for a diary is no path, and cannot be a name.
    static func noDiaryName(_ text: String) -> Problem {
        Problem(
            .usage, "no-diary", "“\(OnScreen.short(text))” can be no name of a diary",
            "\(quoted: OnScreen.short(text), .topic) 일기장의 이름이 될 수 없습니다",
            hint: Sentence(
                "A name has letters, digits, - and _; a path has a /, as ./\(text.isEmpty ? "diary" : text).",
                "이름은 글자와 숫자, -와 _로 씁니다. 경로에는 /가 있습니다: ./\(text.isEmpty ? "diary" : text)"))
    }

    static func noDiary(_ path: String) -> Problem {
        Problem(
            .usage, "no-diary", "there is no diary at \(path)", "\(path)에 일기가 없습니다",
            hint: Sentence(
                "diarylog engine init makes one; so does the first add.", "diarylog engine init이나 첫 add가 만듭니다."))
    }

    static func diaryIsHere(_ name: String) -> Problem {
        Problem(
            .usage, "no-diary", "none of your diaries is called \(name), and ./\(name) is a diary",
            "\(name, .named) 일기장은 없고, ./\(name)에 일기장이 있습니다",
            hint: Sentence(
                "--diary ./\(name) is that one; a word without a slash is a name.",
                "그 일기장은 --diary ./\(name)로 씁니다. 빗금이 없는 말은 이름입니다."))
    }

    static func isAFile(_ path: String) -> Problem {
        Problem(
            .usage, "not-a-diary", "\(path) is a file; a diary is a folder", "\(path, .topic) 파일입니다. 일기장은 폴더입니다",
            hint: another)
    }

    static func notADiary(_ path: String) -> Problem {
        Problem(
            .usage, "not-a-diary", "\(path) is not a diary: it has no log", "\(path, .topic) 일기장이 아닙니다. 기록이 없습니다",
            hint: Sentence(
                "Name another place with --diary PATH. If a diary was here, a backup of it is one by itself.",
                "--diary PATH로 다른 곳을 알려 주세요. 여기에 일기장이 있었다면 백업이 그대로 일기장입니다."))
    }

    static func occupied(_ path: String) -> Problem {
        Problem(
            .usage, "occupied", "\(path) is not empty; nothing was touched", "\(path, .subject) 비어 있지 않아 건드리지 않았습니다",
            hint: another)
    }

    static let numberTaken = Problem(
        .busy, "number-taken",
        "a process in another container has the same number as this one and has the diary open; nothing was done",
        "다른 컨테이너에서 이 프로세스와 번호가 같은 프로세스가 일기를 열고 있어 아무것도 하지 않았습니다",
        hint: Sentence(
            "Give the containers different numbers: docker run --init, or --pid=host; or one container and docker exec.",
            "docker run에 --init이나 --pid=host를 주거나, 한 컨테이너에서 docker exec로 실행하세요."))

    static func isALink(_ path: String) -> Problem {
        Problem(
            .usage, "link",
            "\(path) is a symbolic link; no diary is made through one",
            "\(path, .topic) 심볼릭 링크입니다. 링크 너머에는 일기장을 만들지 않습니다",
            hint: Sentence("Name the place it leads to with --diary PATH.", "링크가 가리키는 곳을 --diary PATH로 알려 주세요."))
    }

    static func foreignFolder(_ path: String) -> Problem {
        Problem(
            .usage, "foreign",
            "\(path) belongs to another user; nothing was touched", "\(path, .topic) 다른 사용자의 폴더라 건드리지 않았습니다",
            hint: another)
    }

    static func otherApplication(_ name: String) -> Problem {
        Problem(
            .usage, "not-a-diary",
            "that is a store of \(name), not a diary; nothing was touched", "일기장이 아니라 \(name)의 저장소라서 아무것도 건드리지 않았습니다",
            hint: another)
    }

    static func newerFormat(found: Int, supported: Int) -> Problem {
        Problem(
            .usage, "newer-format",
            "the diary has format \(found); this program knows up to \(supported)",
            "일기장의 형식은 \(found)이고, 이 프로그램은 \(supported)까지 압니다", hint: newer)
    }

    static let busy = Problem(
        .busy, "busy", "another program is writing in the diary", "다른 프로그램이 일기장에 쓰고 있습니다",
        hint: Sentence("Try again when it is done.", "끝난 뒤에 다시 해 보세요."))

    static func readOnly(_ path: String) -> Problem {
        Problem(.storage, "read-only", "\(path) may only be read", "\(path, .topic) 읽기만 할 수 있습니다")
    }

    static func replaced(_ path: String) -> Problem {
        Problem(
            .conflict, "replaced",
            "\(path) was moved or replaced while this program had it open; nothing was written",
            "열어 둔 사이에 \(path) 폴더가 옮겨졌거나 바뀌어 아무것도 쓰지 않았습니다",
            hint: Sentence(
                "Look with diarylog list at what is there now, then do it again.",
                "지금 무엇이 있는지 diarylog list로 본 뒤에 다시 해 보세요."))
    }

    static func noPermission(_ path: String) -> Problem {
        Problem(
            .storage, "no-permission", "access to \(path) is refused", "\(path)에 접근이 거부되었습니다",
            hint: Sentence(
                "Ask for the right to it, or name another place with --diary PATH.",
                "권한을 얻거나, --diary PATH로 다른 곳을 알려 주세요."))
    }

    static func diskFull(_ path: String) -> Problem {
        Problem(
            .storage, "disk-full",
            "the disk is full at \(path); nothing was written", "\(path)의 디스크가 가득 차서 아무것도 쓰지 못했습니다",
            hint: Sentence("Make room, then try again.", "자리를 비운 뒤 다시 해 보세요."))
    }

    static func networkFolder(_ path: String) -> Problem {
        Problem(
            .usage, "network",
            "\(path) lies on a network file system, where a diary is not safe",
            "\(path, .topic) 네트워크 파일 시스템에 있어 일기장이 안전하지 않습니다",
            hint: Sentence(
                "Name another place with --diary PATH, or set DIARYLOG_NETWORK=allow if one machine alone uses it.",
                "--diary PATH로 다른 곳을 알려 주거나, 한 컴퓨터만 쓴다면 DIARYLOG_NETWORK=allow로 허락하세요."))
    }

    static func damaged(_ detail: String) -> Problem {
        Problem(
            .damaged, "damaged", "the diary is damaged: \(detail)", "일기장이 손상되었습니다: \(detail)",
            hint: Sentence(
                "diarylog verify --salvage --repair BACKUP makes a new diary of what is left and of what a backup has; verify --salvage alone, without a backup. A whole backup is a diary by itself.",
                "diarylog verify --salvage --repair BACKUP이 남은 것과 백업에 있는 것으로 새 일기장을 만듭니다. 백업이 없으면 verify --salvage만 씁니다. 온전한 백업은 그대로 일기장입니다."
            ))
    }

    /// What follows from the log is not what was written.
    static func damagedTable(_ name: String) -> Problem {
        Problem(
            .damaged, "damaged-table",
            Sentence(
                "the table \(name) is not what was written; no text is lost by that, for the table follows from the log",
                "표 \(name, .topic) 쓴 그대로가 아닙니다. 기록에서 나온 표라 이 때문에 잃은 글은 없습니다"),
            hint: Sentence(
                "diarylog engine rebuild makes it anew, and so does a change that comes upon it. Where the diary can only be read, make a copy with diarylog backup DIR, which is whole.",
                "diarylog engine rebuild로 다시 만듭니다. 무엇을 쓰다가 이 표를 만나도 저절로 됩니다. 읽기만 되는 곳이면 diarylog backup 폴더로 온전한 사본을 만드세요."
            ), details: DamageWords.members(Damage(tables: [name])))
    }

    /// A backup or a compaction that would lose what is left of damaged events.
    static func damagedEvents(_ events: [SequenceNumber]) -> Problem {
        Problem(
            .damaged, "damaged-events",
            "damaged events: \(list(events)); nothing was replaced",
            "손상된 변경이 있어 아무것도 바꾸지 않았습니다: \(list(events))",
            hint: Sentence(
                "What is there now may hold what is left of them: back up to a new place, or compact --force.",
                "지금 있는 것에 그 변경의 나머지가 있을 수 있습니다. 새로운 곳에 백업하거나 compact --force를 쓰세요."))
    }

    /// A backup was made, and holds damaged events as the diary does.
    static func damagedBackup(_ events: [SequenceNumber]) -> Problem {
        Problem(
            .damaged, "damaged-events",
            "the backup was made, but events are damaged in it as in the diary: \(list(events))",
            "백업했지만, 일기장처럼 백업에도 손상된 변경이 있습니다: \(list(events))",
            hint: Sentence("Keep older backups: they may have these events whole.", "예전 백업에는 온전히 있을 수 있으니 지우지 마세요."))
    }

    static func holdsMore(_ path: String) -> Problem {
        Problem(
            .conflict, "holds-more",
            "\(path) has events that this diary does not have; it was not replaced",
            "\(path)에는 이 일기장에 없는 변경이 있어 바꾸지 않았습니다",
            hint: Sentence("Name another place for the backup.", "백업할 다른 곳을 알려 주세요."))
    }

    static let noServer = Problem(
        .usage, "no-server",
        "the page's program, diarylog-web, is not installed", "일기장을 페이지로 보여 주는 프로그램 diarylog-web이 없습니다",
        hint: Sentence(
            "In the folder of diarylog's source, make install installs both.",
            "diarylog의 소스 폴더에서 make install이 둘 다 설치합니다."))

    /// What was forgotten still stands in a file that could not be removed.
    static func forgottenStillThere(processes: [Int32]) -> Problem {
        Problem(
            .busy, "still-there",
            "the entry is forgotten, but the diary's folder still has what it said: the old file could not be removed"
                + (processes.isEmpty ? "" : "; processes \(processes.map { "\($0)" }.joined(separator: ", ")) have it"),
            "일기는 영구 삭제했지만, 옛 파일을 지우지 못해 그 일기의 내용이 아직 일기장 폴더에 남아 있습니다"
                + (processes.isEmpty ? "" : " (프로세스 \(processes.map { "\($0)" }.joined(separator: ", ")))"),
            hint: Sentence(
                "The next change removes it; diarylog engine compact does so now.",
                "다음 변경이 지웁니다. diarylog compact는 지금 지웁니다."))
    }

    static func backupInsideDiary(_ path: String) -> Problem {
        Problem(
            .usage, "inside-diary",
            "\(path) lies in the diary's own folder; nothing was written",
            "\(path, .topic) 일기장 폴더 안에 있어서 아무것도 쓰지 않았습니다",
            hint: Sentence("Name a place elsewhere, best on another disk.", "다른 곳, 되도록 다른 디스크를 알려 주세요."))
    }

    static func overLimit(_ detail: String) -> Problem {
        Problem(.usage, "over-limit", "a limit would be passed: \(detail)", "한도를 넘습니다: \(detail)")
    }

    static let needsNewerProgram = Problem(
        .usage, "newer-format", "a newer program wrote here; this one may only read",
        "더 새로운 프로그램이 쓴 일기장이라 읽기만 할 수 있습니다",
        hint: newer)

    static func fileTooLarge(_ path: String) -> Problem {
        Problem(
            .storage, "file-too-large",
            "a file at \(path) would pass the size that is allowed; nothing was written",
            "\(path)의 파일이 허용된 크기를 넘게 되어 아무것도 쓰지 않았습니다",
            hint: Sentence("ulimit -f shows the limit.", "ulimit -f로 한도를 볼 수 있습니다."))
    }

    /// What the system said, in its own words; also in the next four.
    static func systemRefused(_ detail: String) -> Problem {
        Problem(.storage, "storage", "the system refused: \(detail)", "시스템이 거부했습니다: \(detail)")
    }

    static func notWritten(_ detail: String) -> Problem {
        Problem(
            .storage, "storage",
            "the system refused: \(detail); nothing was written", "시스템이 거부했습니다: \(detail). 아무것도 쓰지 않았습니다",
            hint: Sentence("Look after the disk, then try again.", "디스크를 살펴본 뒤 다시 해 보세요."))
    }

    static func unsure(_ detail: String) -> Problem {
        Problem(
            .storage, "unsure",
            "the system refused: \(detail); the diary could not be asked whether the change was written",
            "시스템이 거부했습니다: \(detail). 쓰였는지 일기장에서 알아보지 못했습니다",
            hint: Sentence(
                "diarylog log shows what was written: look before you repeat it.", "diarylog log로 쓰였는지 본 뒤에 다시 해 보세요."))
    }

    static func unsureOfName(_ path: String, _ detail: String) -> Problem {
        Problem(
            .storage, "unsure",
            "a diary was made at \(path), but may not outlive a power cut: \(detail)",
            "\(path)에 일기장을 만들었지만 전원이 끊기면 사라질 수 있습니다: \(detail)",
            hint: Sentence("Remove it while it is empty, and make it again.", "비어 있는 동안 지우고 다시 만드세요."))
    }

    static func outputFailed(_ detail: String, isChanged: Bool) -> Problem {
        guard isChanged else {
            return Problem(
                .storage, "output", "the result cannot be shown whole: \(detail)", "결과를 다 보일 수 없습니다: \(detail)")
        }
        return Problem(
            .storage, "output", "the change is written, but its result cannot be shown: \(detail)",
            "바뀐 것은 일기장에 쓰였지만 결과를 보일 수 없습니다: \(detail)",
            hint: Sentence("diarylog log shows the change; do not repeat it.", "diarylog log로 볼 수 있으니 되풀이하지 마세요."))
    }

    static func eventsLeftOut(_ events: [SequenceNumber]) -> Problem {
        Problem(.damaged, "left-out", "damaged events: \(list(events))", "손상된 변경: \(list(events))")
    }

    static func holesKept(_ records: [UInt64]) -> Problem {
        Problem(
            .damaged, "holes",
            "the log says that events could not be read: record \(numbers(records)). All others were taken",
            "읽지 못한 변경이 있는 기록입니다: \(numbers(records))번째 줄. 나머지는 모두 받았습니다",
            hint: Sentence(
                "an export of another copy of this diary may have them.", "이 일기장의 다른 사본에서 내보내면 들어 있을 수 있습니다."))
    }

    static func differs(_ differences: [String]) -> Problem {
        Problem(
            .damaged, "differs",
            "the tables are not what the log says: \(differences.joined(separator: "; "))",
            "표가 기록과 다릅니다: \(differences.joined(separator: "; "))")
    }

    static func damagedSnapshots(_ count: Int) -> Problem {
        Problem(
            .damaged, "damaged-snapshots",
            "\(count, "snapshot is", "snapshots are") damaged and not used", "스냅숏 \(count)개가 손상되어 쓰이지 않습니다",
            hint: Sentence(
                "diarylog engine snapshot prune removes them.", "diarylog engine snapshot prune으로 없앨 수 있습니다."))
    }

    static func unproven(_ found: [String]) -> Problem {
        Problem(
            .damaged, "unproven",
            "\(found.count, "event does", "events do") not prove:\n" + found.prefix(20).joined(separator: "\n"),
            "증명되지 않는 변경이 \(found.count)건 있습니다:\n" + found.prefix(20).joined(separator: "\n"),
            hint: Sentence("The others are served as before.", "나머지는 그대로 볼 수 있습니다."))
    }

    /// A verification has found something.
    static func unsound(_ advice: VerifyAdvice) -> Problem {
        Problem(.damaged, "unsound", advice.sentence, hint: advice.hint)
    }

    /// A mended diary lacks these events of the damaged one.
    static func notMended(path: String, _ events: [SequenceNumber]) -> Problem {
        Problem(
            .damaged, "not-mended",
            "\(events.count, "event", "events") could not be had: \(list(events))",
            "변경 \(events.count)건을 구하지 못했습니다: \(list(events))",
            hint: Sentence(
                "Another copy may have them: diarylog verify --diary \(path) --repair FROM --into NEW.",
                "다른 사본에 있을 수 있습니다: diarylog verify --diary \(path) --repair FROM --into 새일기장"))
    }

    /// What an answer met and could not believe; with `made`, a change was made all the same.
    static func doubtful(_ damage: Damage, made: Bool) -> Problem {
        guard !damage.events.isEmpty else { return rows(damage) }
        let events = list(damage.events)
        let sentence =
            made
            ? Sentence(
                "damaged events: \(events); a change is made on what can be read without them",
                "손상된 변경: \(events). 바꿀 때는 이것들 없이 읽을 수 있는 데까지를 바탕으로 합니다")
            : Sentence(
                "damaged events: \(events); what they said may be missing here",
                "손상된 변경: \(events). 그 변경이 말한 것은 여기에 없을 수 있습니다")
        return Problem(
            .damaged, "damaged-events", sentence,
            hint: Sentence(
                "diarylog verify says more; verify --repair FROM takes them from a backup or another copy.",
                "diarylog verify가 자세히 알려 줍니다. verify --repair FROM은 백업이나 다른 사본에서 되찾습니다."),
            details: DamageWords.members(damage))
    }

    private static func rows(_ damage: Damage) -> Problem {
        let tables = damage.tables.joined(separator: ", ")
        return Problem(
            .damaged, "damaged-rows",
            Sentence(
                "damaged rows: \(tables); drafts may be missing, all else is whole",
                "손상된 표: \(tables). 초안이 빠졌을 수 있고, 다른 것은 모두 온전합니다"),
            hint: Sentence(
                "diarylog verify says more; a backup may have the drafts.",
                "diarylog verify가 자세히 알려 줍니다. 초안은 백업에 있을 수 있습니다."),
            details: DamageWords.members(damage))
    }

    private static let another = Sentence("Name another place with --diary PATH.", "--diary PATH로 다른 곳을 알려 주세요.")
    static let newer = Sentence("Install the newest diarylog.", "최신 diarylog를 설치하세요.")

    private static func numbers(_ records: [UInt64]) -> String {
        records.prefix(20).map { "\($0)" }.joined(separator: ", ") + (records.count > 20 ? "…" : "")
    }

    private static func list(_ events: [SequenceNumber]) -> String {
        events.prefix(20).map { "e\($0)" }.joined(separator: ", ") + (events.count > 20 ? "…" : "")
    }
}
