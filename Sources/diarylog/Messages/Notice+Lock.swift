// What locking and unlocking a diary say.

extension Notice {
    static func lockKeyToWriteDown(_ lines: [String]) -> Notice {
        let key = lines.map { "    \($0)\n" }.joined()
        return Notice(
            "This is the diary's key. Write it down and keep it safe: who has it can read the diary; without it and "
                + "without the passphrase nobody can.\n\n\(key)",
            "이것이 일기장의 열쇠입니다. 적어서 안전한 곳에 두세요. 이것이 있으면 일기장을 읽을 수 있고, 이것도 암호도 없으면 누구도 읽을 수 없습니다.\n\n\(key)")
    }

    static let lockPassphraseComing = Notice(
        "the program age now asks for a passphrase, and then for the same once more, to see that it opens the diary",
        "이제 age 프로그램이 암호를 정하게 하고, 그 암호로 열리는지 보려고 한 번 더 묻습니다")

    static func lockGoesOn(_ keyFile: String) -> Notice {
        Notice(
            "a first lock was interrupted, and goes on; the passphrase is that of \(keyFile)",
            "멈췄던 첫 잠그기를 이어서 합니다. 암호는 \(keyFile)의 것입니다")
    }

    static func encrypted(_ path: String, key: String) -> Notice {
        Notice(
            "\(path) is encrypted now, and its key lies in \(key): without that file and without the key on paper the diary is lost. What the disk freed before may still be read on it, and backups stay in clear.",
            "이제 \(path, .topic) 암호화되었고, 열쇠는 \(key)에 있습니다. 그 파일도 적어 둔 열쇠도 없으면 일기장을 잃습니다. 전에 디스크에서 비운 자리는 아직 읽힐 수 있고, 백업은 암호화되지 않습니다."
        )
    }

    static func clearRemoved(_ path: String) -> Notice {
        Notice(
            "a first lock had been killed; what it left of the diary in clear, \(path), is removed now",
            "첫 잠그기가 중간에 멈춰 남아 있던, 암호화되지 않은 \(path, .object) 이제 지웠습니다")
    }

    static let locked = Notice("the diary is locked", "일기장을 잠갔습니다")
    static let unlocked = Notice("the diary is open; diarylog lock closes it", "일기장을 열었습니다. diarylog lock으로 잠급니다")
    static let neverLocked = Notice(
        "the diary is not encrypted; diarylog lock does that", "암호화되지 않은 일기장입니다. diarylog lock으로 암호화하고 잠급니다")
}
