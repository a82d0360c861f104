public import DiaryModel
internal import DiarylogHost

/// What a JSON object says of an entry's content, under the names that `EntryJSON` gives them: text, date,
/// datePrecision, dateOffsetSeconds, zone, tags, starred and place. What it does not name stays as it is.
public struct ContentMembers: Sendable {
    private var fields = EntryFields()
    private var named: Set<String> = []

    private static let known: Set<String> = [
        "text", "date", "datePrecision", "dateOffsetSeconds", "zone", "tags", "starred", "place",
    ]

    /// Whether no member was named.
    public var isEmpty: Bool { named.isEmpty }

    /// Takes what it knows from an object, and leaves the other members in `rest`; throws the name of a member whose
    /// value cannot be read.
    public init(taking rest: inout [JSONMember]) throws(UnreadableMember) {
        var others: [JSONMember] = []
        for member in rest {
            guard Self.known.contains(member.name) else {
                others.append(member)
                continue
            }
            named.insert(member.name)
            do throws(RowReason) { _ = try fields.take(member) } catch { throw UnreadableMember(name: member.name) }
        }
        let isDated = named.contains("date")
        if !isDated, named.contains("datePrecision") || named.contains("dateOffsetSeconds") || named.contains("zone") {
            throw UnreadableMember(name: "date")
        }
        rest = others
    }

    /// A member whose value is not what it must be.
    public struct UnreadableMember: Error, Equatable {
        /// The member's name.
        public var name: String
    }

    /// Whether a date is among them.
    public var hasDate: Bool { fields.date != nil }

    /// Whether there is a text among them.
    public var hasText: Bool { fields.text != nil }

    /// A content with these members instead of its own. A date without an offset or a zone is read on the clock that
    /// the content's own date has.
    public func applied(to content: EntryContent) -> EntryContent {
        var content = content
        if let text = fields.text { content.text = text }
        if let date = fields.date { content.date = self.date(date, on: content.date) }
        if named.contains("tags") { content.tags = Array(Set(fields.tags)).sorted() }
        if named.contains("starred") { content.isStarred = fields.isStarred }
        if named.contains("place") { content.move(to: fields.place) }
        return content
    }

    private func date(_ date: ISODate, on clock: EntryDate) -> EntryDate {
        let seconds = date.civil.seconds
        let precision = fields.precision ?? date.precision
        if let offset = fields.offset ?? date.offset {
            let zone = fields.zone ?? (offset == clock.offset ? clock.zone : "")
            return EntryDate(seconds: seconds, offset: offset, zone: zone, precision: precision)
        }
        let zone = fields.zone ?? clock.zone
        let offset = zone.isEmpty ? clock.offset : ZoneDatabase.offset(of: zone, local: seconds)
        return EntryDate(seconds: seconds, offset: offset, zone: zone, precision: precision)
    }
}
