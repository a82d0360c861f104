internal import DiarylogExchange

// What is said of an exchange with other devices.

extension Notice {
    static func exchangeBegun(_ remote: String) -> Notice {
        Notice(
            "from now on this diary is exchanged through \(remote); on each other device: diarylog sync join \(remote)",
            "이제 \(remote, .object) 거쳐 일기장을 주고받습니다. 다른 기기에서는 diarylog sync join \(remote)")
    }

    static func joined(_ path: String, events: Int) -> Notice {
        Notice(
            "the diary was made at \(path) from \(events, "event", "events") of the remote",
            "원격의 변경 \(events)건으로 일기를 만들었습니다: \(path)")
    }

    /// Two diaries became one; where the one that was here stays.
    static func broughtTogether(_ path: String, kept: String) -> Notice {
        Notice(
            "the two diaries are one now: \(path). What was here stays at \(kept), with its log, deleted entries and drafts",
            "두 일기가 하나가 되었습니다: \(path). 여기 있던 일기는 기록, 지운 일기, 초안과 함께 \(kept)에 남아 있습니다")
    }

    static func holesCame(_ count: Int) -> Notice {
        Notice(
            "\(count, "event is", "events are") lost on the device that put the rest; a device that has what is lost brings it",
            "올린 기기에서 변경 \(count)건이 없어져 자리만 왔습니다. 가지고 있는 다른 기기가 주고받으면 채워집니다")
    }

    static func exchanged(sent: Int, received: Int, files: Int) -> Notice {
        if sent == 0, received == 0, files == 0 { return Notice("nothing new on either side", "주고받을 것이 없습니다") }
        let more = files > 0 ? Sentence(", \(files, "file", "files") came", ", 파일 \(files)개를 받음") : Sentence("", "")
        return Notice(
            "sent \(sent, "event", "events"), received \(received)\(more.en)",
            "변경 \(sent)건을 보내고 \(received)개를 받았습니다\(more.ko)")
    }

    static func unsentEvents(_ count: Int) -> Notice {
        if count == 0 { return Notice("all is sent", "모두 보냈습니다") }
        return Notice(
            "\(count, "event is", "events are") not sent yet; the next exchange goes on",
            "아직 보내지 못한 변경이 \(count)건 있습니다. 다음에 이어서 보냅니다")
    }

    static func waitingObjects(_ count: Int) -> Notice {
        Notice(
            "\(count, "object waits", "objects wait") for events that have not come yet",
            "앞선 변경이 아직 오지 않아 기다리는 묶음이 \(count)개 있습니다")
    }

    /// What a carrier had made of objects, and files that only forgotten entries had.
    static func uselessRemoved(_ paths: [String]) -> Notice {
        let names = paths.prefix(5).map { OnScreen.safe($0) }.joined(separator: ", ") + (paths.count > 5 ? ", …" : "")
        return Notice(
            "removed from the remote, as nothing needs \(paths.count == 1 ? "it" : "them") any more: \(names)",
            "이제 쓸 데가 없어 원격에서 지웠습니다: \(names)")
    }

    /// Entries that several devices wrote at once, so that a person should look at them.
    static func newConflicts(_ ids: [String]) -> Notice {
        let names = ids.prefix(10).joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
        return Notice(
            "\(ids.count, "entry was", "entries were") written on two devices at once: \(names). diarylog conflicts shows what stands side by side",
            "두 기기에서 동시에 고친 일기가 \(ids.count)편 있습니다: \(names). diarylog conflicts로 나란히 볼 수 있습니다")
    }

    /// A diary was made in a folder that a program carries.
    static func inCarriedFolder(_ folder: String) -> Notice {
        Notice(
            "\(folder) is carried to other devices: two that write at once would make two files of this diary. Keep it "
                + "elsewhere, and share it by diarylog sync init \(folder)/diary",
            "\(folder, .topic) 다른 기기로 나르는 폴더입니다. 두 기기가 함께 쓰면 일기장 파일이 둘이 됩니다. 일기는 다른 곳에 두고 diarylog sync init "
                + "\(folder)/diary로 나누세요")
    }

    /// The events of a log that lay beside the diary's own are here.
    static func otherLogTaken(_ name: String, added: Int, kept: String) -> Notice {
        Notice(
            "took \(added, "event", "events") of \(name); the file is called \(kept) now, and may be removed",
            "\(name)의 변경 \(added)건을 받아들였습니다. 파일 이름은 이제 \(kept)이고 지워도 됩니다")
    }

    static func missingFiles(_ count: Int) -> Notice {
        Notice(
            "\(count, "attached file has", "attached files have") not come yet", "아직 오지 않은 첨부 파일이 \(count)개 있습니다")
    }

    static func refusedOperation(_ object: String, _ why: Sentence) -> Notice {
        Notice(
            "an operation in \(object) is no part of this diary and was left out: \(why.en)",
            "\(object)의 작업 하나는 이 일기장의 것일 수 없어 뺐습니다: \(why.ko)")
    }

    static func left(_ remote: String) -> Notice {
        Notice(
            "this device takes no part any more; what lies at \(remote) stays, and so does this diary",
            "이 기기는 더 주고받지 않습니다. \(remote)에 있는 것과 이 일기장은 그대로입니다")
    }

    static func askLeave(_ remote: String, unsent: Int) -> Notice {
        let warning =
            unsent == 0
            ? Sentence("", "")
            : Sentence("\(unsent, "event is", "events are") not sent yet. ", "아직 보내지 못한 변경이 \(unsent)건 있습니다. ")
        return Notice(
            "\(warning.en)Take no part at \(remote) any more, and remove the key from this device? [y/N] ",
            "\(warning.ko)\(remote)에서 주고받기를 그만두고 이 기기의 열쇠를 지울까요? [y/N] ")
    }

    static let nothingLeft = Notice("nothing was changed", "아무것도 바꾸지 않았습니다")

    // MARK: Keys

    static func keyToWriteDown(_ identity: String) -> Notice {
        Notice(
            "This is the key of the diary's remote. Write it down and keep it safe: who has it can read what lies there; "
                + "without it and without the passphrase nobody can.\n\n    \(identity)\n",
            "이것이 원격에 있는 일기장의 열쇠입니다. 적어서 안전한 곳에 두세요. 이것이 있으면 그곳의 일기장을 읽을 수 있고, 이것도 암호도 없으면 누구도 읽을 수 "
                + "없습니다.\n\n    \(identity)\n")
    }

    static let askKeyEnding = Notice("Its last six characters: ", "열쇠의 마지막 여섯 글자: ")
    static let askKeyEndingAgain = Notice("They are other ones. Its last six characters: ", "다릅니다. 열쇠의 마지막 여섯 글자: ")

    static let passphraseComing = Notice(
        "the program age now asks for a passphrase: with it other devices open the key that lies on the remote",
        "이제 age 프로그램이 암호를 묻습니다. 다른 기기는 그 암호로 원격에 있는 열쇠를 엽니다")

    static let passphraseSet = Notice(
        "the key lies on the remote under the new passphrase; the old one opens nothing there any more",
        "열쇠를 새 암호로 봉해 원격에 두었습니다. 예전 암호로는 이제 열리지 않습니다")

    static let keyWithoutPassphrase = Notice(
        "the key itself was not put on the remote: other devices join with --key FILE, or after diarylog sync key passphrase",
        "열쇠는 원격에 두지 않았습니다. 다른 기기는 --key FILE로 참여하거나, diarylog sync key passphrase 뒤에 참여합니다")

    static let keyRotated = Notice(
        "from now on a new key seals; other devices take it over with diarylog sync key fetch. All that this device has is put "
            + "anew under it",
        "이제 새 열쇠로 봉합니다. 다른 기기는 diarylog sync key fetch로 받아 옵니다. 이 기기에 있는 것을 모두 새 열쇠로 다시 올립니다")

    static let rotationMeans = Notice(
        "a device without the new key reads nothing that comes after, and what it writes is held apart: so give it to each "
            + "device that is yours, by diarylog sync key fetch there, under a passphrase that the lost one does not know. "
            + "Whoever has the old key still reads what was sealed before, and can remove what lies there: take the lost "
            + "device's access to the remote away as well",
        "새 열쇠가 없는 기기는 앞으로의 글을 읽지 못하고, 그 기기가 쓰는 것은 따로 둡니다. 그러니 잃은 기기가 모르는 암호를 정하고, 남은 기기마다 diarylog sync key "
            + "fetch를 하세요. 옛 열쇠가 있으면 그 전에 봉한 것은 여전히 읽고 그곳의 것을 지울 수도 있으니, 잃은 기기가 원격에 들어가는 권한도 거두세요")

    static let newKeyThere = Notice(
        "another device has put a new key or passphrase on the remote: diarylog sync key fetch takes it over; what is "
            + "written under the key of before would be held apart",
        "다른 기기가 원격에 새 열쇠나 암호를 두었습니다. diarylog sync key fetch로 받아 오세요. 예전 열쇠로 쓰는 것은 따로 둡니다")

    static let keysMerged = Notice(
        "the key of the remote was taken over; two were drawn at once, and both are kept. diarylog sync key passphrase puts "
            + "both there for devices to come",
        "원격의 열쇠를 받아 왔습니다. 두 기기가 따로 새 열쇠를 뽑았기에 둘 다 두었습니다. 앞으로 참여할 기기를 위해 diarylog sync key passphrase로 함께 올리세요")

    /// Events that only a key opens which was replaced.
    static func heldApart(_ device: String, _ count: Int) -> Notice {
        Notice(
            "\(device) wrote \(count, "event", "events") under the key that was replaced: held apart, and not in this diary. "
                + "If the device is yours, diarylog sync key fetch there brings them; diarylog sync devices take \(device) "
                + "takes them as they are; diarylog sync devices strike \(device) removes them",
            "\(device)에서 바꾸기 전의 열쇠로 쓴 변경 \(count)건을 따로 두고 이 일기에 넣지 않았습니다. 그 기기가 있으면 거기서 diarylog sync key fetch를 "
                + "하세요. diarylog sync devices take \(device)는 그대로 받아들이고, diarylog sync devices strike \(device)는 지웁니다")
    }

    /// Events that came in under a key before this copy had the newest.
    static func notPassedOn(_ device: String) -> Notice {
        Notice(
            "what came from \(device) under the key that was replaced is in this diary, and not passed on: diarylog sync "
                + "devices take \(device) passes it on",
            "바꾸기 전의 열쇠로 \(device)에서 온 것은 이 일기에 있지만 다른 기기로 넘기지 않습니다. diarylog sync devices take \(device)로 넘깁니다")
    }

    static func struckOut(_ device: String) -> Notice {
        Notice(
            "\(device) is struck out: nothing more is awaited of it, and the next exchange removes what was held apart of it. "
                + "Only diarylog sync key rotate keeps it from reading and writing",
            "\(device, .object) 뺐습니다. 더 기다리지 않고, 따로 둔 것은 다음에 주고받을 때 지웁니다. 읽고 쓰지 못하게 하는 것은 diarylog sync key "
                + "rotate뿐입니다")
    }

    static let keyFetched = Notice("the key of the remote was taken over", "원격의 열쇠를 받아 왔습니다")

    // MARK: Standing

    static func checked(objects: Int, unsent: Int) -> Notice {
        Notice(
            "\(objects, "object was", "objects were") read; \(unsent, "event lies", "events lie") in none that is sound",
            "묶음 \(objects)개를 읽었습니다. 온전한 묶음에 없는 변경은 \(unsent)개입니다")
    }

    static func watching(_ remote: String) -> Notice {
        Notice("watching \(remote); ^C ends it", "\(remote, .object) 지켜봅니다. ^C로 끝냅니다")
    }
}

extension Sentence {
    /// The figures of a place, in a row.
    static func scrubbed(_ kept: Scrub.Kept) -> Sentence {
        let (bytes, keys) = (kept.bytes, kept.keys)
        return Sentence(
            "\(kept.devices.count, "device", "devices"), \(kept.objects, "object", "objects"), \(kept.files, "file", "files"), \(keys, "key", "keys"), \(bytes) bytes",
            "기기 \(kept.devices.count), 묶음 \(kept.objects), 파일 \(kept.files), 열쇠 \(keys), \(bytes)바이트")
    }

    static func scrubFault(_ fault: Scrub.Fault) -> Sentence {
        switch fault {
        case .torn: Sentence("torn", "잘림")
        case .altered: Sentence("altered", "달라짐")
        case .absent: Sentence("absent", "오지 않음")
        case .foreign: Sentence("not ours", "우리 것이 아님")
        case .gap: Sentence("events in no object", "어느 묶음에도 없는 변경")
        case .noMarker: Sentence("no marker", "표지 없음")
        case .severalMarkers: Sentence("several diaries in one folder", "한 폴더에 여러 일기장")
        }
    }

    static func syncRemote(_ remote: String) -> Sentence { Sentence("remote: \(remote)", "원격: \(remote)") }

    static func lastExchange(_ time: String?) -> Sentence {
        guard let time else { return Sentence("no exchange has ended well yet", "아직 끝까지 주고받은 적이 없습니다") }
        return Sentence("last exchange: \(time)", "마지막으로 주고받은 때: \(time)")
    }

    static func deviceHeard(_ name: String, _ time: String?) -> Sentence {
        guard let time else { return Sentence("\(name): nothing heard yet", "\(name): 아직 소식 없음") }
        return Sentence("\(name): last heard of \(time)", "\(name): 마지막 소식 \(time)")
    }

    static let thisDevice = Sentence("this device", "이 기기")
    static let deviceStruck = Sentence("struck out", "뺀 기기")

    static func eventsHeldApart(_ count: Int) -> Sentence {
        Sentence("\(count, "event", "events") held apart", "따로 둔 변경 \(count)건")
    }

    static let eventsNotPassedOn = Sentence("not passed on", "넘기지 않음")

    static let keyWanted = Sentence(
        "a key is wanted: diarylog sync says which, and how to get it", "열쇠가 필요합니다. diarylog sync가 어느 것을 어떻게 받는지 말합니다")

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

    static func otherLogsHere(_ names: [String]) -> Sentence {
        let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        return Sentence(
            "another log lies in the diary's folder: \(list); diarylog sync take takes its events in",
            "일기장 폴더에 다른 기록 파일이 있습니다: \(list). diarylog sync take로 받아들입니다")
    }

    static func draftsOfForgets(_ names: String) -> Sentence {
        Sentence(
            "drafts keep what was written here of entries that another device forgot: \(names)",
            "다른 기기에서 영구 삭제한 일기에 여기서 쓴 글이 초안에 있습니다: \(names)")
    }

    static func unawareOfForget(_ entry: String, _ devices: String) -> Sentence {
        Sentence(
            "entry \(entry) was forgotten; not yet known to have heard of it: \(devices)",
            "일기 \(entry, .object) 잊었습니다. 아직 그 소식을 들었는지 모르는 기기: \(devices)")
    }

    static func unreadableListed(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "object cannot be read", "objects cannot be read"); diarylog sync check --repair puts anew what this device has",
            "읽을 수 없는 묶음이 \(count)개 있습니다. diarylog sync check --repair가 이 기기에 있는 것을 다시 올립니다")
    }
}
