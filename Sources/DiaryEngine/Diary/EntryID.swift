public import EventStore

/// Names an entry: its events are one stream.
public typealias EntryID = StreamID

/// How many events an entry has had in this log: its creation is version 1.
public typealias EntryVersion = StreamVersion
