internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// What no proven object has, put on the remote and read back.

extension Exchange {
    /// Bytes of lines after which an object ends.
    static var portion: Int { 4 << 20 }

    /// Puts what is not covered: events of the own lineage at once, others once two lists an hour apart lacked them.
    /// What came under a key that was replaced is passed on by the device that wrote it, or by a person.
    mutating func push(_ map: inout ChainMap, puttingAll: Bool) throws(ExchangeTrouble) {
        let gaps = try uncovered(map)
        var lacking: [DeviceID: Int64] = [:]
        var due: [Gap] = []
        for gap in gaps {
            let chain = map.chains.chains[gap.chain]
            let since = state.lacking[chain.device] ?? now
            lacking[chain.device] = since
            let isSpoilt = spoilt.contains {
                $0.device == chain.device && ($0.first...$0.last).overlaps(gap.numbers)
            }
            let isLate = puttingAll || isSpoilt || now - since >= Self.hour
            if chain.isOwn || taking == chain.device || isLate && !state.doubted.contains(chain.device) {
                due.append(gap)
            }
        }
        state.lacking = lacking
        // What the newest key vouches for by now needs no doubt, nor what a person has taken.
        state.doubted = state.doubted.filter { lacking[$0] != nil && $0 != taking }
        try dropNeedless(map)
        for gap in due {
            var next = gap.numbers.lowerBound
            while next <= gap.numbers.upperBound {
                guard let end = try put(next...gap.numbers.upperBound, on: gap.chain, &map, limit: Self.portion)
                else {
                    report.refusedPuts += Int(gap.numbers.upperBound - next + 1)
                    break
                }
                next = end + 1
            }
        }
    }

    /// Puts events of a chain as one object, as many as it takes, and reads it back; returns the number of the last.
    /// Nil if it is not certain that the object is there: then the next round puts the same bytes.
    mutating func put(
        _ numbers: ClosedRange<UInt64>, on chain: Int, _ map: inout ChainMap, limit: Int
    ) throws(ExchangeTrouble) -> UInt64? {
        let line = map.chains.chains[chain]
        if let kept = try kept(numbers, line, map) { return try put(kept, on: chain, &map) ? kept.last : nil }
        // What cannot be read here, and is no hole either, another device may have.
        guard let found = try segment(numbers, of: line, in: map.chains, limit: limit) else {
            return numbers.lowerBound
        }
        let object = try prepare(found)
        return try put(object, on: chain, &map) ? object.last : nil
    }

    /// An object of these events that was made before and could not be put.
    private func kept(
        _ numbers: ClosedRange<UInt64>, _ chain: DeviceChain, _ map: ChainMap
    ) throws(ExchangeTrouble) -> ObjectName? {
        let names = folder.files(in: folder.outgoing).compactMap { ObjectName(path: $0) }.filter {
            $0.device == chain.device && $0.first == numbers.lowerBound && $0.last <= numbers.upperBound
        }
        for name in names {
            let events = try engine(diary.events(at: [(name.last, chain)], of: map.chains))
            guard let event = events[0], ObjectName.tip(of: event.id) == name.tip, event.isHole == name.isHole else {
                continue
            }
            // What was forgotten since must not go out.
            guard try forgottenCount(in: name, on: chain, map.chains) == name.blank else { continue }
            return name
        }
        return nil
    }

    /// Removes prepared objects that nobody needs any more, or that have words which were forgotten since.
    private func dropNeedless(_ map: ChainMap) throws(ExchangeTrouble) {
        let gaps = try uncovered(map)
        for path in folder.files(in: folder.outgoing) {
            guard let name = ObjectName(path: path) else {
                if FileName(path: path) == nil { try? FileSystem.removeFile("\(folder.outgoing)/\(path)") }
                continue
            }
            var isNeeded = false
            for gap in gaps where gap.numbers.contains(name.first) && gap.numbers.contains(name.last) {
                let chain = map.chains.chains[gap.chain]
                guard chain.device == name.device else { continue }
                isNeeded = try forgottenCount(in: name, on: chain, map.chains) == name.blank || isNeeded
            }
            if !isNeeded { try? FileSystem.removeFile("\(folder.outgoing)/\(path)") }
        }
    }

    /// The events of a stretch up to a hole or a size, or the hole with which it begins; nil if its first event cannot
    /// be read.
    func segment(
        _ numbers: ClosedRange<UInt64>, of chain: DeviceChain, in chains: DeviceChains, limit: Int
    ) throws(ExchangeTrouble) -> Segment? {
        var records: [LogRecord] = []
        var size = 0
        var next = numbers.lowerBound
        while next <= numbers.upperBound, size < limit {
            let last = min(next + 255, numbers.upperBound)
            let portion = try engine(diary.portableEvents(next...last, of: chain, in: chains))
            var hasEnded = false
            for record in portion {
                if case .hole? = record, records.isEmpty { records = [record].compactMap(\.self) }
                guard case .event(let event)? = record, size < limit else {
                    hasEnded = true
                    break
                }
                records.append(.event(event))
                size += Segment.length(of: event)
            }
            if hasEnded { break }
            next = last + 1
        }
        if records.isEmpty { return nil }
        // Whoever puts another device's events says nothing of himself.
        let isPresent = try engine(diary.presentDevice()) == chain.device
        var holds: [DeviceID: String] = [:]
        for held in chains.chains where isPresent {
            holds.note("\(held.number)-\(ObjectName.tip(of: held.id))", of: held.device)
        }
        return Segment(
            diary: try identity(), device: chain.device, first: numbers.lowerBound, records: records,
            name: isPresent ? name : nil, holds: holds)
    }

    /// Seals a segment into the spool.
    func prepare(_ segment: Segment) throws(ExchangeTrouble) -> ObjectName {
        let plain = folder.spool + "/sealing"
        let sealed = folder.spool + "/sealed"
        defer { try? FileSystem.removeFile(plain) }
        try? FileSystem.removeFile(sealed)
        try local(FileSystem.write(segment.bytes().span, to: plain, sync: false))
        try sealing(seal.seal(plain, as: sealed))
        let bytes = try local(FileSystem.read(sealed))
        let name = ObjectName(of: segment, size: bytes.count, hash: Digest(hashing: bytes))
        try local(FileSystem.syncFile(sealed))
        try local(FileSystem.rename(from: sealed, to: "\(folder.outgoing)/\(name.path)"))
        return name
    }

    /// Puts a prepared object and reads it back; whether it is there.
    mutating func put(
        _ object: ObjectName, on chain: Int, _ map: inout ChainMap
    ) throws(ExchangeTrouble) -> Bool {
        guard try isThere(after: [object.path]) else { return false }
        state.proven[object.path] = now
        state.unreadable[object.path] = nil
        fresh.insert(object.path)
        map.note(object, on: chain)
        try? FileSystem.removeFile("\(folder.outgoing)/\(object.path)")
        report.sent += Int(object.last - object.first + 1)
        return true
    }

    mutating func isThere(after paths: [String]) throws(ExchangeTrouble) -> Bool {
        try remote.isThere(after: paths, folder, or: &report.refusal)
    }
}

extension Remote {
    /// Puts files of the outgoing folder and reads them back; whether all are there, byte by byte, or why the remote
    /// did not take them.
    func isThere(
        after paths: [String], _ folder: SyncFolder, or why: inout String?
    ) throws(ExchangeTrouble) -> Bool {
        do throws(RemoteTrouble) {
            try put(paths, from: folder.outgoing)
        } catch {
            // The answer may be lost, and the file there.
            if case .local(let trouble) = error { throw .local(trouble) }
            if case .unreachable(let reason) = error { why = reason }
        }
        for path in paths { try? FileSystem.removeFile("\(folder.back)/\(path)") }
        try remotely(get(paths, into: folder.back))
        var isWhole = true
        for path in paths {
            let back = try? Digest.ofFile("\(folder.back)/\(path)")
            let own = try? Digest.ofFile("\(folder.outgoing)/\(path)")
            if back == nil || back != own { isWhole = false }
            try? FileSystem.removeFile("\(folder.back)/\(path)")
        }
        return isWhole
    }
}
