/// A folder of `Tests/Fixtures/formats`: what a person imports, what is said with it, and what comes of it.

import DiaryEngine
import DiaryModel
import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

struct FormatCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// What the case shows, in a sentence.
    let about: String

    var testDescription: String { "\(name): \(about)" }

    static var all: [FormatCase] {
        get throws {
            try FileSystem.contents(of: projectFile("Tests/Fixtures/formats")).sorted().map { name in
                let about = try Fixture("formats/\(name)/about").text
                return FormatCase(name: name, about: String(about.prefix { $0 != "\n" }))
            }
        }
    }

    func fixture(_ file: String) -> Fixture { Fixture("formats/\(name)/\(file)") }

    /// The file, or the folder, that is imported.
    func input() throws -> FormatInput {
        let folder = fixture("input").path
        guard let only = try FileSystem.contents(of: folder).first else { throw Missing.input }
        let modifiedAt = try said("modified").first.flatMap { Int64($0) }
        switch try Source(at: folder + "/" + only) {
        case .file(let file):
            return FormatInput(name: only, files: [only: try file.bytes()], isFolder: false, modifiedAt: modifiedAt)
        case .folder(let files):
            var all: [String: [UInt8]] = [:]
            for name in files.names { all[name] = try files.file(name).bytes() }
            return FormatInput(name: only, files: all, isFolder: true, modifiedAt: modifiedAt)
        }
    }

    /// The same as it lies on the disk, where a name is the bytes that it is.
    func source() throws -> Source {
        let input = try input()
        let path = fixture("input").path + "/" + input.name
        guard input.isFolder, !input.name.hasSuffix(".zip"), case .folder(let folder) = try Source(at: path) else {
            return try input.source()
        }
        var whole = SourceFolder(path: input.name, names: folder.names) { (name) throws(ReadProblem) in
            var file = try folder.file(name)
            (file.path, file.modifiedAt) = ("\(input.name)/\(name)", input.modifiedAt)
            return file
        } pour: { (name, visit) throws(ReadProblem) in
            try folder.stream(name, visit)
        }
        whole.hidden = folder.hidden
        whole.problems = folder.problems.map { ReadProblem(input.name, at: $0.position, $0.reason) }
        return .folder(whole)
    }

    /// What the options say under a name, each time that it stands there.
    private func said(_ name: String) throws -> [String] {
        guard try FileSystem.kind(of: fixture("options").path) == .file else { return [] }
        return try fixture("options").text.split(separator: "\n").compactMap { line in
            line == name ? "" : line.hasPrefix(name + " ") ? String(line.dropFirst(name.count + 1)) : nil
        }
    }

    var isRefused: Bool { get throws { try FileSystem.kind(of: fixture("expected.jsonl").path) == .missing } }

    var format: EntryFormat? { get throws { try said("format").first.flatMap { EntryFormat(named: $0) } } }

    /// Whether `%` stands in it wherever the format has a place for words.
    var isMarked: Bool { name.hasPrefix("marked-") }

    /// Which of its marked words are in no entry, from 0, and what is counted for them.
    var lost: [(kind: String, words: [Int])] {
        get throws {
            try said("lost").map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), parts.dropFirst().compactMap { Int($0) })
            }
        }
    }

    var options: ReadOptions {
        get throws {
            var options = readOptions(
                zone: try said("zone").first ?? "Asia/Seoul", timeFormat: try said("time-format").first)
            options.splitsHeadings = try !said("split-headings").isEmpty
            options.tagsJournals = try said("no-journal-tags").isEmpty
            options.journal = try said("journal").first
            options.defaults.dateMissing = try said("date-missing").first.flatMap { DateMissing(rawValue: $0) }
            options.with = Set(try said("with").compactMap { FormatLoss(rawValue: $0) })
            for column in try said("column") {
                let parts = column.split(separator: "=", maxSplits: 1).map(String.init)
                if let part = EntryColumn(rawValue: parts[0]) { options.columns[part] = parts.last }
            }
            return options
        }
    }

    private enum Missing: Error { case input }
}

/// What is imported: its name, and all files by their paths in it.
struct FormatInput {
    let name: String
    var files: [String: [UInt8]]
    let isFolder: Bool
    let modifiedAt: Int64?

    /// The path of the largest file.
    var largest: String { files.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key ?? "" }

    /// The same with other bytes at a path.
    func with(_ bytes: [UInt8], at path: String) -> FormatInput {
        var other = self
        other.files[path] = bytes
        return other
    }

    func source() throws -> Source {
        if !isFolder {
            let bytes = files[name] ?? []
            if let archive = try Source.archive(ByteSource(bytes), path: name) { return archive }
            return .file(SourceFile(path: name, bytes: bytes, modifiedAt: modifiedAt))
        }
        if name.hasSuffix(".zip"), let archive = try Source.archive(ByteSource(zipped()), path: name) {
            return archive
        }
        return .folder(
            SourceFolder(path: name, names: files.keys.sorted()) { (file) throws(ReadProblem) in
                SourceFile(path: "\(name)/\(file)", bytes: files[file] ?? [], modifiedAt: modifiedAt)
            })
    }

    /// A folder that is called a zip is packed into one.
    private func zipped() -> [UInt8] {
        ForgedZip(files.sorted { $0.key < $1.key }.map { .init($0.key, bytes: $0.value) }).bytes
    }
}

/// What came of an import, in words: its entries, a line each, and what was lost, or why it was refused.
struct FormatResult: Equatable {
    /// Nil if the source was refused.
    var entries: String?
    var losses: String

    init(_ read: () throws(ReadProblem) -> ReadRows) {
        do throws(ReadProblem) {
            var read = try read()
            read.settleLinks()
            let done = read
            entries = zip(read.rows, read.origins).map { Self.line($0, from: $1, in: done) }.joined()
            let format = "format \(read.format?.rawValue ?? "none")"
            let lost = read.losses.all.map { loss, count in
                let places = read.losses.places(of: loss).map { "\($0.file), \($0.position)" }
                return (["\(loss) \(count)"] + places).joined(separator: " ")
            }
            let unknown = read.unknown.sorted { $0.key < $1.key }.map { "unknown \($0.key) \($0.value)" }
            let others = read.passedOver.sorted { $0.key < $1.key }.map { "passed over \($0.key) \($0.value)" }
            let out = read.leftOut.problems.map { "left out " + Self.words($0) }
            losses = ([format] + lost + unknown + others + out).map { $0 + "\n" }.joined()
            losses += read.rowLosses.map { "of rows \($0) \($1)\n" }.sorted().joined()
        } catch {
            losses = "refused \(Self.words(error))\n"
        }
    }

    private static func words(_ problem: ReadProblem) -> String {
        var reason = "\(problem.reason)"
        for type in ["ReadProblem.Expected", "RowReason", "UnreadKind", "Cipher"] {
            reason = reason.replacing("Interchange.\(type).", with: "")
        }
        return "\(problem.file), \(problem.position): \(reason)"
    }

    private static func line(_ row: ImportedRow, from origin: RowOrigin, in read: ReadRows) -> String {
        var members = [JSONMember("at", .text("\(origin.file), \(origin.position)"))] + self.members(of: row.content)
        if let id = row.id { members.append(JSONMember("id", .text(id.hexadecimal))) }
        let identity = Digest(hashing: row.identity).hexadecimal.prefix(16)
        members.append(JSONMember(row.isNamed ? "name" : "identity", .text(String(identity))))
        let leads = row.links.compactMap { link -> JSONValue? in
            guard let place = read.leads[link.name] else { return nil }
            let (from, to) = (row.content.text[link.bytes], read.origins[place])
            let words = [link.before, Array("→".utf8), link.after].joined()
            return .array([.string(Array(from)), .string(Array(words)), .text("\(to.file), \(to.position)")])
        }
        if !leads.isEmpty { members.append(JSONMember("leads", .array(leads))) }
        if let stamp = row.writtenAt { members.append(written(at: stamp)) }
        if !row.earlier.isEmpty {
            let earlier = row.earlier.map { version in
                var members = self.members(of: version.content)
                if version.isDeleted { members.append(JSONMember("deleted", .bool(true))) }
                if let stamp = version.writtenAt { members.append(written(at: stamp)) }
                return JSONValue.object(members)
            }
            members.append(JSONMember("earlier", .array(earlier)))
        }
        return String(decoding: JSONWriter.bytes(.object(members)), as: UTF8.self) + "\n"
    }

    private static func written(at stamp: ClockReading) -> JSONMember {
        JSONMember("writtenAt", .text("\(stamp.wall) \(stamp.offset)"))
    }

    private static func members(of content: EntryContent) -> [JSONMember] {
        var members = [
            JSONMember("date", .text("\(content.date.rfc3339()) \(content.date.zone) \(content.date.precision)")),
            JSONMember("text", .string(content.text)),
        ]
        func list(_ name: String, _ values: [JSONValue]) {
            if !values.isEmpty { members.append(JSONMember(name, .array(values))) }
        }
        list("tags", content.tags.map { .text($0.text) })
        list("textTags", content.textTags.map { .text($0.text) })
        if content.isStarred { members.append(JSONMember("starred", .bool(true))) }
        if let place = content.place {
            members.append(JSONMember("place", .array([.number(place.latitude), .number(place.longitude)])))
        }
        if let weather = content.weather {
            var words: [JSONMember] = [
                JSONMember("main", .text(weather.main)), JSONMember("icon", .text(weather.icon)),
                JSONMember("description", .text(weather.description)), JSONMember("source", .text(weather.source)),
            ].filter { $0.value != .text("") }
            if let degrees = weather.temperature { words.append(JSONMember("temperature", .number(degrees))) }
            if let second = weather.observedAt { words.append(JSONMember("observedAt", .number(second))) }
            members.append(JSONMember("weather", .object(words)))
        }
        list("extra", content.extra.map { .array([.text($0.key), .string($0.value)]) })
        list(
            "attachments",
            content.attachments.map { file in
                let hash = file.file?.hash.hexadecimal.prefix(16) ?? "none"
                return .array([.text(file.name), .text(file.mediaType), .number(file.size), .text(String(hash))])
            })
        return members
    }
}
