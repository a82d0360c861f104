internal import DiarylogExchange
internal import DiarylogWords
internal import EventStore
internal import Interchange

// What is wrong with the diary's path, with the disk under it, or with what lies there.

extension Problem {
    static let noHome = Problem(
        .noDiary, "no place for a diary is known", "일기장을 둘 곳을 모릅니다",
        hint: "Name one with --diary PATH.", "--diary 경로로 알려 주세요.")

    static func noDiary(_ path: String) -> Problem {
        if let problem = halfway(at: path) { return problem }
        return Problem(
            .noDiary, "there is no diary at \(path)", "\(path)에 일기장이 없습니다",
            hint: Sentence.unendedJoin(at: path).map {
                Sentence($0.en.prefix(1).uppercased() + $0.en.dropFirst(), $0.ko)
            }
                ?? Sentence(
                    "diarylog engine init makes one; so does the first add.", "diarylog engine init이나 첫 add가 만듭니다."))
    }

    /// What there is to say where a `sync join --into` was killed in its last step: nobody may take the diary for gone,
    /// or for empty. Nil else.
    static func halfway(at path: String) -> Problem? {
        guard let remote = TogetherPlace(of: path).awaiting else { return nil }
        return Problem(
            .halfJoined,
            "a sync join --into was stopped in its last step: the diary of \(path) lies beside it, and was left as it is",
            "sync join --into가 마지막 단계에서 멈추었습니다. \(path)의 일기장은 그 옆에 있고, 건드리지 않았습니다",
            hint: "diarylog sync join \(ShellWord.quoted(remote.text)) --into ends it.",
            "diarylog sync join \(ShellWord.quoted(remote.text)) --into 명령으로 마치세요.")
    }

    /// Where a diary was to be made, and a folder above it is missing and cannot be.
    static func cannotMake(_ path: String) -> Problem {
        Problem(
            .noFolder, "no folder can be made at \(path), so there is no place for the diary",
            "\(path)에 폴더를 만들 수 없어 일기장을 둘 곳이 없습니다",
            hint: "Name another place with --diary PATH, or set HOME to a folder of yours.",
            "--diary 경로로 다른 곳을 알려 주거나, HOME을 쓸 수 있는 폴더로 정하세요.")
    }

    /// Where a diary is looked for, or a folder of one, or a place for files.
    static func isNoFolder(_ path: String, code: Code = .noFolder) -> Problem {
        Problem(
            code, "\(path) is no folder", "\(path, .topic) 폴더가 아닙니다",
            hint: "A folder is needed there: move it away, or name another place.",
            "폴더가 있어야 할 곳입니다. 치우거나 다른 곳을 알려 주세요.")
    }

    static func occupied(_ path: String) -> Problem {
        Problem(
            .occupied, "\(path) is not empty; nothing was touched", "\(path, .subject) 비어 있지 않아 건드리지 않았습니다",
            hint: another)
    }

    static let busy = Problem(
        .busy, "another program is writing in the diary", "다른 프로그램이 일기장에 쓰고 있습니다",
        hint: "Try again when it is done.", "끝난 뒤에 다시 해 보세요.")

    static func readOnly(_ path: String) -> Problem {
        Problem(.readOnly, "\(path) may only be read", "\(path, .topic) 읽기만 할 수 있습니다")
    }

    static func noPermission(_ path: String) -> Problem {
        Problem(
            .noPermission, "access to \(path) is refused", "\(path)에 접근이 거부되었습니다",
            hint: "Ask for the right to it, or name another place; for the diary, with --diary PATH.",
            "권한을 얻거나 다른 곳을 알려 주세요. 일기장이라면 --diary 경로로 알려 줍니다.")
    }

    static func diskFull(_ path: String) -> Problem {
        Problem(
            .diskFull,
            "the disk is full at \(path); nothing was written", "\(path)의 디스크가 가득 차서 아무것도 쓰지 못했습니다",
            hint: makeRoom)
    }

    static let makeRoom = Sentence("Make room, then try again.", "자리를 비운 뒤 다시 해 보세요.")

    static func insideDiary(_ path: String, _ code: Code, hint: Sentence) -> Problem {
        Problem(
            code, "\(path) lies in the diary's own folder; nothing was written",
            "\(path, .topic) 일기장 폴더 안에 있어서 아무것도 쓰지 않았습니다", hint: hint)
    }

    static func damaged(_ detail: String) -> Problem {
        Problem(
            .damaged, "the diary is damaged: \(detail)", "일기장이 손상되었습니다: \(detail)",
            hint:
                "diarylog verify --salvage --repair BACKUP makes a new diary of what is left and of what a backup has; verify --salvage alone, without a backup. A whole backup is a diary by itself.",
            "diarylog verify --salvage --repair BACKUP이 남은 것과 백업에 있는 것으로 새 일기장을 만듭니다. 백업이 없으면 verify --salvage만 씁니다. 온전한 백업은 그대로 일기장입니다."
        )
    }

    /// A backup or a compaction that would lose what is left of damaged events.
    static func damagedEvents(_ events: [SequenceNumber]) -> Problem {
        Problem(
            .damagedEvents,
            "damaged events: \(list(events)); nothing was replaced",
            "손상된 변경이 있어 아무것도 바꾸지 않았습니다: \(list(events))",
            hint: "What is there now may hold what is left of them: back up to a new place, or compact --force.",
            "지금 있는 것에 그 변경의 나머지가 있을 수 있습니다. 새로운 곳에 백업하거나 compact --force를 쓰세요.")
    }

    static let needsNewerProgram = Problem(
        .newerFormat, "a newer program wrote here; this one may only read",
        "더 새로운 프로그램이 쓴 일기장이라 읽기만 할 수 있습니다",
        hint: newer)

    static func fileTooLarge(_ path: String) -> Problem {
        Problem(
            .fileTooLarge,
            "a file at \(path) would pass the size that is allowed; nothing was written",
            "\(path)의 파일이 허용된 크기를 넘게 되어 아무것도 쓰지 않았습니다",
            hint: "ulimit -f shows the limit.", "ulimit -f로 한도를 볼 수 있습니다.")
    }

    /// What the system said, in its own words; also in the next four.
    static func systemRefused(_ detail: String) -> Problem {
        Problem(.storage, "the system refused: \(detail)", "시스템이 거부했습니다: \(detail)")
    }

    static func outputFailed(_ detail: String, isChanged: Bool) -> Problem {
        guard isChanged else {
            return Problem(.output, "the result cannot be shown whole: \(detail)", "결과를 다 보일 수 없습니다: \(detail)")
        }
        return Problem(
            .output, "the change is written, but its result cannot be shown: \(detail)",
            "바뀐 것은 일기장에 쓰였지만 결과를 보일 수 없습니다: \(detail)",
            hint: "diarylog log shows the change; do not repeat it.", "diarylog log로 볼 수 있으니 되풀이하지 마세요.")
    }

    static func eventsLeftOut(_ events: [SequenceNumber]) -> Problem {
        Problem(.leftOut, "damaged events: \(list(events))", "손상된 변경: \(list(events))")
    }

    static func holesKept(_ records: [UInt64]) -> Problem {
        let numbers = records.map { "\($0)" }.listed(20, more: "…")
        return Problem(
            .holes,
            "the log says that events could not be read: record \(numbers). All others were taken",
            "읽지 못한 변경이 있는 기록입니다: \(numbers)번째 줄. 나머지는 모두 받았습니다",
            hint: "an export of another copy of this diary may have them.", "이 일기장의 다른 사본에서 내보내면 들어 있을 수 있습니다.")
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
            .damagedEvents, sentence,
            hint: Sentence(
                "diarylog verify says more; verify --repair FROM takes them from a backup or another copy.",
                "diarylog verify가 자세히 알려 줍니다. verify --repair 출처는 백업이나 다른 사본에서 되찾습니다."),
            details: DamageWords.members(damage))
    }

    private static func rows(_ damage: Damage) -> Problem {
        let tables = damage.tables.joined(separator: ", ")
        return Problem(
            .damagedRows,
            Sentence(
                "damaged rows: \(tables); drafts may be missing, all else is whole",
                "손상된 표: \(tables). 초안이 빠졌을 수 있고, 다른 것은 모두 온전합니다"),
            hint: Sentence(
                "diarylog verify says more; a backup may have the drafts.",
                "diarylog verify가 자세히 알려 줍니다. 초안은 백업에 있을 수 있습니다."),
            details: DamageWords.members(damage))
    }

    static let another = Sentence("Name another place with --diary PATH.", "--diary 경로로 다른 곳을 알려 주세요.")
    static let newer = Sentence("Install the newest diarylog.", "최신 diarylog를 설치하세요.")

    static func list(_ events: [SequenceNumber]) -> String {
        events.map { "e\($0)" }.listed(20, more: "…")
    }

    /// `folder` is the one that is closed: beside it a first lock that was killed may have left the diary in clear.
    static func locked(_ folder: String) -> Problem {
        let left = (try? Store.leftFolder(of: folder)) ?? nil
        return Problem(
            .locked, "the diary is locked; diarylog unlock opens it",
            "일기장이 잠겨 있습니다. diarylog unlock으로 엽니다",
            hint: left.map {
                Sentence(
                    "The first lock was killed, and \($0) still has the diary in clear: diarylog lock removes it.",
                    "첫 잠그기가 끝나지 못해 암호화되지 않은 일기장이 아직 \($0)에 있습니다. diarylog lock을 하면 지웁니다.")
            }
                ?? Sentence(
                    "Nothing was read or written. If another program locked it, that one opens it.",
                    "아무것도 읽거나 쓰지 않았습니다. 다른 프로그램이 잠갔다면 그 프로그램으로 여세요."))
    }

    static func otherEncryption(_ path: String) -> Problem {
        Problem(
            .otherEncryption,
            "\(path) is encrypted, and \(path).key.age is not there: another program encrypted it, or the file is lost",
            "\(path, .topic) 암호화되어 있는데 \(path).key.age가 없습니다. 다른 프로그램이 암호화했거나 파일을 잃었습니다",
            hint: "Lock and open it by that program, such as fscrypt; or bring the file back.",
            "fscrypt처럼 그렇게 한 프로그램으로 잠그고 열거나, 파일을 되돌려 놓으세요.")
    }
}

/// What is said of damage that an answer met.
enum DamageWords {
    /// The damage as members of a JSON object; none where nothing is damaged.
    static func members(_ damage: Damage) -> [JSONMember] {
        var members: [JSONMember] = []
        if !damage.events.isEmpty {
            members.append(JSONMember("damaged", .array(damage.events.map { .number($0.rawValue) })))
        }
        if !damage.tables.isEmpty {
            members.append(JSONMember("damagedTables", .array(damage.tables.map { .text($0) })))
        }
        return members
    }
}
