internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost

// Two diaries that were begun apart become one: the one of the remote, with the entries of the one that is here.

extension SyncJoin {
    /// Makes the diary of a remote beside the one that is here, imports what this one's living entries say and said,
    /// and puts it in its place; this one stays beside it. Killed, the same command goes on.
    func bringTogether(at path: String, _ address: RemoteAddress, _ session: Session) throws {
        let place = TogetherPlace(of: path)
        let (made, folder) = (place.made, place.folder)
        if let awaiting = place.awaiting, !awaiting.isSame(as: address) { throw Problem.noDiary(path) }
        let isSwapped = place.awaiting != nil
        let isDone =
            takesPart(address)(path)
            && (TogetherPlace.before(path).contains(where: takesPart(address)) || place.isInPlace(at: path))
        if !isSwapped, !isDone {
            try refuseWithout(diaryAt: path)
            let own = SyncFolder(of: path)
            let diary = try Session.diary(at: path)
            if let known = own.address, !known.isSame(as: address) { throw Problem.hasRemote(known.text) }
            // What others have put of this diary comes along, as long as its key is here.
            if own.address != nil, SyncKey(at: own.key) != nil { try takeIn(SyncPlace(diary, own, address), session) }
            try FileSystem.makeDirectory(place.scratch, withParents: true)
            let origin = try diary.identity().hexadecimal
            // Killed between its last steps, a run has left what was here, and another diary has come to its place.
            let isKept = SyncFolder(of: made).address != nil && place.origin.map { $0 != origin } == true
            if (try? FileSystem.kind(of: SyncFolder(of: made).path)) == .directory {
                try FileSystem.rename(from: SyncFolder(of: made).path, to: folder.path)
            }
            let traces = try DiaryTraces(of: diary, in: own)
            if !isKept, try isThere(traces, address, folder) {
                try FileSystem.removeTree(place.scratch)
                guard takesPart(address)(path) else { throw Self.sameDiary(address) }
                // Killed as it removed that, a run had done all else.
                return try SyncPlace(diary, own, address).first(session)
            }
            var head = try diary.resolve(.head)
            while true {
                // What was brought before may have been forgotten or deleted here since: it is brought anew.
                if !isKept {
                    try place.empty()
                    try make(made, in: folder, from: address, besides: traces, session)
                    try place.note(origin: origin)
                }
                let other = try Session.diary(at: made)
                // What is brought in now comes from no device that is there.
                try SyncState(of: other, in: folder).write(to: folder.state)
                try carry(diary, to: other, through: place, session)
                let now = try diary.resolve(.head)
                if now == head { break }
                head = now
            }
            let other = try Session.diary(at: made)
            try settleForgotten(of: diary, in: other, address, session)
            try other.fetchAttachments(from: [path])
            let undecided = try diary.conflicts().filter { $0.entry.status == .conflict }
            if !undecided.isEmpty {
                let names = undecided.map { OnScreen.shortID($0.entry.id) }.listed(10)
                session.notify(
                    "of several texts in conflict here the one that was shown stands; the others are among the versions that diarylog history shows: \(names)",
                    "여기서 글이 여럿이던 일기는 보이던 글로 남습니다. 다른 글은 diarylog history에 나오는 버전에 있습니다: \(names)")
            }
            try folder.write(address)
            try FileSystem.rename(from: folder.path, to: SyncFolder(of: made).path)
            try FileSystem.rename(from: path, to: TogetherPlace.nextBefore(path))
        }
        if !isDone { try FileSystem.rename(from: made, to: path) }
        let kept = TogetherPlace.before(path)
        for before in kept where takesPart(address)(before) {
            try leaveBehind(before, for: path, through: place, address, session)
        }
        session.notify(
            "the two diaries are one now: \(path). What was here stays at \(kept.last ?? path), with its log, deleted entries and drafts",
            "두 일기장이 하나가 되었습니다: \(path). 여기 있던 일기장은 기록, 지운 일기, 초안과 함께 \(kept.last ?? path)에 남아 있습니다")
        let diary = try Session.diary(at: path)
        let conflicts = try diary.conflicts().count
        if conflicts > 0 { session.notify(Greeting.conflicts(conflicts)) }
        try SyncPlace(diary, SyncFolder(of: path), address).first(session)
        // Only now: what was brought in comes from a device that is not here, and no later exchange puts it at once.
        try? FileSystem.removeTree(place.scratch)
    }

    /// Throws where there is no diary to be brought in, or one that would lie in clear afterwards.
    private func refuseWithout(diaryAt path: String) throws {
        guard Diary.exists(at: path) else {
            throw Problem(
                .noDiary, "there is no diary at \(path) to be brought in", "\(path)에 합칠 일기장이 없습니다",
                hint: "diarylog sync join REMOTE makes one.", "diarylog sync join 원격으로 만드세요.")
        }
        if FolderEncryption.isOwn(try FileSystem.canonicalPath(path)) {
            throw Problem(
                .joinsInClear,
                "\(path) is encrypted, and the diary that would take its place is not; nothing was done",
                "\(path)의 일기장은 암호화되어 있고 그 자리에 올 일기장은 그렇지 않아 아무것도 하지 않았습니다",
                hint: "Join the remote in another folder, lock that diary, and import an export of this one there.",
                "다른 폴더에서 원격에 참여해 그 일기장을 잠근 다음, 이 일기장을 내보내 거기로 가져오세요.")
        }
    }

    /// What other devices of a diary have put, taken into the copy here; how many events came.
    @discardableResult
    private func takeIn(_ place: SyncPlace, _ session: Session) throws -> Int {
        var received = 0
        try place.turn().wait {
            var exchange = try place.prepared(session)
            try place.address.attempt { try exchange.takeIn() }
            received = exchange.report.received
        }
        return received
    }

    /// Settles what one of two diaries forgot and the other has. What was written here of an entry that the other one
    /// forgot becomes a draft there; what was forgotten here and lives there is named.
    private func settleForgotten(
        of diary: Diary, in other: Diary, _ address: RemoteAddress, _ session: Session
    ) throws {
        for id in try other.news(after: 0).forgotten.sorted() {
            guard let entry = try diary.entry(id), !entry.isDeleted, !entry.isForgotten, try diary.isWrittenHere(id)
            else { continue }
            var content = entry.content
            // None of several texts is known there.
            if entry.status == .conflict { content.text = try diary.conflict(of: id)?.allTexts() ?? content.text }
            var start = DraftStart()
            start.sitting = "together " + id.hexadecimal
            guard case .kept(let draft) = try other.write(.begin(start, with: content), in: session.context()) else {
                continue
            }
            let (name, kept) = (OnScreen.shortID(id), draft.number.description)
            session.notify(
                "entry \(name) was forgotten in the diary of \(address.text); what it says here is kept as draft \(kept) of a new entry: diarylog draft commit \(kept) writes it, diarylog draft discard \(kept) drops it",
                "\(address.text)의 일기장에서 일기 \(name, .object) 영구 삭제했습니다. 여기서 쓴 글은 새 일기의 초안 \(kept)에 남겨 두었습니다. diarylog draft commit \(kept) 명령으로 적거나, diarylog draft discard \(kept) 명령으로 버립니다"
            )
        }
        let back = try diary.news(after: 0).forgotten.sorted().filter { id in
            try other.entry(id).map { !$0.isDeleted && !$0.isForgotten } ?? false
        }
        if back.isEmpty { return }
        let names =
            back.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ") + (back.count > 10 ? ", …" : "")
        session.notify(
            "\(back.count, "entry that was", "entries that were") forgotten here \(back.count == 1 ? "is" : "are") in the diary of \(address.text): \(names). diarylog forget ENTRY forgets it there, too",
            "여기서 영구 삭제한 일기 \(back.count)편이 \(address.text)의 일기장에는 있습니다: \(names). diarylog forget 일기로 거기서도 영구 삭제합니다")
    }

    private func takesPart(_ address: RemoteAddress) -> (String) -> Bool {
        { SyncFolder(of: $0).address?.isSame(as: address) == true }
    }

    /// Whether the diary that lies there is the one that is here.
    private func isThere(_ own: DiaryTraces, _ address: RemoteAddress, _ folder: SyncFolder) throws -> Bool {
        try address.attempt {
            try folder.prepare()
            return try Listing(from: address.remote(spool: folder.spool)).diaries == [own.diary.hexadecimal]
        }
    }

    private static func sameDiary(_ address: RemoteAddress) -> Problem {
        Problem(
            .sameDiary, "the diary at \(address.text) is the one that is here; nothing was changed",
            "\(address.text)의 일기장은 바로 여기 있는 일기장이라서 아무것도 바꾸지 않았습니다",
            hint: "diarylog sync init \(address.text) has it take part there.",
            "diarylog sync init \(address.text, .by) 주고받으세요.")
    }

    /// Writes what the entries of one diary say and said into another; their files are to be fetched.
    ///
    /// What both have is written as if on two devices: what the other one lacks comes beside what it has, and what was
    /// deleted is deleted there, unless it went on there. What was forgotten there stays so.
    private func carry(_ diary: Diary, to other: Diary, through place: TogetherPlace, _ session: Session) throws {
        let rows = RowSpool(in: [place.scratch])
        var (request, left) = (ListRequest(), 0)
        for isDeleted in [false, true] {
            request.deleted = isDeleted
            left += try session.pages(diary, request, limit: nil) { page, _ in
                for entry in page {
                    let there = try other.entry(entry.id)
                    if there?.isForgotten == true || isDeleted && there?.isDeleted != false { continue }
                    guard entry.isUnderstood else { throw EventStoreError.needsNewerProgram }
                    let earlier = try session.versions(before: entry, in: diary)
                    var row = ImportedRow(content: entry.content, identity: Array(entry.id.hexadecimal.utf8))
                    (row.id, row.isDeleted, row.writtenAt) = (entry.id, isDeleted, entry.modifiedAt)
                    row.earlier = earlier.map { version in
                        ImportedVersion(
                            content: version.content, isDeleted: version.isDeleted, writtenAt: version.modifiedAt)
                    }
                    if let refusal = try rows.add(row) { throw Problem(refusal, entry: OnScreen.shortID(entry.id)) }
                }
            }.leftOut
        }
        guard left == 0, diary.damage.isNone else {
            throw Problem(
                .notBrought, status: .damaged, "the diaries were not brought together; the one here is as it was",
                "두 일기장을 합치지 못했습니다. 여기 일기장은 그대로입니다",
                hint: "diarylog verify says what is damaged. Once that is mended, the same command goes on.",
                "무엇이 손상되었는지 diarylog verify로 볼 수 있습니다. 그것을 고친 뒤 같은 명령을 다시 하세요.")
        }
        let outcome = try other.import(from: rows, both: true, in: session.context())
        if case .refused(_, let refusal) = outcome { throw Problem(refusal, entry: "") }
    }

    /// What the diary of before had on the remote goes, and it takes part no more. What others put of it until then
    /// comes along.
    private func leaveBehind(
        _ kept: String, for path: String, through place: TogetherPlace, _ address: RemoteAddress, _ session: Session
    ) throws {
        let folder = SyncFolder(of: kept)
        let before = SyncPlace(
            try Session.diary(at: kept), folder, address)
        let diary = try Session.diary(at: path)
        if try takeIn(before, session) > 0 {
            try FileSystem.makeDirectory(place.scratch, withParents: true)
            try carry(before.diary, to: diary, through: place, session)
            try diary.fetchAttachments(from: [kept])
        }
        let others = Set(try diary.devices().map(\.id))
        try before.turn().wait {
            var exchange = try before.prepared(session)
            try address.attempt { try exchange.withdraw(besides: others) }
        }
        try FileSystem.removeTree(folder.path)
    }
}

/// Where two diaries come together, beside the one that is here.
///
///     PATH               the diary here, until all is done
///     .NAME.together     diary, sync: what comes in its place; of: whose
///     PATH.before        what was here; PATH.before.2 where that is taken
struct TogetherPlace {
    let path: String
    let scratch: String

    init(of path: String) { (self.path, scratch) = (path, Self.beside(path, "together")) }

    /// A hidden place beside a diary's.
    static func beside(_ path: String, _ ending: String) -> String {
        "\(FileSystem.parent(of: path))/.\(path.split(separator: "/").last.map(String.init) ?? path).\(ending)"
    }

    /// Where a run was killed between its last two steps, so that no diary is at its place: the remote of what comes
    /// there.
    var awaiting: RemoteAddress? {
        Diary.exists(at: path) || !Diary.exists(at: made) ? nil : SyncFolder(of: made).address
    }

    var made: String { scratch + "/diary" }
    var folder: SyncFolder { SyncFolder(of: scratch) }

    var isThere: Bool { (try? FileSystem.kind(of: scratch)) == .directory }

    /// Removes what was brought here; a run that goes on brings it anew.
    func empty() throws(SystemError) { try FileSystem.removeTree(made) }

    /// The id of the diary whose entries were brought here.
    var origin: String? {
        (try? FileSystem.read(scratch + "/of", limit: 64)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether what was made here has taken the place of the diary at a path.
    func isInPlace(at path: String) -> Bool {
        guard let origin, !Diary.exists(at: made) else { return false }
        return (try? Session.diary(at: path).identity().hexadecimal).map { $0 != origin } ?? false
    }

    func note(origin: String) throws(SystemError) {
        try FileSystem.write(Array(origin.utf8).span, to: scratch + "/of")
    }

    /// What was at a path before diaries were brought together there, the newest last.
    static func before(_ path: String) -> [String] {
        var places: [String] = []
        while (try? FileSystem.kind(of: path + ending(places.count))) == .directory {
            places.append(path + ending(places.count))
        }
        return places
    }

    /// Where what is at a path now stays.
    static func nextBefore(_ path: String) -> String { path + ending(before(path).count) }

    private static func ending(_ number: Int) -> String { number == 0 ? ".before" : ".before.\(number + 1)" }
}
