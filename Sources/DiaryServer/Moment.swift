internal import EventStore

/// The clock on the wall where the server runs.
struct Moment {
    /// Microseconds since 1970 UTC.
    let wall: Int64
    /// Seconds east of UTC.
    let offset: Int32
    let zone: String

    static func now() -> Moment {
        let context = WriteContext.now()
        return Moment(wall: context.wall, offset: context.offset, zone: context.zone)
    }

    /// What the clock shows, in civil seconds.
    var civilSeconds: Int64 { wall / 1_000_000 + Int64(offset) }
}
