public import EventStore

// The fields of an entry's events that a refusal may name; those of every event are the store's.

extension EventRefusal.Field {
    /// The text, or what a change takes from it and puts there.
    public static let text = EventRefusal.Field(rawValue: "text")
    /// The date.
    public static let date = EventRefusal.Field(rawValue: "date")
    /// The tags, or those added and taken away.
    public static let tags = EventRefusal.Field(rawValue: "tags")
    /// The star.
    public static let star = EventRefusal.Field(rawValue: "star")
    /// Where it was written.
    public static let place = EventRefusal.Field(rawValue: "place")
    /// The weather.
    public static let weather = EventRefusal.Field(rawValue: "weather")
    /// The attachments.
    public static let attachments = EventRefusal.Field(rawValue: "attachments")
    /// Fields that imports brought along.
    public static let extra = EventRefusal.Field(rawValue: "extra")
    /// A field that this program does not know.
    public static let other = EventRefusal.Field(rawValue: "other")
    /// Whether it is deleted.
    public static let deleted = EventRefusal.Field(rawValue: "deleted")
}
