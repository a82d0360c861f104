internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost

// Two diaries that were begun apart become one: the one of the remote, with the entries of the one that is here.

extension Sync {
    /// Makes the diary of a remote beside the one that is here, imports what this one's living entries say and said,
    /// and puts it in its place; this one stays beside it. Killed, the same command goes on.
    ///
    ///     PATH               the diary here, until all is done
    ///     .NAME.together     diary, sync: what comes in its place; entries, attachments: on their way
    ///     PATH.before        what was here
    func bringTogether(at path: String, _ address: RemoteAddress, _ session: Session) throws {
        let parent = FileSystem.parent(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let scratch = "\(parent)/.\(name).together"
        let (made, folder) = ("\(scratch)/diary", SyncFolder(of: scratch))
        let isSwapped = !Diary.exists(at: path) && Diary.exists(at: made) && SyncFolder(of: made).address != nil
        let isDone = takesPart(address)(path) && Self.kept(of: path).contains(where: takesPart(address))
        if !isSwapped, !isDone {
            guard Diary.exists(at: path) else {
                throw Problem(
                    .usage, "no-diary", "there is no diary at \(path) to be brought in", "\(path)에 합칠 일기가 없습니다",
                    hint: "diarylog sync join REMOTE makes one.", "diarylog sync join 원격으로 만드세요.")
            }
            if FolderEncryption.isOwn(try FileSystem.canonicalPath(path)) {
                throw Problem(
                    .usage, "joins-in-clear",
                    "\(path) is encrypted, and the diary that would take its place is not; nothing was done",
                    "\(path)의 일기장은 암호화되어 있고 그 자리에 올 일기장은 그렇지 않아 아무것도 하지 않았습니다",
                    hint: "Join the remote in another folder, lock that diary, and import an export of this one there.",
                    "다른 폴더에서 원격에 참여해 그 일기장을 잠근 다음, 이 일기장을 내보내 거기로 가져오세요.")
            }
            let own = SyncFolder(of: path)
            let diary = try Diary(at: path, patience: Session.patience, allowingNetwork: Session.allowsNetwork)
            if let known = own.address, !known.isSame(as: address) { throw Problem.hasRemote(known.text) }
            try FileSystem.makeDirectory(scratch, withParents: true)
            // A run before may have come this far, and what was written since has to come, too.
            if (try? FileSystem.kind(of: SyncFolder(of: made).path)) == .directory {
                try FileSystem.rename(from: SyncFolder(of: made).path, to: folder.path)
            }
            if !Diary.exists(at: made) {
                let traces = try DiaryTraces(of: diary, in: own)
                try prove(address, isNot: traces, folder)
                try make(made, in: folder, from: address, besides: traces, session)
            }
            var head = try diary.resolve(.head)
            while true {
                try carry(path, to: made, through: scratch)
                let now = try diary.resolve(.head)
                if now == head { break }
                head = now
            }
            try folder.write(address)
            try FileSystem.rename(from: folder.path, to: SyncFolder(of: made).path)
            try FileSystem.rename(from: path, to: path + Self.ending(Self.kept(of: path).count))
        }
        if !isDone { try FileSystem.rename(from: made, to: path) }
        let kept = Self.kept(of: path)
        for place in kept where takesPart(address)(place) { try leaveBehind(place, address, session) }
        try? FileSystem.removeTree(scratch)
        session.notify(
            "the two diaries are one now: \(path). What was here stays at \(kept.last ?? path), with its log, deleted entries and drafts",
            "두 일기가 하나가 되었습니다: \(path). 여기 있던 일기는 기록, 지운 일기, 초안과 함께 \(kept.last ?? path)에 남아 있습니다")
        let diary = try Diary(at: path, patience: Session.patience, allowingNetwork: Session.allowsNetwork)
        try SyncPlace(diary, SyncFolder(of: path), address).first(session)
    }

    /// What was at a path before diaries were brought together there, the newest last.
    private static func kept(of path: String) -> [String] {
        var places: [String] = []
        while (try? FileSystem.kind(of: path + ending(places.count))) == .directory {
            places.append(path + ending(places.count))
        }
        return places
    }

    private static func ending(_ number: Int) -> String { number == 0 ? ".before" : ".before.\(number + 1)" }

    private func takesPart(_ address: RemoteAddress) -> (String) -> Bool {
        { SyncFolder(of: $0).address?.isSame(as: address) == true }
    }

    /// Throws if the diary that lies there is the one that is here.
    private func prove(
        _ address: RemoteAddress, isNot own: DiaryTraces, _ folder: SyncFolder
    ) throws {
        try address.attempt {
            try folder.prepare()
            let listing = try Listing(from: address.remote(spool: folder.spool))
            guard listing.diaries == [own.diary.hexadecimal] else { return }
            try FileSystem.removeTree(FileSystem.parent(of: folder.path))
            throw Problem(
                .conflict, "same-diary", "the diary at \(address.text) is the one that is here; nothing was changed",
                "\(address.text)의 일기는 바로 여기 있는 일기라서 아무것도 바꾸지 않았습니다",
                hint: "diarylog sync init \(address.text) has it take part there.",
                "diarylog sync init \(address.text)로 주고받으세요.")
        }
    }

    /// Has this program write the entries of one diary, with their versions and files, and import them in another.
    /// What came before is known, and what changed since is taken over.
    private func carry(_ path: String, to made: String, through scratch: String) throws {
        let own = try FileSystem.canonicalPath("/proc/self/exe")
        let (entries, files) = (scratch + "/entries.json", scratch + "/attachments")
        let language = global.lang.map { ["--lang", $0.rawValue] } ?? []
        for words in [
            ["export", "--output", entries, "--attachments", files, "--quiet", "--diary", path],
            ["import", entries, "--update", "--diary", made],
        ] {
            let code = try ChildProcess.run([own] + words + language)
            guard code == 0 else {
                throw Problem(
                    ExitStatus(rawValue: code) ?? .usage, "not-brought",
                    "the diaries were not brought together; the one here is as it was",
                    "두 일기를 합치지 못했습니다. 여기 일기는 그대로입니다", hint: "Once that is mended, the same command goes on.",
                    "그것을 고친 뒤 같은 명령을 다시 하세요.")
            }
        }
    }

    /// What the diary of before had on the remote goes, and it takes part no more.
    private func leaveBehind(_ kept: String, _ address: RemoteAddress, _ session: Session) throws {
        let folder = SyncFolder(of: kept)
        let diary = try Diary(at: kept, patience: Session.patience, allowingNetwork: Session.allowsNetwork)
        let place = SyncPlace(diary, folder, address)
        try place.turn().wait {
            var exchange = try place.prepared(session)
            try place.address.attempt { try exchange.withdraw() }
        }
        try FileSystem.removeTree(folder.path)
    }
}
