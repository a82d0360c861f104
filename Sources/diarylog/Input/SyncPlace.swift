internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore

/// A diary that takes part in an exchange: where it is, and where its remote.
struct SyncPlace {
    let diary: Diary
    let folder: SyncFolder
    let address: RemoteAddress

    /// Opens the diary of a session; throws `noRemote` if it takes no part.
    init(of session: Session) throws {
        let path = try session.path()
        diary = try session.open()
        folder = SyncFolder(of: path)
        guard let address = folder.address else {
            session.reportOtherLogs(of: diary)
            if let unended = Sentence.unendedJoin(at: path) { session.notify(unended) }
            throw Problem.noRemote
        }
        self.address = address
    }

    init(_ diary: Diary, _ folder: SyncFolder, _ address: RemoteAddress) {
        (self.diary, self.folder, self.address) = (diary, folder, address)
    }

    /// Of several runs one goes round at a time.
    func turn() throws -> SyncTurn { try SyncTurn(in: folder) }

    /// What reaches the remote.
    func remote() throws -> any Remote { try address.attempt { try address.remote(spool: folder.spool) } }

    /// The key of this copy.
    func key() throws -> SyncKey {
        guard let key = SyncKey(at: folder.key) else {
            throw Problem(
                .noKey, "the key of this copy is gone: \(folder.key)", "이 기기의 열쇠가 없습니다: \(folder.key)",
                hint:
                    "diarylog sync leave, then diarylog sync init REMOTE fetches it again with the passphrase or --key FILE.",
                "diarylog sync leave 뒤에 diarylog sync init 원격을 쓰면 암호나 --key 파일로 다시 받아 옵니다.")
        }
        return key
    }

    /// Both sides, ready to exchange.
    func prepared(_ session: Session) throws -> Exchange {
        let key = try key()
        let seal = try address.attempt { try AgeSeal(key) }
        return Exchange(
            diary, with: try remote(), seal: seal, folder: folder, name: session.deviceName,
            files: session.settings[.syncFiles].flatMap { AttachedFileChoice(rawValue: $0.text) } ?? .all,
            in: try session.context())
    }

    /// Exchanges once. What could not be done says, besides why, what waits.
    func exchange(_ session: Session, puttingAll: Bool = false) throws -> ExchangeReport {
        try run(session) { exchange throws(ExchangeTrouble) in try exchange.round(puttingAll: puttingAll) }
    }

    func run(
        _ session: Session, taking device: DeviceID? = nil, _ work: (inout Exchange) throws(ExchangeTrouble) -> Void
    ) throws -> ExchangeReport {
        var exchange = try prepared(session)
        exchange.taking = device
        do throws(ExchangeTrouble) { try work(&exchange) } catch {
            if let brought = exchange.report.forgotten { session.report(brought) }
            throw Problem(error, at: address.text, unsent: try SyncState(at: folder.state).unsent(of: diary))
        }
        if let brought = exchange.report.forgotten { session.report(brought) }
        return exchange.report
    }
}

extension RemoteAddress {
    /// Throws if it is a folder of a diary, this one's or another's, lies in one, or has diaries in it: what is carried
    /// there would be carried as well, and a diary would have files in it that are none of its.
    func refuseDiaries(besides diary: String) throws {
        guard case .folder(let text) = self else { return }
        var path = text
        // What is not made yet lies where its parent does.
        while path.count > 1, (try? FileSystem.kind(of: path)) == .missing { path = FileSystem.parent(of: path) }
        guard let real = try? FileSystem.canonicalPath(path) else { return }
        let hint = Sentence("Name a folder that something carries to your other devices.", "다른 기기로 나르는 폴더를 알려 주세요.")
        let own = (try? FileSystem.canonicalPath(diary)) ?? diary
        var around = real
        while around.count > 1 {
            if Diary.exists(at: around) {
                let whose =
                    around == own ? Sentence("the diary's own", "이 일기장의") : Sentence("another diary's", "다른 일기장의")
                throw Problem(
                    .remoteInDiary, "\(text) is \(whose.en) folder, or lies in it; nothing was put there",
                    "\(text, .topic) \(whose.ko) 폴더이거나 그 안에 있어서 아무것도 올리지 않았습니다", hint: hint)
            }
            around = FileSystem.parent(of: around)
        }
        let below = real == "/" ? real : real + "/"
        var names = path == text ? (try? FileSystem.contents(of: real)) ?? [] : []
        if path == text, own.hasPrefix(below) { names.append(String(own.dropFirst(below.count))) }
        if let name = names.sorted().first(where: { Diary.exists(at: below + $0) }) {
            throw Problem(
                .remoteOfDiaries,
                "a diary lies in \(text), called \(OnScreen.safe(name)); nothing was put there",
                "\(text)에 일기장 \(OnScreen.safe(name), .subject) 있어서 아무것도 올리지 않았습니다",
                hint: "Name a folder of its own, as \(below)remote.", "따로 쓸 폴더를 알려 주세요: \(below)remote")
        }
    }

    /// Does something with the remote; its troubles name it.
    func attempt<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch { throw Problem(exchanging: error, at: text) ?? Problem(error) }
    }
}

extension Session {
    /// After a change: leaves an exchange behind that goes on by itself, if the diary takes part in one.
    ///
    /// Nothing waits for it, and if it fails, `sync status` says so.
    func exchangeLater() {
        guard !settings.isOff(.syncAuto), let path = try? path(),
            (try? FileSystem.kind(of: SyncFolder(of: path).remote)) == .file,
            let own = try? FileSystem.canonicalPath("/proc/self/exe")
        else { return }
        let words = ["diarylog", "sync", "--quiet", "--unless-running", "--diary"]
        try? ChildProcess.detach(own, words + [path.hasPrefix("/") ? path : "./" + path])
    }
}
