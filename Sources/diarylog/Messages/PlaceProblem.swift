package import EventStore

/// What is wrong with the diary's path, with the disk under it, or with what lies there.
package enum PlaceProblem: Error, Equatable, Sendable {
    case noHome
    case missing(String)
    case isAFile(String)
    case notADiary(String)
    case occupied(String)
    case isALink(String)
    case foreign(String)
    case otherApplication(String)
    case newerFormat(found: Int, supported: Int)
    case busy
    case readOnly(String)
    case replaced(String)
    case noPermission(String)
    case diskFull(String)
    case network(String)
    case damaged(String)
    /// A backup or a compaction that would lose what is left of damaged events.
    case damagedEvents([SequenceNumber])
    /// A backup was made, and holds damaged events as the diary does.
    case damagedBackup([SequenceNumber])
    case holdsMore(String)
    case residue
    /// What was forgotten still stands in a file that could not be removed.
    case noServer
    case stillThere(runs: Int, terms: Int, processes: [Int32])
    case insideDiary(String)
    case overLimit(String)
    case needsNewerProgram
    case fileTooLarge(String)
    /// What the system said, in its own words; also in the next four.
    case system(String)
    case notWritten(String)
    case unsure(String)
    case unsureOfName(String, String)
    case output(String, isChanged: Bool)
    case leftOut(Int)
    case eventsLeftOut([SequenceNumber])
    case holesKept([UInt64])
    case differs([String])
    case damagedSnapshots(Int)
    case unproven([String])
    case metaDerived
    /// A verification has found something.
    case unsound(VerifyAdvice)
    /// A mended diary lacks these events of the damaged one.
    case notMended(path: String, [SequenceNumber])
    /// What an answer met and could not believe; with `made`, a change was made all the same.
    case doubtful(Damage, made: Bool)

    package static let samples: [PlaceProblem] =
        [
            .noHome, .missing("x"), .isAFile("x"), .notADiary("x"), .occupied("x"), .isALink("x"),
            .foreign("x"), .otherApplication("x"), .newerFormat(found: 2, supported: 1),
            .busy, .readOnly("x"), .replaced("x"), .noPermission("x"), .diskFull("x"), .network("x"), .damaged("x"),
            .damagedEvents([1]), .damagedBackup([1]), .holdsMore("x"), .residue,
            .stillThere(runs: 1, terms: 0, processes: [1]), .insideDiary("x"), .overLimit("x"),
            .needsNewerProgram, .system("x"), .leftOut(1), .eventsLeftOut([1]), .holesKept([1]), .differs(["x"]),
            .damagedSnapshots(1), .noServer,
            .unproven(["x"]), .metaDerived, .fileTooLarge("x"), .notWritten("x"), .unsure("x"),
            .unsureOfName("x", "y"), .output("x", isChanged: true), .output("x", isChanged: false),
            .notMended(path: "x", [1]),
            .doubtful(Damage(events: [1], tables: ["x"]), made: false), .doubtful(Damage(events: [1]), made: true),
            .doubtful(Damage(tables: ["x"]), made: false),
        ] + VerifyAdvice.samples.map { .unsound($0) }

    var told: Told {
        switch self {
        case .noHome:
            Told(
                .usage, "no-diary", Sentence("no place for a diary is known", "일기를 둘 곳을 모릅니다"),
                hint: Sentence("Name one with --diary PATH.", "--diary PATH로 알려 주세요."))
        case .missing(let path):
            Told(
                .usage, "no-diary", Sentence("there is no diary at \(path)", "\(path)에 일기가 없습니다"),
                hint: Sentence("diarylog init makes one; so does the first add.", "diarylog init이나 첫 add가 만듭니다."))
        case .isAFile(let path):
            Told(
                .usage, "not-a-diary",
                Sentence(
                    "\(path) is a file; a diary is a folder",
                    "\(path, .topic) 파일입니다. 일기는 폴더입니다"),
                hint: Self.another)
        case .otherApplication(let name):
            Told(
                .usage, "not-a-diary",
                Sentence(
                    "that is a store of \(name), not a diary; nothing was touched",
                    "일기가 아니라 \(name)의 저장소라서 아무것도 건드리지 않았습니다"),
                hint: Self.another)
        case .notADiary(let path):
            Told(
                .usage, "not-a-diary", Sentence("\(path) is not a diary", "\(path, .topic) 일기가 아닙니다"),
                hint: Self.another)
        case .occupied(let path):
            Told(
                .usage, "occupied",
                Sentence(
                    "\(path) is not empty; nothing was touched",
                    "\(path, .subject) 비어 있지 않아 건드리지 않았습니다"),
                hint: Self.another)
        case .isALink(let path):
            Told(
                .usage, "link",
                Sentence(
                    "\(path) is a symbolic link; no diary is made through one",
                    "\(path, .topic) 심볼릭 링크입니다. 링크 너머에는 일기를 만들지 않습니다"),
                hint: Sentence(
                    "Name the place it leads to with --diary PATH.", "링크가 가리키는 곳을 --diary PATH로 알려 주세요."))
        case .foreign(let path):
            Told(
                .usage, "foreign",
                Sentence(
                    "\(path) belongs to another user; nothing was touched",
                    "\(path, .topic) 다른 사용자의 폴더라 건드리지 않았습니다"),
                hint: Self.another)
        case .newerFormat(let found, let supported):
            Told(
                .usage, "newer-format",
                Sentence(
                    "the diary has format \(found); this program knows up to \(supported)",
                    "일기의 형식은 \(found)이고, 이 프로그램은 \(supported)까지 압니다"), hint: Self.newer)
        case .busy:
            Told(
                .busy, "busy", Sentence("another program is writing in the diary", "다른 프로그램이 일기에 쓰고 있습니다"),
                hint: Sentence("Try again when it is done.", "끝난 뒤에 다시 해 보세요."))
        case .readOnly(let path):
            Told(
                .storage, "read-only",
                Sentence(
                    "\(path) may only be read",
                    "\(path, .topic) 읽기만 할 수 있습니다"))
        case .replaced(let path):
            Told(
                .conflict, "replaced",
                Sentence(
                    "\(path) was moved or replaced while this program had it open; nothing was written",
                    "열어 둔 사이에 \(path) 폴더가 옮겨졌거나 바뀌어 아무것도 쓰지 않았습니다"),
                hint: Sentence(
                    "Look with diarylog list at what is there now, then do it again.",
                    "지금 무엇이 있는지 diarylog list로 본 뒤에 다시 해 보세요."))
        case .noPermission(let path):
            Told(
                .storage, "no-permission", Sentence("access to \(path) is refused", "\(path)에 접근이 거부되었습니다"),
                hint: Sentence(
                    "Ask for the right to it, or name another place with --diary PATH.",
                    "권한을 얻거나, --diary PATH로 다른 곳을 알려 주세요."))
        case .diskFull(let path):
            Told(
                .storage, "disk-full",
                Sentence(
                    "the disk is full at \(path); nothing was written",
                    "\(path)의 디스크가 가득 차서 아무것도 쓰지 못했습니다"),
                hint: Sentence("Make room, then try again.", "자리를 비운 뒤 다시 해 보세요."))
        case .network(let path):
            Told(
                .usage, "network",
                Sentence(
                    "\(path) lies on a network file system, where a diary is not safe",
                    "\(path, .topic) 네트워크 파일 시스템에 있어 일기가 안전하지 않습니다"),
                hint: Sentence(
                    "Name another place with --diary PATH, or set DIARYLOG_NETWORK=allow if one machine alone uses it.",
                    "--diary PATH로 다른 곳을 알려 주거나, 한 컴퓨터만 쓴다면 DIARYLOG_NETWORK=allow로 허락하세요."))
        case .damaged(let detail):
            Told(
                .damaged, "damaged",
                Sentence(
                    "the diary is damaged: \(detail)",
                    "일기가 손상되었습니다: \(detail)"),
                hint: Sentence(
                    "diarylog verify names what is damaged; diarylog verify --salvage makes a new diary of what is left.",
                    "diarylog verify가 상한 곳을 알려 주고, diarylog verify --salvage가 남은 것으로 새 일기를 만듭니다."))
        case .damagedEvents(let events):
            Told(
                .damaged, "damaged-events",
                Sentence(
                    "damaged events: \(Self.list(events)); nothing was replaced",
                    "손상된 사건이 있어 아무것도 바꾸지 않았습니다: \(Self.list(events))"),
                hint: Sentence(
                    "What is there now may hold what is left of them: back up to a new place, or compact --force.",
                    "지금 있는 것에 그 사건의 나머지가 있을 수 있습니다. 새로운 곳에 백업하거나 compact --force를 쓰세요."))
        case .damagedBackup(let events):
            Told(
                .damaged, "damaged-events",
                Sentence(
                    "the backup was made, but events are damaged in it as in the diary: \(Self.list(events))",
                    "백업했지만, 일기처럼 백업에도 손상된 사건이 있습니다: \(Self.list(events))"),
                hint: Sentence("Keep older backups: they may have these events whole.", "예전 백업에는 온전히 있을 수 있으니 지우지 마세요.")
            )
        case .holdsMore(let path):
            Told(
                .conflict, "holds-more",
                Sentence(
                    "\(path) has events that this diary does not have; it was not replaced",
                    "\(path)에는 이 일기에 없는 사건이 있어 바꾸지 않았습니다"),
                hint: Sentence("Name another place for the backup.", "백업할 다른 곳을 알려 주세요."))
        case .residue:
            Told(
                .damaged, "residue",
                Sentence(
                    "something of the entry was left in the new file, so nothing was changed",
                    "새 파일에 일기의 흔적이 남아 있어 아무것도 바꾸지 않았습니다"),
                hint: Sentence(
                    "Please report it: diarylog replay --check says whether the diary is sound.",
                    "diarylog replay --check로 일기가 온전한지 보고, 알려 주세요."))
        case .stillThere(let runs, let terms, let processes):
            Told(
                .busy, "still-there",
                Sentence(
                    "the entry is forgotten, but the diary's folder still has \(runs, "run", "runs") and \(terms, "term", "terms") of it: "
                        + "the old file could not be removed"
                        + (processes.isEmpty
                            ? "" : "; processes \(processes.map { "\($0)" }.joined(separator: ", ")) have it"),
                    "일기는 잊었지만, 옛 파일을 지우지 못해 일기 폴더에 바이트열 \(runs)개와 색인어 \(terms)개가 남아 있습니다"
                        + (processes.isEmpty
                            ? "" : " (프로세스 \(processes.map { "\($0)" }.joined(separator: ", ")))")),
                hint: Sentence(
                    "The next change removes it; diarylog compact does so now.",
                    "다음 변경이 지웁니다. diarylog compact는 지금 지웁니다."))
        case .noServer:
            Told(
                .usage, "no-server",
                Sentence(
                    "the page's program, diarylog-web, is not installed",
                    "일기를 페이지로 보여 주는 프로그램 diarylog-web이 없습니다"),
                hint: Sentence(
                    "In the folder of diarylog's source, make install installs both.",
                    "diarylog의 소스 폴더에서 make install이 둘 다 설치합니다."))
        case .insideDiary(let path):
            Told(
                .usage, "inside-diary",
                Sentence(
                    "\(path) lies in the diary's own folder; nothing was written",
                    "\(path, .topic) 일기 폴더 안에 있어서 아무것도 쓰지 않았습니다"),
                hint: Sentence("Name a place elsewhere, best on another disk.", "다른 곳, 되도록 다른 디스크를 알려 주세요."))
        case .overLimit(let detail):
            Told(
                .usage, "over-limit",
                Sentence(
                    "a limit would be passed: \(detail)",
                    "한도를 넘습니다: \(detail)"))
        case .needsNewerProgram:
            Told(
                .usage, "newer-format",
                Sentence(
                    "a newer program wrote here; this one may only read",
                    "더 새로운 프로그램이 쓴 일기라 읽기만 할 수 있습니다"), hint: Self.newer)
        case .system(let detail):
            Told(
                .storage, "storage",
                Sentence(
                    "the system refused: \(detail)",
                    "시스템이 거부했습니다: \(detail)"))
        case .fileTooLarge(let path):
            Told(
                .storage, "file-too-large",
                Sentence(
                    "a file at \(path) would pass the size that is allowed; nothing was written",
                    "\(path)의 파일이 허용된 크기를 넘게 되어 아무것도 쓰지 않았습니다"),
                hint: Sentence("ulimit -f shows the limit.", "ulimit -f로 한도를 볼 수 있습니다."))
        case .notWritten(let detail):
            Told(
                .storage, "storage",
                Sentence(
                    "the system refused: \(detail); nothing was written",
                    "시스템이 거부했습니다: \(detail). 아무것도 쓰지 않았습니다"),
                hint: Sentence("Look after the disk, then try again.", "디스크를 살펴본 뒤 다시 해 보세요."))
        case .unsure(let detail):
            Told(
                .storage, "unsure",
                Sentence(
                    "the system refused: \(detail); the diary could not be asked whether the change was written",
                    "시스템이 거부했습니다: \(detail). 쓰였는지 일기에서 알아보지 못했습니다"),
                hint: Sentence(
                    "diarylog log shows what was written: look before you repeat it.",
                    "diarylog log로 쓰였는지 본 뒤에 다시 해 보세요."))
        case .unsureOfName(let path, let detail):
            Told(
                .storage, "unsure",
                Sentence(
                    "a diary was made at \(path), but may not outlive a power cut: \(detail)",
                    "\(path)에 일기를 만들었지만 전원이 끊기면 사라질 수 있습니다: \(detail)"),
                hint: Sentence(
                    "Remove it while it is empty, and make it again.", "비어 있는 동안 지우고 다시 만드세요."))
        case .output(let detail, isChanged: true):
            Told(
                .storage, "output",
                Sentence(
                    "the change is written, but its result cannot be shown: \(detail)",
                    "바뀐 것은 일기에 쓰였지만 결과를 보일 수 없습니다: \(detail)"),
                hint: Sentence(
                    "diarylog log shows the change; do not repeat it.", "diarylog log로 볼 수 있으니 되풀이하지 마세요."))
        case .output(let detail, isChanged: false):
            Told(
                .storage, "output",
                Sentence("the result cannot be shown whole: \(detail)", "결과를 다 보일 수 없습니다: \(detail)"))
        case .leftOut(let count):
            Told(
                .damaged, "left-out",
                Sentence("\(count, "damaged entry was", "damaged entries were") left out", "손상된 일기 \(count)편을 빼고 보였습니다")
            )
        case .eventsLeftOut(let events):
            Told(
                .damaged, "left-out",
                Sentence("damaged events: \(Self.list(events))", "손상된 사건: \(Self.list(events))"))
        case .holesKept(let records):
            Told(
                .damaged, "holes",
                Sentence(
                    "the log says that events could not be read: record \(Self.numbers(records)). All others were taken",
                    "읽지 못한 사건이 있는 기록입니다: \(Self.numbers(records))번째 줄. 나머지는 모두 받았습니다"),
                hint: Sentence(
                    "an export of another copy of this diary may have them.",
                    "이 일기의 다른 사본에서 내보내면 들어 있을 수 있습니다."))
        case .unproven(let found):
            Told(
                .damaged, "unproven",
                Sentence(
                    "\(found.count, "event does", "events do") not prove:\n"
                        + found.prefix(20).joined(separator: "\n"),
                    "증명되지 않는 사건이 \(found.count)개 있습니다:\n" + found.prefix(20).joined(separator: "\n")),
                hint: Sentence("The others are served as before.", "나머지는 그대로 볼 수 있습니다."))
        case .metaDerived:
            Told(
                .damaged, "meta-damaged",
                Sentence(
                    "the diary's record of itself is damaged; what was shown was put together from the log, and is whole",
                    "일기 파일의 머리 기록이 손상되어 사건 기록에서 다시 알아냈습니다. 보인 것은 온전합니다"),
                hint: Sentence(
                    "The next change mends it; so does diarylog rebuild.", "다음에 쓸 때 고쳐집니다. diarylog rebuild로도 고칩니다."))
        case .notMended(let path, let events):
            Told(
                .damaged, "not-mended",
                Sentence(
                    "\(events.count, "event", "events") could not be had: \(Self.list(events))",
                    "사건 \(events.count)개를 구하지 못했습니다: \(Self.list(events))"),
                hint: Sentence(
                    "Another copy may have them: diarylog verify --diary \(path) --repair FROM --into NEW.",
                    "다른 사본에 있을 수 있습니다: diarylog verify --diary \(path) --repair FROM --into 새일기"))
        case .unsound(let advice): Told(.damaged, "unsound", advice.sentence, hint: advice.hint)
        case .doubtful(let damage, let made): DamageWords.told(damage, made: made)
        case .damagedSnapshots(let count):
            Told(
                .damaged, "damaged-snapshots",
                Sentence(
                    "\(count, "snapshot is", "snapshots are") damaged and not used",
                    "스냅숏 \(count)개가 손상되어 쓰이지 않습니다"),
                hint: Sentence("diarylog snapshot prune removes them.", "diarylog snapshot prune으로 없앨 수 있습니다."))
        case .differs(let differences):
            Told(
                .damaged, "differs",
                Sentence(
                    "the tables are not what the log says: \(differences.joined(separator: "; "))",
                    "표가 기록과 다릅니다: \(differences.joined(separator: "; "))"))
        }
    }

    private static let another = Sentence("Name another place with --diary PATH.", "--diary PATH로 다른 곳을 알려 주세요.")
    private static let newer = Sentence("Install the newest diarylog.", "최신 diarylog를 설치하세요.")

    private static func numbers(_ records: [UInt64]) -> String {
        records.prefix(20).map { "\($0)" }.joined(separator: ", ") + (records.count > 20 ? "…" : "")
    }

    static func list(_ events: [SequenceNumber]) -> String {
        events.prefix(20).map { "e\($0)" }.joined(separator: ", ") + (events.count > 20 ? "…" : "")
    }
}
