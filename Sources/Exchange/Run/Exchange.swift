package import DiaryEngine
package import DiarylogHost
package import EventStore

/// One copy of a diary and one remote: what each lacks goes to the other.
///
///     list -> get what is new -> prove it -> take it through the engine's door
///          -> put what no proven object covers -> read it back -> rewrite, merge and remove what has to go
///
/// It decides nothing about entries and appends no event: a diary is a function of the set of its events. A bad object
/// stalls what follows it in its chain, and nothing else. Killed anywhere, the next round goes on.
package struct Exchange {
    let diary: Diary
    let remote: any Remote
    let seal: any Seal
    let folder: SyncFolder
    /// What the other devices are told that this one is called.
    let name: String?
    /// The time, in microseconds since 1970 UTC.
    let now: Int64
    let context: WriteContext
    var state: SyncState
    package internal(set) var report = ExchangeReport()
    /// Objects that were put, or listed for the first time, in this round are never reasons to remove others.
    var fresh: Set<String> = []
    /// Objects that this round found to be other than they were: their events are put at once, whoever wrote them.
    var spoilt: [ObjectName] = []
    /// The device whose events are taken in though only a key that was replaced opens them.
    package var taking: DeviceID?
    /// Which attached files are fetched.
    let files: AttachedFileChoice

    package init(
        _ diary: Diary, with remote: any Remote, seal: any Seal, folder: SyncFolder, name: String?,
        files: AttachedFileChoice = .all, in context: WriteContext
    ) {
        (self.diary, self.remote, self.seal, self.folder, self.name) = (diary, remote, seal, folder, name)
        self.files = files
        (self.context, now) = (context, context.wall)
        state = SyncState(of: diary, in: folder)
        state.believe(until: now)
    }

    /// Exchanges once. With `puttingAll`, events of other devices are put at once as well: the remote is new, or is
    /// being mended.
    ///
    /// What could be done was done when this throws; what could not is done by the next round.
    package mutating func round(puttingAll: Bool = false) throws(ExchangeTrouble) {
        do throws(ExchangeTrouble) {
            try goRound(puttingAll: puttingAll)
        } catch {
            noteFailure(error)
            throw error
        }
        state.exchangedAt = now
        noteEnd()
    }

    private mutating func goRound(puttingAll: Bool) throws(ExchangeTrouble) {
        // A round before may have been killed while it took forgotten words out, or had no room.
        try noteForgotten(engine(diary.catchUp()))
        var listing = try list()
        var map = try place(listing.objects)
        try pull(listing, &map)
        if !report.absent.isEmpty {
            // Another device may have written it anew since it was listed.
            listing = try list()
            let listed = Set(listing.objects.map(\.path))
            if !report.absent.allSatisfy(listed.contains) {
                report.absent = []
                map = try place(listing.objects)
                try pull(listing, &map)
            }
        }
        try proveOneAgain(map)
        try learnNews()
        try putFiles(listing)
        try push(&map, puttingAll: puttingAll)
        let rewritten = try rewriteForgotten(&map)
        try merge(&map)
        let replaced = try replaced(map)
        try fetchFiles(listing)
        let useless = try useless(listing, map)
        let struck = heldOfStruck(listing, map)
        // What is here needs no key that opens it.
        for object in map.applied where state.unreadable[object.path]?.fault == .sealed {
            state.unreadable[object.path] = nil
        }
        state.unsent = try uncovered(map).reduce(0) { $0 + $1.count }
        report.unsent = state.unsent
        // Last: a remote that refuses to remove hinders nothing else.
        try remove(rewritten + replaced + useless + struck)
        state.older.subtract(struck)
        try noteHeldApart(listing)
        report.useless = useless
    }

    /// Lists the remote, if it is this diary's.
    mutating func list() throws(ExchangeTrouble) -> Listing {
        state.triedAt = now
        try local(folder.prepare())
        let listing = try Listing(from: remote, of: identity())
        state.isShared = listing.diaries.count > 1
        try listing.check(diary: identity())
        if state.exchangedAt == nil || isDayLater { try Marker.check(identity().hexadecimal, on: remote, folder) }
        noteListed(listing)
        return listing
    }

    /// Keeps what was learnt, and that nothing failed.
    mutating func noteEnd() {
        report.unreadable = state.unreadable.keys.sorted()
        report.sealed = report.unreadable.filter { state.unreadable[$0]?.fault == .sealed }
        (state.failedAt, state.failure) = (nil, nil)
        try? state.write(to: folder.state)
    }

    /// Keeps what was learnt, and what failed.
    mutating func noteFailure(_ trouble: ExchangeTrouble) {
        (state.failedAt, state.failure) = (now, trouble.code)
        try? state.write(to: folder.state)
    }

    func identity() throws(ExchangeTrouble) -> StoreID {
        try engine(diary.identity())
    }

    /// Notes what is listed, and forgets what has not been for a month.
    private mutating func noteListed(_ listing: Listing) {
        let month: Int64 = 30 * 86_400_000_000
        for object in listing.objects where state.proven[object.path] != nil { state.proven[object.path] = now }
        state.proven = state.proven.filter { abs(now - $0.value) < month }
        let names = Set(listing.objects.map(\.path) + listing.files.map(\.path))
        state.replaced = state.replaced.filter { names.contains($0.key) }
        state.unreadable = state.unreadable.filter { names.contains($0.key) }
        state.older = state.older.filter { names.contains($0) }
        // A copy under another name may outlive it.
        if listing.strangers.isEmpty {
            let fileNames = Set((listing.files + listing.tornFiles).map(\.name))
            state.gone = state.gone.filter { fileNames.contains($0) }
        }
        (report.ignored, report.astray) = (listing.ignored, listing.astray)
        report.hasNewKey = !state.keys.isEmpty && !listing.keys.allSatisfy(state.keys.contains)
        report.isShared = state.isShared
    }

    /// Learns which entries were forgotten and which files are named since the last round.
    mutating func learnNews() throws(ExchangeTrouble) {
        var news = try engine(diary.news(after: state.head))
        // What a forgotten entry alone named is named no more.
        if news.generation != state.generation || !news.forgotten.isEmpty, state.head > 0 {
            news = try engine(diary.news(after: 0))
            for file in state.files.subtracting(news.files) where news.isSure {
                if let name = try remoteName(of: file) { state.gone.insert(name) }
            }
            for file in news.files {
                if let name = try remoteName(of: file) { state.gone.remove(name) }
            }
            (state.forgotten, state.files) = ([], [])
        }
        state.forgotten.formUnion(news.forgotten)
        state.files.formUnion(news.files)
        (state.head, state.generation) = (news.head, news.generation)
    }

    /// Notes what became of entries that another device forgot.
    mutating func noteForgotten(_ brought: ImportedForgetting?) {
        guard let brought else { return }
        report.forgotten = brought
        let drafts = brought.rescued.map { "\($0.draft.number)" }
        state.drafts += drafts.filter { !state.drafts.contains($0) }
    }
}

/// What a round did, and what is left.
package struct ExchangeReport: Sendable {
    /// Events that are new here, and events that were put.
    package var received = 0
    package var sent = 0
    /// Events that no proven object has yet.
    package var unsent = 0
    /// Objects whose events wait for others, and objects that cannot be used.
    package var waiting: [String] = []
    package var unreadable: [String] = []
    /// Events that were put, and were not there when they were read back: refused, or cut on their way.
    package var refusedPuts = 0
    /// In the remote's own words why; nil where it said nothing.
    package var refusal: String?
    /// Events that only a key opens which was replaced, and that are not taken in; and devices whose events came in
    /// under such a key, and are not passed on.
    package var heldApart: [DeviceID: Int] = [:]
    package var notPassedOn: [DeviceID] = []
    /// Objects that are listed, were asked for, and did not come.
    package var absent: [String] = []
    /// Those of the unreadable ones that no key of ours opens.
    package var sealed: [String] = []
    /// What `check` read, and objects that it had proven before and that are there no more.
    package var checked = 0
    package var lost: [String] = []
    /// Whether other diaries lie there as well: what no key opens may be theirs.
    package var isShared = false
    /// Whether another device has put a key there that this copy has not opened.
    package var hasNewKey = false
    /// What is listed and is not ours: conflicted copies, temporary names, torn objects.
    package var ignored = 0
    /// Those of them that lie outside of our folders and may keep words: sealed files, and logs of diaries in clear.
    package var astray: [String] = []
    /// What was removed because it was of no use: copies and parts that a carrier had made, files that no event names.
    package var useless: [String] = []
    /// Attached files that came, and those that are named and were not found.
    package var files = 0
    package var missingFiles = 0
    /// Operations that can never be part of this diary, with why.
    package var refused: [(object: String, refusal: EventRefusal)] = []
    /// The entries that want a look since this round, and did not before it.
    package var conflicts: [EntryID] = []
    /// What became of entries that another device forgot.
    package var forgotten: ImportedForgetting?

    package init() {}
}

/// Why a round could not be ended.
package enum ExchangeTrouble: Error, Sendable {
    case remote(RemoteTrouble)
    /// The remote has no marker: it is empty, or not what it was.
    case noMarker
    /// The diary's mark is there, and none of its events yet.
    case notYet
    /// Several diaries lie there, each begun before its carrier brought the other.
    case severalDiaries
    /// Another diary lies there.
    case otherDiary
    /// The remote needs what this program does not know.
    case unknownNeeds([String])
    case seal(SealTrouble)
    case engine(EventStoreError)
    case local(SystemError)

    /// A word for it that stays the same.
    package var code: String {
        switch self {
        case .remote(.unreachable): "unreachable"
        case .remote(.noProgram), .seal(.noProgram): "noProgram"
        case .remote(.local), .seal(.local), .local: "local"
        case .noMarker: "noMarker"
        case .notYet: "notYet"
        case .severalDiaries: "severalDiaries"
        case .otherDiary: "otherDiary"
        case .unknownNeeds: "unknownNeeds"
        case .seal(.refused): "sealed"
        case .engine: "engine"
        }
    }
}

func engine<Value: ~Copyable>(_ step: @autoclosure () throws(EventStoreError) -> Value) throws(ExchangeTrouble) -> Value
{
    do throws(EventStoreError) { return try step() } catch { throw .engine(error) }
}

func local<Value: ~Copyable>(_ step: @autoclosure () throws(SystemError) -> Value) throws(ExchangeTrouble) -> Value {
    do throws(SystemError) { return try step() } catch { throw .local(error) }
}

func remotely<Value>(_ step: @autoclosure () throws(RemoteTrouble) -> Value) throws(ExchangeTrouble) -> Value {
    do throws(RemoteTrouble) { return try step() } catch { throw .remote(error) }
}

func sealing<Value>(_ step: @autoclosure () throws(SealTrouble) -> Value) throws(ExchangeTrouble) -> Value {
    do throws(SealTrouble) { return try step() } catch { throw .seal(error) }
}
