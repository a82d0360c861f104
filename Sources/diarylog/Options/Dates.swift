internal import DiaryEngine
internal import DiaryModel
internal import Host

// Dates and points of the log as they are typed: WHEN in Docs/CommandLine.md.

extension Session {
    /// The date of an entry: a day, or a time on the user's clock unless the text gives an offset.
    func date(_ text: String) throws(Problem) -> EntryDate {
        if let iso = ISODate(text) {
            if let offset = iso.offset {
                return EntryDate(seconds: iso.civil.seconds, offset: offset, zone: "", precision: iso.precision)
            }
            return try date(at: iso.civil, iso.precision)
        }
        return try date(try parsed(text))
    }

    func date(_ parsed: NaturalDate.Parsed) throws(Problem) -> EntryDate {
        switch parsed {
        case .day(let day): return try date(at: day, .day)
        case .time(let civil, let precision): return try date(at: civil, precision)
        case .ago(let seconds):
            let zone = try zone()
            let instant = floorDivide(try now(), 1_000_000) - seconds
            let offset = ZoneDatabase.offset(of: zone, at: instant)
            let minute = floorDivide(instant + Int64(offset), 60) * 60
            return EntryDate(seconds: minute, offset: offset, zone: zone, precision: .minute)
        }
    }

    /// Now, to the second.
    func dateNow() throws(Problem) -> EntryDate {
        let clock = try clock()
        return EntryDate(seconds: clock.civil.seconds, offset: clock.offset, zone: clock.zone, precision: .second)
    }

    private func date(at civil: CivilTime, _ precision: EntryDate.Precision) throws(Problem) -> EntryDate {
        let zone = try zone()
        return EntryDate(
            seconds: civil.seconds, offset: ZoneDatabase.offset(of: zone, local: civil.seconds), zone: zone,
            precision: precision)
    }

    private func parsed(_ text: String) throws(Problem) -> NaturalDate.Parsed {
        let now = try clock().civil
        do { return try NaturalDate.parse(text: text, now: now) } catch {
            switch error {
            case .unreadable: throw .usage(.unreadableDate(text))
            case .impossible: throw .usage(.impossibleDate(text))
            }
        }
    }

    /// The point that `--at` names, or the head.
    func point() throws(Problem) -> DiaryPoint {
        guard let at = options.at else { return .head }
        return try point(at)
    }

    /// The point that a text names: `e12`, `#12`, a day (its end), or a time.
    func point(_ text: String) throws(Problem) -> DiaryPoint {
        if let mark = text.first, mark == "e" || mark == "#", let number = UInt64(text.dropFirst()) {
            return .event(SequenceNumber(number))
        }
        if let iso = ISODate(text) {
            if iso.precision == .day { return try end(of: iso.civil) }
            let seconds: Int64
            if let offset = iso.offset {
                seconds = iso.civil.seconds - Int64(offset)
            } else {
                seconds = try instant(of: iso.civil)
            }
            return .instant(seconds * 1_000_000 + Int64(iso.microsecond))
        }
        do throws(Problem) {
            switch try parsed(text) {
            case .day(let day): return try end(of: day)
            case .time(let civil, _): return .instant(try instant(of: civil) * 1_000_000)
            case .ago(let seconds): return .instant(try now() - seconds * 1_000_000)
            }
        } catch .usage(.unreadableDate) {
            throw .usage(.unreadableMoment(text))
        }
    }

    private func end(of day: CivilTime) throws(Problem) -> DiaryPoint {
        .instant(try instant(of: day.startOfDay.adding(days: 1)) * 1_000_000 - 1)
    }

    private func instant(of civil: CivilTime) throws(Problem) -> Int64 {
        civil.seconds - Int64(ZoneDatabase.offset(of: try zone(), local: civil.seconds))
    }

    /// Throws if `--at` is given: a command that changes something cannot act in the past.
    func refuseMoment() throws(Problem) {
        if options.at != nil { throw .usage(.momentOnChange) }
    }
}
