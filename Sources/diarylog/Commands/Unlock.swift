internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// Opens a locked diary until it is locked again, or the machine ends.
struct Unlock: WithoutDates {
    static let about = CommandWords(
        "unlock",
        abstract: HelpText("Open a locked diary, by its passphrase.", "잠긴 일기장을 암호로 엽니다."),
        discussion: HelpText(
            """
            The program age asks for the passphrase. The diary then stays open, for all programs of yours, until \
            diarylog lock, or until the machine is shut down; also while it sleeps.
            """,
            """
            age 프로그램이 암호를 묻습니다. 일기장은 diarylog lock을 하거나 컴퓨터를 끌 때까지 이 사용자의 모든 프로그램에 열려 있습니다. 컴퓨터가 잠자는 동안에도 그렇습니다.
            """))

    @Option(
        "key", value: "file",
        help: HelpText(
            "The key as it was written down, in a file; - is standard input.", "적어 둔 열쇠가 든 파일. -이면 표준 입력."),
        completion: .files)
    var keyFile: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let place = try LockPlace(of: session)
        let encryption = try place.encryption
        if let encryption, encryption.access != .open {
            guard let name = encryption.key else { throw Problem.otherEncryption(place.path) }
            guard let key = try keyFile.map(Self.key) ?? FolderKey.open(place.keyFile) else {
                throw Problem.wrongPassphrase(place.keyFile)
            }
            let added = try FolderEncryption.add(key.bytes, at: place.parent)
            guard added == name else {
                _ = try? FolderEncryption.remove(added, at: place.parent)
                throw Problem.otherLockKey(keyFile ?? place.keyFile)
            }
        }
        if encryption != nil, try place.hasKey { try place.removeLeft(session) }
        if session.isJSON { try session.write(["diary": .text(place.path), "locked": .bool(false)]) }
        session.notify(encryption == nil ? .neverLocked : .unlocked)
    }

    private static func key(in file: String) throws -> FolderKey {
        let bytes = try file == "-" ? StandardInput.readAll(limit: 4096) : FileSystem.read(file, limit: 4096)
        guard let key = bytes.flatMap({ FolderKey(text: $0) }) else { throw Problem.badLockKey(file) }
        return key
    }
}
