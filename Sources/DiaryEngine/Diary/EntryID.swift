public import EventStore

/// Names an entry: its events are one stream.
public typealias EntryID = StreamID
