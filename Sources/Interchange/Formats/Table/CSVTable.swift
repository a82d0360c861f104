internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// A column of a table that is a part of an entry, by the name that `--column` has for it.
package enum EntryColumn: String, CaseIterable, Sendable {
    case date, time, zone, title, text, tags, starred

    /// Columns that say again when a row was written.
    fileprivate static let whens = Set(date.names + time.names + ["weekday", "요일"] + years + months)

    /// Columns that say a part of the day, and those that say it where no other does.
    fileprivate static let years = ["year", "연도", "년"]
    fileprivate static let months = ["month", "월"]
    fileprivate static let changes = ["modified", "modified at", "last modified", "updated", "updated_at", "수정일"]

    /// What it is called at the head of a table, in small letters, the likeliest first.
    var names: [String] {
        switch self {
        case .date:
            [
                "full_date", "date", "datetime", "date time", "date_time", "timestamp", "created", "created at",
                "created_at", "createdat", "date created", "created time", "created date", "creation date",
                "entry date", "entry_date", "creationdate", "date_created", "when", "day", "published",
                "날짜", "일시", "작성일", "작성일시", "작성 일시", "작성일자", "생성일", "생성일시", "생성 일시", "일자", "등록일", "등록일시",
                "datum", "fecha", "data", "日付", "日期",
            ]
        case .time: ["time", "entry time", "시간", "시각", "zeit", "uhrzeit", "heure", "hora"]
        case .zone: ["zone", "timezone", "time zone", "time_zone", "tz", "시간대"]
        case .title:
            [
                "title", "note_title", "note title", "entry title", "headline", "subject", "heading", "name", "제목",
                "이름", "titel", "titre", "título", "titolo", "タイトル", "标题", "標題",
            ]
        case .text:
            [
                "text", "body", "content", "contents", "entry", "entry text", "note", "notes", "note text", "journal",
                "journal entry", "html", "diary", "message", "description", "comment", "comments", "내용", "본문", "글",
                "일기", "메모", "기록", "노트", "texte", "texto", "testo", "inhalt", "eintrag", "contenu", "contenido", "notiz",
                "本文", "内容", "正文", "日記", "日记",
            ]
        case .tags: ["tags", "tag", "labels", "태그"]
        case .starred: ["starred", "star", "favorite", "favourite", "별", "즐겨찾기"]
        }
    }
}

/// A table with a head (CSV), or a list of objects (`JSONTable`): each row is an entry. Columns that are no part of an
/// entry stay with it as fields.
enum CSVTable: EntryFileReader {
    /// A file by its name, by the objects in it, or by its head, if it is no note.
    static func recognises(_ file: SourceFile) -> Bool {
        let isNote = NoteFolder.has(file.path, NoteFolder.markdown + NoteFolder.pages)
        return isPart(file.path) || JSONTable.isOne(file) || !isNote && isDiary(file.head)
    }

    static func parts(of folder: SourceFolder) -> FormatParts {
        // Tables beside notes are theirs.
        let tables =
            NoteFolder.has(folder, NoteFolder.texts + NoteFolder.pages) ? [] : folder.names.filter(isPart)
        let lists = lists(of: folder)
        // Standard Notes has a file for each item besides.
        return FormatParts(
            tables + lists,
            entries: tables.count + lists.reduce(0) { $0 + max(1, folder.count(of: "\"creat", in: $1)) }
                + (lists.isEmpty ? 0 : folder.names.count { ("/" + $0).contains("/Items/") }))
    }

    private static func lists(of folder: SourceFolder) -> [String] {
        folder.names(like: ["json", "jsonl", "txt"], JSONTable.isDated).filter { name in
            guard let found = try? folder.file(name), case let file = found.decoded ?? found else { return false }
            return JSONTable.isOne(file) && !DayOneJSON.recognises(file)
        }
    }

    /// The tables of a folder whose heads name a date and a text.
    static func diaries(in folder: SourceFolder) -> [String] {
        folder.names.filter(isPart).filter { (try? folder.file($0).head).map(isDiary) ?? false }
    }

    /// Whether a table's head names a date and a text, and a row follows that has as many fields.
    private static func isDiary(_ head: [UInt8]) -> Bool {
        var lines = CSVLines(head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head[3...]) : head)
        guard let first = try? lines.next(), let second = try? lines.next() else { return false }
        let columns = columns(first.fields.map { String(decoding: $0, as: UTF8.self).trimmingSpace() }, [:])
        return first.fields.count > 1 && second.fields.count == first.fields.count
            && columns[.date] != nil && columns[.text] ?? columns[.title] != nil
    }

    /// Tables, and lists that say dates.
    static func names(of folder: SourceFolder) -> [String] {
        let lists = Set(lists(of: folder))
        return folder.names.filter { isPart($0) || lists.contains($0) }
    }

    static func isPart(_ name: String) -> Bool { NoteFolder.has(name, ["csv", "tsv"]) }

    /// Where the parts of an entry stand. A column that is chosen is taken by its name alone.
    private static func columns(_ head: [String], _ chosen: [EntryColumn: String]) -> [EntryColumn: Int] {
        let small = head.map { $0.lowercased() }
        var columns: [EntryColumn: Int] = [:]
        for column in EntryColumn.allCases {
            if let name = chosen[column] {
                columns[column] = head.firstIndex(of: name) ?? small.firstIndex(of: name.lowercased())
            } else {
                let others = Set(chosen.values.map { $0.lowercased() })
                let names = column.names + (column == .date ? EntryColumn.changes : [])
                columns[column] = names.lazy.filter { !others.contains($0) }.compactMap(small.firstIndex).first
            }
        }
        return columns
    }

    static func read(_ file: SourceFile, _ files: SaidFiles, into entries: inout ReadEntries) throws {
        try read(file, files, besides: [:], into: &entries)
    }

    /// Reads a table. What is `known` are entries already: by the titles of their rows, what else is said of each.
    static func read(
        _ file: SourceFile, _ files: SaidFiles, besides known: [String: [[String: String]]],
        into entries: inout ReadEntries
    ) throws {
        let options = entries.options
        let isObjects = !isPart(file.path) && !JSONTable.first(of: file).isEmpty
        let rows = isObjects ? try JSONTable.rows(of: file, into: &entries) : try rows(of: file, into: &entries)
        // Lines before the head say what the table is of.
        let start = isObjects ? 0 : rows.prefix(10).firstIndex { $0.fields.count > 1 } ?? 0
        guard let first = rows.dropFirst(start).first else { return }
        entries.losses.note(.extra, start)
        var names: Set<String> = [""]
        let head = first.fields.enumerated().map { index, name in
            var name = String(decoding: name, as: UTF8.self).trimmingSpace()
            if names.contains(name) { name = "\(name) \(index + 1)".trimmingSpace() }
            names.insert(name)
            return name
        }
        let columns = columns(head, options.columns)
        // A table without a head begins with a row, whose fields were named as columns.
        let isHead = isObjects || columns[.date].map { (try? WrittenTime(head[$0], options)) == nil } ?? true
        let own = Array(rows.dropFirst(isHead ? start + 1 : start))
        if own.isEmpty { entries.losses.note(.files) }
        let lines = without(known, own, head, columns[.title])
        if lines.isEmpty { return }
        for column in EntryColumn.allCases where columns[column] == nil {
            if options.columns[column] == nil, column != .date { continue }
            throw ReadProblem(file.path, .noColumn(column.rawValue, head))
        }
        let others = head.indices.filter { !columns.values.contains($0) }
        guard columns[.text] ?? columns[.title] ?? others.first != nil else {
            throw ReadProblem(file.path, .noColumn(EntryColumn.text.rawValue, head))
        }
        let parts = [EntryColumn.years, EntryColumn.months].map { names in
            head.firstIndex { names.contains($0.lowercased()) }
        }
        let order = try order(of: lines.map { CSVRow($0, columns).date(with: parts) }, options)
        for line in lines {
            let origin = RowOrigin(file.path, isObjects ? .row(line.line) : .line(line.line))
            _ = try entries.going(at: origin) { entries in
                let row = CSVRow(line, columns)
                guard line.fields.count <= head.count else {
                    throw ReadProblem.Reason.expected(.fields(head.count), found: String(line.fields.count))
                }
                var said = Said("csv", at: origin)
                (said.title, said.text) = (row.word(.title), row[.text])
                said.names = [said.title]
                if HTMLFragment.isOne(said.text) {
                    said.take(HTMLDocument(said.text, isFragment: true), &entries.losses)
                }
                for index in others where index < line.fields.count && !line.fields[index].isEmpty {
                    let value = line.fields[index]
                    if head[index].utf8.count > EntryLimits.name {
                        entries.losses.note(.extra)
                    } else {
                        said.others.append(ExtraField(key: head[index], value: value))
                    }
                }
                // The files of a message, which may have no words.
                said.files = files
                said.files.take(namedBy: said)
                let names = said.files.listed.compactMap { $0?.path }
                if said.titled.isEmpty, !names.isEmpty { said.known = names.map { Array($0.utf8) } }
                // Apps for moods have days of which nothing is written: then what else they say is the text.
                if said.title.isEmpty, !said.text.saysSomething, names.isEmpty {
                    said.text = said.otherWords(besides: isObjects ? JSONTable.silent : [])
                    if let place = columns[.tags], !said.text.saysSomething, !row[.tags].isEmpty {
                        said.text = Array("\(head[place]): ".utf8) + row[.tags]
                    }
                }
                let (date, time) = (row.date(with: parts), row.word(.time))
                said.dated = date + time
                if !date.isEmpty {
                    let day = WrittenTime.words(of: date)
                    if date.contains("→") { said.keep(.date, row, head) }
                    var written = try self.date(day, time, order, options)
                    if written == nil, !time.isEmpty {
                        written = try self.date(day, "", order, options)
                        said.keep(.time, row, head)
                    }
                    guard let written else { throw ReadProblem.Reason.field("date", .date, found: date) }
                    said.zone = row.word(.zone)
                    if row.word(.zone).isEmpty {
                        said.date = written.said(in: options.defaults.zone)
                    } else {
                        said.date =
                            written.offset.map { .instant(written.civil.seconds - Int64($0)) }
                            ?? .written(written.text, of: "date")
                        said.keep(.zone, row, head)
                    }
                }
                // Tags that say more of themselves are no words.
                if row.word(.tags).hasPrefix("[{") {
                    said.keep(.tags, row, head)
                } else {
                    said.tags = Tag.typed(list: row.word(.tags))
                }
                if let isStarred = row.word(.starred).saysYes {
                    said.isStarred = isStarred
                } else {
                    said.keep(.starred, row, head)
                }
                try entries.add(said, in: file)
            }
        }
    }

    /// The rows; one whose quotation mark never ends, or that is not in UTF-8, is left out alone.
    private static func rows(
        of file: SourceFile, into entries: inout ReadEntries
    ) throws(ReadProblem) -> [CSVLines.Row] {
        var lines = CSVLines(try file.text(forgiving: true))
        var rows: [CSVLines.Row] = []
        var goesOn = true
        while goesOn {
            let row = try entries.going { _ in
                let row = try file.parsed(.quotedField) { () throws(ParseProblem) in try lines.next() }
                goesOn = row != nil
                return row
            }
            guard case let row?? = row else { continue }
            if row.fields.allSatisfy(isValidUTF8) {
                rows.append(row)
            } else {
                try entries.leaveOut(ReadProblem(file.path, at: .line(row.line), .row(.json(.notUTF8))))
            }
        }
        return rows
    }

    /// In which order the dates are written. Where others are clear, those that may be two are left out alone.
    private static func order(of dates: [String], _ options: ReadOptions) throws(DateOrder.Ambiguity) -> DateOrder? {
        do { return try DateOrder(of: dates, options) } catch {
            let isClear = dates.contains { !$0.isEmpty && (try? WrittenTime($0, options)) != nil }
            if isClear { return nil }
            throw error
        }
    }

    /// As the column's dates are written, or in any other way; a column of times says the time of that day.
    private static func date(
        _ text: String, _ clock: String, _ order: DateOrder?, _ options: ReadOptions
    ) throws -> WrittenTime? {
        let day = try serial(text) ?? WrittenTime(text, options, in: order)
        guard let day, !clock.isEmpty else { return day }
        return try WrittenTime(day.civil.isoDay + " " + clock, options)
    }

    /// What Excel counts: days since 1900, and parts of one.
    private static func serial(_ text: String) -> WrittenTime? {
        guard text.prefix(5).allSatisfy(\.isWholeNumber), let days = Double(text), (20_000..<80_000).contains(days)
        else { return nil }
        let seconds = Int64(((days - 25_569) * 86_400).rounded())
        return WrittenTime(
            civil: CivilTime(seconds: seconds), precision: seconds.isMultiple(of: 86_400) ? .day : .second)
    }

    /// The rows that are no entries yet. Where several have the title of one that is, it is the row that agrees with
    /// most of what is known of it.
    private static func without(
        _ known: [String: [[String: String]]], _ rows: [CSVLines.Row], _ head: [String], _ title: Int?
    ) -> [CSVLines.Row] {
        guard let title else { return rows }
        func word(_ row: Int, _ column: Int) -> String {
            let fields = rows[row].fields
            return column < fields.count ? String(decoding: fields[column], as: UTF8.self).trimmingSpace() : ""
        }
        var told: Set<Int> = []
        for (name, entries) in known {
            let named = rows.indices.filter { word($0, title) == name }
            for entry in entries {
                func likeness(_ row: Int) -> Int { head.indices.count { entry[head[$0]] == word(row, $0) } }
                let left = named.filter { !told.contains($0) }
                if let best = left.max(by: { likeness($0) < likeness($1) }) { told.insert(best) }
            }
        }
        return rows.indices.filter { !told.contains($0) }.map { rows[$0] }
    }
}

/// A row, by the parts of an entry.
private struct CSVRow {
    private let row: CSVLines.Row
    let columns: [EntryColumn: Int]

    init(_ row: CSVLines.Row, _ columns: [EntryColumn: Int]) { (self.row, self.columns) = (row, columns) }

    subscript(column: EntryColumn) -> [UInt8] {
        columns[column].flatMap { $0 < row.fields.count ? row.fields[$0] : nil } ?? []
    }

    func word(_ column: EntryColumn) -> String { String(decoding: self[column], as: UTF8.self).trimmingSpace() }

    /// What the column of dates says, with year and month of columns of their own, as old tables of Daylio have it.
    func date(with parts: [Int?]) -> String {
        let date = word(.date)
        let said = parts.map { place in
            place.flatMap { $0 < row.fields.count ? String(decoding: row.fields[$0], as: UTF8.self) : nil }?
                .trimmingSpace() ?? ""
        }
        if date.isEmpty || said[0].isEmpty || date.contains(said[0]) { return date }
        return Int(date) == nil || said[1].isEmpty ? date + " " + said[0] : "\(said[0])-\(said[1])-\(date)"
    }
}

extension Said {
    /// What else it says but when, a line each. Names in small letters that are not of interest may be left out.
    func otherWords(besides names: Set<String> = []) -> [UInt8] {
        let silent: [JSONValue] = [.null, .string([]), .array([]), .object([]), names.isEmpty ? .null : .bool(true)]
        let words = others.filter { field in
            !EntryColumn.whens.contains(field.key.lowercased()) && !silent.contains(field.json) && !field.saysLeftOut
                && !names.contains(field.key.lowercased())
                && ISODate(String(decoding: field.value.prefix(19), as: UTF8.self)) == nil
        }
        return Array(words.map { Array("\($0.key): ".utf8) + $0.value }.joined(separator: [0x0A]))
    }

    /// Keeps what a column says that an entry cannot have as that part of it.
    fileprivate mutating func keep(_ column: EntryColumn, _ row: CSVRow, _ head: [String]) {
        guard let place = row.columns[column] else { return }
        others.append(ExtraField(key: head[place], value: row[column]))
    }
}
