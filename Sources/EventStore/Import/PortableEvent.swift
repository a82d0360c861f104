/// An event as it travels: the canonical header, from which its id follows, and the payload; and when it came into the
/// log that it travels from.
public struct PortableEvent: Sendable {
    /// Canonical header bytes.
    public var header: [UInt8]
    /// Salt and body; nil once blanked.
    public var payload: [UInt8]?
    /// In microseconds since 1970 UTC; nil if that is not known. Only a store made from a whole log takes it over.
    public var arrivedAt: Int64?

    /// The id that follows from the header.
    package var id: Digest { EventHeader.id(ofCanonical: header) }

    /// An event as it was exported.
    public init(header: [UInt8], payload: [UInt8]?, arrivedAt: Int64? = nil) {
        self.header = header
        self.payload = payload
        self.arrivedAt = arrivedAt
    }
}

/// A record of an exported log.
public enum LogRecord: Sendable {
    case event(PortableEvent)
    /// The position of an event that the exporter could not read.
    case hole(EventHole)
}

/// What became of an operation that was offered to a log.
public enum OperationAnswer: Equatable, Sendable {
    /// It is in the log now.
    case accepted
    /// It was in the log already.
    case known
    /// It may be accepted once what it needs is there.
    case notYet(EventNeeds)
    /// It cannot be part of any log.
    case never(EventRefusal)
}

/// What is missing before an operation can be accepted.
public struct EventNeeds: Equatable, Sendable {
    /// Ids of events that it follows, or was decided on.
    public var events: [Digest] = []
    /// How many events of the operation itself did not come.
    public var rest = 0
    /// Whether it came without its payload, though nothing says that its stream was forgotten.
    public var payload = false

    package init(events: [Digest] = [], rest: Int = 0, payload: Bool = false) {
        self.events = events
        self.rest = rest
        self.payload = payload
    }
}

/// Why an event cannot be part of any log: which of its fields makes an impossible claim, and what is wrong with it.
public struct EventRefusal: Error, Equatable, Hashable, Sendable {
    /// A field that may be at fault: one of the header, or one in the body of a program's own event.
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
        /// What it makes read-only for a program that does not know its kind.
        public static let criticality = Field(rawValue: "criticality")
        /// Whose event it is.
        public static let store = Field(rawValue: "store")
        /// Who wrote it.
        public static let device = Field(rawValue: "device")
        /// Its number among its device's events.
        public static let deviceSequence = Field(rawValue: "deviceSeq")
        /// The id of its device's event before it.
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
    }

    /// What is wrong.
    public enum Reason: String, Sendable, CaseIterable {
        /// The bytes break their layout, or are not in their canonical form.
        case malformed
        /// It is not what the header commits to.
        case unproven
        /// It is beyond the allowed values.
        case outOfRange
        /// It is not greater than that of an event before it.
        case notAfter
        /// It is of another store.
        case foreign
        /// It must be there, and is not.
        case missing
        /// It is there, and must not be.
        case needless
        /// Its parts are not ascending, or one occurs twice.
        case unordered
        /// It contradicts events that are here already.
        case otherwise
        /// It holds nothing visible, or no bytes at all.
        case empty
        /// It has more bytes than are allowed.
        case tooLong
        /// It changes what is not there, or is where it may not be.
        case unfitting
        /// A character is cut in two, or the bytes are not UTF-8.
        case notUTF8
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
