internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Locks the diary: nobody reads it on the disk until it is unlocked. The first time encrypts it.
struct Lock: WithoutDates {
    static let about = CommandWords(
        "lock",
        abstract: Sentence(
            "Lock the diary; the first time encrypts it.", "일기장을 잠급니다. 처음에는 암호화합니다."),
        discussion: Sentence(
            """
            The first time, a key is drawn, which is to be written down; the program age asks for a passphrase, and puts \
            the key under it into NAME.key.age beside the diary. Then the diary goes, with all that is in it, into a new \
            folder that the kernel encrypts, is proven there, and the folder in clear is removed. Killed anywhere, one of \
            the two is there, whole, and the same command goes on. Blocks that the disk has freed may still be read, and \
            so may backups made before.

            From then on it locks the diary at once. While a program has it open, that program reads on: it is named, and \
            nothing else can open the diary. Needs ext4 or f2fs with the feature encrypt.
            """,
            """
            처음에는 열쇠를 뽑아 보여 주니 적어 두세요. age 프로그램이 암호를 묻고, 그 암호로 봉한 열쇠를 일기장 옆의 NAME.key.age에 둡니다. 그런 다음 일기장을 그 안의 모든 것과 \
            함께 커널이 암호화하는 새 폴더로 옮기고, 확인한 뒤 암호화되지 않은 폴더를 지웁니다. 어디서 멈춰도 둘 가운데 하나는 온전하고, 같은 명령이 이어서 합니다. 디스크에서 비운 \
            자리와 전에 만든 백업은 여전히 읽힐 수 있습니다.

            그다음부터는 바로 잠급니다. 열어 둔 프로그램이 있으면 그 프로그램은 계속 읽을 수 있습니다. 어느 프로그램인지 알려 주며, 다른 프로그램은 열지 못합니다. encrypt 기능이 있는 \
            ext4나 f2fs가 필요합니다.
            """))

    func carryOut(in session: Session) throws {
        let place = try LockPlace(of: session)
        let name: FolderEncryption.KeyName
        if let encryption = try place.encryption {
            guard let key = encryption.key, try place.hasKey else { throw Problem.otherEncryption(place.path) }
            try place.removeLeft(session)
            name = key
        } else {
            name = try encrypt(place, session)
        }
        try place.close(name)
        if session.isJSON { try session.write(["diary": .text(place.path), "locked": .bool(true)]) }
        session.notify("the diary is locked", "일기장을 잠갔습니다")
    }

    /// Brings the diary into a folder that is encrypted by a key of its own.
    private func encrypt(_ place: LockPlace, _ session: Session) throws -> FolderEncryption.KeyName {
        let diary = try Session.diary(at: place.path)
        guard try FolderEncryption.isPossible(in: place.parent) else {
            throw Problem(
                .noEncryption,
                "the file system of \(place.path) cannot encrypt a folder; nothing was changed",
                "\(place.path)의 파일 시스템은 폴더를 암호화하지 못해 아무것도 바꾸지 않았습니다",
                hint:
                    "On ext4, root lets it by tune2fs -O encrypt DEVICE (findmnt -T FOLDER names it), also while it is in use; elsewhere encrypt the whole disk by LUKS.",
                "ext4라면 root가 tune2fs -O encrypt 장치로 켭니다(장치는 findmnt -T 폴더가 알려 줍니다). 쓰는 중에도 됩니다. 다른 파일 시스템이면 LUKS로 디스크 전체를 암호화하세요."
            )
        }
        guard Terminal.isTerminal(.input) else { throw Problem.terminalWanted }
        let key: FolderKey
        if try place.hasKey {
            // A first lock was interrupted.
            session.notify(
                "a first lock was interrupted, and goes on; the passphrase is that of \(place.keyFile)",
                "멈췄던 첫 잠그기를 이어서 합니다. 암호는 \(place.keyFile)의 것입니다")
            guard let known = try FolderKey.open(place.keyFile) else {
                throw Problem(
                    .passphrase, "the passphrase does not open \(place.keyFile); nothing was changed",
                    "이 암호로는 \(place.keyFile, .subject) 열리지 않아 아무것도 바꾸지 않았습니다",
                    hint:
                        "Try again. If it is forgotten: this diary is not encrypted by that key yet, so remove the file, and diarylog lock draws another key.",
                    "다시 해 보세요. 잊었다면, 이 일기장은 아직 그 열쇠로 암호화되지 않았으니 그 파일을 지우고 diarylog lock으로 새 열쇠를 뽑으세요.")
            }
            key = known
        } else {
            key = try FolderKey.draw()
            let lines = key.lines.map { "    \($0)\n" }.joined()
            try session.handOver(
                Sentence(
                    "This is the diary's key. Write it down and keep it safe: who has it can read the diary; without it and "
                        + "without the passphrase nobody can.\n\n\(lines)",
                    "이것이 일기장의 열쇠입니다. 적어서 안전한 곳에 두세요. 이것이 있으면 일기장을 읽을 수 있고, 이것도 암호도 없으면 누구도 읽을 수 없습니다.\n\n\(lines)"),
                ending: key.ending)
            session.notify(
                "the program age now asks for a passphrase, and then for the same once more, to see that it opens the diary",
                "이제 age 프로그램이 암호를 정하게 하고, 그 암호로 열리는지 보려고 한 번 더 묻습니다")
            try key.seal(as: place.keyFile)
        }
        let name = try FolderEncryption.add(key.bytes, at: place.parent)
        do {
            try diary.changeFolder { folder in try FolderEncryption.encrypt(folder, by: name) }
        } catch {
            // Whatever came of it, nothing stays open by this.
            if try place.encryption == nil { _ = try? FolderEncryption.remove(name, at: place.parent) }
            throw error
        }
        session.notify(
            "\(place.path) is encrypted now, and its key lies in \(place.keyFile): without that file and without the key on paper the diary is lost. What the disk freed before may still be read on it, and backups stay in clear.",
            "이제 \(place.path, .topic) 암호화되었고, 열쇠는 \(place.keyFile)에 있습니다. 그 파일도 적어 둔 열쇠도 없으면 일기장을 잃습니다. 전에 디스크에서 비운 자리는 아직 읽힐 수 있고, 백업은 암호화되지 않습니다."
        )
        return name
    }
}

/// Opens a locked diary until it is locked again, or the machine ends.
struct Unlock: WithoutDates {
    static let about = CommandWords(
        "unlock",
        abstract: Sentence("Open a locked diary, by its passphrase.", "잠긴 일기장을 암호로 엽니다."),
        discussion: Sentence(
            """
            The program age asks for the passphrase. The diary then stays open, for all programs of yours, until \
            diarylog lock, or until the machine is shut down; also while it sleeps.
            """,
            """
            age 프로그램이 암호를 묻습니다. 일기장은 diarylog lock을 하거나 컴퓨터를 끌 때까지 이 사용자의 모든 프로그램에 열려 있습니다. 컴퓨터가 잠자는 동안에도 그렇습니다.
            """))

    @Option(
        "key", value: "file",
        help: Sentence(
            "The key as it was written down, in a file; - is standard input.", "적어 둔 열쇠가 든 파일. -이면 표준 입력."),
        completion: .files)
    var keyFile: String?

    func carryOut(in session: Session) throws {
        let place = try LockPlace(of: session)
        let encryption = try place.encryption
        if let encryption, encryption.access != .open {
            guard let name = encryption.key else { throw Problem.otherEncryption(place.path) }
            guard let key = try keyFile.map(Self.key) ?? FolderKey.open(place.keyFile) else {
                throw Problem(
                    .passphrase, "the passphrase does not open \(place.keyFile)",
                    "이 암호로는 \(place.keyFile, .subject) 열리지 않습니다",
                    hint: "Try again, or give the key that was written down: diarylog unlock --key FILE.",
                    "다시 해 보거나, 적어 둔 열쇠를 주세요: diarylog unlock --key 파일")
            }
            let added = try FolderEncryption.add(key.bytes, at: place.parent)
            guard added == name else {
                _ = try? FolderEncryption.remove(added, at: place.parent)
                throw Problem(
                    .otherKey, "\(keyFile ?? place.keyFile) is the key of another diary",
                    "\(keyFile ?? place.keyFile, .topic) 다른 일기장의 열쇠입니다",
                    hint: "Name the right one with --key FILE.", "--key 파일로 맞는 것을 알려 주세요.")
            }
        }
        if encryption != nil, try place.hasKey { try place.removeLeft(session) }
        if session.isJSON { try session.write(["diary": .text(place.path), "locked": .bool(false)]) }
        session.notify(
            encryption == nil
                ? Sentence(
                    "the diary is not encrypted; diarylog lock does that", "암호화되지 않은 일기장입니다. diarylog lock으로 암호화하고 잠급니다"
                ) : Sentence("the diary is open; diarylog lock closes it", "일기장을 열었습니다. diarylog lock으로 잠급니다"))
    }

    private static func key(in file: String) throws -> FolderKey {
        let bytes = try file == "-" ? StandardInput.readAll(limit: 4096) : FileSystem.read(file, limit: 4096)
        guard let key = bytes.flatMap({ FolderKey(text: $0) }) else {
            throw Problem(
                .badKey, "\(file) has no key of a diary", "\(file)에 일기장의 열쇠가 없습니다",
                hint: "It has the 128 digits that the first diarylog lock showed.",
                "처음 diarylog lock이 보여 준 128자리여야 합니다.")
        }
        return key
    }
}

/// Where a diary is that is locked or unlocked, and where its key lies.
struct LockPlace {
    /// The diary's folder, without links, and the one above it, which is not encrypted by the diary's key.
    let path: String
    let parent: String

    /// The key, under a passphrase: `NAME.key.age` beside the folder.
    var keyFile: String { path + ".key.age" }

    init(of session: Session) throws {
        let given = try session.path()
        guard try FileSystem.kind(of: given) == .directory else {
            if let closed = FolderEncryption.closed(at: given) { throw Problem.locked(closed) }
            throw try FileSystem.kind(of: given) == .missing
                ? Problem.noDiary(given) : .isNoFolder(given, code: .notADiary)
        }
        path = try FileSystem.canonicalPath(given)
        parent = FileSystem.parent(of: path)
    }

    /// How the folder is encrypted; nil if it is not.
    var encryption: FolderEncryption? { get throws(SystemError) { try FolderEncryption(of: path) } }

    /// Whether the key file is there: without it, it was not us who encrypted the folder.
    var hasKey: Bool { get throws(SystemError) { try FileSystem.kind(of: keyFile) == .file } }

    /// Removes the diary in clear that a killed first lock left beside the encrypted one.
    func removeLeft(_ session: Session) throws {
        guard let left = try Store.removeLeftFolder(of: path) else { return }
        session.notify(
            "a first lock had been killed; what it left of the diary in clear, \(left), is removed now",
            "첫 잠그기가 중간에 멈춰 남아 있던, 암호화되지 않은 \(left, .object) 이제 지웠습니다")
    }

    /// Takes the key away from the kernel. Throws while a program has the diary open: whatever it does not have open is
    /// closed by then.
    func close(_ key: FolderEncryption.KeyName) throws {
        let files = FileSystem.identities(below: path)
        // Who watches the diary is woken by the touch, and lets it go. An exchange that follows a change is over in
        // some hundred milliseconds.
        for _ in 0..<15 {
            guard try FolderEncryption.remove(key, at: parent) == .openFiles else { break }
            try FileSystem.touch(path)
            WallClock.pause(nanoseconds: 200_000_000)
        }
        switch try encryption?.access {
        case .closed, nil: return
        case .closing:
            let processes = Processes.using(files).map { "\($0.number) (\(OnScreen.safe($0.name)))" }
            let names = processes.joined(separator: ", ")
            let (english, korean) = names.isEmpty ? ("another program", "다른 프로그램") : (names, names)
            throw Problem(
                .stillOpen, "no program can open the diary any more, but it is still open in \(english)",
                "이제 어느 프로그램도 일기장을 새로 열 수 없지만, \(korean, .subject) 아직 열어 두고 있습니다",
                hint: "End it, then diarylog lock once more. A shell that stands in the folder counts as well.",
                "끝낸 뒤 diarylog lock을 다시 하세요. 그 폴더에 들어가 있는 셸도 마찬가지입니다.")
        case .open:
            throw Problem(
                .openToOthers, "another user of this machine has unlocked \(path) as well, so it stays open",
                "이 컴퓨터의 다른 사용자도 \(path, .object) 열어 두어서 잠기지 않았습니다",
                hint: "That user must lock it, too.", "그 사용자도 잠가야 합니다.")
        }
    }
}
