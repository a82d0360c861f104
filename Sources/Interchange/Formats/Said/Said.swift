internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// What a format says of one entry. Nothing is decided here: `ReadEntries.add` decides, alike for all formats.
struct Said {
    /// What stands before the text, unless that begins with it.
    var title = ""
    var text: [UInt8] = []
    var date = SaidDate.none
    /// Where the clock stood: the name of a zone, or `GMT+0900`; nil if nobody says.
    var zone: String?
    /// Whether the date means the whole day.
    var isAllDay = false
    var tags: [Tag] = []
    var isStarred = false
    var place: Place?
    var latitude: Double?
    var longitude: Double?
    /// What the place is called, from the house to the country.
    var placeNames: [String?] = []
    var weather: Weather?
    /// What else it says, which stays with the entry.
    var others: [ExtraField] = []
    var attachments: [Attachment] = []
    var files = SaidFiles()
    var id: EntryID?
    /// What else links of other entries call it.
    var names: [String] = []
    var changedAt: Int64?
    /// When it was written, where the format says on which clock.
    var writtenAt: ClockReading?
    /// What it is known by when it comes again; empty: by its text. And the date as it was said, or as it was decided,
    /// for those without an identifier.
    var known: [[UInt8]] = []
    var dated: String?
    var isDated = false
    /// All of that, where a format has a form of its own.
    var identity: [UInt8]?
    /// Whether that is a name of its own, under which it comes again with another text.
    var isNamed = false
    /// Whether we wrote it.
    var isOurs = false
    /// The format, as the identities of its entries begin.
    let format: String
    /// Where it stands.
    let origin: RowOrigin

    init(_ format: String, at origin: RowOrigin) { (self.format, self.origin) = (format, origin) }

    /// Keeps a value of another program's with the entry; false if no entry can have a field of that name.
    @discardableResult
    mutating func keep(_ name: String, _ value: JSONValue) -> Bool {
        guard let field = ExtraField(name, value) else { return false }
        others.append(field)
        return true
    }

    /// Keeps the members that nobody took and that say something; `silent` are values that say nothing in this format.
    mutating func keep(rest fields: JSONFields, besides silent: [JSONValue] = [], _ losses: inout FormatLosses) {
        for member in fields.rest where member.value.saysSomething && !silent.contains(member.value) {
            if !keep(member.name, member.value) { losses.note(.extra) }
        }
        losses.note(.extra, fields.unsaid)
    }

    /// Takes up when it was last changed; what cannot be read stays with it.
    mutating func changed(_ date: SaidDate, _ options: ReadOptions) {
        changedAt = date.instant(options)
        if changedAt == nil, case .written(let text, let field) = date { keep(field, .text(text)) }
    }

    /// Takes up the text of a page, and what the page says besides.
    mutating func take(_ page: HTMLDocument, _ losses: inout FormatLosses) {
        text = Array(page.text.utf8)
        for member in page.members where !keep(member.name, member.value) { losses.note(.extra) }
        losses.note(of: page)
    }

    /// An entry for each part of its text, with its tags and fields, and the title as one.
    func split(into sections: [NoteSection], _ options: ReadOptions, title: String?, zone: String? = nil) -> [Said] {
        sections.map { section in
            var said = self
            if let title, !title.isEmpty { said.keep("title", .text(title)) }
            said.date = section.time.said(in: options.defaults.zone, named: zone)
            (said.title, said.text, said.dated) = ("", section.text, section.time.text)
            // An identifier is one entry's.
            if sections.count > 1 || title == nil { (said.id, said.writtenAt, said.changedAt) = (nil, nil, nil) }
            (said.known, said.identity, said.isNamed, said.files.listed) = ([], nil, false, [])
            return said
        }
    }

    /// The text with its title.
    var titled: [UInt8] {
        if title.isEmpty || NoteName.mentions(text, title) { return text }
        return Array(title.utf8) + (text.isEmpty ? [] : [0x0A, 0x0A] + text)
    }
}

/// A date as a format says it.
enum SaidDate: Equatable {
    case none
    /// Seconds since 1970 UTC.
    case instant(Int64)
    /// In words, under this name.
    case written(String, of: String)
    /// As the reader of the format has settled it; `onClock`: from what a clock showed, where nothing says its offset.
    case settled(EntryDate, onClock: Bool = false)

    /// A date of JSON: a text, or a number since 1970 of seconds or of parts of one, which its size tells, unless it is
    /// known how many a second has.
    init(_ value: JSONValue?, of name: String, parts: Int64? = nil) {
        func seconds(_ number: Int64) -> Int64 {
            // Some exports have seconds all the same, of times before 2039.
            guard let parts, !(0..<2_200_000_000).contains(number) else { return Self.seconds(number) }
            return floorDivide(number, parts)
        }
        switch value {
        case nil, .null?, .integer(0)?: self = .none
        case .integer(let number)?: self = .instant(seconds(number))
        case .decimal(let number)? where number.magnitude < 1e18: self = .instant(seconds(Int64(number)))
        case let other?:
            let text = other.words?.trimmingSpace() ?? String(decoding: JSONWriter.bytes(other), as: UTF8.self)
            self = text.isEmpty ? .none : .written(text, of: name)
        }
    }

    /// The seconds of a number since 1970: ten digits are seconds, thirteen a thousand times as many, and so on.
    static func seconds(_ number: Int64) -> Int64 {
        var each: Int64 = 1
        while each < 1_000_000_000, number.magnitude / UInt64(each) >= 10_000_000_000 { each *= 1000 }
        return floorDivide(number, each)
    }

    /// The instant, if it is one.
    func instant(_ options: ReadOptions) -> Int64? {
        switch self {
        case .none, .settled: return nil
        case .instant(let seconds): return seconds
        case .written(let text, _):
            guard let time = try? WrittenTime(text, options), let offset = time.offset else { return nil }
            return time.civil.seconds - Int64(offset)
        }
    }
}

extension ReadEntries {
    /// Takes up what a format says of an entry. It gets its files before its text is looked at: an entry in which
    /// nothing stands is counted. `file` is whose time stands for a date that is missing.
    mutating func add(_ said: Said, in file: SourceFile? = nil) throws(ReadProblem) {
        let outer = here
        here = said.origin
        defer { here = outer }
        do {
            for part in try parts(of: said) ?? [said] { try take(part, in: file) }
        } catch { throw ReadProblem(error, at: said.origin) }
    }

    private mutating func take(_ said: Said, in file: SourceFile?) throws {
        var said = said
        let text = said.titled
        var content = EntryContent(text: text, date: options.defaults.now)
        content.attachments = said.attachments
        var row = ImportedRow(content: content, identity: [])
        row.isNamed = said.isNamed
        var files = said.files
        files.take(namedBy: said)
        try take(files, into: &row)
        // Of ours a dash is a text.
        guard row.content.text.saysSomething || said.isOurs && !row.content.text.isEmpty else {
            return losses.note(.emptyEntries)
        }
        if !said.isOurs, NoteLines.haveDays(row.content.text, options) { losses.note(.days) }
        row.content.date = try date(of: &said, file)
        row.content.tags = Set(said.tags.filter { !$0.bytes.isEmpty }).sorted()
        row.content.isStarred = said.isStarred
        row.content.place = said.place ?? place(of: said)
        row.content.add(placeNamed: said.placeNames)
        row.content.weather = said.weather
        var keys = Set(row.content.extra.map(\.key))
        var repeats: [String: Int] = [:]
        for var field in said.others {
            let own = field.key
            while !keys.insert(field.key).inserted { field.key = JSONMember.name(own, again: &repeats) }
            row.content.extra.append(field)
        }
        let dated = said.isDated ? row.content.date.rfc3339() : said.dated
        let known = (said.known.isEmpty ? [text] : said.known) + (dated.map { [Array($0.utf8)] } ?? [])
        row.identity = said.identity ?? ImportedRow.identity(of: said.format, known)
        row.id = said.id == .zero ? nil : said.id
        row.writtenAt =
            said.writtenAt
            ?? said.changedAt.flatMap { seconds in
                let (wall, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000)
                return isOver ? nil : ClockReading(wall: wall, offset: row.content.date.offset)
            }
        try add(row, from: said.origin, called: said.names, isWritten: said.isOurs)
    }

    /// The parts of a text that begin with a day, where that is asked for, and what stands before; a note has its own.
    private func parts(of said: Said) throws(DateOrder.Ambiguity) -> [Said]? {
        if !options.splitsHeadings || said.isOurs || said.format == "note" { return nil }
        let (before, sections) = try NoteSection.all(of: said.text, options)
        if sections.isEmpty { return nil }
        var first = said
        first.text = before
        return (before.saysSomething ? [first] : [])
            + said.split(into: sections, options, title: before.saysSomething ? nil : said.title)
    }

    private mutating func place(of said: Said) -> Place? {
        if said.latitude == nil, said.longitude == nil { return nil }
        let place = said.latitude.flatMap { latitude in
            said.longitude.flatMap { Place(latitude: latitude, longitude: $0) }
        }
        if place == nil { losses.note(.places) }
        return place
    }

    private mutating func date(of said: inout Said, _ file: SourceFile?) throws -> EntryDate {
        var (zone, fixed) = (options.defaults.zone, Int32?.none)
        if let named = said.zone, !named.isEmpty {
            if ZoneDatabase.exists(named) {
                zone = named
            } else if let offset = WrittenTime.offset(named: named) {
                fixed = offset
            } else {
                // A zone that nobody knows is not worth an entry; the reader's own is as good as any. But where there
                // are no zones at all, the day might be another one.
                if !ZoneDatabase.isInstalled { throw RowReason.unknownZone(named) }
                losses.note(.zones)
            }
        }
        let isAllDay = said.isAllDay
        func date(_ instant: Int64) -> EntryDate {
            let offset = fixed ?? ZoneDatabase.offset(of: zone, at: instant)
            let seconds = instant + Int64(offset)
            let settled = isAllDay ? CivilTime(seconds: seconds).startOfDay.seconds : seconds
            return EntryDate(
                seconds: settled, offset: offset, zone: fixed == nil ? zone : "",
                precision: isAllDay ? .day : .second)
        }
        switch said.date {
        case .settled(let date, let isOnClock):
            if isOnClock { noteDoubt(of: date) }
            return date
        case .instant(let seconds): return date(seconds)
        case .written(let text, let field):
            guard let time = try WrittenTime(text, options) else {
                if let changedAt = said.changedAt {
                    losses.note(.writtenDates, at: said.origin)
                    said.keep(field, .text(text))
                    return date(changedAt)
                }
                throw ReadProblem.Reason.field(field, .date, found: text)
            }
            if said.zone != nil, let offset = time.offset ?? fixed { return date(time.civil.seconds - Int64(offset)) }
            let read = time.date(in: zone)
            if time.offset == nil { noteDoubt(of: read) }
            return read
        case .none:
            if let changedAt = said.changedAt {
                losses.note(.writtenDates, at: said.origin)
                return date(changedAt)
            }
            switch (options.defaults.dateMissing, file?.modifiedAt) {
            case (.mtime, let time?):
                losses.note(.fileTimes)
                return EntryDate(instant: time, in: options.defaults.zone)
            case (.now, _): return options.defaults.now
            default: throw RowReason.missing("date")
            }
        }
    }
}

extension ReadEntries {
    /// Notes a time that the clock skipped that night, or showed twice.
    mutating func noteDoubt(of date: EntryDate) {
        guard date.precision != .day, !date.zone.isEmpty,
            ZoneDatabase.occurrence(in: date.zone, local: date.seconds) != .once
        else { return }
        losses.note(.clocks)
    }
}

extension ImportedRow {
    /// What an entry of a format is known by when it comes again; of some, when it was comes first.
    static func identity(of format: String, on date: EntryDate? = nil, _ known: [[UInt8]]) -> [UInt8] {
        var identity = ByteWriter(capacity: known.reduce(32) { $0 + $1.count })
        identity.counted(Array(format.utf8))
        if let date { identity.signedVarint(date.seconds) }
        for bytes in known { identity.counted(bytes) }
        return identity.bytes
    }
}

extension Tag {
    /// Tags that stand in one text: between commas, semicolons or bars, else between spaces, but for those in
    /// `[[two words]]`, as TiddlyWiki has them.
    static func typed(list text: String) -> [Tag] {
        var (texts, rest) = ([Substring](), text[...])
        while let open = rest.firstRange(of: "[["), let close = rest[open.upperBound...].firstRange(of: "]]") {
            texts += words(rest[..<open.lowerBound]) + [rest[open.upperBound..<close.lowerBound]]
            rest = rest[close.upperBound...]
        }
        return (texts + words(rest)).map { typed($0.trimmingSpace()) }.filter { !$0.bytes.isEmpty }
    }

    private static func words(_ text: Substring) -> [Substring] {
        text.split(separator: [",", ";", "|"].first { text.contains($0) } ?? " ")
    }
}

extension [UInt8] {
    /// Whether a text says something: it has a first line that anybody sees.
    /// Logseq makes a lone dash of each day.
    var saysSomething: Bool {
        guard let title = Headline(of: String(decoding: self, as: UTF8.self)).title else { return false }
        return title != "-" || contains { $0 > 0x20 && $0 != UInt8(ascii: "-") }
    }
}
