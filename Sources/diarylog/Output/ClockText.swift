internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

// Times of the log, in the user's zone.

extension Session {
    /// A time for a column: as people write it on a terminal, RFC 3339 in a pipe.
    func columnTime(_ stamp: ClockReading) throws -> String {
        if isTerminal { return try clockText(stamp) }
        let offset = ZoneDatabase.offset(of: try zone(), at: floorDivide(stamp.wall, 1_000_000))
        return Instant.rfc3339(microseconds: stamp.wall, offset: offset)
    }

    /// A time as people write it.
    func clockText(_ stamp: ClockReading) throws -> String {
        let civil = try civil(stamp)
        return dayText(civil) + " " + timeText(civil)
    }

    /// What the user's wall clock showed.
    func civil(_ stamp: ClockReading) throws -> CivilTime {
        let seconds = floorDivide(stamp.wall, 1_000_000)
        return CivilTime(seconds: seconds + Int64(ZoneDatabase.offset(of: try zone(), at: seconds)))
    }
}
