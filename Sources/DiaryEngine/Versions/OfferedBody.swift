internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// What the body of an entry's event claims, judged by itself: see `Docs/FormatEvents.md`, "What a log may claim".
enum OfferedBody {
    static func check(_ event: borrowing EventView) throws(EventRefusal) {
        let kind = event.frame.kind
        if kind == EntryEventCodec.Kind.create || kind == EntryEventCodec.Kind.edit { try checkPresence(event.body) }
        let said: EntryEvent?
        do throws(FormatError) {
            said = try EntryEventCodec.decode(kind: kind, body: event.body).event
        } catch {
            throw EventRefusal(.body, .malformed)
        }
        guard let said, let content = said.content else { return }
        try check(content)
        if let hunks = said.hunks { try check(hunks, of: content.text) }
        // An entry may have this body, and only in this one form.
        let size = ContentCodec.encode(content).count
        guard size <= EntryLimits.content else { throw EventRefusal(.body, .tooLong) }
        guard event.body.isEqual(to: EntryEventCodec.body(of: said).span) else {
            throw EventRefusal(.body, .malformed)
        }
    }

    private static func check(_ content: EntryContent) throws(EventRefusal) {
        try checkText(content.text)
        try check(content.date)
        try check(content.tags)
        try checkOrder(content.attachments)
        try check(content.place)
        try check(content.weather)
        try check(content.extra)
        if content.unknown.contains(where: \.bytes.isEmpty) { throw EventRefusal(.other, .needless) }
    }

    /// What hunks keep and put there is in the text, and what they keep and replaced was in a text.
    private static func check(_ hunks: [TextHunk], of text: [UInt8]) throws(EventRefusal) {
        var (old, new) = (0, 0)
        for hunk in hunks {
            old += hunk.gap + hunk.removed
            new += hunk.gap + hunk.inserted
        }
        guard new <= text.count, old <= EntryLimits.text else { throw EventRefusal(.hunks, .outOfRange) }
    }

    /// Every content has a text and a date; none has a field at its default.
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
}
