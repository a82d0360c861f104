package import DiaryModel
internal import DiarylogHost
package import EventStore

/// Turns entry events into kinds, schemas and bodies of the log, and back.
package enum EntryEventCodec {
    /// The numbers of the kinds, fixed for ever.
    package enum Kind {
        package static let create: UInt16 = 1
        package static let change: UInt16 = 2
        package static let delete: UInt16 = 3
        package static let restore: UInt16 = 4
        package static let observe: UInt16 = 5
        package static let forget: UInt16 = 6
    }

    /// The newest schema of a kind's body.
    package static func schema(of kind: UInt16) -> UInt16 { kind == Kind.create ? 2 : 1 }

    package static func kind(of event: EntryEvent) -> UInt16 {
        switch event {
        case .created: Kind.create
        case .changed: Kind.change
        case .deleted: Kind.delete
        case .restored: Kind.restore
        case .observed: Kind.observe
        }
    }

    /// The body of an event that leaves `state`, with a keyframe if asked for; a creation is one by itself.
    package static func body(
        of event: EntryEvent, after state: EntryState, salt: [UInt8], keyframe: Bool
    ) -> [UInt8] {
        switch event {
        case .created(let content): ContentCodec.encode(content)
        case .changed(let changes):
            ChangeCodec.encode(changes, after: state, salt: salt, keyframe: keyframe)
        case .deleted, .restored: ChangeCodec.encode([], after: state, salt: salt, keyframe: keyframe)
        case .observed(let weather): observation(of: weather)
        }
    }

    /// The body of `entry.observe`: field 6 alone, as in a content; never a keyframe.
    private static func observation(of weather: Weather?) -> [UInt8] {
        guard let weather else { return [] }
        var writer = ByteWriter(capacity: 64)
        writer.field(ContentCodec.Field.weather, ContentCodec.encode(weather))
        return writer.bytes
    }

    /// The weather in the body of `entry.observe`; nil in that of one whose payload was removed.
    private static func observation(_ body: Span<UInt8>) throws(FormatError) -> Weather? {
        guard !body.isEmpty else { return nil }
        var reader = ByteReader(body)
        var last: UInt64 = 0
        let (number, length) = try reader.fieldHead(after: &last)
        guard number == ContentCodec.Field.weather else { throw .malformed("an observation of something else") }
        let weather = try reader.nested(length, ContentCodec.weather)
        guard reader.isAtEnd else { throw .malformed("bytes after an observation") }
        return weather
    }

    /// A decoded event: what happened, the whole state after it if the body holds that, and the text's check bytes.
    package struct Decoded {
        /// Nil for `entry.forget`, which removes the content.
        package var event: EntryEvent?
        package var keyframe: EntryState?
        package var textCheck: [UInt8]?

        /// The event as an act in an entry's graph.
        package var act: EntryAct {
            switch event {
            case .created(let content): .create(content)
            case .changed(let fields): .change(EntryChange(fields: fields, keyframe: keyframe))
            case .deleted: .change(EntryChange(isDeleted: true, keyframe: keyframe))
            case .restored: .change(EntryChange(isDeleted: false, keyframe: keyframe))
            case .observed(let weather): .observe(weather)
            case nil: .forget
            }
        }

        /// Whether a state may be the one that this event left: its text fits the check bytes, if there are any.
        package func vouches(for state: EntryState, salt: [UInt8]) -> Bool {
            textCheck.map { $0 == ChangeCodec.check(state.content.text, salt: salt) } ?? true
        }
    }

    /// Reads a body of the newest schema; throws `malformed` for kinds that are not an entry's.
    package static func decode(kind: UInt16, body: Span<UInt8>) throws(FormatError) -> Decoded {
        if kind == Kind.create {
            let content = try ContentCodec.decode(body)
            return Decoded(event: .created(content), keyframe: EntryState(createdWith: content), textCheck: nil)
        }
        if kind == Kind.observe {
            return Decoded(event: .observed(try observation(body)), keyframe: nil, textCheck: nil)
        }
        let decoded = try ChangeCodec.decode(body)
        if kind == Kind.change {
            return Decoded(
                event: .changed(decoded.changes), keyframe: decoded.keyframe, textCheck: decoded.textCheck)
        }
        guard decoded.changes.isEmpty else { throw .malformed("fields in an event that has none") }
        let event: EntryEvent?
        switch kind {
        case Kind.delete: event = .deleted
        case Kind.restore: event = .restored
        case Kind.forget:
            guard body.isEmpty else { throw .malformed("a body where there is none") }
            event = nil
        default: throw .malformed("an event that is not an entry's")
        }
        return Decoded(event: event, keyframe: decoded.keyframe, textCheck: decoded.textCheck)
    }

    /// The state after a creation or, if that is lost, an entry's first keyframe; nil for any other event.
    static func beginning(_ event: borrowing EventView) -> EntryState? {
        guard let decoded = try? decode(kind: event.frame.kind, body: event.body), let state = decoded.keyframe,
            decoded.vouches(for: state, salt: [UInt8](copying: event.salt))
        else { return nil }
        return state
    }

    /// Whether the body holds the whole state; looks only at kind and field numbers.
    package static func isKeyframe(kind: UInt16, body: Span<UInt8>) -> Bool {
        if kind == Kind.create { return true }
        guard (Kind.change...Kind.restore).contains(kind) else { return false }
        var reader = ByteReader(body)
        while !reader.isAtEnd {
            guard let number = try? reader.varint(), let length = try? reader.count() else { return false }
            if number == ContentCodec.Field.keyframe { return true }
            guard (try? reader.skip(length)) != nil else { return false }
        }
        return false
    }
}
