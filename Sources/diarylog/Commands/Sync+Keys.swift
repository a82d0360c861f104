internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore
internal import Interchange

// The key of a diary's remote: shown, under a passphrase, drawn anew, taken over.

extension Sync {
    enum KeyAction: String {
        case show, passphrase, rotate, fetch
    }

    func keys(_ action: KeyAction?, _ session: Session) throws {
        guard let action else { throw Problem.syncArguments }
        let place = try SyncPlace(of: session)
        switch action {
        case .show:
            let key = try place.key()
            if session.isJSON {
                return try session.write(["identities": .array(key.identities.map { .text($0) })])
            }
            return try session.write(key.text)
        case .passphrase:
            guard Terminal.isTerminal(.input) else { throw Problem.terminalWanted }
            try place.turn().wait { try put(place.key(), place, session) }
        case .rotate:
            try rotate(place, session)
        case .fetch:
            try place.turn().wait {
                try place.address.attempt {
                    let remote = try place.remote()
                    let listing = try Listing(from: remote, of: try place.diary.identity())
                    let files = KeyFile(on: remote, folder: place.folder)
                    let own = try place.key()
                    let found = try session.key(from: keyFile, else: files, of: listing)
                    // Sealed with another diary's key, what this one writes would be lost to its own devices.
                    if listing.diaries.count > 1, !found.isRelated(to: own) { throw ExchangeTrouble.severalDiaries }
                    // A file may have the new identity alone; who has drawn none himself knows that it is newer.
                    let isNew = own.identities.count == 1 && !found.isRelated(to: own)
                    let key = isNew ? found.adding(own) : found.merged(with: own)
                    let others = try place.diary.devices().filter { !$0.isOwn }.map(\.id)
                    try place.folder.take(key, doubting: others)
                    session.notify(key.identities.count > found.identities.count ? .keysMerged : .keyFetched)
                }
            }
        }
        if session.isJSON { try session.write(["identities": .number(place.key().identities.count)]) }
    }

    /// Draws a new key, or takes one of a file, and puts anew under it all that this copy has: what nobody puts anew is
    /// held apart from then on.
    private func rotate(_ place: SyncPlace, _ session: Session) throws {
        guard keyFile != nil || Terminal.isTerminal(.input) else { throw Problem.keyWanted }
        var report = ExchangeReport()
        try place.turn().wait {
            let own = try place.key()
            let files = try KeyFile(on: place.remote(), folder: place.folder)
            try place.address.attempt { try files.check() }
            let key: SyncKey
            if let keyFile {
                let new = try session.key(in: keyFile)
                guard !own.identities.contains(new.identities[0]) else { throw Problem.knownKey(keyFile) }
                key = new.adding(own)
            } else {
                key = try place.address.attempt { try own.rotated() }
            }
            // What was written before the rotation is everybody's still: whoever builds on it would wait for it.
            _ = try place.exchange(session)
            session.notify(.rotationMeans)
            // Other devices must be able to fetch it before anything is sealed by it.
            if keyFile == nil {
                try session.handOver(key)
                try put(key, place, session)
            } else {
                try place.address.attempt { try files.withdraw() }
                session.notify(.keyWithoutPassphrase)
            }
            try place.folder.take(key, doubting: [])
            session.notify(.keyRotated)
            report = try place.exchange(session, puttingAll: true)
        }
        if !session.isJSON { try report.write(of: place, session) }
    }

    private func put(_ key: SyncKey, _ place: SyncPlace, _ session: Session) throws {
        session.notify(.passphraseComing)
        try place.address.attempt { try KeyFile(on: place.remote(), folder: place.folder).put(key) }
        session.notify(.passphraseSet)
    }
}

extension Sync.KeyAction {
    /// The action of a word; without one the key is shown.
    init?(_ word: String?) { self.init(rawValue: word ?? Sync.KeyAction.show.rawValue) }
}

extension Session {
    /// The key in a file of the user's.
    func key(in file: String) throws -> SyncKey {
        guard let key = SyncKey(try FileSystem.read(file, limit: 64 << 10)) else { throw Problem.badKeyFile(file) }
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
        try handOver(.keyToWriteDown(key.identities[0]), ending: key.ending)
    }

    /// Says a key that is to be written down, and asks for its end.
    func handOver(_ key: Notice, ending: String) throws {
        ErrorOutput.write(text(key.sentence) + "\n")
        for attempt in 0..<3 {
            ErrorOutput.write(text((attempt == 0 ? Notice.askKeyEnding : .askKeyEndingAgain).sentence))
            guard let typed = StandardInput.readLine() else { break }
            let answer = String(decoding: typed, as: UTF8.self).filter { !$0.isWhitespace }.uppercased()
            if answer == ending { return }
        }
        throw Problem.keyNotWrittenDown
    }
}
