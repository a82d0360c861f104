public import EventStore

// The fields of an entry's events that a refusal may name; the store names those that every event has.

extension EventRefusal.Field {
    /// The text.
    public static let text = EventRefusal.Field(rawValue: "text")
    /// The date.
    public static let date = EventRefusal.Field(rawValue: "date")
    /// The tags.
    public static let tags = EventRefusal.Field(rawValue: "tags")
    /// The star.
    public static let star = EventRefusal.Field(rawValue: "star")
    /// Where the entry was written.
    public static let place = EventRefusal.Field(rawValue: "place")
    /// The weather.
    public static let weather = EventRefusal.Field(rawValue: "weather")
    /// The attachments.
    public static let attachments = EventRefusal.Field(rawValue: "attachments")
    /// Extra fields, which imports bring along.
    public static let extra = EventRefusal.Field(rawValue: "extra")
    /// A field that this program does not know.
    public static let other = EventRefusal.Field(rawValue: "other")
    /// The hunks of a text that a person saved.
    public static let hunks = EventRefusal.Field(rawValue: "hunks")
}
