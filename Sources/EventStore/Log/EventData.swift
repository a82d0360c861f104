internal import DiarylogHost

/// An event before it is recorded: what a program wants to append to a stream.
package struct EventData: Sendable {
    package var kind: UInt16
    package var schema: UInt16 = 1
    package var criticality = EventCriticality.stream
    /// The stream; zero is the store itself.
    package var object: StreamID
    package var expecting: ExpectedVersion
    package var body: [UInt8]
    /// Sixteen random bytes, so that the payload hash reveals nothing about a short body.
    package var salt: [UInt8]
    package var key: EventHeader.Key?
    /// What the stream adds to the running counters after the event. Given only if the program knows it, and if the
    /// stream has its newest event as its only head before and after: then nothing more has to be computed for a frame
    /// of the tail.
    package var counters: Counters?
    /// Whether the program has just encoded the body from a value that it holds to be sound, so that decoding and
    /// encoding it again would give the same bytes.
    package var isCanonical = false
    /// When it was written, where an import says it: microseconds since 1970 UTC, and seconds east of UTC. Nil: at the
    /// time of the context. An operation's first event has the time of the context; points in time are found by it.
    package var written: (wall: Int64, offset: Int32)?
    /// The events of the stream that it is decided on, none an ancestor of another; nil: all of the stream's heads.
    package var parents: [EventReference]?
    /// Whether only a program may append it that knows all which binds the stream. Not what ends a stream, whatever it
    /// says.
    package var needsKnowledge = true

    package init(
        kind: UInt16, object: StreamID, expecting: ExpectedVersion, body: [UInt8], salt: [UInt8],
        key: EventHeader.Key? = nil
    ) {
        self.kind = kind
        self.object = object
        self.expecting = expecting
        self.body = body
        self.salt = salt
        self.key = key
    }
}

/// What an event makes read-only for a program that does not know its kind.
package enum EventCriticality: UInt8, Sendable {
    /// Nothing: such a program passes over the event.
    case ignorable = 0
    /// Its stream.
    case stream = 1
    /// The whole store.
    case store = 2
}

/// What a writer believes about the stream it appends to; if it is wrong, nothing is written.
public enum ExpectedVersion: Equatable, Sendable {
    /// The stream has no event yet.
    case noStream
    /// The stream is at this version.
    case exactly(StreamVersion)
    /// The stream exists, at whatever version.
    case exists

    /// Throws `conflict` if a stream does not stand as its writer believes; `row` is nil where it has no event.
    func check(_ stream: StreamID, against row: StreamRow?) throws(EventStoreError) {
        let actual = row.map { StreamVersion($0.version) }
        let isMet =
            switch self {
            case .noStream: actual == nil
            case .exists: actual != nil
            case .exactly(let version): actual == version
            }
        if !isMet { throw .conflict(stream, expected: self, actual: actual) }
    }
}

/// The kinds of event that belong to the store itself.
package enum StoreKind {
    /// An operation that changes nothing and is recorded all the same.
    package static let operationMark: UInt16 = 16
    /// A device's first event; names the events it continues, and the store's secret.
    package static let deviceBegin: UInt16 = 17
}

/// When, where and with what random bytes something is appended; passed in, never read from the system by the store.
public struct WriteContext: Sendable {
    /// Microseconds since 1970 UTC.
    public var wall: Int64
    /// Seconds east of UTC.
    public var offset: Int32
    /// The zone's IANA name, or empty.
    public var zone: String
    /// Where random bytes come from.
    public var entropy: Entropy
    /// What people call this device. It is written where a new device begins, cut to 64 bytes; nil or empty: nothing.
    public var deviceName: String?

    /// A context, of a device without a name.
    public init(wall: Int64, offset: Int32, zone: String, entropy: Entropy) {
        self.wall = wall
        self.offset = offset
        self.zone = zone
        self.entropy = entropy
    }
}

/// Where a store's random bytes come from: the system, or a seed, which gives the same bytes each time.
public struct Entropy: Sendable {
    private var seed: Digest?
    private var counter: UInt64 = 0
    /// Whether the bytes follow from a seed that somebody chose.
    package let isSeeded: Bool

    /// The system's own. Where a sandbox refuses them, drawing ends the process; see `drawn`.
    public static let system = Entropy(seed: nil, isSeeded: false)

    /// Bytes that follow from 32 of the system's, which are drawn at once: nothing that comes later can be refused.
    public static func drawn() throws(EventStoreError) -> Entropy {
        do throws(SystemError) {
            return Entropy(seed: Digest(hashing: try SystemRandom.bytes(32)), isSeeded: false)
        } catch {
            throw .storage(error.description)
        }
    }

    /// Bytes that follow from the seed alone, for tests and demonstrations.
    public static func seeded(_ seed: [UInt8]) -> Entropy { Entropy(seed: Digest(hashing: seed), isSeeded: true) }

    private init(seed: Digest?, isSeeded: Bool) {
        self.seed = seed
        self.isSeeded = isSeeded
    }

    /// Mixes in the number of the newest event, so that the same command at another time draws other bytes.
    public mutating func mix(_ head: UInt64) {
        guard let seed else { return }
        var writer = ByteWriter(capacity: 40)
        writer.append(seed)
        writer.littleEndian(head)
        self.seed = Digest(hashing: writer.bytes)
    }

    package mutating func bytes(_ count: Int) -> [UInt8] {
        guard let seed else {
            guard let drawn = try? SystemRandom.bytes(count) else {
                preconditionFailure("the system gives no random bytes, and none that can be guessed may stand in")
            }
            return drawn
        }
        var result: [UInt8] = []
        while result.count < count {
            var writer = ByteWriter(capacity: 40)
            writer.append(seed)
            writer.littleEndian(counter)
            counter += 1
            result += Digest(hashing: writer.bytes).bytes
        }
        return Array(result.prefix(count))
    }

    /// A random identifier.
    public mutating func identifier<ID: Identifier>() -> ID {
        let drawn = bytes(16)
        return ID(drawn.span)
    }
}
