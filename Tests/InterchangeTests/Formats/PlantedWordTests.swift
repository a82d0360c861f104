/// Every word of a source is in an entry afterwards, or in a counted loss: words are planted into all samples of all
/// formats, some at a time, and looked for; so are files. None is planted into JSON within JSON, nor into attributes of
/// HTML that nobody sees.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Planted words", .timed) struct PlantedWordTests {
    @Test(arguments: try FormatCase.all.filter { try !$0.isRefused })
    func `a word planted anywhere is in an entry, or something is counted for it`(sample: FormatCase) throws {
        let (input, options) = (try sample.input(), try sample.options)
        // What an import of one journal passes over is counted for all that stands in it.
        if options.journal != nil { return }
        let before = Counted(try readEntries(input.source(), format: sample.format, options))
        let files = input.files.sorted { $0.key < $1.key }
        let planted = files.map { (name: $0.key, places: WordPlaces($0.value, in: $0.key, of: input).all) }
            .filter { !$0.places.isEmpty }
        if planted.isEmpty { return }
        var chance = Chance(for: "words planted in \(sample.name)")
        for number in 0..<runs(debug: 6) {
            let (name, places) = chance.pick(planted)
            let (word, place) = ("mark\(number)q", chance.pick(places))
            var text = input.files[name] ?? []
            text.insert(contentsOf: bytes(chance.pick([word + " ", " " + word, " \(word) "])), at: place)
            let source = try input.with(text, at: name).source()
            // A source that is refused says why.
            guard let read = try? readEntries(source, format: sample.format, options) else { continue }
            let after = Counted(read)
            let isSaid = read.rows.contains { row in
                row.content.said.contains(word) || row.earlier.contains { $0.content.said.contains(word) }
            }
            #expect(
                isSaid || after.sum > before.sum || after.holds(name),
                "\(name): \(String(decoding: text[max(0, place - 60)..<min(text.count, place + 60)], as: UTF8.self))")
        }
    }

    @Test(arguments: try FormatCase.all.filter { try !$0.isRefused && $0.input().isFolder })
    func `a file put anywhere is in an entry, or counted`(sample: FormatCase) throws {
        let (input, options) = (try sample.input(), try sample.options)
        if options.journal != nil { return }
        let before = Counted(try readEntries(input.source(), format: sample.format, options))
        var chance = Chance(for: "files put into \(sample.name)")
        for _ in 0..<2 {
            let ending = chance.pick(["txt", "md", "png", "json", "dat", "html", "csv", "org", "zip", ""])
            let beside = chance.pick(input.files.keys.sorted()).split(separator: "/").dropLast()
            let name = (beside + [ending.isEmpty ? "mark" : "mark." + ending]).joined(separator: "/")
            let source = try input.with(bytes("markq"), at: name).source()
            guard let read = try? readEntries(source, format: sample.format, options) else { continue }
            let after = Counted(read)
            let isSaid = read.rows.contains { row in
                row.content.said.contains("markq") || row.content.attachments.contains { $0.name.hasPrefix("mark") }
            }
            #expect(isSaid || after.sum > before.sum || after.holds(name), "\(name)")
        }
    }
}

/// What an import counts, and the files of which something was counted that holds words.
private struct Counted {
    let sum: Int
    private let files: [String]

    private static let holding: [FormatLoss] = [
        .trashed, .copies, .templates, .pages, .files, .ciphers, .twice, .emptyEntries, .richTexts, .extra,
        .attachments,
    ]

    init(_ read: ReadRows) {
        let losses = read.losses.all.reduce(0) { $0 + $1.count } + read.rowLosses.values.reduce(0, +)
        sum = losses + read.leftOut.count + read.unknown.values.reduce(0, +)
        let places = Self.holding.flatMap { read.losses.places(of: $0) }.map(\.file)
        files = places + read.leftOut.problems.map(\.file)
    }

    /// Whether a file is counted; of a bundle, which is one note, one of its files is enough.
    func holds(_ name: String) -> Bool {
        let bundle = name.firstRange(of: ".textbundle/").map { String(name[..<$0.upperBound]) }
        return files.contains { $0.hasSuffix(name) || bundle.map($0.contains) == true }
    }
}

extension EntryContent {
    /// All words of it.
    fileprivate var said: String {
        let names = attachments.map(\.name) + tags.map(\.text)
        let fields = extra.map { $0.key + " " + String(decoding: $0.value, as: UTF8.self) }
        let sky = weather.map { [$0.main, $0.icon, $0.description] } ?? []
        return ([String(decoding: text, as: UTF8.self)] + names + fields + sky).joined(separator: " ")
    }
}

/// Where a person's words stand in a file, or may: neither in names of fields and marks, nor in what only programs
/// read, nor in what says again what another file says.
private struct WordPlaces {
    private(set) var all: [Int] = []
    private let text: [UInt8]

    private static let notes = ["md", "markdown", "txt", "text", "org", "csv", "tsv"]
    private static let calendars = ["ics", "vcs", "vnt"]
    /// Members of JSON that name or sort things for programs, and Journey's beginning of the text.
    private static let silentMembers = [
        "id", "uuid", "md5", "sha256", "type", "identifier", "content_type", "timeZone", "timezone", "mediaType",
        "version", "application", "noteType", "preview_text",
    ]
    /// What begins with these is no text of a page, or is hidden in it.
    private static let hidden = [
        "<!--", "<script", "<style", "<mime", "<data", "<?", "<!D", "<object", "<select",
    ]
    private static let shownAttributes = [" alt=\"", " title=\"", " href=\"", " src=\""]
    private static let silentProperties = [
        "VERSION", "PRODID", "CALSCALE", "METHOD", "BEGIN", "END", "TZ", "ATTACH",
    ]

    init(_ text: [UInt8], in path: String, of input: FormatInput) {
        self.text = text
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        let isText = (try? UTF8Span(validating: text.span)) != nil && !text.contains(0) && text.count > 1
        let first = text.first { ![0x20, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard isText, let first, !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
            !Self.saysAgain(path, ending, input)
        else { return }
        if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first), ending != "md" {
            ofJSON()
        } else if ["html", "htm", "enex"].contains(ending) {
            ofPage()
        } else if Self.calendars.contains(ending) {
            ofCalendar()
        } else if Self.notes.contains(ending) || !path.contains(".") {
            ofText(isOrg: ending == "org")
        }
    }

    /// Whether a file says again what another says: Keep's page of a note beside its JSON, and Notion's table beside
    /// the pages of its rows.
    private static func saysAgain(_ path: String, _ ending: String, _ input: FormatInput) -> Bool {
        let stem = path.dropLast(ending.count)
        if ending == "html" { return input.files["\(stem)json"] != nil }
        let isNotion = ending == "csv" && stem.split(separator: " ").last.map { $0.count >= 32 } == true
        return isNotion && input.files.keys.contains { $0.hasSuffix(".md") }
    }

    /// Both ends of strings that are values.
    private mutating func ofJSON() {
        var (name, open) = ("", Int?.none)
        for index in text.indices where text[index] == UInt8(ascii: "\"") && !isEscaped(index) {
            guard let start = open else {
                open = index + 1
                continue
            }
            open = nil
            let behind = text[(index + 1)...].first { $0 > 0x20 }
            if behind == UInt8(ascii: ":") {
                name = String(decoding: text[start..<index], as: UTF8.self)
            } else if !Self.silentMembers.contains(name), !text[start..<index].contains(0x5C) {
                all += [start, index]
            }
        }
    }

    private func isEscaped(_ index: Int) -> Bool {
        text[..<index].reversed().prefix { $0 == 0x5C }.count % 2 == 1
    }

    /// Where words begin or end between marks.
    private mutating func ofPage() {
        var start = 0
        while let open = text[start...].firstIndex(of: UInt8(ascii: "<")) {
            let shown = start..<open
            if text[shown].contains(where: { $0 > 0x20 }), !text[shown].starts(with: Array("]]".utf8)) {
                all += [shown.lowerBound] + shown.filter { text[$0] == 0x20 }
            }
            start = (text[open...].firstIndex(of: UInt8(ascii: ">")) ?? text.count - 1) + 1
            let mark = text[open..<start]
            if !["<link", "<base", "<meta"].contains(where: { mark.starts(with: $0.utf8) }) {
                for name in Self.shownAttributes {
                    let place = mark.indices.first { mark[$0...].starts(with: name.utf8) }
                    if let place { all.append(place + name.utf8.count) }
                }
            }
            if Self.hidden.contains(where: { text[open...].starts(with: $0.utf8) }) {
                start = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
            }
        }
    }

    /// Behind the colon of a property that says something.
    private mutating func ofCalendar() {
        for index in text.indices where text[index] == UInt8(ascii: ":") {
            let line = (text[..<index].lastIndex(of: 0x0A) ?? -1) + 1
            if text[line] <= 0x20 || text[line..<index].contains(UInt8(ascii: ":")) { continue }
            if !Self.silentProperties.contains(where: { text[line...].starts(with: $0.utf8) }) { all.append(index + 1) }
        }
    }

    /// Between words, but not within marks of HTML or stamps of Org, nor behind a type of YAML; of Joplin's files what
    /// stands before the lines of properties.
    private mutating func ofText(isOrg: Bool) {
        let isJoplin = text.split(separator: 0x0A).last?.starts(with: "type_:".utf8) == true
        let end = isJoplin ? text.indices.last { text[$0...].starts(with: [0x0A, 0x0A]) } ?? 0 : text.count
        var (isMark, word) = (false, 0)
        for index in 0..<end {
            switch text[index] {
            case UInt8(ascii: "<"): isMark = true
            case UInt8(ascii: "[") where isOrg: isMark = true
            case UInt8(ascii: ">"), UInt8(ascii: "]"), 0x0A: isMark = false
            default: break
            }
            guard text[index] == 0x20 || text[index] == 0x0A else { continue }
            if !isMark, !text[word..<index].starts(with: "!!".utf8) { all.append(index) }
            word = index + 1
        }
    }
}
