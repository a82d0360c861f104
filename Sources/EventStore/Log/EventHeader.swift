/// The hashed half of an event: what happened to which stream, when, by which device, after what.
///
/// Its canonical bytes (`Docs/FileFormat.md`, "The header") never change; their hash is the event's id.
package struct EventHeader: Equatable, Sendable {
    /// What an operation does to the undo stack.
    package enum UndoRole: UInt8, Sendable {
        case `do` = 0
        case undo = 1
        case redo = 2
    }

    /// What only the first event of an operation carries.
    package struct Operation: Equatable, Sendable {
        /// The command's number, of the program's own choosing.
        package var command: UInt8
        /// Whether a person asked for it; undo passes over what nobody asked for.
        package var attended: Bool
        /// What it does to the undo stack.
        package var undoRole: UndoRole
        /// The operation that is undone or redone.
        package var target: Digest?

        package init(command: UInt8, attended: Bool = true, undoRole: UndoRole = .do, target: Digest? = nil) {
            self.command = command
            self.attended = attended
            self.undoRole = undoRole
            self.target = target
        }
    }

    /// What makes an event idempotent: the HMAC of a command's key, or of an imported row.
    package struct Key: Hashable, Sendable {
        /// What the code was made from.
        package enum Kind: UInt8, Sendable {
            case command = 1
            case importedRow = 2
        }
        /// What the code was made from.
        package var kind: Kind
        /// The HMAC, under the store's secret.
        package var code: Digest

        package init(kind: Kind, code: Digest) {
            self.kind = kind
            self.code = code
        }
    }

    /// What happened: the program's own number, or one of `StoreKind`.
    package var kind: UInt16
    /// The version of the body's layout; upcasters lift older ones.
    package var schema: UInt16
    /// What it makes read-only for a program that does not know its kind.
    package var criticality: EventCriticality
    /// The store it belongs to.
    package var store: StoreID
    /// The device that wrote it.
    package var device: DeviceID
    /// Its number on its device: 1, 2, 3…
    package var deviceSequence: UInt64
    /// The id of the device's event before this one; zero for its first.
    package var previous: Digest
    /// One more than the greatest lamport number the device had seen.
    package var lamport: UInt64
    /// Microseconds since 1970 UTC, as the clock showed, unclamped.
    package var wall: Int64
    /// Seconds east of UTC where it was written.
    package var offset: Int32
    /// An IANA zone name, ASCII, at most 64 bytes, or empty.
    package var zone: [UInt8]
    /// The stream; zero is the store itself.
    package var object: StreamID
    /// The events it was decided on: the first is the base of its hunks, the rest are sorted.
    package var parents: [Digest]
    /// Its position in its operation, from 0.
    package var operationIndex: UInt32
    /// How many events its operation has.
    package var operationCount: UInt32
    /// What only an operation's first event carries.
    package var operation: Operation?
    /// The key that makes it idempotent, if it has one.
    package var key: Key?
    /// Bytes of the body, without its salt.
    package var bodyLength: UInt32
    /// SHA-256 over "diarylog/payload/1", salt and body: so the header vouches for them, and outlasts their blanking.
    package var payloadHash: Digest
    /// Tagged bytes of later versions of the format, kept as they are.
    package var trailer: [UInt8]

    /// The event's id: the SHA-256 of "diarylog/event/1" and the canonical bytes.
    package var id: Digest { Self.id(ofCanonical: canonicalBytes) }

    package static func id(ofCanonical bytes: [UInt8]) -> Digest { id(ofCanonical: bytes.span) }

    package static func id(ofCanonical bytes: Span<UInt8>) -> Digest { Digest(hashing: eventPrefix, bytes) }

    private static let eventPrefix = Array("diarylog/event/1".utf8)
    private static let payloadPrefix = Array("diarylog/payload/1".utf8)

    /// The payload hash of a payload, which is salt and body.
    package static func payloadHash(of payload: [UInt8]) -> Digest { payloadHash(of: payload.span) }

    package static func payloadHash(of payload: Span<UInt8>) -> Digest { Digest(hashing: payloadPrefix, payload) }
}

/// Limits that hold for ever; what exceeds them is refused.
package enum EventLimits {
    /// Bytes of an event's body, also of one that is not understood.
    package static let body = 8 << 20
    /// Bytes of a zone's name.
    package static let zone = 64
    /// Parents of one event.
    package static let parents = 65_535
    /// Lamport numbers and device sequence numbers stay below this.
    package static let lamport: UInt64 = 1 << 53
    /// Bytes of the salt before a body.
    package static let salt = 16
}
