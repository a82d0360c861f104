package import DiaryModel
internal import DiarylogHost
package import EventStore

/// Turns entry events into kinds, schemas and bodies of the log, and back.
///
/// A creation and an edit hold the whole content that the entry has then; an edit that saved a text has its hunks in
/// field 15. See `Docs/FormatEvents.md`, "The kinds".
package enum EntryEventCodec {
    /// The numbers of the kinds, fixed for ever; 4 and 5 stood for kinds that are no more.
    package enum Kind {
        package static let create: UInt16 = 1
        package static let edit: UInt16 = 2
        package static let delete: UInt16 = 3
        package static let forget: UInt16 = 6
        package static let all: Set<UInt16> = [create, edit, delete, forget]
    }

    /// The newest schema of a kind's body. Bodies of `entry.create` have had two, those of an edit began with 2.
    package static func schema(of kind: UInt16) -> UInt16 { kind == Kind.create || kind == Kind.edit ? 2 : 1 }

    /// Whether a body of this kind and schema is understood, older ones after they were lifted.
    package static func understands(kind: UInt16, schema: UInt16) -> Bool {
        let oldest: UInt16 = kind == Kind.edit ? 2 : 1
        return Kind.all.contains(kind) && schema >= oldest && schema <= self.schema(of: kind)
    }

    package static func kind(of event: EntryEvent) -> UInt16 {
        switch event {
        case .created: Kind.create
        case .edited: Kind.edit
        case .deleted: Kind.delete
        }
    }

    package static func body(of event: EntryEvent) -> [UInt8] {
        switch event {
        case .created(let content): ContentCodec.encode(content)
        case .edited(let content, let hunks): ContentCodec.encode(content, hunks)
        case .deleted: []
        }
    }

    /// Reads a whole body of the newest schema; throws `malformed` for kinds that are not an entry's.
    package static func decode(kind: UInt16, body: Span<UInt8>) throws(FormatError) -> EntryAct {
        switch kind {
        case Kind.create, Kind.edit:
            let (content, hunks) = try ContentCodec.decodeBody(body)
            if kind == Kind.edit { return .event(.edited(content, hunks: hunks)) }
            guard hunks == nil else { throw .malformed("hunks in a creation") }
            return .event(.created(content))
        case Kind.delete, Kind.forget:
            guard body.isEmpty else { throw .malformed("a body where there is none") }
            return kind == Kind.delete ? .event(.deleted) : .forget
        default: throw .malformed("an event that is not an entry's")
        }
    }
}

extension Frame {
    /// Whether its kind is that of a creation, whatever its schema.
    package var isCreation: Bool { kind == EntryEventCodec.Kind.create }

    /// Whether an event of its kind says what its entry is after it.
    package var tellsContent: Bool { isCreation || kind == EntryEventCodec.Kind.edit }

    /// Whether it is an edit that nobody asked for; only an operation's first event can say so.
    package var isUnattendedEdit: Bool { kind == EntryEventCodec.Kind.edit && operation?.attended == false }
}
