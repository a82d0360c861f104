package import DiaryEngine
internal import DiaryModel

/// What `jrnl --format yaml` writes: a folder of `YYYY-MM-DD_slug.md`, each with a head of lines and the body under
/// `body: |`. It is no YAML (the body is indented by tabs, and nothing is quoted), so it is read line by line.
enum JrnlYAML: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .folder(let folder) = source, let name = folder.names.first(where: isEntry),
            let file = try? folder.file(name)
        else { return false }
        let head = String(decoding: file.head.prefix(4000), as: UTF8.self)
        return head.hasPrefix("---\ntitle: ") && head.contains("\nbody: |")
    }

    private static func isEntry(_ name: String) -> Bool {
        let last = name.split(separator: "/").last ?? ""
        return last.hasSuffix(".md") && last.dropFirst(10).first == "_" && ISODate(String(last.prefix(10))) != nil
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        for name in folder.names {
            guard isEntry(name) else {
                entries.losses.note(.files)
                continue
            }
            let file = try folder.file(name)
            try entries.add(row(file, options), from: RowOrigin(file.path))
        }
        if entries.count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
    }

    private static func row(_ file: SourceFile, _ options: ReadOptions) throws(ReadProblem) -> ImportedRow {
        var lines = try file.text().split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        while lines.last?.isEmpty == true { lines.removeLast() }
        func wrong(_ line: Int, _ expected: ReadProblem.Expected) -> ReadProblem {
            let found = line <= lines.endIndex && line > 0 ? lines[line - 1] : []
            return ReadProblem(file.path, at: .line(line), .expected(expected, found: ReadProblem.excerpt(found)))
        }
        guard lines.first.map(Array.init) == Array("---".utf8) else { throw wrong(1, .jrnlYAML) }
        guard lines.count > 1, lines.last.map(Array.init) == Array("...".utf8) else {
            throw wrong(lines.endIndex, .jrnlYAML)
        }
        var entry = JrnlEntry(title: [], body: [])
        var date: EntryDate?
        var number = 1
        while number < lines.endIndex - 1 {
            let line = lines[number]
            number += 1
            guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex, line.first != 0x20 else {
                throw wrong(number, .jrnlYAML)
            }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = Array(line[(colon + 1)...].drop { $0 == 0x20 })
            let text = String(decoding: value, as: UTF8.self)
            switch name {
            case "title": entry.title = value
            case "starred": entry.isStarred = text.lowercased() == "true"
            case "tags":
                entry.tags = text.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
            case "date":
                do throws(JrnlDates.Ambiguity) {
                    date = try WrittenTime(text, options)?.date(in: options.defaults.zone)
                } catch { throw ReadProblem(file.path, at: .line(number), error) }
                if date == nil { throw ReadProblem(file.path, at: .line(number), .field("date", .date, found: text)) }
            case "body":
                let body = lines[number..<(lines.endIndex - 1)].map { $0.first == 0x09 ? $0.dropFirst() : $0 }
                entry.body = Array(body.joined(separator: [0x0A]))
                number = lines.endIndex - 1
            default:
                var nested: [ArraySlice<UInt8>] = []
                while number < lines.endIndex - 1, lines[number].first == 0x20 {
                    nested.append(lines[number].drop { $0 == 0x20 })
                    number += 1
                }
                let whole = nested.isEmpty ? value : Array(nested.joined(separator: [0x0A]))
                if let field = ExtraField(name, .string(whole)) { entry.extra.append(field) }
            }
        }
        guard let date else { throw ReadProblem(file.path, .row(.missing("date"))) }
        while let last = entry.body.last, [0x0A, 0x0D, 0x20, 0x09].contains(last) { entry.body.removeLast() }
        if Set(entry.extra.map(\.key)).count < entry.extra.count {
            throw ReadProblem(file.path, .row(.json(.nameTwice(entry.extra.last?.key ?? ""))))
        }
        return entry.row(date)
    }
}

/// Writes what `jrnl --format yaml` does, with the body as it is.
package struct JrnlYAMLWriter: EntryWriter {
    package let isFolder = true
    package private(set) var losses = FormatLosses()
    private let format: TimeFormat
    private let zone: String
    private var names = FileNames()

    package init(_ options: WriteOptions) {
        format = options.timeFormat ?? JrnlDates.usual
        zone = options.zone
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        var content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields)
        losses.note(clockOf: content.date, format.precision, zone: zone)
        let count = content.text.count
        while let last = content.text.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { content.text.removeLast() }
        let said = JrnlEntry(content)
        if content.text.count < count || said.title.first == 0x20 { losses.note(.blankEnds) }
        let people = Set(said.tags + JrnlTags.unsaid(in: content.text).map(\.text))
        let tags = content.allTags.filter { !$0.text.contains(",") && !$0.text.contains("\n") }
        losses.note(.tags, content.allTags.count - tags.count)
        var bytes = Array("---\ntitle: ".utf8) + said.title
        bytes += Array(
            """

            date: \(format.write(content.date.civil))
            starred: \(said.isStarred ? "True" : "False")
            tags: \(tags.map { people.contains("@" + $0.text) ? "#" + $0.text : $0.text }.joined(separator: ", "))
            body: |

            """.utf8)
        if !said.body.isEmpty {
            for line in said.body.split(separator: 0x0A, omittingEmptySubsequences: false) {
                bytes += [0x09] + line + [0x0A]
            }
        }
        let title = String(decoding: said.title, as: UTF8.self)
        let name = names.next(content.date.civil.isoDay + "_" + FileNames.slug(title), "md")
        return [.file(name, bytes + Array("...\n".utf8))]
    }

    package mutating func finish() -> [WrittenPart] { [] }
}

/// Names of files that are written beside each other, each of them once.
package struct FileNames {
    private var used: [String: Int] = [:]

    package init() {}

    /// The name, or the same with a number behind it.
    package mutating func next(_ stem: String, _ ending: String) -> String {
        var count = used[stem.lowercased(), default: 0] + 1
        var name = count == 1 ? stem : "\(stem)-\(count)"
        while count > 1, used[name.lowercased()] != nil {
            count += 1
            name = "\(stem)-\(count)"
        }
        used[stem.lowercased()] = count
        used[name.lowercased(), default: 0] += name == stem ? 0 : 1
        return name + "." + ending
    }

    /// A title as part of a name: its letters and digits in small, a dash for whatever stands between; at most forty.
    package static func slug(_ title: String) -> String {
        var slug = ""
        for scalar in title.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
            {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug += "-"
            }
            if slug.unicodeScalars.count >= 40 { break }
        }
        while slug.hasSuffix("-") { slug.removeLast() }
        return slug.isEmpty ? "entry" : slug
    }
}
