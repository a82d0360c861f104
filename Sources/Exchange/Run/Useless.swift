internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// What lies on the remote and is of no use to anybody: it keeps words that were forgotten, or may.

extension Exchange {
    /// How many files are read for it in a round, at most.
    private static var looks: Int { 64 }

    /// What can go: the sealed files that only forgotten entries named, and what is provably a copy or a part of what
    /// lies there whole: conflicted copies, files that were renamed, objects that are torn.
    ///
    /// A file that no event here names may be one whose events are about to come, and what is torn may be on its way.
    /// So both go once two lists an hour apart had them; with `atOnce`, now. What is no copy is looked at once a day.
    mutating func useless(
        _ listing: Listing, _ map: ChainMap, atOnce: Bool = false
    ) throws(ExchangeTrouble) -> [String] {
        let gaps = try uncovered(map)
        var named: Set<String> = []
        for file in state.files {
            if let name = try remoteName(of: file) { named.insert(name) }
        }
        var (due, seen): ([String], [String: Int64]) = ([], [:])
        func isDue(_ path: String) -> Bool {
            let since = state.suspect[path] ?? now
            seen[path] = since
            return atOnce || now - since >= Self.hour || since - now > 24 * Self.hour
        }
        let others = listing.files.filter { !named.contains($0.name) }
        // A forgetting has come there before what it takes away goes, and no event that cannot be read may name it.
        var mayGo = !state.forgotten.isEmpty && gaps.isEmpty
        if mayGo, !others.isEmpty || !listing.strangers.isEmpty {
            mayGo = try engine(diary.news(after: 0).isSure)
        }
        let isComplete = mayGo && holdsAll(listing, map)
        for file in others where mayGo {
            if state.gone.contains(file.name) || isComplete && isDue(file.path) { due.append(file.path) }
        }
        let doubles = Doubles(listing, gaps, map, state, fresh: fresh, named: named, isComplete: isComplete)
        var looks = Self.looks
        for path in doubles.suspects where !due.contains(path) && isDue(path) && looks > 0 {
            looks -= 1
            if try isUseless(path, doubles) { due.append(path) } else { seen[path] = now + 23 * Self.hour }
        }
        state.suspect = seen
        report.astray.removeAll { due.contains($0) }
        return due.sorted()
    }

    /// Whether the events of all that is listed are here: then none of them names a file that this copy does not know.
    private func holdsAll(_ listing: Listing, _ map: ChainMap) -> Bool {
        let applied = map.applied
        return (listing.objects + listing.torn).allSatisfy { object in
            applied.contains(object)
                || map.chains.chains.contains { $0.device == object.device && object.last <= $0.number }
        }
    }

    /// Whether a file that is no object has only what proven objects have: by what it says, or, where it says nothing,
    /// by the name that it has of an object.
    private func isUseless(_ path: String, _ doubles: Doubles) throws(ExchangeTrouble) -> Bool {
        let (sealed, opened) = ("\(folder.back)/\(path)", folder.spool + "/opened")
        defer {
            try? FileSystem.removeFile(sealed)
            try? FileSystem.removeFile(opened)
        }
        try? FileSystem.removeFile(sealed)
        try? FileSystem.removeFile(opened)
        try local(FileSystem.makeDirectory(FileSystem.parent(of: sealed), withParents: true))
        try remotely(remote.get([path], into: folder.back))
        guard let size = try? FileSystem.size(of: sealed) else { return false }
        var isOpen = false
        if size <= Segment.limit {
            isOpen = try sealing(seal.open(sealed, as: opened)) != .closed
        }
        if isOpen, let bytes = try? FileSystem.read(opened, limit: Segment.limit),
            let segment = try? Segment(reading: bytes, of: try identity())
        {
            return try isCovered(ObjectName(of: segment, size: 1, hash: .zero), doubles)
        }
        // Elsewhere nothing is a file only because it opens.
        let isIn = path.hasPrefix(FileName.folder)
        if isOpen, let name = try nameOfFile(at: opened), doubles.knows(fileNamed: name, isIn: isIn) {
            return doubles.canSpare(fileNamed: name)
        }
        if let file = FileName(within: path) { return doubles.canSpare(fileNamed: file.name) }
        guard let object = ObjectName(within: path) else { return Self.isTemporary(path) }
        return try isCovered(object, doubles)
    }

    /// Whether all that an object has is here, and in proven objects.
    private func isCovered(_ object: ObjectName, _ doubles: Doubles) throws(ExchangeTrouble) -> Bool {
        let map = try engine(ChainMap(of: [object], in: diary))
        return map.applied.contains(object) && doubles.covers(object)
    }

    private func nameOfFile(at path: String) throws(ExchangeTrouble) -> String? {
        guard let hash = try? Digest.ofFile(path), let size = try? FileSystem.size(of: path) else { return nil }
        return try remoteName(of: AttachedFile(hash: hash, size: UInt64(size)))
    }

    /// Whether a killed process of ours left it.
    private static func isTemporary(_ path: String) -> Bool {
        path.split(separator: "/").last?.hasPrefix(FileReplacement.temporaryPrefix) == true
    }
}

/// What may be a copy or a part of something else on a remote, and what lies there whole.
private struct Doubles {
    /// The paths, sorted.
    let suspects: [String]
    /// The stretches, of devices, that no proven object has.
    private let gaps: [(device: DeviceID, numbers: ClosedRange<UInt64>)]
    /// The names of attached files that lie there whole, that living entries name, and that only forgotten ones named.
    private let whole: Set<String>
    private let named: Set<String>
    private let gone: Set<String>
    /// Whether no event names a file but those that `named` has.
    private let isComplete: Bool

    init(
        _ listing: Listing, _ gaps: [Gap], _ map: ChainMap, _ state: SyncState, fresh: Set<String>, named: Set<String>,
        isComplete: Bool
    ) {
        self.gaps = gaps.map { (map.chains.chains[$0.chain].device, $0.numbers) }
        (self.named, gone, self.isComplete) = (named, state.gone, isComplete)
        // What no key opens is never removed: the key may be found.
        let faulty = state.unreadable.filter { $0.value.fault != .sealed && $0.value.fault != .absent }.keys
        let listed = Set(listing.objects.map(\.path) + listing.files.map(\.path))
        suspects = Set(
            listing.strangers + listing.torn.map(\.path) + listing.tornFiles.map(\.path)
                + faulty.filter { listed.contains($0) }
        ).subtracting(fresh).sorted()
        whole = Set(listing.files.filter { state.unreadable[$0.path] == nil }.map(\.name))
            .union(fresh.compactMap { FileName(path: $0)?.name })
    }

    /// Whether proven objects have all events of an object's stretch.
    func covers(_ object: ObjectName) -> Bool {
        !gaps.contains { $0.device == object.device && $0.numbers.overlaps(object.first...object.last) }
    }

    /// Whether it is known if events name an attached file; `isIn` the folder of such, what is not named is one, too.
    func knows(fileNamed name: String, isIn: Bool) -> Bool {
        isIn && isComplete || named.contains(name) || gone.contains(name)
    }

    /// Whether an attached file lies there whole, or nothing names it any more.
    func canSpare(fileNamed name: String) -> Bool {
        whole.contains(name) || gone.contains(name) || isComplete && !named.contains(name)
    }
}
