/// All fields of an entry but its text, in a form that can be merged: each value with the event that set it.
///
/// Events are told by their indices in the graph. What an event set is told by comparing its content with what its
/// parents left.
struct MergedFields: Equatable, Sendable {
    /// A value, nil where it was taken away, and its rank: two stamps, of which none is the least.
    struct Written<Value: Equatable & Sendable>: Equatable, Sendable {
        var value: Value?
        /// The event whose stamp counts first: the writer, or of an unattended edit that of the value that it replaced.
        var first: Int?
        var writer: Int

        var isUnattended: Bool { first != writer }
    }

    var date: Written<EntryDate>?
    /// There, and true, or taken away.
    var star: Written<Bool>?
    var place: Written<Place>?
    var weather: Written<Weather>?
    var extra: Written<[ExtraField]>?
    var unknown: [UInt64: Written<[UInt8]>] = [:]
    /// Each element with its dots: the events that added it, except those that a removal had seen.
    var tags: [Tag: [Int]] = [:]
    var attachments: [Attachment: [Int]] = [:]
    var isDeleted = false

    /// Goes on to the content that an event holds: what differs, the event set.
    mutating func follow(_ content: EntryContent, by writer: Int, isAttended: Bool) {
        func set<Value>(_ known: inout Written<Value>?, _ value: Value?) {
            if known?.value == value { return }
            known = Written(value: value, first: isAttended ? writer : known?.first, writer: writer)
        }
        func add<Element: Hashable>(_ known: inout [Element: [Int]], _ elements: [Element]) {
            if known.count == elements.count, elements.allSatisfy({ known[$0] != nil }) { return }
            let before = known
            known = Dictionary(elements.map { ($0, before[$0] ?? [writer]) }) { $1 }
        }
        set(&date, content.date)
        set(&star, content.isStarred ? true : nil)
        set(&place, content.place)
        set(&weather, content.weather)
        set(&extra, content.extra.isEmpty ? nil : content.extra)
        for field in content.unknown { set(&unknown[field.number], field.bytes) }
        for number in unknown.keys where !content.unknown.contains(where: { $0.number == number }) {
            set(&unknown[number], nil)
        }
        add(&tags, content.tags)
        add(&attachments, content.attachments)
    }

    /// The content with this text.
    func content(text: [UInt8]) -> EntryContent {
        var content = EntryContent(text: text, date: date?.value ?? .none)
        content.tags = tags.keys.sorted()
        content.isStarred = star?.value ?? false
        content.place = place?.value
        content.weather = weather?.value
        content.attachments = attachments.keys.sorted()
        content.extra = extra?.value ?? []
        for number in unknown.keys.sorted() {
            if let bytes = unknown[number]?.value { content.unknown.append(UnknownField(number: number, bytes: bytes)) }
        }
        return content
    }
}

/// Merges the fields of several sides, but for whether they stand deleted: that is not for every event to say.
struct FieldsMerge {
    let sides: [MergedFields]
    /// Whether an event is a side's head or an ancestor of it.
    let hasSeen: (_ side: Int, _ event: Int) -> Bool
    let stamp: (_ event: Int) -> EventStamp

    var result: MergedFields {
        var merged = MergedFields()
        merged.date = greatest(\.date)
        merged.star = greatest(\.star)
        merged.place = greatest(\.place)
        merged.weather = greatest(\.weather)
        merged.extra = greatest(\.extra)
        for number in Set(sides.flatMap(\.unknown.keys)) { merged.unknown[number] = greatest(\.unknown[number]) }
        merged.tags = surviving(\.tags)
        merged.attachments = surviving(\.attachments)
        return merged
    }

    /// The value of the greatest rank.
    func greatest<Value: Equatable & Sendable>(
        _ field: (MergedFields) -> MergedFields.Written<Value>?
    ) -> MergedFields.Written<Value>? {
        sides.compactMap(field).max { isLess($0, $1) }
    }

    /// The order of ranks: by the first stamp; of two that have the same, what a person set is below what was put just
    /// after it.
    func isLess<Value>(_ left: MergedFields.Written<Value>, _ right: MergedFields.Written<Value>) -> Bool {
        if left.first != right.first {
            guard let own = left.first else { return true }
            guard let other = right.first else { return false }
            return stamp(own) < stamp(other)
        }
        if left.isUnattended, right.isUnattended { return stamp(left.writer) < stamp(right.writer) }
        return right.isUnattended && !left.isUnattended
    }

    /// A dot survives if every side holds it, or has not seen its event.
    private func surviving<Element: Hashable>(_ field: (MergedFields) -> [Element: [Int]]) -> [Element: [Int]] {
        let sets = sides.map(field)
        guard let first = sets.first, !sets.dropFirst().allSatisfy({ $0 == first }) else { return sets.first ?? [:] }
        var result: [Element: [Int]] = [:]
        for element in Set(sets.flatMap(\.keys)) {
            let dots = Set(sets.flatMap { $0[element] ?? [] }).sorted()
            let kept = dots.filter { dot in
                sets.indices.allSatisfy { sets[$0][element]?.contains(dot) == true || !hasSeen($0, dot) }
            }
            if !kept.isEmpty { result[element] = kept }
        }
        return result
    }
}
