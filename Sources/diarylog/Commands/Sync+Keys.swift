internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import Interchange

// The key of a diary's remote: shown, under a passphrase, drawn anew, taken over.

struct SyncKeyShow: DiaryCommand {
    static let about = CommandWords(
        "sync key", usual: "show", abstract: Sentence("Print the key of the remote.", "원격의 열쇠를 출력합니다."))

    func carryOut(in session: Session) throws {
        let key = try SyncPlace(of: session).key()
        if session.isJSON { return try session.write(["identities": .array(key.identities.map { .text($0) })]) }
        try session.write(key.text)
    }
}

struct SyncKeyPassphrase: DiaryCommand {
    static let about = CommandWords(
        "sync key passphrase", abstract: Sentence("Give the key a new passphrase.", "열쇠의 암호를 새로 정합니다."))

    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        guard Terminal.isTerminal(.input) else { throw Problem.terminalWanted }
        try place.turn().wait { try place.put(place.key(), session) }
        try place.countKeys(session)
    }
}

struct SyncKeyFetch: DiaryCommand {
    static let about = CommandWords(
        "sync key fetch",
        abstract: Sentence("Take over the key that another device has drawn.", "다른 기기가 뽑은 열쇠를 받아 옵니다."))

    @Option("key", value: "file", help: .aKeyFile, completion: .files)
    var keyFile: String?

    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        try place.turn().wait {
            try place.address.attempt {
                let remote = try place.remote()
                let listing = try Listing(from: remote, of: try place.diary.identity())
                let files = KeyFile(on: remote, folder: place.folder)
                let own = try place.key()
                let found = try session.key(from: keyFile, else: files, of: listing)
                // Sealed with another diary's key, what this one writes would be lost to its own devices.
                if listing.diaries.count > 1, !found.isRelated(to: own) { throw ExchangeTrouble.severalDiaries }
                // A file may have the new identity alone: it is newer than an only one, and of several nobody knows.
                let isAlone = !found.isRelated(to: own)
                if isAlone, own.identities.count > 1 { throw Problem.keyAlone(keyFile ?? "") }
                let key = isAlone ? found.adding(own) : found.merged(with: own)
                let others = try place.diary.devices().filter { !$0.isOwn }.map(\.id)
                try place.folder.take(key, doubting: others)
                let (new, old) = (Set(found.identities), Set(own.identities))
                session.notify(
                    new.isSubset(of: old)
                        ? Sentence("this device has that key already", "이 기기에 이미 있는 열쇠입니다")
                        : found.isRelated(to: own) && !old.isSubset(of: new)
                            ? Sentence(
                                "the key of the remote was taken over; two were drawn at once, and both are kept. diarylog sync key passphrase puts "
                                    + "both there for devices to come",
                                "원격의 열쇠를 받아 왔습니다. 두 기기가 따로 새 열쇠를 뽑았기에 둘 다 두었습니다. 앞으로 참여할 기기를 위해 diarylog sync key passphrase로 함께 올리세요"
                            ) : Sentence("the key of the remote was taken over", "원격의 열쇠를 받아 왔습니다"))
            }
        }
        try place.countKeys(session)
    }
}

struct SyncKeyRotate: DiaryCommand {
    static let about = CommandWords(
        "sync key rotate",
        abstract: Sentence("Draw a new key, and put all anew under it.", "새 열쇠를 뽑아 모두 새 열쇠로 다시 올립니다."))

    @Option("key", value: "file", help: .aKeyFile, completion: .files)
    var keyFile: String?

    /// Draws a new key, or takes one of a file, and puts anew under it all that this copy has: what nobody puts anew is
    /// held apart from then on.
    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        guard keyFile != nil || Terminal.isTerminal(.input) else { throw Problem.keyWanted }
        var report = ExchangeReport()
        try place.turn().wait {
            let own = try place.key()
            let files = try KeyFile(on: place.remote(), folder: place.folder)
            try place.address.attempt { try files.check() }
            let key: SyncKey
            if let keyFile {
                let new = try session.key(in: keyFile)
                guard !own.identities.contains(new.identities[0]) else {
                    throw Problem(
                        .knownKey,
                        "the key in \(keyFile) is one that this diary has already; nothing was changed",
                        "\(keyFile)의 열쇠는 이미 이 일기장의 것이라 아무것도 바꾸지 않았습니다", hint: "age-keygen draws a new one.",
                        "새것은 age-keygen이 만듭니다.")
                }
                key = new.adding(own)
            } else {
                key = try place.address.attempt { try own.rotated() }
            }
            // What was written before the rotation is everybody's still: whoever builds on it would wait for it.
            _ = try place.exchange(session)
            session.notify(
                "a device without the new key reads nothing that comes after, and what it writes is held apart: so give it to each "
                    + "device that is yours, by diarylog\(Sentence.elsewhere) sync key fetch there, under a passphrase that the lost one does not know. "
                    + "Whoever has the old key still reads what was sealed before, and can remove what lies there: take the lost "
                    + "device's access to the remote away as well",
                "새 열쇠가 없는 기기는 앞으로의 글을 읽지 못하고, 그 기기가 쓰는 것은 따로 둡니다. 그러니 잃은 기기가 모르는 암호를 정하고, 남은 기기마다 diarylog\(Sentence.elsewhere) sync key "
                    + "fetch를 하세요. 옛 열쇠가 있으면 그 전에 봉한 것은 여전히 읽고 그곳의 것을 지울 수도 있으니, 잃은 기기가 원격에 들어가는 권한도 거두세요")
            // Other devices must be able to fetch it before anything is sealed by it.
            if keyFile == nil {
                try session.handOver(key)
                try place.put(key, session)
            } else {
                try place.address.attempt { try files.withdraw() }
                session.notify(.keyWithoutPassphrase)
            }
            let doubted = SyncState(at: place.folder.state).doubted
            try place.folder.take(key, doubting: Array(doubted))
            session.notify(
                "from now on a new key seals; other devices take it over with diarylog\(Sentence.elsewhere) sync key fetch. All that this device has is put "
                    + "anew under it",
                "이제 새 열쇠로 봉합니다. 다른 기기는 diarylog\(Sentence.elsewhere) sync key fetch로 받아 옵니다. 이 기기에 있는 것을 모두 새 열쇠로 다시 올립니다"
            )
            report = try place.exchange(session, puttingAll: true)
        }
        if session.isJSON { try place.countKeys(session) } else { try report.write(of: place, session) }
    }
}

extension SyncPlace {
    fileprivate func put(_ key: SyncKey, _ session: Session) throws {
        session.notify(.passphraseComing)
        try address.attempt { try KeyFile(on: remote(), folder: folder).put(key) }
        session.notify(
            "the key lies on the remote under the new passphrase; the old one opens nothing there any more",
            "열쇠를 새 암호로 봉해 원격에 두었습니다. 예전 암호로는 이제 열리지 않습니다")
    }

    fileprivate func countKeys(_ session: Session) throws {
        if session.isJSON { try session.write(["identities": .number(key().identities.count)]) }
    }
}

extension Session {
    /// The key in a file of the user's.
    func key(in file: String) throws -> SyncKey {
        guard let key = SyncKey(try FileSystem.read(file, limit: 64 << 10)) else {
            throw Problem(
                .badKey, "\(file) has no key of age", "\(file)에 age의 열쇠가 없습니다",
                hint: "It has a line AGE-SECRET-KEY-1…, as age-keygen writes it.",
                "age-keygen이 쓰는 AGE-SECRET-KEY-1… 줄이 있어야 합니다.")
        }
        return key
    }

    /// The key in a file of the user's, or else the one that lies on the remote under a passphrase.
    func key(from file: String?, else keys: KeyFile, of listing: Listing) throws -> SyncKey {
        if let file { return try key(in: file) }
        guard Terminal.isTerminal(.input) else { throw Problem.keyWanted }
        return try keys.open(of: listing)
    }

    /// Shows the key of a remote to be written down, and asks for its last six characters.
    func handOver(_ key: SyncKey) throws {
        try handOver(
            Sentence(
                "This is the key of the diary's remote. Write it down and keep it safe: who has it can read what lies there; "
                    + "without it and without the passphrase nobody can.\n\n    \(key.identities[0])\n",
                "이것이 원격에 있는 일기장의 열쇠입니다. 적어서 안전한 곳에 두세요. 이것이 있으면 그곳의 일기장을 읽을 수 있고, 이것도 암호도 없으면 누구도 읽을 수 "
                    + "없습니다.\n\n    \(key.identities[0])\n"), ending: key.ending)
    }

    /// Says a key that is to be written down, and asks for its end.
    func handOver(_ key: Sentence, ending: String) throws {
        ErrorOutput.write(ErrorOutput.broken(text(key)) + "\n")
        for attempt in 0..<3 {
            let again = attempt > 0 ? Sentence("Those are not the last six. ", "다릅니다. ") : Sentence("", "")
            ErrorOutput.write(text(again) + text(Sentence("Its last six characters: ", "열쇠의 마지막 여섯 글자: ")))
            guard let typed = StandardInput.readLine() else { break }
            let answer = String(decoding: typed, as: UTF8.self).filter { !$0.isWhitespace }.uppercased()
            if answer == ending { return }
        }
        throw Problem(
            .keyNotWrittenDown, "those are not the last six characters of the key; nothing was changed",
            "열쇠의 마지막 여섯 글자가 아니라서 아무것도 바꾸지 않았습니다", hint: "Write the key down, then begin again.", "열쇠를 적어 둔 뒤 다시 시작하세요.")
    }
}
