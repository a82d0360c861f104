internal import DiarylogExchange
internal import DiarylogWords

// What is said of an exchange with other devices.

extension Sentence {
    static func unsentEvents(_ count: Int) -> Sentence {
        if count == 0 { return Sentence("all is sent", "모두 보냈습니다") }
        return Sentence(
            "\(count, "event is", "events are") not sent yet; the next exchange goes on",
            "아직 보내지 못한 변경이 \(count)건 있습니다. 다음에 이어서 보냅니다")
    }

    /// What other devices wrote that the objects may follow is held apart, or was removed: they are named.
    static func waitingObjects(_ count: Int, behind devices: [String]) -> Sentence {
        let names = devices.joined(separator: ", ")
        return Sentence(
            "\(count, "object waits", "objects wait") for events that have not come yet"
                + (names.isEmpty
                    ? ""
                    : "; they may follow what \(names) wrote under a key that was replaced: diarylog sync devices take, "
                        + "here or on the device that has it, brings that"),
            "앞선 변경이 아직 오지 않아 기다리는 묶음이 \(count)개 있습니다"
                + (names.isEmpty
                    ? ""
                    : ". 바꾸기 전의 열쇠로 \(names)에서 쓴 것에 이어 쓴 글일 수 있습니다. 여기나 그것이 있는 기기에서 diarylog sync devices take를 쓰면 옵니다")
        )
    }

    static func refusedOperation(_ object: String, _ why: Sentence) -> Sentence {
        Sentence(
            "an operation in \(object) is no part of this diary and was left out: \(why.en)",
            "\(object)의 작업 하나는 이 일기장의 것일 수 없어 뺐습니다: \(why.ko)")
    }

    // MARK: Keys
    static let passphraseComing = Sentence(
        "the program age now asks for a passphrase: with it other devices open the key that lies on the remote",
        "이제 age 프로그램이 암호를 묻습니다. 다른 기기는 그 암호로 원격에 있는 열쇠를 엽니다")

    static let keyWithoutPassphrase = Sentence(
        "the key itself was not put on the remote: other devices join with --key FILE, or after diarylog sync key passphrase",
        "열쇠는 원격에 두지 않았습니다. 다른 기기는 --key 파일로 참여하거나, diarylog sync key passphrase 뒤에 참여합니다")

    /// Events that only a key opens which was replaced.
    static func heldApart(_ device: String, _ count: Int) -> Sentence {
        let word = ShellWord.quoted(device)
        return Sentence(
            "\(device) wrote \(count, "event", "events") under the key that was replaced: held apart, not in this diary, and untouched by what was forgotten since. "
                + "If the device is yours, diarylog\(elsewhere) sync key fetch there brings them; diarylog sync devices take \(word) "
                + "takes them as they are; diarylog sync devices strike \(word) removes them",
            "\(device)에서 바꾸기 전의 열쇠로 쓴 변경 \(count)건을 따로 두고 이 일기장에 넣지 않았습니다. 그 뒤에 영구 삭제한 글도 거기에는 남습니다. 그 기기가 있으면 거기서 diarylog\(elsewhere) sync key fetch를 "
                + "하세요. diarylog sync devices take \(word, .topic) 그대로 받아들이고, diarylog sync devices strike \(word, .topic) 지웁니다"
        )
    }

    /// Events that came in under a key before this copy had the newest.
    static func notPassedOn(_ device: String) -> Sentence {
        let word = ShellWord.quoted(device)
        return Sentence(
            "what came from \(device) under the key that was replaced is in this diary, and not passed on, so that "
                + "what you wrote on from it waits for it on other devices: diarylog sync devices take \(word) passes it on",
            "바꾸기 전의 열쇠로 \(device)에서 온 것은 이 일기장에 있지만 다른 기기로 넘기지 않아서, 거기에 이어 쓴 글도 다른 기기에서 그것을 기다립니다. diarylog sync devices take \(word, .by) 넘깁니다"
        )
    }

    // MARK: Standing

    /// A diary that lies in a remote.
    static func inClear(_ diary: String) -> Sentence {
        Sentence(
            "a diary lies in clear in a remote, and whoever holds that reads it: \(diary). Move it elsewhere",
            "원격 안에 일기장이 그대로 드러나 있어, 원격에 닿는 사람은 읽을 수 있습니다: \(diary). 다른 곳으로 옮기세요")
    }

    static func watching(_ remote: String) -> Sentence {
        Sentence("watching \(remote); ^C ends it", "\(remote, .object) 지켜봅니다. ^C로 끝냅니다")
    }

    static func scrubFault(_ fault: Scrub.Fault) -> Sentence {
        switch fault {
        case .torn: Sentence("torn", "잘림")
        case .altered: Sentence("altered", "달라짐")
        case .absent: Sentence("absent", "오지 않음")
        case .foreign: Sentence("not diarylog's", "diarylog의 것이 아님")
        case .gap: Sentence("events in no object", "어느 묶음에도 없는 변경")
        case .noMarker: Sentence("no marker", "표지 없음")
        case .severalMarkers: Sentence("several diaries in one folder", "한 폴더에 여러 일기장")
        }
    }

    /// Why the last exchange failed, by `ExchangeTrouble.code`.
    static func lastFailure(_ time: String, _ code: String) -> Sentence {
        let why =
            switch code {
            case "unreachable": Sentence("the remote was not reached", "원격에 닿지 못했습니다")
            case "noMarker": Sentence("the remote is empty, or not what it was", "원격이 비었거나 다른 곳입니다")
            case "otherDiary": Sentence("another diary lies there", "그곳에 다른 일기장이 있습니다")
            case "unknownNeeds": Sentence("the remote needs a newer diarylog", "더 새로운 diarylog가 필요한 원격입니다")
            case "noProgram": Sentence("age or rclone is not installed", "age나 rclone이 설치되어 있지 않습니다")
            case "sealed": Sentence("no key opens what lies there", "그곳에 있는 것을 여는 열쇠가 없습니다")
            default: Sentence("diarylog sync says what is wrong", "diarylog sync가 무엇이 잘못인지 말합니다")
            }
        return Sentence("failed at \(time): \(why.en)", "\(time)에 실패했습니다: \(why.ko)")
    }

    /// `reason` is why they cannot be taken out now, where that is known.
    static func stillHeld(_ count: Int, _ names: String, _ reason: Sentence?) -> Sentence {
        let (en, ko) = (reason.map { " (\($0.en))" } ?? "", reason.map { " (\($0.ko))" } ?? "")
        return Sentence(
            "\(count, "entry was", "entries were") forgotten on another device; no answer shows what it said, but this diary's file still has it: \(names)\(en). The next change takes it out, as soon as that is possible; diarylog engine compact tries now",
            "다른 기기에서 영구 삭제한 일기가 \(count)편 있습니다. 그 내용은 어디에도 보이지 않지만 이 일기장 파일에는 아직 남아 있습니다: \(names)\(ko). 할 수 있게 되는 대로 다음에 일기장을 바꿀 때 지웁니다. diarylog engine compact로 지금 해 볼 수 있습니다"
        )
    }
}
