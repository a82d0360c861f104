internal import DiaryModel
internal import DiarylogHost

/// How the dates of a file are written, told by trying what people use.
struct JrnlDates {
    /// The one in which most of the file's dates are written, then the others.
    private let formats: [TimeFormat]
    /// The day of dates that name none.
    private let day: CivilTime?

    /// As jrnl writes dates by default.
    static let usual = TimeFormat(known: "%F %r")

    /// As jrnl 1 wrote them, without brackets.
    static let ofOne = [TimeFormat(known: "%F %R")]

    private static let times = ["%r", "%I:%M %p", "%T", "%R", "%p %I:%M:%S", "%p %I:%M"]
    private static let days = [
        "%F", "%Y/%m/%d", "%Y.%m.%d", "%Y. %m. %d.", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d %b %Y", "%b %d, %Y",
        "%a %d %b %Y", "%A, %d %B %Y", "%A, %B %d, %Y",
    ]
    /// What is tried.
    static let tried: [TimeFormat] =
        days.flatMap { day in times.map { TimeFormat(known: day + " " + $0) } }
        + ["%FT%T", "%FT%R", "%a %b %d %T %Y"].map {
            TimeFormat(known: $0)
        } + days.map { TimeFormat(known: $0) }
    /// What is tried where the file's place says the day.
    static let triedTimes: [TimeFormat] = times.map { TimeFormat(known: $0) }

    /// The formats of these dates. Throws both formats if two read all that one can and give other dates.
    init(of texts: [String], chosen: TimeFormat?, day: CivilTime? = nil) throws(Ambiguity) {
        self.day = day
        if let chosen {
            formats = [chosen]
            return
        }
        let candidates = Self.tried + (day == nil ? [] : Self.triedTimes)
        // Each format against each text: as many readings as their product, so a sample is enough where there are many.
        let sample = texts.count <= 400 ? texts : (0..<400).map { texts[$0 * texts.count / 400] }
        let counts = candidates.map { format in
            (format, sample.count { format.read($0, on: day) != nil })
        }
        let most = counts.map(\.1).max() ?? 0
        let best = counts.filter { $0.1 == most && most > 0 }.map(\.0)
        if let first = best.first, day == nil {
            for other in best.dropFirst() {
                if let text = texts.first(where: { first.read($0) != other.read($0) }) {
                    // Equally many may be read because a few texts are written otherwise; only two readings of one
                    // text are a question.
                    guard first.read(text) != nil, other.read(text) != nil else { continue }
                    throw Ambiguity(text: text, formats: [first.text, other.text])
                }
            }
        }
        formats = best.isEmpty ? candidates : best + candidates.filter { !best.contains($0) && !Self.isOrdered($0) }
    }

    /// What a date says that stands alone; nil if it is none. Throws if two formats give other dates.
    static func read(alone text: String) throws(Ambiguity) -> (time: CivilTime, precision: EntryDate.Precision)? {
        let found = tried.compactMap { format in format.read(text).map { (format: format, time: $0) } }
        guard let first = found.first else { return nil }
        if let other = found.first(where: { $0.time != first.time }) {
            throw Ambiguity(text: text, formats: [first.format.text, other.format.text])
        }
        return (first.time, first.format.precision)
    }

    /// Dates that can be read in two ways.
    struct Ambiguity: Error {
        var text: String
        var formats: [String]
    }

    /// Whether a format has day and month as numbers in an order that only the file's other dates can tell.
    private static func isOrdered(_ format: TimeFormat) -> Bool {
        format.text.hasPrefix("%d/") || format.text.hasPrefix("%m/")
    }

    /// What a date in brackets says; nil if it is none.
    func read(_ text: String) -> (time: CivilTime, precision: EntryDate.Precision)? {
        for format in formats {
            if let time = format.read(text, on: format.hasDay ? nil : day) { return (time, format.precision) }
        }
        return nil
    }
}

extension EntryDate {
    /// A time that a file says, on the clocks of a zone.
    init(_ time: CivilTime, _ precision: Precision, in zone: String) {
        let seconds = precision == .day ? time.startOfDay.seconds : time.seconds
        self.init(
            seconds: seconds, offset: ZoneDatabase.offset(of: zone, local: seconds), zone: zone, precision: precision)
    }
}
