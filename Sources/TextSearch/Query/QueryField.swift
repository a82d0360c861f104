/// The fields of a query besides `title:`.
package enum QueryField: String, Equatable, Sendable, CaseIterable {
    /// Has this tag.
    case tag
    /// Is dated on this day.
    case date
    /// Is dated before this day.
    case before
    /// Is dated after this day.
    case after
    /// Has a star, or has none.
    case star
    /// Has weather of this sort.
    case weather
    /// Was written at this place.
    case place
    /// Has this status: in conflict.
    case `is`
    /// Ends in a measure; the value is its key, a comparison and a number.
    case measure
}

/// A field of a query, with a value that whoever asks reads.
package struct FieldValue: Equatable, Sendable {
    /// Which field it is.
    package var field: QueryField
    /// What stands behind it.
    package var value: String
    /// Where the value stands in the query, in bytes of its UTF-8.
    package var range: Range<Int>

    /// A value of a field.
    package init(_ field: QueryField, _ value: String, at range: Range<Int>) {
        (self.field, self.value, self.range) = (field, value, range)
    }
}

/// A query as it was read, by the grammar of `QueryParser`.
package typealias ParsedQuery = Query<FieldValue>
