internal import DiaryModel
internal import DiarylogHost

/// Dates and zones as iCalendar writes them: `20261101`, `20261101T100000`, `20261101T100000Z`.
enum CalendarDate {
    /// The day, or the day and the time, as iCalendar writes it.
    static func text(_ time: CivilTime, isDay: Bool = false) -> String {
        let day = time.isoDay.replacing("-", with: "")
        return isDay ? day : day + "T" + time.isoTime.replacing(":", with: "")
    }

    /// A zone by its name in the file, in which another program's prefix may stand; nil if nobody here knows it.
    static func zone(named name: String) -> String? {
        let parts = name.split(separator: "/")
        for count in stride(from: min(parts.count, 3), through: 1, by: -1) {
            let zone = parts.suffix(count).joined(separator: "/")
            if ZoneDatabase.exists(zone) { return zone }
        }
        return nil
    }
}

/// The zones that a calendar names, each with the offsets that its dates need: what RFC 5545 demands of `TZID`.
struct CalendarZones {
    private var changes: [String: [(time: CivilTime, offset: Int32)]] = [:]

    /// Takes up a date; they come in their order.
    mutating func note(_ date: EntryDate) {
        guard changes[date.zone]?.last?.offset != date.offset else { return }
        changes[date.zone, default: []].append((date.civil, date.offset))
    }

    /// A component for each zone.
    var lines: [String] {
        changes.sorted { $0.key < $1.key }.flatMap { zone, changes in
            var lines = ["BEGIN:VTIMEZONE", "TZID:" + zone]
            var before = changes[0].offset
            for (index, (time, offset)) in changes.enumerated() {
                // In the time that was valid before.
                let start = index == 0 ? 0 : time.seconds - Int64(offset) + Int64(before)
                lines += [
                    "BEGIN:STANDARD", "DTSTART:" + CalendarDate.text(CivilTime(seconds: min(start, time.seconds))),
                    "TZOFFSETFROM:" + Self.text(before), "TZOFFSETTO:" + Self.text(offset), "END:STANDARD",
                ]
                before = offset
            }
            return lines + ["END:VTIMEZONE"]
        }
    }

    /// An offset as `+0900`, with seconds where it has some.
    private static func text(_ offset: Int32) -> String {
        let size = Int(offset.magnitude)
        let seconds = size % 60 == 0 ? "" : padded(size % 60, 2)
        return (offset < 0 ? "-" : "+") + padded(size / 3600, 2) + padded(size / 60 % 60, 2) + seconds
    }
}
