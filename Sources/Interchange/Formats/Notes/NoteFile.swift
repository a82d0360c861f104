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
    /// What holds for all of its entries.
    private var said: Said
    private var title: String?
    /// What stands in the `<title>` of a page.
    private var pageTitle = ""
    private var isPage = false
    /// Whether the front matter has an identifier of ours: then the text stands as it was written.
    private var isOurs = false
    /// Whether a note of this name without its end lies beside it.
    private let isTaken: (String) -> Bool
    private var dates: [String: String] = [:]
    /// A field that says the time of day.
    private var clock: (name: String, words: String)?
    private var zone: String?
    /// What it says that the entry does not.
    private(set) var losses = FormatLosses()
    /// Whether it is made for other notes to begin with.
    private(set) var isTemplate = false
    /// Whether its front matter says that it lies in a bin.
    private(set) var isTrashed = false
    /// Paths of files that the front matter names.
    private(set) var listed: [String] = []

    /// `besides` is what another file says of it.
    init(
        _ file: SourceFile, _ options: ReadOptions, besides: [JSONMember] = [],
        isTaken: @escaping (String) -> Bool = { _ in false }
    ) throws {
        (self.file, self.options, self.isTaken) = (file, options, isTaken)
        body = try file.text()
        said = Said("note", at: RowOrigin(file.path))
        losses.here = said.origin
        if NoteFolder.has(file.path, NoteFolder.pages) {
            let page = HTMLDocument(body)
            isPage = true
            pageTitle = page.title.trimmingSpace()
            body = Array(page.text.utf8)
            losses.note(of: page)
            members = page.members
            dates["shown"] = page.published
        } else {
            splitFrontMatter()
        }
        members += besides
        if members.contains(where: { Self.isPlaceholder($0.value.words) })
            || Self.isPlaceholder(NoteName.firstLine(body))
        {
            isTemplate = true
        }
        // A note that is named by its day is written, whatever is still to be put in.
        if isTemplate, let name = try? NoteName(file.path, options), name.time != nil { isTemplate = false }
        if isTemplate, !options.with.contains(.templates) { return }
        isTrashed = members.contains(where: \.saysTrashed)
        isOurs = members.contains { $0.name == "id" && Self.id($0.value) != nil }
        said.isOurs = isOurs
        for member in members { try take(member) }
    }

    private mutating func splitFrontMatter() {
        let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
        func sign(_ line: ArraySlice<UInt8>) -> String {
            let end = line.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }
            return String(decoding: end.map { line[...$0] } ?? [], as: UTF8.self)
        }
        /// Takes the first lines, and a blank one behind them, from the text.
        func takeHead(_ count: Int) {
            body = Array(lines.dropFirst(count).joined(separator: [0x0A]))
            if body.first == 0x0D { body.removeFirst() }
            if body.first == 0x0A { body.removeFirst() }
        }
        let mark = sign(lines[0])
        // Zim's head ends at a blank line; that of Logseq has `NAME:: VALUE`.
        let (start, colon) = mark == "Content-Type: text/x-zim-wiki" ? (1, ":") : (0, "::")
        var said: [JSONMember] = []
        for line in lines[start...].lazy.map(sign) {
            guard let end = line.firstRange(of: colon), case let name = line[..<end.lowerBound],
                start > 0 || !name.isEmpty && name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
            else { break }
            said.append(JSONMember(String(name), .text(line[end.upperBound...].trimmingSpace())))
        }
        if start > 0 || said.contains(where: { ["date", "created", "title"].contains(Self.usual($0.name)) }) {
            members = said
            return takeHead(said.count + start)
        }
        // Pandoc's: title, authors and date.
        if mark.hasPrefix("%"), case let head = lines.prefix(3).map(sign), head.allSatisfy({ $0.hasPrefix("%") }),
            case let words = head.map({ $0.dropFirst().trimmingSpace() }), isDate(words[words.count - 1])
        {
            let names = words.count == 3 ? ["title", "author", "date"] : ["title", "date"]
            members = zip(names, words).map { JSONMember($0, .text($1)) }
            return takeHead(words.count)
        }
        // Hugo's, which may be JSON.
        if mark == "{", let end = lines.firstIndex(where: { sign($0) == "}" }),
            case .object(let found)? = try? JSONValue(
                forgiving: Array(lines[...end].joined(separator: [0x0A])), isWhole: true)
        {
            members = found
            return takeHead(end + 1)
        }
        guard mark == "---" || mark == "+++",
            let end = lines.indices.dropFirst().first(where: { index in
                sign(lines[index]) == mark || (mark == "---" && sign(lines[index]) == "...")
            })
        else { return }
        let front = Array(lines[1..<end].joined(separator: [0x0A]))
        do throws(ParseProblem) {
            if mark == "+++" {
                members = try TOMLReader.members(of: front, firstLine: 2)
            } else {
                switch try YAMLReader.value(of: front, firstLine: 2, takesNamesTwice: true) {
                case .object(let members): self.members = members
                case .null: break
                // Two rules of Markdown with words between them.
                default: return
                }
            }
        } catch {
            let words = String(decoding: front, as: UTF8.self)
            isTemplate = words.contains("{{") || words.contains("<%")
            // A line that says the date is good all the same.
            for line in words.split(whereSeparator: \.isNewline) {
                guard let sign = line.firstIndex(where: { $0 == ":" || $0 == "=" || $0 == "：" }) else { continue }
                let value = line[line.index(after: sign)...].trimmingSpace().filter { $0 != "\"" && $0 != "'" }
                let name = Self.usual(String(line[..<sign]).trimmingSpace())
                if ["date", "created"].contains(name), dates[name] == nil, isDate(value) { dates[name] = value }
            }
            return losses.note(.frontMatter)
        }
        noteComments(String(decoding: front, as: UTF8.self))
        takeHead(end + 1)
    }

    /// Counts the comments of front matter: what stands behind `#` and is in no value.
    private mutating func noteComments(_ front: String) {
        guard front.contains("#") else { return }
        let said = members.map { String(decoding: JSONWriter.bytes($0.value), as: UTF8.self) }
        // Where that would be much to look through, each is taken for one.
        let isMuch = front.utf8.count { $0 == 0x23 } * said.reduce(0) { $0 + $1.utf8.count } > 1 << 22
        for line in front.split(whereSeparator: \.isNewline) {
            guard let sign = line.firstIndex(of: "#"), case let words = line[sign...].dropFirst().trimmingSpace(),
                !words.isEmpty, line[..<sign].last?.isWhitespace ?? true
            else { continue }
            if isMuch || !said.contains(where: { $0.contains(words) }) { losses.note(.extra) }
        }
    }

    private static func id(_ value: JSONValue) -> EntryID? {
        value.saidText.flatMap { EntryID(hexadecimal: $0) }.flatMap { $0 == .zero ? nil : $0 }
    }

    /// Takes up a member; what holds something else than it must stays a field, if it is no date.
    private mutating func take(_ member: JSONMember) throws(JSONProblem) {
        let name = isOurs ? member.name : Self.usual(member.name)
        switch (name, member.value) {
        case ("title", .null), ("tags", .null), ("date", .null), ("place", .null), ("weather", .null), ("zone", .null):
            return
        case ("time", let value) where !isOurs:
            if let words = value.words { clock = (member.name, words) }
            keep(member)
        case ("title", let value):
            if let words = value.words { title = words } else { keep(member) }
        case ("tags", .array(let values)):
            let tags = values.filter { $0 != .null }.flatMap(Self.leaves)
            let words = tags.compactMap(\.words)
            said.tags += words.map { Tag.typed($0) }
            losses.note(.tags, tags.count - words.count)
        case ("tags", let value):
            guard let text = value.words else { return keep(member) }
            said.tags += Tag.typed(list: text)
        case ("starred", .bool(let isStarred)): said.isStarred = isStarred
        case ("date", let value):
            guard case let leaves = Self.leaves(value), let written = leaves.first?.words else { return keep(member) }
            let day = WrittenTime.words(of: written)
            if leaves.count > 1 || ["→", "|", "]("].contains(where: written.contains) { keep(member) }
            if let other = dates["date"], other != day {
                throw .nameTwice(member.name)
            }
            if !day.isEmpty { dates["date"] = day }
        case ("zone", .string(let bytes)):
            let name = String(decoding: bytes, as: UTF8.self)
            if name.isEmpty || ZoneDatabase.exists(name) { zone = name } else { keep(member) }
        case ("place", .object), ("weather", .object):
            var fields = EntryFields()
            guard (try? fields.take(member)) == true else { return keep(member) }
            said.place = said.place ?? fields.place
            said.weather = said.weather ?? fields.weather
        case ("attachments", .array(let values)) where values.allSatisfy(Self.isString):
            for case .string(let bytes) in values { listed.append(String(decoding: bytes, as: UTF8.self)) }
        // What we write there is called as something else of the entry's.
        case ("fields", .object(let members)) where isOurs:
            for member in members { keep(member) }
        case ("aliases", let value), ("alias", let value):
            said.names += Self.leaves(value).compactMap(\.words)
            keep(member)
        case ("id", let value):
            if let id = Self.id(value) { said.id = id } else { keep(member) }
        default:
            if name == "created", let text = member.value.words.map(WrittenTime.words) {
                let isOwn = member.name == name
                if isOwn || dates["created"] == nil && isDate(text) { dates["created"] = text }
                if let date = ISODate(text), let offset = date.offset, isOurs {
                    let seconds = date.civil.seconds - Int64(offset)
                    said.writtenAt = ClockReading(wall: seconds * 1_000_000 + Int64(date.microsecond), offset: offset)
                    return
                }
            }
            keep(member)
        }
    }

    /// Whether a text is a date, or one of two.
    private func isDate(_ text: String) -> Bool {
        do throws(DateOrder.Ambiguity) { return try WrittenTime(text, options) != nil } catch { return true }
    }

    private static func small(_ name: String) -> String {
        name.lowercased().filter { !" _-*".contains($0) }
    }

    /// What a date is called, as in tables.
    private static let whens = Set(EntryColumn.date.names.map(small))
    private static let times = Set(EntryColumn.time.names.map(small))
    private static let zones = Set(EntryColumn.zone.names.map(small))

    /// Whether a date is called so.
    static func isWhen(_ name: String) -> Bool { whens.contains(small(name)) }

    /// The name that we have for what a note's front matter calls so. A date that is called otherwise counts less than
    /// that of the file's name, as `created` does.
    private static func usual(_ name: String) -> String {
        let small = small(name)
        switch small {
        case "date" where name == small: return name
        case _ where whens.contains(small): return "created"
        case _ where times.contains(small): return "time"
        case _ where zones.contains(small): return "zone"
        case "title", "제목": return "title"
        case "tags", "tag", "태그": return "tags"
        default: return name
        }
    }

    /// Whether a value is to be put in when a note is made of this one: `{{…}}` or `<% … %>` alone, or within other
    /// words what a day is called.
    private static func isPlaceholder(_ words: String?) -> Bool {
        guard let words else { return false }
        if words.hasPrefix("{{") || words.hasPrefix("<%") || words.contains("<% tp.") { return true }
        guard let open = words.firstRange(of: "{{") else { return false }
        let name = words[open.upperBound...].drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
        return ["date", "time", "title", "today", "now", "yesterday", "tomorrow", "weekday"].contains(name)
    }

    /// What stands in lists within lists.
    private static func leaves(_ value: JSONValue) -> [JSONValue] {
        if case .array(let values) = value { values.flatMap(leaves) } else { [value] }
    }

    private static func isString(_ value: JSONValue) -> Bool {
        if case .string = value { true } else { false }
    }

    private mutating func keep(_ member: JSONMember) { said.keep(member.name, member.value) }

    /// The entry, or one for each heading that is a date, if that is asked for; none if the note says nothing. One
    /// without a date is for the caller to date.
    func all() throws -> [Said] {
        let split = options.splitsHeadings ? try NoteSection.all(of: body, options) : nil
        guard let (before, sections) = split, !sections.isEmpty else { return try whole(body) }
        let isSaid = before.saysSomething
        let parts = said.split(into: sections, options, title: isSaid ? nil : title ?? "", zone: zone)
        return (isSaid ? try whole(before) : []) + parts
    }

    /// The entry of a text without headings that are dates.
    private func whole(_ body: [UInt8]) throws -> [Said] {
        var said = said
        said.text = body
        if said.text.last == 0x0A { said.text.removeLast() }
        if said.text.last == 0x0D { said.text.removeLast() }
        let name = try NoteName(file.path, options)
        var (title, dates) = (title, dates)
        /// Takes up a date that a page shows: on the day that the file's name is, it says more.
        func show(_ written: String, _ time: WrittenTime) {
            let isBetter = name.time?.precision == .day && time.precision != .day
            let field = isBetter ? "date" : "created"
            dates[field] = dates[field] ?? written
        }
        let isDated = name.time != nil || dates["date"] != nil
        /// Where something else says the day, a date that is one of two is a word like others.
        func time(_ written: String) throws(DateOrder.Ambiguity) -> WrittenTime? {
            isDated ? (try? WrittenTime(written, options)) ?? nil : try WrittenTime(written, options)
        }
        if title == nil, !pageTitle.isEmpty {
            // A page's title may be its date.
            let time = try time(pageTitle)
            let isDate = time.map { name.time?.civil.isoDay ?? $0.civil.isoDay == $0.civil.isoDay } ?? false
            if let time, isDate { show(pageTitle, time) } else { title = pageTitle }
        } else if !pageTitle.isEmpty, title != pageTitle {
            said.keep("title", .text(pageTitle))
        }
        if title == nil, !isOurs, !body.saysSomething {
            // As of a day in a table of moods, what else it says is the text.
            if !isPage { said.text = said.otherWords() }
            // Of a day that is named, the name may be all that is written.
            if !said.text.saysSomething, name.time == nil || name.title == nil { return [] }
        }
        // Of a page without the backslashes that its signs got.
        let first = NoteName.firstLine(body).map { isPage ? $0.filter { $0 != "\\" } : $0 }
        // Apple's Journal has the date above all that it shows.
        if isPage, let first, let end = said.text.firstIndex(of: 0x0A), let time = try time(first),
            name.time.map({ $0.civil.isoDay == time.civil.isoDay }) ?? true
        {
            show(first, time)
            said.text = Array(said.text[end...].drop { $0 == 0x0A })
        }
        said.names.append(title ?? "")
        // A note that is called as a day is meant by that day, however a link writes it.
        if let time = name.time, name.title == nil { said.names.append(time.civil.isoDay) }
        if title == nil, !isOurs {
            func ofName(_ written: String?) -> String {
                NoteName.title(written, besides: body, isTaken: isTaken) ?? ""
            }
            said.title = ofName(name.known.title)
            if name.known.title != name.title { said.known = [said.titled] }
            title = ofName(name.title)
        }
        said.title = title ?? ""
        // Where the name says the day, a date that cannot be read is a word like others.
        if let written = dates["date"], name.time != nil, try WrittenTime(written, options) == nil {
            said.others.append(ExtraField(key: "date", value: Array(written.utf8)))
            dates["date"] = nil
        }
        if let written = dates["created"], try time(written) == nil { dates["created"] = nil }
        let settled: WrittenTime?
        if let written = dates["date"] {
            (settled, said.dated) = (try date(written, of: "date"), written)
        } else if name.time != nil, let known = name.known.time {
            (settled, said.dated) = (name.time, known.text)
        } else if let written = dates["created"] {
            (settled, said.dated) = (try date(written, of: "created"), written)
        } else if let first, let time = try time(first) {
            (settled, said.dated) = (time, first)
        } else {
            let shown = try name.time ?? dates["shown"].flatMap(time)
            (settled, said.dated) = (try shown ?? NoteLines.date(of: body, isPage: isPage, options), "")
        }
        if let settled { said.date = try exact(settled, &said).said(in: options.defaults.zone, named: zone) }
        return [said]
    }

    /// A day with the time of day that a field says; then that is no field any more.
    private func exact(_ day: WrittenTime, _ said: inout Said) throws(DateOrder.Ambiguity) -> WrittenTime {
        guard day.precision == .day, let clock,
            let time = try WrittenTime(day.civil.isoDay + " " + clock.words, options), time.precision != .day
        else { return day }
        said.others.removeAll { $0.key == clock.name }
        return time
    }

    private func date(_ written: String, of field: String) throws -> WrittenTime {
        guard let time = try WrittenTime(written, options) else {
            throw ReadProblem.Reason.field(field, .date, found: written)
        }
        return time
    }
}
