public import EventStore

// The fields of an entry's events that a refusal may name; those of every event are the store's.

extension EventRefusal.Field {
    public static let text = EventRefusal.Field(rawValue: "text")
    public static let date = EventRefusal.Field(rawValue: "date")
    public static let tags = EventRefusal.Field(rawValue: "tags")
    public static let star = EventRefusal.Field(rawValue: "star")
    public static let place = EventRefusal.Field(rawValue: "place")
    public static let weather = EventRefusal.Field(rawValue: "weather")
    public static let attachments = EventRefusal.Field(rawValue: "attachments")
    public static let extra = EventRefusal.Field(rawValue: "extra")
    public static let other = EventRefusal.Field(rawValue: "other")
    public static let deleted = EventRefusal.Field(rawValue: "deleted")
}
