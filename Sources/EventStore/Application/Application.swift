internal import DiarylogHost

/// What a program makes of its events: which kinds it knows, and which state each event leaves its stream in.
///
/// A state is bytes in the program's own layout; the store keeps the newest one beside each stream. All of this must be
/// a function of the events alone, without clock, chance or anything from outside, so that every copy of a log comes to
/// the same states, whenever it is read.
public protocol Application: Sendable {
    /// Names the program's stores, for ever: 1 to 32 bytes of ASCII without spaces. A store of another name is not
    /// opened.
    var name: String { get }

    /// The kinds of event that the program knows. Numbers 16 to 31 are the store's own.
    var kinds: [EventKind] { get }

    /// Lifts a body from the layout of one schema to that of the next; called only for kinds whose schema is past 1.
    ///
    /// If it throws, the event counts as one that cannot be read; the rest of the log keeps serving.
    func upcast(kind: UInt16, from schema: UInt16, body: [UInt8]) throws -> [UInt8]

    /// The state of a stream after an event; `state` is nil before its first.
    ///
    /// If it throws while an event is appended, nothing is written, and `append` throws that error as it is. If it
    /// throws for an event that came from another copy, that event stays in the log and changes nothing.
    func state(after event: StoredEvent, from state: [UInt8]?) throws -> [UInt8]

    /// What a stream in this state adds to the two running totals that each event carries.
    func counters(of state: [UInt8]) -> Counters
}

extension Application {
    /// Returns the body as it is: for programs whose kinds are all at schema 1.
    public func upcast(kind: UInt16, from schema: UInt16, body: [UInt8]) throws -> [UInt8] { body }

    /// No counters: both numbers are 0.
    public func counters(of state: [UInt8]) -> Counters { Counters() }
}

/// A kind of event that a program knows.
public struct EventKind: Hashable, Sendable {
    /// Its number, for ever.
    public let number: UInt16
    /// The newest layout of its bodies, from 1; older bodies are lifted when they are read.
    public let schema: UInt16
    /// Whether events of this kind begin streams. The first event of a stream is of such a kind, and no later one is.
    public let beginsStream: Bool

    /// A kind.
    public init(_ number: UInt16, schema: UInt16 = 1, beginsStream: Bool = false) {
        self.number = number
        self.schema = schema
        self.beginsStream = beginsStream
    }
}

/// An event that a program wants to append.
public struct NewEvent: Sendable {
    /// The number of its kind.
    public var kind: UInt16
    /// The stream it belongs to.
    public var stream: StreamID
    /// The version that its writer has seen; if the stream is at another one, nothing of the operation is written.
    public var expecting: ExpectedVersion
    /// What it says, in the newest layout of its kind: at most 8 MiB.
    public var body: [UInt8]
    /// What it makes read-only for programs that do not know its kind.
    public var criticality = EventCriticality.stream

    /// An event.
    public init(_ kind: UInt16, of stream: StreamID, expecting: ExpectedVersion, body: [UInt8]) {
        self.kind = kind
        self.stream = stream
        self.expecting = expecting
        self.body = body
    }
}

/// An event as it stands in the log.
public struct StoredEvent: Equatable, Sendable {
    /// Its number in this log, from 1; another copy may number it differently.
    public let sequence: SequenceNumber
    /// Its id, the same in every copy.
    public let id: Digest
    /// The stream it belongs to.
    public let stream: StreamID
    /// The stream's version after it, from 1.
    public let version: StreamVersion
    /// The number of its kind.
    public let kind: UInt16
    /// The layout that it was written in. Its body is given in the newest.
    public let schema: UInt16
    /// What it says, in the newest layout of its kind.
    public let body: [UInt8]
    /// When it was written by its device's clock, in microseconds since 1970 UTC.
    public let wall: Int64
    /// Seconds east of UTC where it was written.
    public let offset: Int32

    init(_ event: borrowing EventView) {
        sequence = SequenceNumber(event.frame.sequence)
        id = event.frame.id
        stream = event.frame.object
        version = StreamVersion(event.frame.version)
        kind = event.frame.kind
        schema = event.frame.schema
        body = [UInt8](copying: event.body)
        wall = event.frame.wall
        offset = event.offset
    }

    /// An event that is not in the log yet, for the application to judge.
    init(_ event: NewEvent, schema: UInt16, version: StreamVersion, in context: WriteContext) {
        sequence = 0
        id = .zero
        stream = event.stream
        self.version = version
        kind = event.kind
        self.schema = schema
        body = event.body
        wall = context.wall
        offset = context.offset
    }
}

/// A stream as it stands after one of its events.
public struct StreamState: Equatable, Sendable {
    /// Which stream it is.
    public let stream: StreamID
    /// How many events it had by then.
    public let version: StreamVersion
    /// The number of the newest of them.
    public let sequence: SequenceNumber
    /// Its state, as the application has it.
    public let bytes: [UInt8]

    init(_ row: StreamRow) {
        stream = row.object
        version = StreamVersion(row.version)
        sequence = SequenceNumber(row.head)
        bytes = row.state
    }
}
