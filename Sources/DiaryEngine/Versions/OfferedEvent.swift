internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// What an event of an entry claims; `init` checks all that needs no other event.
struct OfferedEvent {
    /// Nil for a creation, for `entry.observe` and for `entry.forget`.
    private(set) var change: EntryChange?
    /// Whether it says what the weather was, by no person: then there was none.
    private(set) var isObservation = false
    private(set) var keyframe: EntryState?
    private let body: [UInt8]
    private let salt: [UInt8]

    init(_ event: borrowing EventView) throws(EventRefusal) {
        salt = [UInt8](copying: event.salt)
        body = [UInt8](copying: event.body)
        let kind = event.frame.kind
        if kind == EntryEventCodec.Kind.create {
            try Self.checkCreation(event.body)
            return
        }
        let decoded: EntryEventCodec.Decoded
        do throws(FormatError) {
            decoded = try EntryEventCodec.decode(kind: kind, body: event.body)
        } catch {
            throw EventRefusal(.body, .malformed)
        }
        if case .observe(let weather) = decoded.act {
            guard let weather else { throw EventRefusal(.weather, .missing) }
            try Self.check(weather)
            isObservation = true
        }
        guard case .change(let change) = decoded.act else { return }
        if kind == EntryEventCodec.Kind.change, change.fields.isEmpty { throw EventRefusal(.body, .empty) }
        for field in change.fields { try Self.check(field) }
        if let keyframe = decoded.keyframe { try Self.check(keyframe.content.date) }
        self.change = change
        keyframe = decoded.keyframe
    }

    // MARK: By itself

    private static func checkCreation(_ body: Span<UInt8>) throws(EventRefusal) {
        try checkPresence(body)
        let content: EntryContent
        do throws(FormatError) { content = try ContentCodec.decode(body) } catch {
            throw EventRefusal(.body, .malformed)
        }
        try checkText(content.text)
        try check(content.date)
        try check(content.tags)
        try checkOrder(content.attachments)
        try check(content.place)
        try check(content.weather)
        try check(content.extra)
        if content.unknown.contains(where: \.bytes.isEmpty) { throw EventRefusal(.other, .needless) }
        guard body.count <= EntryLimits.content else { throw EventRefusal(.body, .tooLong) }
        guard body.isEqual(to: ContentCodec.encode(content).span) else { throw EventRefusal(.body, .malformed) }
    }

    /// Every creation has text and date; none has a field at its default.
    private static func checkPresence(_ body: Span<UInt8>) throws(EventRefusal) {
        var (hasText, hasDate) = (false, false)
        var reader = ByteReader(body)
        while !reader.isAtEnd {
            guard let number = try? reader.varint(), let length = try? reader.count(),
                let value = try? reader.range(length)
            else { throw EventRefusal(.body, .malformed) }
            let isZero = value.count == 1 && body[value.lowerBound] == 0
            switch number {
            case ContentCodec.Field.text: hasText = true
            case ContentCodec.Field.date: hasDate = true
            case ContentCodec.Field.tags where isZero: throw EventRefusal(.tags, .needless)
            case ContentCodec.Field.star where isZero: throw EventRefusal(.star, .needless)
            case ContentCodec.Field.attachments where isZero: throw EventRefusal(.attachments, .needless)
            case ContentCodec.Field.extra where isZero: throw EventRefusal(.extra, .needless)
            default: break
            }
        }
        guard hasText else { throw EventRefusal(.text, .missing) }
        guard hasDate else { throw EventRefusal(.date, .missing) }
    }

    private static func checkText(_ text: [UInt8]) throws(EventRefusal) {
        guard text.count <= EntryLimits.text else { throw EventRefusal(.text, .tooLong) }
        guard let string = String(validating: text, as: UTF8.self) else { throw EventRefusal(.text, .notUTF8) }
        guard hasVisibleCharacter(string) else { throw EventRefusal(.text, .empty) }
    }

    private static func check(_ date: EntryDate) throws(EventRefusal) {
        guard date.isProper else { throw EventRefusal(.date, .outOfRange) }
        guard date.zone.utf8.count <= EntryLimits.zone else { throw EventRefusal(.date, .tooLong) }
    }

    private static func check(_ tags: [Tag]) throws(EventRefusal) {
        guard zip(tags, tags.dropFirst()).allSatisfy({ $0 < $1 }) else { throw EventRefusal(.tags, .unordered) }
        for tag in tags {
            if tag.bytes.isEmpty { throw EventRefusal(.tags, .empty) }
            if tag.bytes.count > EntryLimits.tag { throw EventRefusal(.tags, .tooLong) }
            if String(validating: tag.bytes, as: UTF8.self) == nil { throw EventRefusal(.tags, .notUTF8) }
        }
    }

    private static func checkOrder(_ attachments: [Attachment]) throws(EventRefusal) {
        guard zip(attachments, attachments.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw EventRefusal(.attachments, .unordered)
        }
    }

    private static func check(_ place: Place?) throws(EventRefusal) {
        if place?.isProper == false { throw EventRefusal(.place, .outOfRange) }
    }

    private static func check(_ weather: Weather?) throws(EventRefusal) {
        guard let weather else { return }
        if !weather.isInformative { throw EventRefusal(.weather, .empty) }
        if !weather.isInTime { throw EventRefusal(.weather, .outOfRange) }
        if !weather.isProper { throw EventRefusal(.weather, .tooLong) }
    }

    private static func check(_ extra: [ExtraField]) throws(EventRefusal) {
        if extra.contains(where: \.key.isEmpty) { throw EventRefusal(.extra, .empty) }
        if extra.contains(where: { $0.key.utf8.count > EntryLimits.name }) { throw EventRefusal(.extra, .tooLong) }
        if !EntryContent.isProper(extra) { throw EventRefusal(.extra, .unordered) }
    }

    /// A field tells a change: after it, something is not as it was before.
    private static func check(_ field: FieldChange) throws(EventRefusal) {
        switch field {
        case .text(let splices): try check(splices)
        case .date(let before, let after):
            try check(after)
            if before == after { throw EventRefusal(.date, .needless) }
        case .star(let before, let after): if before == after { throw EventRefusal(.star, .needless) }
        case .tags(let added, let removed):
            try check(added)
            try check(removed)
            try checkSides(added, removed, .tags)
        case .attachments(let added, let removed):
            try checkOrder(added)
            try checkOrder(removed)
            try checkSides(added, removed, .attachments)
        case .place(let before, let after):
            try check(after)
            if before == after { throw EventRefusal(.place, .needless) }
        case .weather(let before, let after):
            try check(after)
            if before == after { throw EventRefusal(.weather, .needless) }
        case .extra(let before, let after):
            try check(after)
            if before == after { throw EventRefusal(.extra, .needless) }
        case .unknown(_, let before, let after): if before == after { throw EventRefusal(.other, .needless) }
        }
    }

    /// Each splice changes something, and begins behind the one before, not at its end: two that touch are one.
    private static func check(_ splices: [TextSplice]) throws(EventRefusal) {
        var end: Int?
        for splice in splices {
            if splice.removed == splice.inserted { throw EventRefusal(.text, .needless) }
            if splice.offset == end { throw EventRefusal(.text, .unordered) }
            end = splice.offset + splice.removed.count
        }
    }

    private static func checkSides<Element: Hashable>(
        _ added: [Element], _ removed: [Element], _ field: EventRefusal.Field
    ) throws(EventRefusal) {
        if added.isEmpty, removed.isEmpty { throw EventRefusal(field, .needless) }
        if !Set(added).isDisjoint(with: removed) { throw EventRefusal(field, .unordered) }
    }

    // MARK: On its parents

    /// Why the event does not agree with what its parents left; nil if it agrees.
    func refusal(on ground: EntryGround) -> EventRefusal? {
        if let change { return refusal(of: change, on: ground) }
        return isObservation ? refusal(ofObservationOn: ground.merged, size: ground.size) : nil
    }

    /// Why an observation does not agree with what its parents left; nil if it agrees.
    private func refusal(ofObservationOn merged: EntryState, size: Int) -> EventRefusal? {
        if merged.isDeleted { return EventRefusal(.deleted, .notBefore) }
        if merged.content.weather != nil { return EventRefusal(.weather, .notBefore) }
        guard body.count > EntryLimits.content - size else { return nil }
        let after = ContentCodec.encode(merged.content).count + body.count
        return after > EntryLimits.content ? EventRefusal(.body, .tooLong) : nil
    }

    private func refusal(of change: EntryChange, on ground: EntryGround) -> EventRefusal? {
        do throws(EventRefusal) {
            if let isDeleted = change.isDeleted, isDeleted == ground.merged.isDeleted {
                throw EventRefusal(.deleted, .notBefore)
            }
            for field in change.fields { try Self.check(field, before: ground.merged.content) }
            let text = try splicedText(change.splices, ground.text)
            guard let after = try state(after: change, text, ground) else { return nil }
            guard isWritten(change.fields, after: after) else {
                if change.splices != nil, !isChecked(text) { throw EventRefusal(.text, .notAsSaid) }
                if let keyframe, keyframe != after { throw EventRefusal(.keyframe, .notAsSaid) }
                throw EventRefusal(.body, .malformed)
            }
            guard body.count > EntryLimits.content - ground.size else { return nil }
            let size = ContentCodec.encode(after.content).count
            if size > EntryLimits.content, size > ground.size { throw EventRefusal(.body, .tooLong) }
            return nil
        } catch {
            return error
        }
    }

    private static func check(_ field: FieldChange, before: EntryContent) throws(EventRefusal) {
        switch field {
        case .text: break
        case .date(let old, _): if old != before.date { throw EventRefusal(.date, .notBefore) }
        case .star(let old, _): if old != before.isStarred { throw EventRefusal(.star, .notBefore) }
        case .place(let old, _): if old != before.place { throw EventRefusal(.place, .notBefore) }
        case .weather(let old, _): if old != before.weather { throw EventRefusal(.weather, .notBefore) }
        case .extra(let old, _): if old != before.extra { throw EventRefusal(.extra, .notBefore) }
        case .tags(let added, let removed): try check(added, removed, before: before.tags, .tags)
        case .attachments(let added, let removed):
            try check(added, removed, before: before.attachments, .attachments)
        case .unknown(let number, let old, _):
            let known = before.unknown.first { $0.number == number }?.bytes ?? []
            if old ?? [] != known { throw EventRefusal(.other, .notBefore) }
        }
    }

    /// What was removed stands there, and what was added does not.
    private static func check<Element: Hashable>(
        _ added: [Element], _ removed: [Element], before: [Element], _ field: EventRefusal.Field
    ) throws(EventRefusal) {
        let known = Set(before)
        guard known.isSuperset(of: removed), known.isDisjoint(with: added) else {
            throw EventRefusal(field, .unfitting)
        }
    }

    /// The text after the splices; throws if they do not fit, or leave a text that an entry may not have.
    private func splicedText(_ splices: [TextSplice]?, _ base: [UInt8]) throws(EventRefusal) -> [UInt8] {
        guard let splices else { return base }
        guard let text = try? apply(splices, to: base) else { throw EventRefusal(.text, .unfitting) }
        for splice in splices where splice.offset < base.count && base[splice.offset] & 0xC0 == 0x80 {
            throw EventRefusal(.text, .notUTF8)
        }
        try Self.checkText(text)
        return text
    }

    /// The state after the event, as far as its keyframe or its size needs it.
    private func state(
        after change: EntryChange, _ text: [UInt8], _ ground: EntryGround
    ) throws(EventRefusal) -> EntryState? {
        switch ground.after {
        case .undecided: throw EventRefusal(.keyframe, .needless)
        case .state(let state): return state
        case .changed:
            var state = ground.merged
            for field in change.fields {
                if case .text = field { continue }
                guard (try? state.content.apply(field)) != nil else { return nil }
            }
            state.content.text = text
            if let isDeleted = change.isDeleted { state.isDeleted = isDeleted }
            return state
        }
    }

    private func isChecked(_ text: [UInt8]) -> Bool {
        guard let decoded = try? ChangeCodec.decode(body.span), let check = decoded.textCheck else { return true }
        return check == ChangeCodec.check(text, salt: salt)
    }

    /// Whether an event that leaves this state is written like this one, byte for byte, check and keyframe included.
    private func isWritten(_ fields: [FieldChange], after state: EntryState) -> Bool {
        body == ChangeCodec.encode(fields, after: state, salt: salt, keyframe: keyframe != nil)
    }
}
