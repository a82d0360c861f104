package import EventStore

// What a program asks that carries a diary's events to other devices.

/// A device that wrote events of a diary.
public struct DiaryDevice: Equatable, Sendable {
    /// The newest events that no other event of the device follows; more than one where its chain was forked.
    public struct Tip: Equatable, Sendable {
        /// Its number among the device's events, from 1.
        public var number: UInt64
        /// Its id.
        public var id: Digest
    }

    /// Which.
    public var id: DeviceID
    /// What people call it; nil if nobody said.
    public var name: String?
    /// Whether this diary wrote as it, here or where it was before.
    public var isOwn: Bool
    /// Its newest events.
    public var tips: [Tip]
}

/// What came into a diary after an event of its log.
package struct DiaryNews: Sendable {
    /// The newest event, and the file's generation: in another one the numbers may stand for other events.
    package var head: UInt64
    package var generation: UInt32
    /// The entries that events after it forget.
    package var forgotten: Set<EntryID> = []
    /// The files that events after it name, of entries that are not forgotten.
    package var files: Set<AttachedFile> = []
    /// Whether these are all: no event is missing or cannot be understood that may name more.
    package var isSure = true
}

/// The events of a forgotten entry.
package struct ForgottenEvents: Sendable {
    /// Those that had words.
    package var blank: [Frame] = []
    /// Those that forget it.
    package var forgets: [Frame] = []
}

/// What a diary's folder has about its exchange with other devices, by their paths from there. A backup has the remote
/// and the key, too.
package enum SyncFiles {
    package static let remote = "sync/remote"
    package static let key = "sync/key"
    /// What comes and goes.
    package static let spool = "sync/spool"
}

extension Diary {
    /// Records this copy's device, if it has not written yet: others know of it then, though it only reads.
    package func beginDevice(in context: WriteContext) throws(EventStoreError) {
        // A closure without a result ends the compiler (6.3.1).
        _ = try store.write { writer in
            var drawing = context
            try writer.ensureDevice(in: &drawing)
            return true
        }
    }

    /// The devices that wrote events of this diary. Costs some look-ups for each.
    public func devices() throws(EventStoreError) -> [DiaryDevice] {
        var devices: [DiaryDevice] = []
        let names = try deviceNames()
        for chain in try chains().chains {
            let tip = DiaryDevice.Tip(number: chain.number, id: chain.id)
            if let last = devices.indices.last, devices[last].id == chain.device {
                devices[last].tips.append(tip)
            } else {
                devices.append(
                    DiaryDevice(id: chain.device, name: names[chain.device], isOwn: chain.isOwn, tips: [tip]))
            }
        }
        return devices
    }

    /// What people call the devices that wrote events of this diary: those that have a name. Two look-ups for each.
    public func deviceNames() throws(EventStoreError) -> [DeviceID: String] {
        try read(.head) { view, _ in
            var names: [DeviceID: String] = [:]
            for device in try view.devices() { names[device] = try view.name(of: device) }
            return names
        }
    }

    /// Passes each event from a number on to `take`, oldest first, as `exportEvents(to:)` does.
    ///
    /// The numbers are those of this log: once it was written anew, by a compaction or a forgetting, they still hold,
    /// but what a forgotten entry said is gone.
    public func exportEvents(
        from first: SequenceNumber, to point: DiaryPoint = .head, _ take: (ExportedEvent) throws -> Void
    ) throws {
        let head = try resolve(point).rawValue
        var next = max(first.rawValue, 1)
        while next <= head {
            let last = min(next + 999, head)
            for item in try read(.event(SequenceNumber(last)), { view, _ in try view.portable(next...last) }) {
                try take(item)
            }
            next = last + 1
        }
    }

    /// The names of files in the diary's folder that were in use as its log on another device, and may have more.
    package func otherLogs() throws(EventStoreError) -> [String] { try store.otherLogs() }

    /// Gives such a file another name: from then on nobody writes to it.
    package func setAside(_ name: String, as other: String) throws(EventStoreError) {
        try store.setAside(name, as: other)
    }

    /// The id that all copies of this diary have.
    package func identity() throws(EventStoreError) -> StoreID { try store.beginRead().view.log.meta.store }

    /// The device as which this diary writes; zero in a copy that has not written yet.
    package func presentDevice() throws(EventStoreError) -> DeviceID { try store.beginRead().view.log.meta.device }

    /// What each device wrote.
    package func chains() throws(EventStoreError) -> DeviceChains {
        try read(.head) { view, _ in try DeviceChains(view) }
    }

    /// Of each place, a number on a chain, the id of the event, and whether a hole keeps its place; nil where it is not
    /// here, or cannot be read.
    package func events(
        at places: [(number: UInt64, chain: DeviceChain)], of chains: DeviceChains
    ) throws(EventStoreError) -> [(id: Digest, isHole: Bool)?] {
        try read(.head) { view, _ in
            var events: [(id: Digest, isHole: Bool)?] = []
            for place in places {
                guard let sequence = try chains.sequence(of: place.number, in: place.chain, view) else {
                    events.append(nil)
                    continue
                }
                if let frame = try view.soundFrame(sequence) {
                    events.append((frame.id, false))
                } else {
                    events.append(try view.keptHole(sequence).map { ($0.id ?? .zero, true) })
                }
            }
            return events
        }
    }

    /// Events of a chain in their portable form, in order, in one short transaction, and the holes that keep the places
    /// of others; nil for one that is not here, or cannot be read.
    package func portableEvents(
        _ numbers: ClosedRange<UInt64>, of chain: DeviceChain, in chains: DeviceChains
    ) throws(EventStoreError) -> [LogRecord?] {
        try read(.head) { view, _ in
            var events: [LogRecord?] = []
            for number in numbers {
                guard let sequence = try chains.sequence(of: number, in: chain, view) else {
                    events.append(nil)
                    continue
                }
                if case .event(_, let event)? = try view.portable(CollectionOfOne(sequence)).first {
                    events.append(.event(event))
                } else {
                    events.append(try view.keptHole(sequence).map { .hole($0) })
                }
            }
            return events
        }
    }

    /// Whether the log has, or had, holes.
    package func holdsGaps() throws(EventStoreError) -> Bool { try store.beginRead().view.log.meta.holdsGaps }

    /// What came after an event. Some 0.4 µs an event.
    package func news(after sequence: UInt64) throws(EventStoreError) -> DiaryNews {
        try read(.head) { view, head in
            var news = DiaryNews(head: head, generation: view.log.meta.generation)
            if head <= sequence { return news }
            news.forgotten = try view.forgottenEntries(after: sequence)
            let named = try NamedAttachments(in: view, from: sequence + 1, withDrafts: false)
            news.isSure = named.unread.isEmpty && !view.log.meta.holdsGaps
            for (file, naming) in named.files
            where try naming.entries.contains(where: { try view.stream($0).map(view.log.model.isForgotten) != true }) {
                news.files.insert(file)
            }
            return news
        }
    }

    /// The events of entries, as far as those are forgotten.
    package func forgottenEvents(
        of entries: Set<EntryID>
    ) throws(EventStoreError) -> [EntryID: ForgottenEvents] {
        try read(.head) { view, _ in
            var found: [EntryID: ForgottenEvents] = [:]
            for entry in entries {
                guard let row = try view.stream(entry), view.log.model.isForgotten(row) else { continue }
                var events = ForgottenEvents()
                for sequence in try view.events(of: row) {
                    guard let frame = try view.soundFrame(sequence) else { continue }
                    if frame.kind == EntryEventCodec.Kind.forget { events.forgets.append(frame) }
                    if frame.bodyLength > 0 { events.blank.append(frame) }
                }
                found[entry] = events
            }
            return found
        }
    }

    /// The name under which a file lies on a remote: nobody without the diary can tell what it is of.
    package func remoteName(of file: AttachedFile) throws(EventStoreError) -> String? {
        guard let secret = try store.beginRead().view.knownSecret() else { return nil }
        return String(Authenticator(secret: secret).code(of: [3] + file.hash.bytes).hexadecimal.prefix(32))
    }
}
