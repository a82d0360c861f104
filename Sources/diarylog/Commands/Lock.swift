internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Locks the diary: nobody reads it on the disk until it is unlocked. The first time encrypts it.
struct Lock: WithoutDates {
    static let about = CommandWords(
        "lock",
        abstract: HelpText(
            "Lock the diary; the first time encrypts it.", "일기장을 잠급니다. 처음에는 암호화합니다."),
        discussion: HelpText(
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

    @OptionGroup var global: GlobalOptions

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
        session.notify(.locked)
    }

    /// Brings the diary into a folder that is encrypted by a key of its own.
    private func encrypt(_ place: LockPlace, _ session: Session) throws -> FolderEncryption.KeyName {
        let diary = try Diary(at: place.path, patience: Session.patience, allowingNetwork: Session.allowsNetwork)
        guard try FolderEncryption.isPossible(in: place.parent) else { throw Problem.noEncryption(place.path) }
        guard Terminal.isTerminal(.input) else { throw Problem.terminalWanted }
        let key: FolderKey
        if try place.hasKey {
            // A first lock was interrupted.
            session.notify(.lockGoesOn(place.keyFile))
            guard let known = try FolderKey.open(place.keyFile) else {
                throw Problem.wrongFirstPassphrase(place.keyFile)
            }
            key = known
        } else {
            key = try FolderKey.draw()
            try session.handOver(.lockKeyToWriteDown(key.lines), ending: key.ending)
            session.notify(.lockPassphraseComing)
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
        session.notify(.encrypted(place.path, key: place.keyFile))
        return name
    }
}
