import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// A device that writes events by hand, good ones and forged ones, with hashes that hold.
struct Author {
    private let template: EventHeader
    let device: DeviceID
    var number: UInt64 = 0
    var previous = Digest.zero
    var lamport: UInt64
    var wall: Int64 = 1_608_651_333_000_000
    static let salt = [UInt8](repeating: 7, count: 16)

    /// A new device of the diary that some events are of; its first event comes with it.
    init(after events: [PortableEvent], _ device: UInt64 = 77) throws {
        let headers = try events.map { try EventHeader(canonical: $0.header.span) }
        template = try #require(headers.first)
        self.device = DeviceID(high: device, low: device)
        lamport = headers.map(\.lamport).max() ?? 0
    }

    mutating func begin() -> PortableEvent {
        event(StoreKind.deviceBegin, of: .zero, body: []) {
            $0.operation = EventHeader.Operation(command: 0, attended: false)
        }
    }

    /// The next event; `bend` changes its header last.
    mutating func event(
        _ kind: UInt16, of object: EntryID, on parents: [Digest] = [], body: [UInt8],
        _ bend: (inout EventHeader) -> Void = { _ in }
    ) -> PortableEvent {
        number += 1
        lamport += 1
        let payload = Self.salt + body
        var header = template
        (header.kind, header.schema, header.criticality) = (kind, EntryEventCodec.schema(of: kind), .stream)
        (header.device, header.deviceSequence, header.previous) = (device, number, previous)
        (header.lamport, header.wall, header.offset, header.zone) = (lamport, wall, 0, [])
        (header.object, header.parents) = (object, parents)
        header.operation = EventHeader.Operation(command: 2)
        header.bodyLength = UInt32(body.count)
        header.payloadHash = EventHeader.payloadHash(of: payload)
        bend(&header)
        previous = header.id
        return PortableEvent(header: header.canonicalBytes, payload: payload)
    }

    /// An edit that leaves a content; where a person saved its text, with the hunks of `base`.
    mutating func edit(
        of object: EntryID, on parents: [Digest], to content: EntryContent, from base: String? = nil,
        _ bend: (inout EventHeader) -> Void = { _ in }
    ) -> PortableEvent {
        let hunks = base.map { textHunks(from: Array($0.utf8), to: content.text) }
        return event(
            EntryEventCodec.Kind.edit, of: object, on: parents, body: ContentCodec.encode(content, hunks), bend)
    }

    mutating func create(_ object: EntryID, _ content: EntryContent) -> PortableEvent {
        event(EntryEventCodec.Kind.create, of: object, body: ContentCodec.encode(content))
    }
}

/// A content of a text and a date alone, starred or not.
func starred(_ text: String, _ isStarred: Bool = true) -> EntryContent {
    with(plain(text)) { $0.isStarred = isStarred }
}

extension PortableEvent {
    var id: Digest { EventHeader.id(ofCanonical: header) }

    /// What stands in its place where it is lost.
    func hole(named: Bool = true, reason: String = "damaged") throws -> EventHole {
        let header = try EventHeader(canonical: header.span)
        return EventHole(
            device: header.device, deviceSequence: header.deviceSequence, id: named ? header.id : nil, reason: reason)
    }

    /// The events that a new device continues, if it is that device's first.
    var continued: [Digest] {
        guard let header = try? EventHeader(canonical: header.span), header.kind == StoreKind.deviceBegin,
            let payload
        else { return [] }
        return (try? DeviceBegin(payload.span.extracting(16..<payload.count)))?.continued ?? []
    }

    /// The same event with another header, or another body; the hashes hold.
    func bent(body: [UInt8]? = nil, _ bend: (inout EventHeader) -> Void = { _ in }) throws -> PortableEvent {
        var changed = try EventHeader(canonical: header.span)
        var payload = payload
        if let body, let salt = payload?.prefix(16) {
            let whole = Array(salt) + body
            payload = whole
            changed.bodyLength = UInt32(body.count)
            changed.payloadHash = EventHeader.payloadHash(of: whole)
        }
        bend(&changed)
        return PortableEvent(header: changed.canonicalBytes, payload: payload)
    }
}

extension Scratch {
    /// Offers events, and gives what became of each operation.
    @discardableResult
    func take(_ events: [PortableEvent]) throws -> [OperationAnswer] {
        try diary.importEvents(events, in: context).map(\.answer)
    }

    /// Offers the records of a log; what that forgets.
    func bring(_ records: [LogRecord], _ answer: (OfferedOperation) -> Void = { _ in }) throws -> ImportedForgetting? {
        try diary.importLog({ $0 < records.count ? records[$0] : nil }, in: context, answer)
    }

    func bring(_ events: [PortableEvent]) throws -> ImportedForgetting? { try bring(events.map { .event($0) }) }

    var stateHash: Digest { get throws { try diary.replay(ReplayOptions()).stateHash } }

    /// Another copy of the same diary, somewhere else.
    func copy() throws -> Scratch { try Scratch(events: events(), wall: wall + 1) }
}
