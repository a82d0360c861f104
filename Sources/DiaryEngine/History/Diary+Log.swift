internal import DiaryModel
public import EventStore

/// An event as `log` shows it.
public struct LoggedEvent: Sendable {
    /// Its number in this log, from 1.
    public var sequence: SequenceNumber
    /// Its id, the same in every copy of the log.
    public var id: Digest
    /// The id of its operation's first event; nil if that is damaged.
    public var operation: OperationID?
    /// `entry.create`, `entry.edit`…, or `unknown.N`.
    public var kind: String
    /// Whether this program knows its kind and schema; else a newer one wrote it.
    public var isUnderstood: Bool
    /// The entry it is of; nil for an event of the diary itself.
    public var entry: EntryID?
    /// The entry's version after it; 0 for an event of the diary itself.
    public var version: EntryVersion
    /// When it was written, by the clock of its device.
    public var recordedAt: ClockReading
    /// The device that wrote it; nil if nothing that is left tells it.
    public var device: DeviceID?
    /// The command that led to it.
    public var command: CommandCode
    package var undoRole: EventHeader.UndoRole
    /// The operation that its own operation takes back; of a redo, that is the undo.
    public var target: OperationID?
    /// Bytes of the body.
    public var size: Int
}

/// A part of the log, newest first.
public struct LogPage: Sendable {
    /// The events that can be read, newest first.
    public var events: [LoggedEvent] = []
    /// Events that cannot be read.
    public var damaged: [SequenceNumber] = []
}

extension Diary {
    /// The newest events up to a point, or those of one entry.
    public func log(
        of entry: EntryID? = nil, limit: Int? = nil, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> LogPage {
        try read(point) { view, head in
            if let entry { return try view.history(of: entry, limit: limit ?? .max, head) }
            var page = LogPage()
            var sequence = head
            while sequence > 0, page.events.count < limit ?? .max {
                try view.note(sequence, in: &page)
                sequence -= 1
            }
            return page
        }
    }

    /// Passes each event of the log up to a point to `take`, oldest first, in its portable form: see `PortableEvent`.
    ///
    /// Each thousand events have a short transaction of their own, so that a long export does not hold pages. An event
    /// that is damaged, or that its remaining neighbours do not prove, is exported as a hole. Throws what `take`
    /// throws.
    public func exportEvents(
        to point: DiaryPoint = .head, _ take: (ExportedEvent) throws -> Void
    ) throws {
        try exportEvents(from: SequenceNumber(1), to: point, take)
    }
}

/// A line of an exported log.
public enum ExportedEvent: Sendable {
    case event(LoggedEvent, PortableEvent)
    /// An event that cannot be read or proven; without an `EventHole` if nothing tells whose it was.
    case hole(sequence: UInt64, EventHole?)
}

extension StoreView {
    /// The newest events of an entry up to `head`.
    fileprivate func history(
        of entry: EntryID, limit: Int, _ head: UInt64
    ) throws(EventStoreError) -> LogPage {
        var page = LogPage()
        guard let row = try stream(entry, isNamed: true), row.create <= head else { return page }
        var next = try lastEvent(of: row, notAfter: head)
        while let sequence = next, sequence > 0, page.events.count < limit {
            let frame = try note(sequence, in: &page)
            next = frame?.previousInStream
        }
        guard next == nil else { return page }
        // The links between the entry's events are broken: search the log for all of them.
        page = LogPage()
        let steps = try stepsAroundDamage(of: entry, create: row.create, through: row.head, version: row.version)
        for step in steps.reversed() where step.number <= head && page.events.count < limit {
            try note(step.number, in: &page)
        }
        return page
    }

    /// Adds an event to a page, as readable or as damaged.
    @discardableResult
    fileprivate func note(
        _ sequence: UInt64, in page: inout LogPage
    ) throws(EventStoreError) -> Frame? {
        guard let frame = try soundFrame(sequence) else {
            page.damaged.append(SequenceNumber(sequence))
            return nil
        }
        page.events.append(try logged(frame))
        return frame
    }

    /// An event as `log` shows it.
    func logged(_ frame: Frame) throws(EventStoreError) -> LoggedEvent {
        let first = frame.operationIndex == 0 ? frame : try soundFrame(frame.operationStart)
        return LoggedEvent(
            sequence: SequenceNumber(frame.sequence), id: frame.id, operation: (first?.id).map { OperationID($0) },
            kind: EventKindName.text(frame.kind), isUnderstood: !log.model.isNewer(frame),
            entry: frame.object == .zero ? nil : frame.object, version: EntryVersion(frame.version),
            recordedAt: frame.writtenAt,
            device: frame.device,
            command: CommandCode(rawValue: first?.operation?.command ?? 0) ?? .none,
            undoRole: first?.operation?.undoRole ?? .do, target: (first?.operation?.target).map { OperationID($0) },
            size: frame.bodyLength)
    }

    /// Events in their portable form; what forgotten entries said is left out.
    func portable(
        _ sequences: some Sequence<UInt64>
    ) throws(EventStoreError) -> [ExportedEvent] {
        var portion: [ExportedEvent] = []
        var isForgotten: [EntryID: Bool] = [:]
        var ofLog: Set<EntryID>?
        for sequence in sequences {
            let copy = try record(sequence)
            switch copy.record {
            case .event(var event):
                guard let frame = copy.frame else { continue }
                let shown = try logged(frame)
                if let entry = shown.entry, frame.bodyLength > 0 {
                    if isForgotten[entry] == nil {
                        do throws(EventStoreError) {
                            isForgotten[entry] = try stream(entry).map { log.model.isForgotten($0) } ?? false
                        } catch .damagedTable {
                            let all = if let ofLog { ofLog } else { try forgottenEntries(after: 0) }
                            (ofLog, isForgotten[entry]) = (all, all.contains(entry))
                        } catch {
                            throw error
                        }
                    }
                    if isForgotten[entry] == true { event.payload = nil }
                }
                portion.append(.event(shown, event))
            case .hole(let hole): portion.append(.hole(sequence: sequence, hole))
            case nil: portion.append(.hole(sequence: sequence, nil))
            }
        }
        return portion
    }
}

/// The names of the kinds, for people and scripts.
package enum EventKindName {
    package static func text(_ kind: UInt16) -> String {
        switch kind {
        case EntryEventCodec.Kind.create: "entry.create"
        case EntryEventCodec.Kind.edit: "entry.edit"
        case EntryEventCodec.Kind.delete: "entry.delete"
        case EntryEventCodec.Kind.forget: "entry.forget"
        case StoreKind.operationMark: "operation.mark"
        case StoreKind.deviceBegin: "device.begin"
        default: "unknown.\(kind)"
        }
    }
}

extension PortableEvent {
    /// The event's id, and its kind and schema in words, where a newer program wrote it; nil of any other event.
    public var newerName: (id: Digest, name: String)? {
        guard let header = try? EventHeader(canonical: header.span),
            DiaryStreams().isNewer(kind: header.kind, schema: header.schema)
        else { return nil }
        return (header.id, "\(EventKindName.text(header.kind))/\(header.schema)")
    }
}
