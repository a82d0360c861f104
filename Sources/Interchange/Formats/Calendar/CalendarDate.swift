internal import DiaryModel
internal import DiarylogHost

/// Dates of iCalendar: `20261101`, `20261101T100000`, `20261101T100000Z`; also with the signs of ISO, and without
/// seconds.
struct CalendarDate: Equatable {
    var civil: CivilTime
    var isDay: Bool
    var isUTC: Bool

    /// Nil if the text is written otherwise. The sixtieth second counts as the one before.
    init?(_ bytes: [UInt8]) {
        var bytes = bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        isUTC = bytes.last == UInt8(ascii: "Z") && bytes.count > 9
        if isUTC { bytes.removeLast() }
        if bytes.count == 13 { bytes += [0x30, 0x30] }
        guard bytes.count == 8 || (bytes.count == 15 && bytes[8] == UInt8(ascii: "T")) else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var number = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            return number
        }
        isDay = bytes.count == 8
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
            let hour = isDay ? 0 : number(9..<11), let minute = isDay ? 0 : number(11..<13),
            let second = isDay ? 0 : number(13..<15),
            let civil = CivilTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
        else { return nil }
        self.civil = civil
    }

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
