internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// A note as a file: front matter, if it has some, and the text.
///
///     ---
///     date: 2026-11-01T10:00:00+09:00       or TOML between +++
///     tags: [산책, b]
///     ---
///                                             one blank line, or none
///     TEXT                                    to the end, but for one line feed
struct NoteFile {
    private let file: SourceFile
    private let options: ReadOptions
    private var members: [JSONMember] = []
    private var body: [UInt8]
    private var content: EntryContent
    private var id: EntryID?
    private var writtenAt: Stamp?
    private var title: String?
    private var dates: [String: String] = [:]
    private var zone: String?
    /// Paths of files that the front matter names.
    private(set) var listed: [String] = []

    init(_ file: SourceFile, _ options: ReadOptions) throws(ReadProblem) {
        (self.file, self.options) = (file, options)
        body = try file.text()
        content = EntryContent(text: [], date: options.defaults.now)
        try splitFrontMatter()
        for member in members { try take(member) }
    }

    private mutating func splitFrontMatter() throws(ReadProblem) {
        let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
        func sign(_ line: ArraySlice<UInt8>) -> String {
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        let mark = sign(lines[0])
        guard mark == "---" || mark == "+++",
            let end = lines.indices.dropFirst().first(where: { index in
                sign(lines[index]) == mark || (mark == "---" && sign(lines[index]) == "...")
            })
        else { return }
        let front = Array(lines[1..<end].joined(separator: [0x0A]))
        do throws(YAMLProblem) {
            if mark == "+++" {
                members = try TOMLReader.members(of: front, firstLine: 2)
            } else {
                switch try YAMLReader.value(of: front, firstLine: 2) {
                case .object(let members): self.members = members
                case .null: break
                // Two rules of Markdown with words between them.
                default: return
                }
            }
        } catch {
            throw ReadProblem(
                file.path, at: .line(error.line), .expected(mark == "+++" ? .toml : .yaml, found: error.found))
        }
        body = Array(lines[(end + 1)...].joined(separator: [0x0A]))
        if body.first == 0x0D { body.removeFirst() }
        if body.first == 0x0A { body.removeFirst() }
    }

    private mutating func take(_ member: JSONMember) throws(ReadProblem) {
        func text() -> String? {
            switch member.value {
            case .string(let bytes): String(decoding: bytes, as: UTF8.self)
            case .integer(let number): String(number)
            default: nil
            }
        }
        func wrong() -> ReadProblem { ReadProblem(file.path, .row(.wrongKind(member.name))) }
        switch (member.name, member.value) {
        case ("title", .null), ("tags", .null), ("date", .null), ("place", .null), ("weather", .null), ("zone", .null):
            return
        case ("title", _):
            guard let text = text() else { throw wrong() }
            title = text
        case ("tags", .array(let values)):
            for value in values {
                switch value {
                case .string(let bytes): content.tags.append(Tag.typed(String(decoding: bytes, as: UTF8.self)))
                // A year among words is a tag, too.
                case .integer(let number): content.tags.append(Tag(String(number)))
                case .null: break
                default: throw wrong()
                }
            }
        case ("tags", _):
            guard let text = text() else { throw wrong() }
            let words = text.contains(",") ? text.split(separator: ",") : text.split(separator: " ")
            content.tags += words.map { Tag.typed($0.trimmingSpace()) }
        case ("starred", .bool(let isStarred)): content.isStarred = isStarred
        case ("starred", _): throw wrong()
        case ("date", _):
            guard let text = text() else { throw wrong() }
            dates["date"] = text
        case ("zone", .string(let bytes)):
            let name = String(decoding: bytes, as: UTF8.self)
            guard name.isEmpty || ZoneDatabase.exists(name) else {
                throw ReadProblem(file.path, .row(.unknownZone(name)))
            }
            zone = name
        case ("place", .object), ("weather", .object):
            var fields = EntryFields()
            do throws(RowReason) { _ = try fields.take(member) } catch {
                throw ReadProblem(file.path, .row(error.reason))
            }
            content.place = content.place ?? fields.place
            content.weather = content.weather ?? fields.weather
        case ("attachments", .array(let values)) where values.allSatisfy(Self.isString):
            for case .string(let bytes) in values { listed.append(String(decoding: bytes, as: UTF8.self)) }
        case ("id", .string(let bytes)):
            if let id = EntryID(hexadecimal: String(decoding: bytes, as: UTF8.self)), id != .zero {
                self.id = id
            } else {
                keep(member)
            }
        default:
            if member.name == "created", let text = text() {
                dates["created"] = text
                if let date = ISODate(text), let offset = date.offset, members.contains(where: { $0.name == "id" }) {
                    let seconds = date.civil.seconds - Int64(offset)
                    writtenAt = Stamp(wall: seconds * 1_000_000 + Int64(date.microsecond), offset: offset)
                    return
                }
            }
            keep(member)
        }
    }

    private static func isString(_ value: JSONValue) -> Bool {
        if case .string = value { true } else { false }
    }

    private mutating func keep(_ member: JSONMember) {
        if let field = ExtraField(member.name, member.value) { content.extra.append(field) }
    }

    /// The entry, or nil if the note says nothing.
    func row(_ losses: inout FormatLosses) throws(ReadProblem) -> ImportedRow? {
        var content = content
        var text = body
        if text.last == 0x0A { text.removeLast() }
        if text.last == 0x0D { text.removeLast() }
        let name = NoteName(file.name)
        let heading = title ?? (members.contains { $0.name == "id" } ? nil : name.title)
        if let heading, !heading.isEmpty, !NoteName.mentions(text, heading) {
            text = Array(heading.utf8) + (text.isEmpty ? [] : [0x0A, 0x0A] + text)
        }
        if title == nil, Headline(of: String(decoding: body, as: UTF8.self)).title == nil { return nil }
        content.text = text
        content.tags = Set(content.tags.filter { !$0.bytes.isEmpty }).sorted()
        var said = ""
        if let written = dates["date"] {
            (content.date, said) = (try date(written, of: "date"), written)
        } else if let day = name.day {
            (content.date, said) = (EntryDate(day, .day, in: options.defaults.zone), day.isoDay)
        } else if let written = dates["created"] {
            (content.date, said) = (try date(written, of: "created"), written)
        } else if let first = NoteName.firstLine(body), let date = try? date(first, of: "") {
            (content.date, said) = (date, first)
        } else if let time = file.modifiedAt {
            losses.note(.fileTimes)
            content.date = onClock(time)
        } else if !options.defaults.fillsDates {
            throw ReadProblem(file.path, .row(.missing("date")))
        }
        var identity = ByteWriter(capacity: text.count + 64)
        identity.counted(Array("note".utf8))
        identity.counted(text)
        identity.counted(Array(said.utf8))
        var row = ImportedRow(content: content, identity: identity.bytes)
        (row.id, row.writtenAt) = (id, writtenAt)
        return row
    }

    private func onClock(_ instant: Int64) -> EntryDate {
        let zone = options.defaults.zone
        let offset = ZoneDatabase.offset(of: zone, at: instant)
        return EntryDate(seconds: instant + Int64(offset), offset: offset, zone: zone, precision: .second)
    }

    /// A date as notes write it: ISO, with a zone's offset or the Z of UTC, which is read on the reader's clock.
    private func date(_ written: String, of field: String) throws(ReadProblem) -> EntryDate {
        var text = written
        let end = text.suffix(5)
        if end.count == 5, text.count > 16, let sign = end.first, sign == "+" || sign == "-",
            end.dropFirst().allSatisfy({ $0.isASCII && $0.isWholeNumber })
        {
            text = text.dropLast(2) + ":" + text.suffix(2)
        }
        if let iso = ISODate(text) {
            if let offset = iso.offset, !text.hasSuffix("Z") || zone != nil {
                return EntryDate(
                    seconds: iso.civil.seconds, offset: offset, zone: zone ?? "", precision: iso.precision)
            }
            if iso.offset == 0 { return onClock(iso.civil.seconds) }
            return EntryDate(
                iso.civil, iso.precision, in: zone.flatMap { $0.isEmpty ? nil : $0 } ?? options.defaults.zone)
        }
        do throws(JrnlDates.Ambiguity) {
            if let (time, precision) = try JrnlDates(of: [text], chosen: options.timeFormat).read(text) {
                return EntryDate(time, precision, in: options.defaults.zone)
            }
        } catch {
            throw ReadProblem(file.path, .ambiguousDate(error.text, error.formats))
        }
        throw ReadProblem(file.path, .field(field, .date, found: written))
    }
}

/// What the name of a note's file says, and how it goes with the text.
struct NoteName {
    /// The day that the name begins with, as `2026-11-01`.
    let day: CivilTime?
    /// What else it says; nil if nothing.
    let title: String?

    init(_ name: String) {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let stem = String(name[..<dot])
        day = ISODate(String(stem.prefix(10))).map(\.civil)
        let rest = (day == nil ? stem[...] : stem.dropFirst(10)).drop { " -_.".contains($0) }
        title = rest.isEmpty || name == "-" ? nil : String(rest)
    }

    /// Whether a text's first line is this title, or would give a file this name.
    static func mentions(_ text: [UInt8], _ title: String) -> Bool {
        guard let first = firstLine(text) else { return false }
        let (one, other) = (FileNames.slug(first), FileNames.slug(title))
        return first == title || one == other
            || other.hasPrefix(one + "-") && Int(other.dropFirst(one.count + 1)) != nil
    }

    /// The first line that says something, without the signs of a heading.
    static func firstLine(_ text: [UInt8]) -> String? {
        guard let title = Headline(of: String(decoding: text, as: UTF8.self)).title else { return nil }
        return title.drop { $0 == "#" }.trimmingSpace()
    }

    /// How many links to files a text has: `![](file)` and `![[file]]`, not those to other machines, nor to an entry's
    /// own files.
    static func links(in text: [UInt8]) -> Int {
        var count = 0
        var index = text.startIndex
        while let sign = text[index...].firstIndex(of: UInt8(ascii: "!")) {
            index = sign + 1
            guard index < text.count, text[index] == UInt8(ascii: "[") else { continue }
            if index + 1 < text.count, text[index + 1] == UInt8(ascii: "[") {
                count += 1
                continue
            }
            guard let close = text[index...].prefix(500).firstIndex(of: UInt8(ascii: "]")), close + 1 < text.count,
                text[close + 1] == UInt8(ascii: "(")
            else { continue }
            let target = String(decoding: text[(close + 2)...].prefix(11), as: UTF8.self)
            if !target.contains("://"), !target.hasPrefix(FileReferences.scheme), !target.hasPrefix("data:") {
                count += 1
            }
        }
        return count
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    func trimmingSpace() -> String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
