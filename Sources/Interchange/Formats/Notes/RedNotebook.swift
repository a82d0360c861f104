package import DiaryEngine
internal import DiaryModel
internal import EventStore

/// RedNotebook's folder: a file of YAML for each month, `YYYY-MM.txt`, with the text of each day and its categories.
enum RedNotebook: EntryFileReader {
    static func recognises(_ file: SourceFile) -> Bool { isPart(file.name) && count(in: file) > 0 }

    static func parts(of folder: SourceFolder) -> FormatParts {
        let counts = folder.names.filter(isPart).map { name in (name, (try? folder.file(name)).map(count) ?? 0) }
        let months = counts.filter { $0.1 > 0 }
        return FormatParts(months.map(\.0), entries: months.reduce(0) { $0 + $1.1 })
    }

    /// How many days a month has, as far as its beginning shows: lines that begin with a number and a colon.
    private static func count(in file: SourceFile) -> Int {
        file.head.split(separator: 0x0A).count { line in
            let digits = line.drop { [0x22, 0x27].contains($0) }.prefix { (0x30...0x39).contains($0) }
            return (1...2).contains(digits.count) && line[digits.endIndex...].prefix(2).contains(UInt8(ascii: ":"))
        }
    }

    /// The first of the month of a file's name; nil for any other name.
    private static func month(of name: String) -> CivilTime? {
        let last = name.lastStep
        guard last.utf8.count == 11, last.hasSuffix(".txt") else { return nil }
        return ISODate(last.prefix(7) + "-01")?.civil
    }

    static func isPart(_ name: String) -> Bool { month(of: name) != nil }

    static func read(_ file: SourceFile, _: SaidFiles, into entries: inout ReadEntries) throws(ReadProblem) {
        guard let month = month(of: file.name) else {
            throw ReadProblem(file.path, .field("name", .monthFile, found: file.name))
        }
        let bytes = try file.bytes().mended
        if isValidUTF8(bytes), let value = try? YAMLReader.value(of: bytes) {
            switch value {
            case .object(let days):
                for (index, day) in days.enumerated() {
                    let origin = RowOrigin(file.path, .row(index + 1))
                    _ = try entries.going(at: origin) { entries in try read(day, at: origin, month, into: &entries) }
                }
            case .null: break
            default: throw ReadProblem(file.path, .expected(.days, found: ReadProblem.excerpt(bytes)))
            }
            return
        }
        // Of a month that cannot be read as a whole, each day is tried alone.
        for (text, line) in days(of: bytes) {
            let origin = RowOrigin(file.path, .line(line))
            _ = try entries.going(at: origin) { entries in
                guard isValidUTF8(text) else { throw JSONProblem.notUTF8 }
                let value = try file.parsed(.yaml) { () throws(ParseProblem) in
                    try YAMLReader.value(of: text, firstLine: line)
                }
                guard case .object(let members) = value else {
                    throw ReadProblem.Reason.expected(.days, found: ReadProblem.excerpt(text))
                }
                for day in members { try read(day, at: origin, month, into: &entries) }
            }
        }
    }

    /// The parts of a month that begin with a line without space before it, each with the number of that line.
    private static func days(of bytes: [UInt8]) -> [(text: [UInt8], line: Int)] {
        var days: [(text: [UInt8], line: Int)] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let isBelow = line.first.map { [0x20, 0x09, 0x0D].contains($0) } ?? true
            if !isBelow || days.isEmpty { days.append(([], index + 1)) }
            days[days.count - 1].text += line + [0x0A]
        }
        return days
    }

    private static func read(
        _ day: JSONMember, at origin: RowOrigin, _ month: CivilTime, into entries: inout ReadEntries
    ) throws {
        guard let number = Int(day.name), let date = CivilTime(year: month.year, month: month.month, day: number) else {
            throw ReadProblem.Reason.field("day", .date, found: day.name)
        }
        guard case .object(let members) = day.value else { throw RowReason.wrongKind(day.name) }
        var said = Said("rednotebook", at: origin)
        let day = EntryDate(date, .day, in: entries.options.defaults.zone)
        said.date = .settled(day)
        for member in members {
            switch (member.name, member.value) {
            case ("text", .null): break
            case ("text", let value):
                guard let words = value.words else { throw RowReason.wrongKind("text") }
                said.text = Array(words.utf8)
                // Pictures and files lie where they were, by their paths.
                let paths = ["[\"\"", " \"\"/", " \"\"file:"].reduce(0) { $0 + words.ranges(of: $1).count }
                entries.losses.note(.attachments, paths, at: origin)
            case ("Tags", .object(let tags)):
                said.tags += tags.map { Tag.typed($0.name) }
                if tags.contains(where: \.value.saysSomething) { said.keep(member.name, member.value) }
            default: said.keep(member.name, member.value)
            }
        }
        if !said.text.saysSomething {
            // A day of categories or tags alone says them in its text.
            let words = said.others.map(\.key) + said.tags.map(\.text)
            said.text = Array(words.joined(separator: "\n").utf8)
            if words.isEmpty { return entries.losses.note(.emptyDays) }
        }
        said.identity = ImportedRow.identity(of: said.format, on: day, [said.text])
        try entries.add(said)
    }
}

/// Writes RedNotebook's folder. A day has one text there: entries of one day come below each other.
package struct RedNotebookWriter: EntryWriter {
    package let isFolder = true
    package private(set) var losses = FormatLosses()
    private let zone: String
    private var month: String?
    private var day: (number: Int, text: [UInt8], members: [JSONMember])?
    private var bytes: [UInt8] = []

    package init(_ options: WriteOptions) { zone = options.zone }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields.subtracting([.extra]))
        losses.note(clockOf: content.date, .day, zone: zone)
        if content.isStarred { losses.note(.starsLost) }
        let time = content.date.civil
        let month = String(time.isoDay.prefix(7))
        var parts: [WrittenPart] = []
        if month != self.month { parts = finish() }
        self.month = month
        if let open = day, open.number != time.day { endDay() }
        var members: [JSONMember] = content.extra.filter { !["text", "Tags"].contains($0.key) }.map {
            JSONMember($0.key, $0.json)
        }
        losses.note(.extra, content.extra.count - members.count)
        if !content.tags.isEmpty {
            members.append(JSONMember("Tags", .object(content.tags.map { JSONMember($0.text, .null) })))
        }
        if var open = day {
            losses.note(.sharedDays)
            open.text += [0x0A, 0x0A] + content.text
            for member in members {
                let index = open.members.firstIndex { $0.name == member.name }
                if let index, case .object(let one) = open.members[index].value, case .object(let more) = member.value {
                    let names = Set(one.map(\.name))
                    open.members[index].value = .object(one + more.filter { !names.contains($0.name) })
                } else if index != nil {
                    losses.note(.extra)
                } else {
                    open.members.append(member)
                }
            }
            day = open
        } else {
            day = (time.day, content.text, members)
        }
        return parts
    }

    private mutating func endDay() {
        guard let day else { return }
        let members = [JSONMember("text", .string(day.text))] + day.members
        // The number is no string there.
        bytes += Array("\(day.number): ".utf8) + YAMLText.text(.object(members)) + [0x0A]
        self.day = nil
    }

    package mutating func finish() -> [WrittenPart] {
        endDay()
        guard let month, !bytes.isEmpty else { return [] }
        defer { bytes = [] }
        return [.file(month + ".txt", bytes)]
    }
}
