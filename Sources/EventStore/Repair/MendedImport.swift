/// What became of a log that was taken over as far as it can be.
public struct MendReport: Equatable, Sendable {
    /// Events that the new log has.
    public var events: UInt64 = 0
    /// Events that were brought from elsewhere, by their numbers.
    public var healed: [SequenceNumber] = []
    /// Positions whose event could not be had: holes keep them.
    public var holes: [SequenceNumber] = []
    /// Positions of which nothing is left, not even which device wrote there. The events after them have lesser numbers
    /// now.
    public var lost: [SequenceNumber] = []
    /// Events whose content was left out, because their stream was forgotten.
    public var forgotten: UInt64 = 0
    /// Streams that events are lost of, and that show all the same what they showed: an event of the new store says it.
    public var kept: [StreamID] = []
    /// Streams that may show something old, or nothing, because an event that it rests on is lost.
    public var doubtful: [StreamID] = []
    /// Drafts that came along.
    public var drafts = 0
    /// Drafts that nobody has any more.
    public var lostDrafts = 0
    /// The attached files that came along.
    public var attachments = AttachmentCopy()

    package init() {}
}

/// Takes over a damaged log, event by event, into a store that is being made; what is not accepted becomes a hole.
struct MendedImport {
    private(set) var report = MendReport()
    /// How it is done; its streams that were forgotten are all that are known.
    private let options: MendOptions
    /// The forgotten streams whose forgetting the log tells.
    private let announced: Set<StreamID>
    /// Whose event was met last, with its number there and in the damaged log.
    private var last: (device: DeviceID, number: UInt64, sequence: UInt64)?

    /// In the place of an event of which nothing is left: a hole in nobody's chain.
    static let lost = EventHole(device: .zero, deviceSequence: 0, id: nil, reason: "missing")

    init(_ options: MendOptions, announced: Set<StreamID>) { (self.options, self.announced) = (options, announced) }

    /// Takes over what a number of the damaged log stands for; `isHealed` if that comes from elsewhere.
    mutating func add(
        _ record: LogRecord, at sequence: UInt64, isHealed: Bool, _ writer: inout StoreWriter
    ) throws(EventStoreError) {
        switch record {
        case .event(let event):
            let header = try? EventHeader(canonical: event.header.span)
            if let header { last = (header.device, header.deviceSequence, sequence) }
            let isAccepted = try header.map { (header) throws(EventStoreError) in
                // What comes from elsewhere has the time of the event before it, so that no arrival falls.
                let before = try writer.newestArrival() ?? options.arrivedAt
                return try offer(event, header, isHealed ? before : event.arrivedAt ?? before, &writer)
            }
            if isAccepted == true {
                report.events += 1
                if isHealed { report.healed.append(SequenceNumber(sequence)) }
                return
            }
            let hole = header.map {
                EventHole(
                    device: $0.device, deviceSequence: $0.deviceSequence,
                    id: event.id, reason: "cannot be taken over")
            }
            try keep(hole, sequence, &writer)
        case .hole(Self.lost): try keep(nil, sequence, &writer)
        case .hole(let hole):
            last = (hole.device, hole.deviceSequence, sequence)
            try keep(hole, sequence, &writer)
        }
    }

    /// Keeps the position of an event of which nothing is left, within a long gap: it is taken for one of the device
    /// whose event was met last.
    mutating func keep(afterLast sequence: UInt64, _ writer: inout StoreWriter) throws(EventStoreError) {
        let hole = last.map {
            EventHole(
                device: $0.device, deviceSequence: $0.number + (sequence - $0.sequence), id: nil, reason: "missing")
        }
        try keep(hole, sequence, &writer)
    }

    private mutating func offer(
        _ event: PortableEvent, _ header: EventHeader, _ arrivedAt: Int64, _ writer: inout StoreWriter
    ) throws(EventStoreError) -> Bool {
        var event = event
        if options.forgotten.contains(header.object), !options.forgettingKinds.contains(header.kind) {
            if event.payload != nil { report.forgotten += 1 }
            event.payload = nil
        }
        // No log accepts an event without payload unless an event says that its stream was forgotten.
        if event.payload == nil, !announced.contains(header.object) { return false }
        try prepare(for: header, &writer)
        return try writer.offer(event, arrivedAt: arrivedAt, record: 0) == .accepted
    }

    /// Writes the holes that an event needs before it: for the rest of an operation that broke off, for the events of
    /// its own operation, and for its device's event before.
    private mutating func prepare(
        for header: EventHeader, _ writer: inout StoreWriter
    ) throws(EventStoreError) {
        if let rest = writer.imported.unfinished, !rest.isContinued(by: header) { try close(&writer) }
        guard header.deviceSequence > 1 else { return }
        try writer.openImports()
        let newest = try writer.importState(of: header.device).greatest
        let follows = try writer.comesAfterHole(header)
        let isApart = header.operationIndex > 0 && writer.imported.unfinished == nil && !follows
        guard newest < header.deviceSequence - 1 || isApart else { return }
        let hole = EventHole(
            device: header.device, deviceSequence: header.deviceSequence - 1, id: header.previous, reason: "missing")
        _ = try writer.importHole(hole, record: 0)
    }

    private mutating func keep(
        _ hole: EventHole?, _ sequence: UInt64, _ writer: inout StoreWriter
    ) throws(EventStoreError) {
        if let hole {
            if let rest = writer.imported.unfinished, rest.device != hole.device { try close(&writer) }
            if try writer.importHole(hole, record: 0) == .accepted {
                return report.holes.append(SequenceNumber(sequence))
            }
        }
        // A device that continues this event is accepted all the same.
        writer.log.meta.holdsGaps = true
        report.lost.append(SequenceNumber(sequence))
    }

    /// Writes holes for the rest of an operation that broke off: an operation stands whole in every log.
    mutating func close(_ writer: inout StoreWriter) throws(EventStoreError) {
        while let rest = writer.imported.unfinished {
            let number = try writer.importState(of: rest.device).greatest + 1
            let hole = EventHole(device: rest.device, deviceSequence: number, id: nil, reason: "missing")
            guard try writer.importHole(hole, record: 0) == .accepted else {
                throw .damaged("an operation that cannot be completed")
            }
        }
    }
}
