public import DiaryModel
internal import DiarylogHost

/// Dates that a person typed, as the dates of entries: they stand on the wall clock of a zone.
extension EntryDate {
    /// The date that a phrase means in a zone at an instant (microseconds since 1970 UTC). "2 hours ago" is elapsed
    /// time, whatever the zone's clocks did meanwhile.
    ///
    /// Throws for a phrase that is no date. A zone that this machine does not know is taken for UTC.
    public init(typed text: String, now: Int64, zone: String) throws(DateProblem) {
        let seconds = floorDivide(now, 1_000_000)
        let clock = CivilTime(seconds: seconds + Int64(ZoneDatabase.offset(of: zone, at: seconds)))
        self.init(try NaturalDate.parse(text: text, now: clock), now: now, zone: zone)
    }

    /// The date that a phrase, once read, means in a zone at an instant.
    public init(_ parsed: NaturalDate.Parsed, now: Int64, zone: String) {
        switch parsed {
        case .day(let day): self.init(day, .day, zone)
        case .time(let civil, let precision): self.init(civil, precision, zone)
        case .exact(let iso):
            guard let offset = iso.offset else {
                self.init(iso.civil, iso.precision, zone)
                return
            }
            self.init(seconds: iso.civil.seconds, offset: offset, zone: "", precision: iso.precision)
        case .ago(let ago):
            let instant = floorDivide(now, 1_000_000) - ago
            let offset = ZoneDatabase.offset(of: zone, at: instant)
            // Now is as exact as the clock; a while ago was not timed to the second.
            let local = instant + Int64(offset)
            let seconds = ago == 0 ? local : floorDivide(local, 60) * 60
            self.init(seconds: seconds, offset: offset, zone: zone, precision: ago == 0 ? .second : .minute)
        }
    }

    private init(_ civil: CivilTime, _ precision: Precision, _ zone: String) {
        self.init(
            seconds: civil.seconds, offset: ZoneDatabase.offset(of: zone, local: civil.seconds), zone: zone,
            precision: precision)
    }
}
