public import DiaryModel
public import EventStore

/// What an observation led to.
public enum ObservationOutcome: Sendable {
    /// Written to disk: the operation, and the entry as it stands after it.
    case observed(OperationReceipt, Entry)
    /// The entry has a weather already; nothing was written.
    case hasWeather(Entry)
    /// The entry is gone, or the weather cannot be kept; nothing was written.
    case refused(Refusal)
}

extension DiaryCommand where Outcome == ObservationOutcome {
    /// Gives an entry the weather that a service tells, if the entry has none: an edit that is unattended.
    ///
    /// No person does this: it is no edit, no step of undo, and leaves what can be redone. An edit that expects the
    /// version before it goes ahead. So it may come at any time, from any process, late or twice.
    public static func observe(_ weather: Weather, of id: EntryID) -> DiaryCommand {
        DiaryCommand { writer, context in try writer.observe(weather, of: id, in: context) }
    }
}

extension Diary {
    /// Whether an entry still stands at a version, but for unattended edits since; false if there is no such entry.
    public func stands(_ id: EntryID, at version: VersionName) throws(EventStoreError) -> Bool {
        try read(.head) { view, _ in
            guard let row = try view.stream(id, isNamed: true) else { return false }
            return try view.stands(row, at: version, row.version)
        }
    }
}

extension StoreWriter {
    fileprivate mutating func observe(
        _ weather: Weather, of id: EntryID, in context: WriteContext
    ) throws(EventStoreError) -> ObservationOutcome {
        guard let row = try view.stream(id, isNamed: true) else { return .refused(.noSuchEntry) }
        if log.model.isForgotten(row) { return .refused(.isForgotten) }
        let entry = try Entry(row)
        if entry.isDeleted { return .refused(.isDeleted) }
        if entry.content.weather != nil { return .hasWeather(entry) }
        var content = entry.content
        content.weather = weather
        if let refusal = draftRefusal(of: content) { return .refused(refusal) }
        var context = try seeded(context)
        let operation = EventHeader.Operation(command: CommandCode.observe.rawValue, attended: false)
        try begin(operation, count: 1, in: &context)
        try append([.edited(content, hunks: nil)], of: id, version: row.version, from: entry.state, in: &context)
        guard let receipt = receipts.last, let observed = try view.stream(id, isNamed: true) else {
            throw .damaged("entry \(id.hexadecimal), which was just observed")
        }
        return .observed(receipt, try Entry(observed))
    }
}

extension StoreView {
    /// Whether an entry stands at a version that a person saw, but for unattended edits since, which changed nothing
    /// that a person wrote. `version` is its version now, which is not the row's after an earlier request of an
    /// operation.
    func stands(
        _ row: StreamRow, at expected: VersionName, _ version: UInt64
    ) throws(EventStoreError) -> Bool {
        if expected.names(version: EntryVersion(version), event: row.headID) { return true }
        guard version == row.version else { return false }
        var frame = try soundFrame(row.head)
        while let newest = frame, newest.isUnattendedEdit {
            frame = try soundFrame(newest.previousInStream)
            if let frame, expected.names(version: EntryVersion(frame.version), event: frame.id) { return true }
        }
        return false
    }

    /// Whether an entry stands on no other events than those that a person saw, but for unattended edits since.
    func stands(_ row: StreamRow, on seen: [Digest]?) throws(EventStoreError) -> Bool {
        guard let seen else { return true }
        var wanted = log.model.heads(of: row).map(\.sequence)
        while let head = wanted.popLast() {
            guard let bytes = try frameCopy(head), let frame = try? Frame(bytes.span, expecting: head) else {
                return false
            }
            if seen.contains(frame.id) { continue }
            guard frame.isUnattendedEdit else { return false }
            wanted += frame.parents(in: bytes.span).filter { $0 > 0 }
        }
        return true
    }

    /// An event of an entry, or the first before it in the log that is no unattended edit.
    func lastEdit(from event: Frame) throws(EventStoreError) -> Frame {
        var frame = event
        while frame.isUnattendedEdit, frame.previousInStream != 0,
            let before = try soundFrame(frame.previousInStream)
        {
            frame = before
        }
        return frame
    }

    /// When an entry was modified that stands on this event: what nobody asked for does not count.
    func modified(
        at event: Frame
    ) throws(EventStoreError) -> ClockReading {
        try lastEdit(from: event).writtenAt
    }
}
