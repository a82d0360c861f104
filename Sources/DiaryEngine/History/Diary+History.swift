internal import DiaryModel
public import EventStore

/// A version of an entry, as `history` shows it: what one event left, whatever else had come in beside it.
public struct VersionSummary: Sendable {
    /// Its number, from 1, in the order in which the entry's events came to this log.
    public var version: EntryVersion
    /// The event that made it.
    public var sequence: SequenceNumber
    /// That event's id.
    public var id: Digest
    /// The device that wrote it.
    public var device: DeviceID
    /// The versions that the event was decided on; 0 for one that this log does not hold.
    public var parents: [EntryVersion]
    /// When that event was written.
    public var recordedAt: ClockReading
    /// The kind of that event, as in `log`.
    public var kind: String
    /// What it did to the entry.
    public var act: VersionAct
    /// The title of the text it left; nil if the text has none or cannot be computed.
    public var title: String?
    /// Bytes of the text it left; 0 if that cannot be computed.
    public var size: Int
    /// Whether what the event said was forgotten.
    public var isForgotten: Bool
    /// Whether what it left is told by an event that this program understands.
    public var isUnderstood: Bool
}

/// What a version did to its entry.
public enum VersionAct: String, Sendable, CaseIterable {
    case created, edited
    /// Brought it back, or was written on what stood deleted.
    case restored
    /// Said the weather, which a service had told.
    case observed
    case deleted, forgotten
    /// What only a newer program knows.
    case other

    init(_ frame: Frame, onDeleted: Bool) {
        let isObserved = frame.operation?.command == CommandCode.observe.rawValue
        self =
            switch frame.kind {
            case EntryEventCodec.Kind.create: .created
            case EntryEventCodec.Kind.edit where frame.isUnattendedEdit: isObserved ? .observed : .edited
            case EntryEventCodec.Kind.edit: onDeleted ? .restored : .edited
            case EntryEventCodec.Kind.delete: .deleted
            case EntryEventCodec.Kind.forget: .forgotten
            default: .other
            }
    }
}

extension Diary {
    /// The versions of an entry up to a point, newest first; nil for an entry that did not exist then.
    ///
    /// Reads the entry's events in the order of the log, each once; where branches merge, those since they parted once
    /// more.
    public func history(of id: EntryID, at point: DiaryPoint = .head) throws(EventStoreError) -> [VersionSummary]? {
        try read(point) { view, sequence in
            var versions: [VersionSummary] = []
            var numbers: [UInt64: UInt64] = [:]
            var deleted: Set<UInt64> = []
            let isKnown = try view.forEachVersion(of: id, asOf: sequence) { version in
                numbers[version.frame.sequence] = version.frame.version
                if version.state?.isDeleted == true { deleted.insert(version.frame.sequence) }
                let text = version.state.map { String(decoding: $0.content.text, as: UTF8.self) }
                versions.append(
                    VersionSummary(
                        version: EntryVersion(version.frame.version), sequence: SequenceNumber(version.frame.sequence),
                        id: version.frame.id, device: version.frame.device,
                        parents: version.parents.map { EntryVersion(numbers[$0] ?? 0) }, recordedAt: version.stamp,
                        kind: EventKindName.text(version.frame.kind),
                        act: VersionAct(
                            version.frame, onDeleted: version.parents.first.map(deleted.contains) ?? false),
                        title: text.flatMap { Headline(of: $0).title.map(String.init) },
                        size: version.state?.content.text.count ?? 0,
                        isForgotten: version.isForgotten, isUnderstood: version.state?.isUnderstood ?? true))
            }
            return isKnown ? versions.reversed() : nil
        }
    }

    /// What an entry was after each of its events up to a point, oldest first; empty for one that did not exist then.
    ///
    /// A version that cannot be computed is left out. Costs what `history` costs, and all texts are in memory.
    public func versions(of id: EntryID, at point: DiaryPoint = .head) throws(EventStoreError) -> [Entry] {
        try read(point) { view, limit in
            var versions: [Entry] = []
            var first: ClockReading?
            var modified: ClockReading?
            _ = try view.forEachVersion(of: id, asOf: limit) { version in
                first = first ?? version.stamp
                if !version.frame.isUnattendedEdit { modified = version.stamp }
                guard let state = version.state else { return }
                versions.append(
                    Entry(
                        id: id, view: EntryView(state: state, branches: nil), version: version.frame.version,
                        sequence: version.frame.sequence, event: version.frame.id,
                        createdAt: first ?? version.stamp, modifiedAt: modified ?? version.stamp, isRecovered: false))
            }
            return versions
        }
    }

    /// One version of an entry, by its number; nil if there is none. A deleted version has the content from before.
    public func version(
        _ version: EntryVersion, of id: EntryID, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> Entry? {
        try read(point) { view, limit in
            guard let row = try view.stream(id, isNamed: true),
                let sequence = try view.event(version.rawValue, of: row), sequence <= limit
            else { return nil }
            return try view.version(of: row, at: sequence)
        }
    }

    /// The version that an event made, by a prefix of the event's id; nil if no event of the entry has that prefix.
    public func version(
        byEvent prefix: String, of id: EntryID, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> Entry? {
        try read(point) { view, limit in
            guard let row = try view.stream(id, isNamed: true),
                let frame = try view.event(of: row, upTo: limit, where: { $0.hexadecimal.hasPrefix(prefix) })
            else { return nil }
            return try view.version(of: row, at: frame.sequence)
        }
    }

    /// The first parent of an entry's version; nil for the first version, and if either cannot be read.
    public func base(ofVersion version: EntryVersion, of id: EntryID) throws(EventStoreError) -> Entry? {
        try read(.head) { view, _ in
            guard let row = try view.stream(id, isNamed: true),
                let sequence = try view.event(version.rawValue, of: row),
                let frame = try view.soundFrame(sequence),
                let bytes = try view.frameCopy(sequence),
                let parent = frame.parents(in: bytes.span).first, parent > 0
            else { return nil }
            return try view.version(of: row, at: parent)
        }
    }
}

/// A version as `forEachVersion` visits it.
struct VisitedVersion {
    var frame: Frame
    var stamp: ClockReading
    /// The entry's first event.
    var create: UInt64
    /// The events it was decided on.
    var parents: [UInt64]
    /// The state it left; nil if that cannot be computed.
    var state: EntryState?
    /// Whether the entry was forgotten, by now or later.
    var isForgotten: Bool
}

extension StoreView {
    /// Visits an entry's versions up to an event, oldest first, each with the state it left.
    ///
    /// Of an entry that was forgotten, that is nothing. Returns false if the entry did not exist then.
    func forEachVersion(
        of id: EntryID, asOf limit: UInt64, _ visit: (VisitedVersion) throws -> Void
    ) throws(EventStoreError) -> Bool {
        guard let row = try stream(id, isNamed: true), row.create <= limit else { return false }
        let isForgotten = log.model.isForgotten(row)
        // The states of events that have no child yet: most versions are decided on one of them.
        var states: [UInt64: EntryState] = [:]
        for sequence in try events(of: row) where sequence <= limit {
            var stamp = ClockReading(wall: 0, offset: 0)
            var step: EntryStep?
            let slot = try withEvent(sequence) { event in
                stamp = event.frame.writtenAt
                step = try self.step(event)
            }
            guard case .event(let frame) = slot, let step else { continue }
            // The version of a lost event is missing.
            try noteLost(step.parents)
            var state = step.state(after: step.parents.count == 1 ? states[step.parents[0]] : nil)
            if isForgotten { state = .forgotten }
            if state == nil, let entry = try written(of: row, at: sequence) {
                state = entry.state
            }
            for parent in step.parents { states[parent] = nil }
            if states.count < 64 { states[sequence] = state }
            let visited = VisitedVersion(
                frame: frame, stamp: stamp, create: row.create, parents: step.parents, state: state,
                isForgotten: isForgotten)
            try bridging { try visit(visited) }
        }
        return true
    }
}

extension EntryStep {
    /// What the event left, as far as it and the state of its only parent tell.
    fileprivate func state(after before: EntryState?) -> EntryState? {
        switch act {
        case .event(.edited(let content, _)) where isUnattended:
            before.map { EntryState(content: content, isDeleted: $0.isDeleted) }
        case .event(.created(let content)), .event(.edited(let content, _)): EntryState(content: content)
        case .event(.deleted):
            before.map { EntryState(content: $0.content, isDeleted: true, isUnderstood: $0.isUnderstood) }
        case .notUnderstood: before
        case .forget, .blanked, .lost: nil
        }
    }
}

extension StoreView {
    /// The first of an entry's events up to one whose id is wanted; nil if there is none that can be read.
    func event(
        of row: StreamRow, upTo limit: UInt64 = .max, where isWanted: (Digest) -> Bool
    ) throws(EventStoreError) -> Frame? {
        for sequence in try events(of: row) where sequence <= limit {
            if let frame = try soundFrame(sequence), isWanted(frame.id) { return frame }
        }
        return nil
    }

    /// The event that made a version of an entry, in O(log versions) steps; nil if there is none. Where a damaged event
    /// hides the way, the log is read from the entry's first event on.
    func event(_ version: UInt64, of row: StreamRow) throws(EventStoreError) -> UInt64? {
        guard version >= 1, version <= row.version else { return nil }
        var sequence = row.head
        while sequence > 0 {
            guard let frame = try soundFrame(sequence) else {
                for sequence in try events(of: row) where try soundFrame(sequence)?.version == version {
                    return sequence
                }
                return nil
            }
            if frame.version == version { return sequence }
            if frame.version < version { return nil }
            let far = try frame.jump == 0 ? nil : soundFrame(frame.jump)
            sequence = far.map { $0.version >= version } == true ? frame.jump : frame.previousInStream
        }
        return nil
    }
}
