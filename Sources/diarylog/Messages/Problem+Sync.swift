internal import DiarylogExchange
internal import DiarylogHost
internal import DiarylogWords
internal import EventStore

// Why an exchange with other devices could not be made, or not be ended.

extension Problem {
    static let noRemote = Problem(
        .noRemote, "this diary is not synced", "이 일기장은 다른 기기와 주고받지 않습니다",
        hint:
            "diarylog sync init REMOTE begins that; diarylog sync join REMOTE makes a copy of another device's diary.",
        "diarylog sync init 원격으로 시작하거나, diarylog sync join 원격으로 다른 기기의 일기장을 받으세요.")

    static func hasRemote(_ remote: String) -> Problem {
        Problem(
            .hasRemote, "this diary is exchanged through \(remote) already",
            "이 일기장은 이미 \(remote, .object) 거쳐 주고받습니다",
            hint: "diarylog sync leave ends that first.", "먼저 diarylog sync leave로 그만두세요.")
    }

    static func badRemote(_ text: String) -> Problem {
        Problem(
            .badRemote, "\(text) is no folder that can be made, and no address of rclone",
            "\(text, .topic) 만들 수 있는 폴더도, rclone의 주소도 아닙니다",
            hint: "Name a folder whose parent exists, or rclone:NAME:PATH with a name of rclone listremotes.",
            "상위 폴더가 있는 폴더나, rclone listremotes에 있는 이름으로 rclone:이름:경로를 쓰세요.")
    }

    static let keyWanted = Problem(
        .keyWanted, "there is no terminal on which a passphrase could be asked for", "암호를 물을 터미널이 없습니다",
        hint:
            "--key FILE gives the key; diarylog\(Sentence.elsewhere) sync key show prints it on a device that takes part.",
        "--key 파일로 열쇠를 주세요. 참여한 기기에서 diarylog\(Sentence.elsewhere) sync key show로 볼 수 있고, 새것은 age-keygen이 만듭니다.")

    /// Sealed by the older of two, what this device writes would be held apart on all others.
    static func keyAlone(_ file: String) -> Problem {
        Problem(
            .badKey,
            "the key in \(file) comes without those that this device has, so that nobody can tell which was drawn last; nothing was changed",
            "\(file)에는 이 기기에 있는 열쇠가 하나도 없어 어느 것이 나중 것인지 알 수 없습니다. 아무것도 바꾸지 않았습니다",
            hint: "Give what diarylog\(Sentence.elsewhere) sync key show prints on the device that has the new one.",
            "새 열쇠가 있는 기기에서 diarylog\(Sentence.elsewhere) sync key show가 출력하는 것을 주세요.")
    }

    static let terminalWanted = Problem(
        .terminalWanted, "that needs a terminal, on which age asks for a passphrase",
        "age가 암호를 물을 터미널이 필요합니다",
        hint: "Run it on a terminal.", "터미널에서 실행하세요.")

    static func otherLogDamaged(_ name: String) -> Problem {
        Problem(
            .otherLogDamaged, "\(name) is damaged, and was left as it is",
            "\(name, .subject) 손상되어 그대로 두었습니다",
            hint: "Take it whole from where it comes; or move it into a folder of its own as log-000001.mdb, and"
                + " diarylog verify --salvage --diary FOLDER reads what is left.",
            "온전한 파일을 다시 가져오세요. 또는 새 폴더에 log-000001.mdb로 옮기고"
                + " diarylog verify --salvage --diary 폴더로 남은 것을 읽으세요.")
    }

    static let severalDiaries = Problem(
        .severalDiaries,
        "two diaries lie on the remote, each begun before the carrier brought the other; what each writes there is kept",
        "원격에 일기장이 둘 있습니다. 서로가 오기 전에 따로 시작한 것입니다. 각자 쓰는 것은 그곳에 남습니다",
        hint:
            "To have one diary, on one of the devices: diarylog sync join REMOTE --into. To keep two: diarylog sync init ANOTHER --moved gives this one a remote of its own.",
        "하나로 합치려면 한 기기에서 diarylog sync join 원격 --into를 쓰세요. 따로 두려면 diarylog sync init 다른곳 --moved로 이 일기장을 옮기세요.")

    static func programMissing(_ name: String) -> Problem {
        Problem(
            .noProgram, "the program \(name) is not installed", "\(name) 프로그램이 설치되어 있지 않습니다",
            hint: "sudo apt install \(name) installs it.", "sudo apt install \(name, .by) 설치하세요.")
    }

    /// Why what was asked of a remote could not be done; nil for an error that is about something else.
    init?(exchanging error: any Error, at remote: String) {
        switch error {
        // Nothing was under way that could go on by itself.
        case ExchangeTrouble.remote(.unreachable(let why)), RemoteTrouble.unreachable(let why),
            KeyFile.Trouble.exchange(.remote(.unreachable(let why))):
            self = .unreachable(
                remote, why, unsent: 0,
                hint: Sentence(
                    "Is it spelt as it is called, can it be reached and written, and has it room? Then the same command again.",
                    "이름이 맞는지, 닿고 쓸 수 있는지, 자리가 있는지 본 뒤 같은 명령을 다시 하세요."))
        case let error as ExchangeTrouble: self.init(error, at: remote, unsent: 0)
        case let error as RemoteTrouble: self.init(.remote(error), at: remote, unsent: 0)
        case let error as SealTrouble: self.init(.seal(error), at: remote, unsent: 0)
        case KeyFile.Trouble.newer:
            self = Problem(
                .newerKey,
                "another device has put a new key or passphrase on the remote; nothing was changed",
                "다른 기기가 원격에 새 열쇠나 암호를 두어서 아무것도 바꾸지 않았습니다",
                hint: "diarylog sync key fetch takes it over; then try again.",
                "diarylog sync key fetch로 받아 온 뒤 다시 해 보세요.")
        case KeyFile.Trouble.notSealed:
            self = Problem(
                .noPassphrase,
                "the key was not put under a passphrase: it was typed differently the second time, or not at all",
                "두 번 쓴 암호가 다르거나 쓰지 않아서 열쇠를 봉하지 못했습니다", hint: "The same command asks for it again.",
                "같은 명령을 다시 하면 또 묻습니다.")
        case KeyFile.Trouble.absent:
            self = Problem(
                .noKeyFile, "no key lies at \(remote)", "\(remote)에 열쇠가 없습니다",
                hint:
                    "Give it with --key FILE, or run diarylog\(Sentence.elsewhere) sync key passphrase on a device that takes part.",
                "--key 파일로 주거나, 참여한 기기에서 diarylog\(Sentence.elsewhere) sync key passphrase를 쓰세요.")
        case KeyFile.Trouble.closed: self = .keyClosed(remote)
        case KeyFile.Trouble.exchange(let error): self.init(error, at: remote, unsent: 0)
        default: return nil
        }
    }

    /// The same; `unsent` events wait here to be sent.
    init(_ error: ExchangeTrouble, at remote: String, unsent: Int) {
        switch error {
        case .remote(.unreachable(let why)): self = .unreachable(remote, why, unsent: unsent)
        case .remote(.noProgram(let name)): self = .programMissing(name)
        case .remote(.local(let error)), .seal(.local(let error)), .local(let error): self = .stopped(by: error)
        case .noMarker: self = .noMarker(remote, unsent: unsent)
        case .notYet:
            self = Problem(
                .notYetThere,
                "\(remote) has a diary's mark, and none of its events yet; nothing was made",
                "\(remote)에 일기장의 표시는 있지만 내용이 아직 오지 않아 아무것도 만들지 않았습니다",
                hint: "Once the carrier has brought them, the same command goes on.", "내용이 다 오면 같은 명령을 다시 하세요.")
        case .severalDiaries: self = .severalDiaries
        case .otherDiary:
            self = Problem(
                .otherRemote, "another diary lies at \(remote); nothing was touched",
                "\(remote)에는 다른 일기장이 있어 아무것도 건드리지 않았습니다",
                hint:
                    "To keep both, name another folder, with --moved where this diary's other devices have moved there: diarylog sync init ANOTHER --moved. diarylog sync join \(remote) --into makes one diary of the two.",
                "따로 두려면 다른 폴더를 알려 주세요. 이 일기장의 다른 기기가 옮겨 갔으면 diarylog sync init 그곳 --moved로 따라갑니다. 하나로 합치려면 diarylog sync join \(remote) --into를 쓰세요."
            )
        case .unknownNeeds(let needs):
            let list = needs.joined(separator: ", ")
            self = Problem(
                .newerRemote, "\(remote) needs what this program does not know: \(list); nothing was read",
                "\(remote)에 이 프로그램이 모르는 것이 필요해 읽지 않았습니다: \(list)",
                hint: Self.newer)
        case .seal(.noProgram): self = .programMissing("age")
        case .seal(.refused): self = .keyClosed(remote)
        case .engine(let error): self = .stopped(by: error)
        }
    }

    /// This machine's own disk stopped an exchange; nothing is claimed about what it did before.
    private static func stopped(by error: SystemError) -> Problem {
        error.isFull || error.isTooLarge ? full(error.path ?? "") : Problem(error)
    }

    private static func stopped(by error: EventStoreError) -> Problem {
        switch error {
        case .diskFull(let path), .fileTooLarge(let path): full(path)
        default: Problem(error)
        }
    }

    private static func full(_ path: String) -> Problem {
        Problem(
            .diskFull,
            "there is no room at \(path); what had come before is kept, and the next exchange goes on",
            "\(path)에 자리가 없습니다. 그 전에 온 것은 남아 있고, 다음에 이어서 주고받습니다",
            hint: makeRoom)
    }

    private static func unreachable(
        _ remote: String, _ why: String, unsent: Int, hint: Sentence = later
    ) -> Problem {
        let waiting = waiting(unsent)
        return Problem(
            .unreachable, "\(remote) cannot be reached: \(why)\(waiting.en)",
            "\(remote)에 닿지 못했습니다: \(why)\(waiting.ko)", hint: hint)
    }

    private static func noMarker(_ remote: String, unsent: Int) -> Problem {
        let waiting = waiting(unsent)
        return Problem(
            .noMarker,
            "\(remote) is empty, or not what it was: it bears no diary's mark, and nothing was put there\(waiting.en)",
            "\(remote)에 일기장의 표시가 없습니다. 비었거나 다른 곳이라 아무것도 올리지 않았습니다\(waiting.ko)",
            hint: "Is the disk plugged in, the folder mounted? Only diarylog sync init makes a remote.",
            "디스크를 꽂았는지, 폴더가 연결되었는지 보세요. 원격은 diarylog sync init만 만듭니다.")
    }

    private static func waiting(_ unsent: Int) -> Sentence {
        if unsent == 0 { return Sentence("", "") }
        return Sentence("; \(unsent, "event waits", "events wait") to be sent", ". 보낼 변경 \(unsent)건이 기다립니다")
    }

    static let later = Sentence(
        "Nothing is lost: the next exchange goes on.", "잃은 것은 없습니다. 다음에 이어서 주고받습니다.")

    private static func keyClosed(_ remote: String) -> Problem {
        Problem(
            .keyClosed,
            "what lies at \(remote) cannot be opened: the passphrase or the key is wrong",
            "\(remote)에 있는 것을 열 수 없습니다. 암호나 열쇠가 틀렸습니다",
            hint:
                "Try again, or take the key from a device that takes part: diarylog\(Sentence.elsewhere) sync key show.",
            "다시 해 보거나, 참여한 기기에서 diarylog\(Sentence.elsewhere) sync key show로 열쇠를 보세요.")
    }
}
