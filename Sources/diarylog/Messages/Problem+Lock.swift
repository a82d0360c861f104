// Why a diary is not read because it is locked, or cannot be locked or unlocked.

internal import EventStore

extension Problem {
    /// `folder` is the one that is closed: beside it a first lock that was killed may have left the diary in clear.
    static func locked(_ folder: String) -> Problem {
        let left = (try? Store.leftFolder(of: folder)) ?? nil
        return Problem(
            .unreachable, "locked", "the diary is locked; diarylog unlock opens it",
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

    static func joinsInClear(_ path: String) -> Problem {
        Problem(
            .usage, "joins-in-clear",
            "\(path) is encrypted, and the diary that would take its place is not; nothing was done",
            "\(path)의 일기장은 암호화되어 있고 그 자리에 올 일기장은 그렇지 않아 아무것도 하지 않았습니다",
            hint: Sentence(
                "Join the remote in another folder, lock that diary, and import an export of this one there.",
                "다른 폴더에서 원격에 참여해 그 일기장을 잠근 다음, 이 일기장을 내보내 거기로 가져오세요."))
    }

    static func noEncryption(_ path: String) -> Problem {
        Problem(
            .unreachable, "no-encryption", "the file system of \(path) cannot encrypt a folder; nothing was changed",
            "\(path)의 파일 시스템은 폴더를 암호화하지 못해 아무것도 바꾸지 않았습니다",
            hint: Sentence(
                "On ext4, root lets it by tune2fs -O encrypt DEVICE (findmnt -T FOLDER names it), also while it is in use; elsewhere encrypt the whole disk by LUKS.",
                "ext4라면 root가 tune2fs -O encrypt 장치로 켭니다(장치는 findmnt -T 폴더가 알려 줍니다). 쓰는 중에도 됩니다. 다른 파일 시스템이면 LUKS로 디스크 전체를 암호화하세요."
            ))
    }

    static func otherEncryption(_ path: String) -> Problem {
        Problem(
            .usage, "other-encryption",
            "\(path) is encrypted, and \(path).key.age is not there: another program encrypted it, or the file is lost",
            "\(path, .topic) 암호화되어 있는데 \(path).key.age가 없습니다. 다른 프로그램이 암호화했거나 파일을 잃었습니다",
            hint: Sentence(
                "Lock and open it by that program, such as fscrypt; or bring the file back.",
                "fscrypt처럼 그렇게 한 프로그램으로 잠그고 열거나, 파일을 되돌려 놓으세요."))
    }

    static func stillOpen(_ path: String, by processes: [(number: Int32, name: String)]) -> Problem {
        let names = processes.map { "\($0.number) (\(OnScreen.safe($0.name)))" }.joined(separator: ", ")
        let (english, korean) = names.isEmpty ? ("another program", "다른 프로그램") : (names, names)
        return Problem(
            .busy, "still-open", "no program can open the diary any more, but it is still open in \(english)",
            "이제 어느 프로그램도 일기장을 새로 열 수 없지만, \(korean, .subject) 아직 열어 두고 있습니다",
            hint: Sentence(
                "End it, then diarylog lock once more. A shell that stands in the folder counts as well.",
                "끝낸 뒤 diarylog lock을 다시 하세요. 그 폴더에 들어가 있는 셸도 마찬가지입니다."))
    }

    static func openToOthers(_ path: String) -> Problem {
        Problem(
            .busy, "open-to-others", "another user of this machine has unlocked \(path) as well, so it stays open",
            "이 컴퓨터의 다른 사용자도 \(path, .object) 열어 두어서 잠기지 않았습니다",
            hint: Sentence("That user must lock it, too.", "그 사용자도 잠가야 합니다."))
    }

    static let keyNotSealed = Problem(
        .unreachable, "key-not-sealed", "the key was not put under a passphrase that opens it; nothing was changed",
        "열쇠를 암호로 봉하고 다시 열어 보지 못해 아무것도 바꾸지 않았습니다",
        hint: Sentence("Begin again: diarylog lock.", "처음부터 다시 하세요: diarylog lock"))

    static func noLockKey(_ path: String) -> Problem {
        Problem(
            .unreachable, "no-lock-key", "the diary's key is not there: \(path)", "일기장의 열쇠가 없습니다: \(path)",
            hint: Sentence(
                "Bring the file back, or give the key that was written down: diarylog unlock --key FILE.",
                "파일을 되돌려 놓거나, 적어 둔 열쇠를 주세요: diarylog unlock --key FILE"))
    }

    static func wrongPassphrase(_ path: String) -> Problem {
        Problem(
            .unreachable, "passphrase", "the passphrase does not open \(path)", "이 암호로는 \(path, .subject) 열리지 않습니다",
            hint: Sentence(
                "Try again, or give the key that was written down: diarylog unlock --key FILE.",
                "다시 해 보거나, 적어 둔 열쇠를 주세요: diarylog unlock --key FILE"))
    }

    static func wrongFirstPassphrase(_ path: String) -> Problem {
        Problem(
            .unreachable, "passphrase", "the passphrase does not open \(path); nothing was changed",
            "이 암호로는 \(path, .subject) 열리지 않아 아무것도 바꾸지 않았습니다",
            hint: Sentence(
                "Try again. If it is forgotten: this diary is not encrypted by that key yet, so remove the file, and diarylog lock draws another key.",
                "다시 해 보세요. 잊었다면, 이 일기장은 아직 그 열쇠로 암호화되지 않았으니 그 파일을 지우고 diarylog lock으로 새 열쇠를 뽑으세요."))
    }

    static func otherLockKey(_ path: String) -> Problem {
        Problem(
            .unreachable, "other-key", "\(path) is the key of another diary", "\(path, .topic) 다른 일기장의 열쇠입니다",
            hint: Sentence("Name the right one with --key FILE.", "--key FILE로 맞는 것을 알려 주세요."))
    }

    static func badLockKey(_ file: String) -> Problem {
        Problem(
            .usage, "bad-key", "\(file) has no key of a diary", "\(file)에 일기장의 열쇠가 없습니다",
            hint: Sentence(
                "It has the 128 digits that the first diarylog lock showed.", "처음 diarylog lock이 보여 준 128자리여야 합니다."))
    }
}
