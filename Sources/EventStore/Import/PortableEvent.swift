/// An event as it travels: the canonical header and the payload, from which its id follows.
public struct PortableEvent: Sendable {
    /// Canonical header bytes.
    public var header: [UInt8]
    /// Salt and body; nil once blanked.
    public var payload: [UInt8]?

    /// An event as it was exported.
    public init(header: [UInt8], payload: [UInt8]?) {
        self.header = header
        self.payload = payload
    }
}

/// A record of an exported log.
public enum LogRecord: Sendable {
    case event(PortableEvent)
    /// The place of an event that the one who exported it could not read.
    case hole(EventHole)
}

/// What became of an operation that was offered to a log.
public enum OperationAnswer: Equatable, Sendable {
    /// It stands in the log now.
    case accepted
    /// It stood there already.
    case known
    /// It may come in once what it needs is there.
    case notYet(EventNeeds)
    /// It cannot be part of any log.
    case never(EventRefusal)
}

/// What is missing before an operation can be taken.
public struct EventNeeds: Equatable, Sendable {
    /// Ids of events that it follows, or was decided on.
    public var events: [Digest] = []
    /// How many events of the operation itself did not come.
    public var rest = 0
    /// It came without its payload, and nothing says that its stream was forgotten.
    public var payload = false

    package init(events: [Digest] = [], rest: Int = 0, payload: Bool = false) {
        self.events = events
        self.rest = rest
        self.payload = payload
    }
}

/// Why an event cannot be part of any log: which of its fields claims something that cannot be, and what is wrong
/// there.
public struct EventRefusal: Error, Equatable, Hashable, Sendable {
    /// A field that may be at fault: one of the header, or one that the program's own events have in their bodies.
    ///
    /// `Docs/FileFormat.md`, "What a log may claim", names them.
    public struct Field: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A field by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The header as a whole: its bytes cannot be read.
        public static let header = Field(rawValue: "header")
        /// What sort of event it is.
        public static let kind = Field(rawValue: "kind")
        /// What it makes read-only where it is not known.
        public static let criticality = Field(rawValue: "criticality")
        /// Whose event it is.
        public static let store = Field(rawValue: "store")
        /// Who wrote it.
        public static let device = Field(rawValue: "device")
        /// Its number among its device's events.
        public static let deviceSequence = Field(rawValue: "deviceSeq")
        /// The id of its device's event before.
        public static let previous = Field(rawValue: "previous")
        /// Its lamport number.
        public static let lamport = Field(rawValue: "lamport")
        /// When it was written.
        public static let wall = Field(rawValue: "wall")
        /// Seconds east of UTC.
        public static let offset = Field(rawValue: "offset")
        /// The name of the time zone.
        public static let zone = Field(rawValue: "zone")
        /// Its stream.
        public static let object = Field(rawValue: "object")
        /// The events it was decided on.
        public static let parents = Field(rawValue: "parents")
        /// Its operation.
        public static let operation = Field(rawValue: "operation")
        /// The hash of its payload.
        public static let payloadHash = Field(rawValue: "commit")
        /// Its body as a whole.
        public static let body = Field(rawValue: "body")
        /// The whole state that it says to leave.
        public static let keyframe = Field(rawValue: "keyframe")
    }

    /// What is wrong.
    public enum Reason: String, Sendable, CaseIterable {
        /// The bytes break their layout, or are not in the one form there is.
        case malformed
        /// Not what the header vouches for.
        case unproven
        /// Beyond the values there are.
        case outOfRange
        /// Not greater than that of an event before it.
        case notAfter
        /// Of another store.
        case foreign
        /// It must be there, and is not.
        case missing
        /// It is there, and must not be.
        case needless
        /// Not ascending, or one stands there twice.
        case unordered
        /// One descends from another.
        case related
        /// The operation is here with other events.
        case otherwise
        /// Nothing visible, or no bytes at all.
        case empty
        /// More bytes than there may be.
        case tooLong
        /// A change of what does not stand there.
        case unfitting
        /// A character is cut in two, or the bytes are not UTF-8.
        case notUTF8
        /// What was before is not what the parents left.
        case notBefore
        /// What comes out is not what the event says.
        case notAsSaid
    }

    /// The field at fault.
    public var field: Field
    /// What is wrong there.
    public var reason: Reason

    package init(_ field: Field, _ reason: Reason) {
        self.field = field
        self.reason = reason
    }
}
