internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore
internal import Interchange

// What the lower floors throw, in the words of the command line.

extension Problem {
    /// Whatever a command threw.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as EventStoreError: self.init(error)
        case let error as ChangeProblem: self.init(error)
        case let error as QueryProblem: self = .badQuery(error, in: "")
        case let error as SystemError: self.init(error)
        case let error as ExchangeTrouble: self.init(error, at: "", unsent: 0)
        case let error as ReadProblem: self = error.problem
        case Unparsed.mistake(let mistake): self = .badArguments(mistake)
        default: self = .systemRefused("\(error)")
        }
    }

    init(_ error: ChangeProblem) {
        switch error {
        case .refused(let refusal, let entry): self.init(refusal, entry: entry.hexadecimal)
        case .conflict(let entry, let expected, let actual):
            self = .conflict(entry: entry.hexadecimal, expected: expected, actual: actual, kept: nil)
        case .keyTaken(let holder): self = .keyTaken(by: holder.hexadecimal)
        }
    }

    init(_ error: EventStoreError) {
        switch error {
        case .missing(let path): self = .noDiary(path)
        case .isAFile(let path): self = .isNoFolder(path, code: .notADiary)
        case .notAStore(let path):
            self = Problem(
                .notADiary, "\(path) is not a diary: it has no log", "\(path, .topic) 일기장이 아닙니다. 기록이 없습니다",
                hint: "Name another place with --diary PATH. If a diary was here, a backup of it is one by itself.",
                "--diary 경로로 다른 곳을 알려 주세요. 여기에 일기장이 있었다면 백업이 그대로 일기장입니다.")
        case .occupied(let path): self = .occupied(path)
        case .isALink(let path):
            self = Problem(
                .link, "\(path) is a symbolic link; no diary is made through one",
                "\(path, .topic) 심볼릭 링크입니다. 링크 너머에는 일기장을 만들지 않습니다",
                hint: "Name the place it leads to with --diary PATH.", "링크가 가리키는 곳을 --diary 경로로 알려 주세요.")
        case .foreignFolder(let path):
            self = Problem(
                .foreign,
                "\(path) belongs to another user; nothing was touched", "\(path, .topic) 다른 사용자의 폴더라 건드리지 않았습니다",
                hint: Self.another)
        case .otherApplication(let name):
            self = Problem(
                .notADiary,
                "that is a store of \(name), not a diary; nothing was touched",
                "일기장이 아니라 \(name)의 저장소라서 아무것도 건드리지 않았습니다",
                hint: Self.another)
        case .newerFormat(let found, let supported):
            self = Problem(
                .newerFormat,
                "the diary has format \(found); this program knows up to \(supported)",
                "일기장의 형식은 \(found)이고, 이 프로그램은 \(supported)까지 압니다", hint: Self.newer)
        case .busy: self = .busy
        case .numberTaken:
            self = Problem(
                .numberTaken,
                "a process in another container has the same number as this one and has the diary open; nothing was done",
                "다른 컨테이너에서 이 프로세스와 번호가 같은 프로세스가 일기장을 열고 있어 아무것도 하지 않았습니다",
                hint:
                    "Give the processes different numbers: docker run --pid=host for both, docker run --init for one of the two alone, or one container and docker exec.",
                "두 컨테이너 모두 docker run --pid=host로 띄우거나, 한쪽만 docker run --init으로 띄우거나, 한 컨테이너에서 docker exec로 실행하세요.")
        case .readOnly(let path): self = .readOnly(path)
        case .replaced(let path):
            self = Problem(
                .replaced,
                "\(path) was moved or replaced while this program had it open; nothing was written",
                "열어 둔 사이에 \(path) 폴더가 옮겨졌거나 바뀌어 아무것도 쓰지 않았습니다",
                hint: "Look with diarylog list at what is there now, then do it again.",
                "지금 무엇이 있는지 diarylog list로 본 뒤에 다시 해 보세요.")
        case .noPermission(let path): self = .noPermission(path)
        case .diskFull(let path): self = .diskFull(path)
        case .locked(let path): self = .locked(path)
        case .networkFileSystem(let path):
            self = Problem(
                .network, "\(path) lies on a network file system, where a diary is not safe",
                "\(path, .topic) 네트워크 파일 시스템에 있어 일기장이 안전하지 않습니다",
                hint:
                    "Name another place with --diary PATH, or set DIARYLOG_NETWORK=allow if one machine alone uses it.",
                "--diary 경로로 다른 곳을 알려 주거나, 한 컴퓨터만 쓴다면 DIARYLOG_NETWORK=allow로 허락하세요.")
        case .damaged(let detail): self = .damaged(detail)
        case .damagedTable(let name):
            self = Problem(
                .damagedTable,
                Sentence(
                    "the table \(name) is not what was written; no text is lost by that, for the table follows from the log",
                    "표 \(name, .topic) 쓴 그대로가 아닙니다. 기록에서 나온 표라 이 때문에 잃은 글은 없습니다"),
                hint: Sentence(
                    "diarylog engine rebuild makes it anew, and so does a change that comes upon it. Where the diary can only be read, make a copy with diarylog backup DIR, and rebuild that one.",
                    "diarylog engine rebuild로 다시 만듭니다. 무엇을 쓰다가 이 표를 만나도 저절로 됩니다. 읽기만 되는 곳이면 diarylog backup 폴더로 사본을 만들어 그 사본을 다시 만드세요."
                ), details: DamageWords.members(Damage(tables: [name])))
        case .damagedEvents(let events): self = .damagedEvents(events)
        case .holdsMore(let path):
            self = Problem(
                .holdsMore, "\(path) has events that this diary does not have; it was not replaced",
                "\(path)에는 이 일기장에 없는 변경이 있어 바꾸지 않았습니다", hint: "Name another place for the backup.", "백업할 다른 곳을 알려 주세요.")
        case .insideStore(let path):
            self = .insideDiary(
                path, .insideDiary,
                hint: Sentence("Name a place elsewhere, best on another disk.", "다른 곳, 되도록 다른 디스크를 알려 주세요."))
        case .insideRemote(let path):
            self = Problem(
                .insideRemote,
                "at \(path) a diary would lie in a remote, open among what is sealed; nothing was made",
                "\(path)에 두면 일기장이 원격 안에서 봉한 것들 사이에 그대로 드러나므로 아무것도 만들지 않았습니다",
                hint: "Name a place outside of the remote.", "원격 밖의 다른 곳을 알려 주세요.")
        case .conflict(let entry, let expected, let actual):
            let version: EntryVersion = if case .exactly(let version) = expected { version } else { 0 }
            self = .conflict(
                entry: entry.hexadecimal, expected: .version(version), actual: .version(actual ?? 0), kept: nil)
        case .overLimit(let detail):
            self = Problem(.overLimit, "a limit would be passed: \(detail)", "한도를 넘습니다: \(detail)")
        case .needsNewerProgram: self = .needsNewerProgram
        case .unacceptable(let record, let reason): self = .badRecord(record, Sentence(": \(reason)", " (\(reason))"))
        case .refused(let record, let answer):
            self = .badRecord(record, Sentence(": \(Sentence(answer).en)", ": \(Sentence(answer).ko)"))
        case .beyondHead(let asked, let head):
            self = Problem(
                .beyondHead, "event e\(asked) has not happened yet: the newest is e\(head)",
                "변경 e\(asked, .topic) 아직 없습니다. 가장 새로운 것은 e\(head)입니다",
                hint: "diarylog log shows the events.", "diarylog log로 변경을 볼 수 있습니다.")
        case .fileTooLarge(let path): self = .fileTooLarge(path)
        case .notWritten(let detail):
            self = Problem(
                .storage, "the system refused: \(detail); nothing was written",
                "시스템이 거부했습니다: \(detail). 아무것도 쓰지 않았습니다", hint: "Look after the disk, then try again.",
                "디스크를 살펴본 뒤 다시 해 보세요.")
        case .unsure(let detail):
            self = Problem(
                .unsure,
                "the system refused: \(detail); the diary could not be asked whether the change was written",
                "시스템이 거부했습니다: \(detail). 쓰였는지 일기장에서 알아보지 못했습니다",
                hint: "diarylog log shows what was written: look before you repeat it.",
                "diarylog log로 쓰였는지 본 뒤에 다시 해 보세요.")
        case .unsureOfName(let path, let detail):
            self = Problem(
                .unsure, "a diary was made at \(path), but may not outlive a power cut: \(detail)",
                "\(path)에 일기장을 만들었지만 전원이 끊기면 사라질 수 있습니다: \(detail)",
                hint: "Remove it while it is empty, and make it again.", "비어 있는 동안 지우고 다시 만드세요.")
        case .storage(let detail): self = .systemRefused(detail)
        }
    }

    private static func badRecord(_ record: Int, _ why: Sentence) -> Problem {
        Problem(
            .record, "record \(record) of the log\(why.en)", "기록의 \(record)번째 줄을 받아들일 수 없습니다\(why.ko)",
            hint: "Nothing was made.", "아무것도 만들지 않았습니다.")
    }

    init(_ error: SystemError) {
        if error.isClosedPipe {
            self = .closedPipe
        } else if error.isLocked {
            self = .locked(error.path ?? "")
        } else if error.isFull, let path = error.path {
            self = .diskFull(path)
        } else if error.isTooLarge, let path = error.path {
            self = .fileTooLarge(path)
        } else if error.isPermission, let path = error.path {
            self = .noPermission(path)
        } else if error.isReadOnly, let path = error.path {
            self = .readOnly(path)
        } else if error.isFolder, let path = error.path {
            self = .isAFolder(path)
        } else if error.isNoFolder, let path = error.path {
            self = .isNoFolder(path)
        } else if error.isMissing, let path = error.path {
            self = .noFile(path)
        } else {
            self = .systemRefused(error.description)
        }
    }

    /// Why a change was refused; `entry` is the name by which the user knows the entry.
    init(_ refusal: Refusal, entry: String) {
        switch refusal {
        case .noSuchEntry, .alreadyExists: self = .noEntry(entry)
        case .isDeleted: self = .entryIsDeleted(entry)
        case .isForgotten: self = .entryIsForgotten(entry)
        case .nothingVisible: self = .nothingVisible
        case .notUTF8: self = Problem(.notUtf8, "the text is not valid UTF-8", "글이 올바른 UTF-8이 아닙니다")
        case .textTooLong(let bytes): self = .textTooLong(bytes, most: EntryLimits.text)
        case .tagTooLong: self = Problem(.tooLong, "a tag may have 1,024 bytes", "태그는 1,024바이트까지입니다")
        case .tooManyTags(let count):
            self = Problem(
                .tooManyTags,
                "an entry may be given \(EntryLimits.tags) tags, and these are \(count); nothing was written",
                "일기 하나에 태그는 \(EntryLimits.tags)개까지 붙일 수 있는데 \(count)개입니다. 아무것도 쓰지 않았습니다",
                hint: "--untag takes tags off; the others can stand in the text, as #tag.",
                "--untag로 태그를 뗄 수 있고, 나머지는 글에 #태그로 쓸 수 있습니다.")
        case .emptyTag:
            self = Problem(
                usage: "a tag is a word that one sees: it has more than blanks and #, on one line",
                "태그는 눈에 보이는 말이어야 합니다. 빈칸과 #뿐이거나 여러 줄일 수 없습니다")
        case .zoneTooLong: self = Problem(.tooLong, "a zone's name may have 64 bytes", "시간대 이름은 64바이트까지입니다")
        case .improperDate:
            self = Problem(
                usage:
                    "a date lies in the years 1 to 9999, a day without a time, a minute without seconds, at most 18 hours from UTC",
                "날짜는 1년부터 9999년까지이고, 하루에는 시각이, 분에는 초가 없으며, UTC와의 차이는 18시간까지입니다")
        case .improperPlace:
            self = Problem(
                usage: "a place lies between 90 degrees south and north, and 180 west and east",
                "장소는 위도 ±90도, 경도 ±180도 안에 있습니다")
        case .improperWeather:
            self = Problem(usage: "weather has a word, of at most 1,024 bytes", "날씨에는 1,024바이트까지의 낱말이 있습니다")
        case .improperExtra:
            self = Problem(
                usage: "each extra field has a name of its own, of at most 1,024 bytes",
                "나머지 항목은 저마다 다른 이름이 있고, 이름은 1,024바이트까지입니다")
        case .improperAttachment:
            self = Problem(
                usage: "a file's name is a name and no path, and has at most 255 bytes",
                "파일 이름은 경로가 아니라 이름이고 255바이트까지입니다")
        case .contentTooLarge:
            self = Problem(
                .tooLong,
                "all fields of an entry together may have \(EntryLimits.content >> 20) MiB; nothing was written",
                "일기의 모든 항목은 합쳐서 \(EntryLimits.content >> 20) MiB까지입니다. 아무것도 쓰지 않았습니다")
        }
    }
}
