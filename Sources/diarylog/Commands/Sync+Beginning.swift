internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore
internal import Interchange

// Taking part in an exchange: the first device, each other one, and the end of it.

struct SyncInit: DiaryCommand {
    static let about = CommandWords(
        "sync init",
        abstract: Sentence("Begin on the first device: make a remote for this diary.", "첫 기기에서 시작합니다. 이 일기장의 원격을 만듭니다.")
    )

    @Argument("remote", help: .aRemote, completion: .folders)
    var remote: String

    @Option("key", value: "file", help: .aKeyFile, completion: .files)
    var keyFile: String?

    @Flag("moved", help: Sentence("The remote moved to REMOTE, or is lost.", "원격을 다른 곳으로 옮겼거나 잃었습니다."))
    var moved = false

    /// Makes a remote, or takes part in the one that the diary has there.
    func carryOut(in session: Session) throws {
        guard let address = RemoteAddress(typed: remote) else { throw Problem.badRemote(remote) }
        let diary = try session.open()
        let folder = SyncFolder(of: try session.path())
        try address.refuseDiaries(besides: session.path())
        let known = folder.address
        if let known, !moved { throw Problem.hasRemote(known.text) }
        if moved, known == nil { throw Problem.noRemote }
        if ExternalProgram("age") == nil { throw Problem.programMissing("age") }
        let place = SyncPlace(diary, folder, address)
        if case .folder(let path) = address, try FileSystem.kind(of: path) == .missing {
            try FileSystem.makeDirectory(path)
        }
        let remote = try address.attempt { try address.remote(spool: folder.spool) }
        try address.attempt {
            let identity = try diary.identity().hexadecimal
            let listing = try Listing(from: remote)
            let isThere = listing.diaries.contains(identity)
            if !isThere, !listing.diaries.isEmpty { throw ExchangeTrouble.otherDiary }
            // What was proven there is here under the same names: nothing is sent twice. An empty place is one that was
            // lost: all is put anew.
            if moved, !isThere, !listing.isEmpty { throw ExchangeTrouble.noMarker }
            try folder.prepare()
            let keys = KeyFile(on: remote, folder: folder)
            let beginning = Beginning(of: remote, folder: folder)
            if moved, keyFile == nil {
                if !isThere { session.notify(.keyWithoutPassphrase) }
                guard try beginning.opens(listing, with: AgeSeal(place.key())) else { throw SealTrouble.refused }
            } else if isThere {
                let key = try session.key(from: keyFile, else: keys, of: listing)
                guard try beginning.opens(listing, with: AgeSeal(key)) else { throw SealTrouble.refused }
                let others = try diary.devices().filter { !$0.isOwn }.map(\.id)
                try folder.take(key, doubting: others)
            } else if let keyFile {
                try session.key(in: keyFile).write(to: folder.key)
                session.notify(.keyWithoutPassphrase)
            } else {
                guard Terminal.isTerminal(.input) else { throw Problem.keyWanted }
                if SyncKey(at: folder.key) == nil { try SyncKey.make().write(to: folder.key) }
                try session.handOver(place.key())
                session.notify(.passphraseComing)
                try keys.put(place.key())
            }
            try beginning.make(diary: diary.identity())
        }
        try folder.write(address)
        let words = ShellWord.quoted(address.text) + (keyFile == nil ? "" : " --key FILE")
        session.notify(
            "from now on this diary is exchanged through \(address.text); on each other device: diarylog\(Sentence.elsewhere) sync join \(words)",
            "이제 \(address.text, .object) 거쳐 일기장을 주고받습니다. 다른 기기에서는 diarylog\(Sentence.elsewhere) sync join \(words)")
        try place.first(session)
        guard let known, known != address else { return }
        // Where another diary lies as well, this one leaves it its place. What is out of reach is lost, or was moved.
        let before = SyncPlace(diary, folder, known)
        try before.turn().wait {
            var exchange = try before.prepared(session)
            // What others put of it meanwhile is read first: nobody who stays there could.
            try? exchange.takeIn()
            try? exchange.withdraw()
        }
    }
}

struct SyncJoin: DiaryCommand {
    static let about = CommandWords(
        "sync join",
        abstract: Sentence(
            "Take part on each other device: make the diary of what lies on the remote.",
            "다른 기기에서 참여합니다. 원격에 있는 것으로 일기장을 만듭니다."),
        discussion: Sentence(
            "Where both devices have a diary of their own, --into makes one of the two.",
            "두 기기에 저마다 일기장이 있으면 --into로 하나로 합칩니다."))

    @Argument("remote", help: .aRemote, completion: .folders)
    var remote: String

    @Argument("where", help: Sentence("Where the diary is made.", "일기장을 만들 곳."), completion: .folders)
    var place: String?

    @Option("key", value: "file", help: .aKeyFile, completion: .files)
    var keyFile: String?

    @Flag(
        "into",
        help: Sentence(
            "A diary is here already; bring its entries into that of REMOTE.", "여기 이미 있는 일기장을 원격의 일기장에 합칩니다."))
    var into = false

    /// Makes the diary here of what lies on a remote; killed, it goes on where it was.
    func carryOut(in session: Session) throws {
        guard let address = RemoteAddress(typed: remote) else { throw Problem.badRemote(remote) }
        let path = try place ?? session.path()
        // A half-made copy would lie there as well.
        if SealedFolder.around(path) != nil { throw EventStoreError.insideRemote(path: path) }
        // What was brought together is nowhere else yet.
        if into || Problem.halfway(at: path) != nil { return try bringTogether(at: path, address, session) }
        let folder = SyncFolder.joining(path)
        let joining = folder.diary
        let isMade = Diary.exists(at: path)
        let isGoingOn = (try? FileSystem.kind(of: folder.path)) == .directory
        // Killed between its last steps, a join has made the diary, or has one that takes part already.
        if isMade, try !isGoingOn || !hasMade(path, in: folder, from: address) {
            // What a join left that failed has nothing to do with the diary that is here now.
            try FileSystem.removeTree(joining)
            guard SyncFolder(of: path).address == address else {
                let words = [remote] + (place.map { [$0] } ?? [])
                let again = session.again("sync join", ["join"] + words, as: words + ["--into"])
                throw Problem(
                    .occupied, "a diary is at \(path) already; nothing was touched",
                    "\(path)에 이미 일기장이 있어 건드리지 않았습니다",
                    hint:
                        "\(again) brings its entries into the diary of \(remote); --diary PATH makes that one elsewhere.",
                    "\(again, .topic) 그 일기장을 \(remote)의 일기장에 합치고, --diary 경로는 다른 곳에 만듭니다.")
            }
            let diary = try Session.diary(at: path)
            return try SyncPlace(diary, SyncFolder(of: path), address).first(session)
        }
        if !isMade, try FileSystem.kind(of: path) != .missing, try !FileSystem.isEmptyDirectory(path) {
            throw Problem.occupied(path)
        }
        if !isMade {
            try make(path, in: folder, from: address, session)
            session.noteCarried(path)
        }
        let diary = try Session.diary(at: path)
        let own = SyncFolder(of: path)
        // What was fetched is proven here, and need not be fetched again. With the folder the diary takes part.
        try folder.write(address)
        try FileSystem.rename(from: folder.path, to: own.path)
        try FileSystem.removeTree(joining)
        try SyncPlace(diary, own, address).first(session)
    }

    /// Whether a join that was killed made the diary that is here of what lies on a remote.
    private func hasMade(_ path: String, in folder: SyncFolder, from address: RemoteAddress) throws -> Bool {
        guard SyncKey(at: folder.key) != nil else { return false }
        let diary = try Session.diary(at: path)
        let identity = try diary.identity().hexadecimal
        return try address.attempt {
            try Listing(from: address.remote(spool: folder.spool)).diaries.contains(identity)
        }
    }

    func make(
        _ path: String, in folder: SyncFolder, from address: RemoteAddress, besides others: DiaryTraces? = nil,
        _ session: Session
    ) throws {
        try address.attempt {
            try folder.prepare()
            // Whoever meets it can say what goes on with it.
            try folder.write(address)
            let remote = try address.remote(spool: folder.spool)
            let listing = try Listing(from: remote).without(others)
            if listing.diaries.isEmpty { throw ExchangeTrouble.noMarker }
            let key: SyncKey
            if keyFile == nil, let known = SyncKey(at: folder.key) {
                key = known
            } else {
                key = try session.key(from: keyFile, else: KeyFile(on: remote, folder: folder), of: listing)
                // A wrong one is not kept: the next join asks again.
                guard try Beginning(of: remote, folder: folder).opens(listing, with: AgeSeal(key)) else {
                    throw SealTrouble.refused
                }
                try key.write(to: folder.key)
            }
            var join = Join(from: remote, seal: try AgeSeal(key), folder: folder, besides: others)
            let made = try join.make(
                at: path, in: try session.context(), allowingNetwork: Session.allowsNetwork)
            session.notify(
                "the diary was made at \(path) from \(made.events, "event", "events") of the remote",
                "원격의 변경 \(made.events)건으로 일기장을 만들었습니다: \(path)")
            if !made.holes.isEmpty {
                session.notify(
                    "\(made.holes.count, "event is", "events are") lost on the device that put the rest; a device that has what is lost brings it",
                    "올린 기기에서 변경 \(made.holes.count)건이 없어져 자리만 왔습니다. 가지고 있는 다른 기기가 주고받으면 채워집니다")
            }
        }
    }
}

extension SyncFolder {
    /// What a `sync join` keeps beside the place of the diary that it makes, until that takes part: `.NAME.joining`.
    static func joining(_ path: String) -> SyncFolder { SyncFolder(of: TogetherPlace.beside(path, "joining")) }
}

extension Sentence {
    /// Names what a `sync join` left that was killed, failed or waits for its carrier; nil if there is none.
    static func unendedJoin(at path: String) -> Sentence? {
        let folder = SyncFolder.joining(path)
        return folder.address.map { address in
            let (remote, place) = (OnScreen.safe(ShellWord.quoted(address.text)), OnScreen.safe(folder.diary))
            return Sentence(
                "a sync join was not ended: diarylog sync join \(remote) ends it; what it fetched lies in \(place)",
                "sync join이 끝나지 않았습니다. diarylog sync join \(remote) 명령으로 마칩니다. 받아 둔 것은 여기에 있습니다: \(place)")
        }
    }
}

struct SyncLeave: DiaryCommand {
    static let about = CommandWords(
        "sync leave", abstract: Sentence("End the exchange on this device.", "이 기기에서 주고받기를 그만둡니다."))

    @Flag("yes", help: .unasked)
    var yes = false

    /// The remote stays as it is.
    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        guard yes || Terminal.isTerminal(.input) else { throw Problem.needsYes }
        let unsent = try SyncStanding(place).unsent
        let warning =
            unsent == 0
            ? Sentence("", "")
            : Sentence("\(unsent, "event is", "events are") not sent yet. ", "아직 보내지 못한 변경이 \(unsent)건 있습니다. ")
        let question = Sentence(
            "\(warning.en)Take no part at \(place.address.text) any more, and remove the key from this device? [y/N] ",
            "\(warning.ko)\(place.address.text)에서 주고받기를 그만두고 이 기기의 열쇠를 지울까요? [y/N] ")
        if !yes, !session.asks(question) {
            return session.notify("nothing was changed", "아무것도 바꾸지 않았습니다")
        }
        try place.turn().wait { try FileSystem.removeTree(place.folder.path) }
        if session.isJSON { return try session.write(["left": .text(place.address.text)]) }
        session.notify(
            "this device takes no part any more; what lies at \(place.address.text) stays, and so does this diary",
            "이 기기는 더 주고받지 않습니다. \(place.address.text)에 있는 것과 이 일기장은 그대로입니다")
    }
}

extension SyncPlace {
    /// The first exchange of a copy, which tells the others of its device: whatever the remote lacks is put at once.
    func first(_ session: Session) throws {
        try diary.beginDevice(in: session.context())
        var report = ExchangeReport()
        try turn().wait { report = try exchange(session, puttingAll: true) }
        try report.write(of: self, session)
    }
}
