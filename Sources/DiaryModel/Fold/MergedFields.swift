/// All fields of an entry but its text, in a form that can be merged: each value with the event that wrote it.
///
/// A `writer` is the index of an event in the graph.
struct MergedFields: Equatable, Sendable {
    struct Written<Value: Equatable & Sendable>: Equatable, Sendable {
        var value: Value
        var writer: Int
    }

    /// A weather that was observed, and the event that had set the entry's weather before, if any had.
    struct Observed: Equatable, Sendable {
        var value: Weather
        var writer: Int
        var after: Int?
    }

    var date: Written<EntryDate>?
    var star: Written<Bool>?
    var place: Written<Place?>?
    var weather: Written<Weather?>?
    /// The observation of least stamp that was made where `weather` was the newest; it counts where that is none.
    var observed: Observed?
    var extra: Written<[ExtraField]>?
    var unknown: [UInt64: Written<[UInt8]?>] = [:]
    /// Each element with its dots: the events that added it, except those that a removal had seen.
    var tags: [Tag: [Int]] = [:]
    var attachments: [Attachment: [Int]] = [:]
    var isDeleted = false

    /// Applies a whole content, as a creation writes it; a field that is left out is not written.
    mutating func take(_ content: EntryContent, by writer: Int) {
        date = Written(value: content.date, writer: writer)
        if content.isStarred { star = Written(value: true, writer: writer) }
        if let place = content.place { self.place = Written(value: place, writer: writer) }
        if let weather = content.weather { self.weather = Written(value: weather, writer: writer) }
        if !content.extra.isEmpty { extra = Written(value: content.extra, writer: writer) }
        for field in content.unknown { unknown[field.number] = Written(value: field.bytes, writer: writer) }
        for tag in content.tags { tags[tag] = [writer] }
        for attachment in content.attachments { attachments[attachment] = [writer] }
    }

    mutating func take(_ change: FieldChange, by writer: Int) {
        switch change {
        case .text: break
        case .date(_, let after): date = Written(value: after, writer: writer)
        case .star(_, let after): star = Written(value: after, writer: writer)
        case .place(_, let after): place = Written(value: after, writer: writer)
        case .weather(_, let after): weather = Written(value: after, writer: writer)
        case .extra(_, let after): extra = Written(value: after, writer: writer)
        case .unknown(let number, _, let after): unknown[number] = Written(value: after, writer: writer)
        case .tags(let added, let removed):
            for tag in removed { tags[tag] = nil }
            for tag in added { tags[tag] = [writer] }
        case .attachments(let added, let removed):
            for attachment in removed { attachments[attachment] = nil }
            for attachment in added { attachments[attachment] = [writer] }
        }
    }

    /// Takes a weather that was observed; the first one stays.
    mutating func observe(_ weather: Weather, by writer: Int) {
        guard shownWeather == nil else { return }
        observed = Observed(value: weather, writer: writer, after: self.weather?.writer)
    }

    /// The weather that was set last; where that is none, the first that was observed since.
    private var shownWeather: Weather? {
        if let set = weather?.value { return set }
        return observed?.after == weather?.writer ? observed?.value : nil
    }

    /// The content with this text.
    func content(text: [UInt8]) -> EntryContent {
        var content = EntryContent(text: text, date: date?.value ?? .none)
        content.tags = tags.keys.sorted()
        content.isStarred = star?.value ?? false
        content.place = place?.value
        content.weather = shownWeather
        content.attachments = attachments.keys.sorted()
        content.extra = extra?.value ?? []
        for number in unknown.keys.sorted() {
            if let bytes = unknown[number]?.value, !bytes.isEmpty {
                content.unknown.append(UnknownField(number: number, bytes: bytes))
            }
        }
        return content
    }
}

extension EntryDate {
    /// The date of an entry that has none: it was forgotten, or its creation is lost.
    static let none = EntryDate(seconds: 0, offset: 0, zone: "", precision: .day)
}

/// Merges the fields of several sides, but for whether they stand deleted: that is not for every event to say.
struct FieldsMerge {
    let sides: [MergedFields]
    /// Whether an event is a side's head or an ancestor of it.
    let hasSeen: (_ side: Int, _ event: Int) -> Bool
    let stamp: (_ event: Int) -> EventStamp

    var result: MergedFields {
        var merged = MergedFields()
        merged.date = newest(\.date)
        merged.star = newest(\.star)
        merged.place = newest(\.place)
        merged.weather = newest(\.weather)
        let setter = merged.weather?.writer
        merged.observed = sides.compactMap(\.observed).filter { $0.after == setter }
            .min { stamp($0.writer) < stamp($1.writer) }
        merged.extra = newest(\.extra)
        for number in Set(sides.flatMap(\.unknown.keys)) { merged.unknown[number] = newest(\.unknown[number]) }
        merged.tags = surviving(\.tags)
        merged.attachments = surviving(\.attachments)
        return merged
    }

    /// The value with the greatest stamp.
    private func newest<Value: Equatable & Sendable>(
        _ field: (MergedFields) -> MergedFields.Written<Value>?
    ) -> MergedFields.Written<Value>? {
        sides.compactMap(field).max { stamp($0.writer) < stamp($1.writer) }
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
