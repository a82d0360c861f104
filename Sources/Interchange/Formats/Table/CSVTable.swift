internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// A column of a table that is a part of an entry, by the name that `--column` has for it.
package enum EntryColumn: String, CaseIterable, Sendable {
    case date, time, title, text, tags, starred

    /// What it is called at the head of a table, in small letters, the likeliest first.
    fileprivate var names: [String] {
        switch self {
        case .date: ["date", "datetime", "created", "created at", "created_at", "when", "날짜", "일시", "작성일"]
        case .time: ["time", "시간", "시각"]
        case .title: ["title", "subject", "제목"]
        case .text: ["text", "body", "content", "entry", "note", "내용", "본문", "글"]
        case .tags: ["tags", "tag", "태그"]
        case .starred: ["starred", "star", "favorite", "별"]
        }
    }
}

/// A table with a head (CSV): each row is an entry. Columns that are no part of an entry stay with it as fields.
enum CSVTable: EntryReader {
    /// A file by its name, with a column of dates and one of texts.
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source, file.path.hasSuffix(".csv") || file.path.hasSuffix(".tsv"),
            let columns = try? columns(of: file.head)
        else { return false }
        return columns[.date] != nil && (columns[.text] != nil || columns[.title] != nil)
    }

    private static func columns(of head: [UInt8]) throws(CSVLines.Problem) -> [EntryColumn: Int] {
        var lines = CSVLines(head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head.dropFirst(3)) : head)
        let names = try lines.next()?.fields ?? []
        return columns(names.map { String(decoding: $0, as: UTF8.self).trimmingSpace() }, [:])
    }

    /// Where the parts of an entry stand. A column that is chosen is taken by its name alone.
    private static func columns(_ head: [String], _ chosen: [EntryColumn: String]) -> [EntryColumn: Int] {
        let small = head.map { $0.lowercased() }
        var columns: [EntryColumn: Int] = [:]
        for column in EntryColumn.allCases {
            if let name = chosen[column] {
                columns[column] = head.firstIndex(of: name) ?? small.firstIndex(of: name.lowercased())
            } else {
                let others = Set(chosen.values.map { $0.lowercased() })
                columns[column] = column.names.lazy.filter { !others.contains($0) }.compactMap(small.firstIndex).first
            }
        }
        return columns
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let file = try source.onlyFile()
        var rows = try rows(of: file)[...]
        guard let first = rows.popFirst() else { return }
        var head: [String] = []
        for (index, name) in first.fields.enumerated() {
            let name = String(decoding: name, as: UTF8.self).trimmingSpace()
            head.append(name.isEmpty || head.contains(name) ? "\(name) \(index + 1)".trimmingSpace() : name)
        }
        let columns = columns(head, options.columns)
        for column in EntryColumn.allCases where columns[column] == nil {
            if options.columns[column] == nil, column != .date { continue }
            throw ReadProblem(file.path, .noColumn(column.rawValue, head))
        }
        guard columns[.text] ?? columns[.title] != nil else {
            throw ReadProblem(file.path, .noColumn(EntryColumn.text.rawValue, head))
        }
        func said(_ column: EntryColumn, _ row: CSVLines.Row) -> [UInt8] {
            columns[column].flatMap { $0 < row.fields.count ? row.fields[$0] : nil } ?? []
        }
        func word(_ column: EntryColumn, _ row: CSVLines.Row) -> String {
            String(decoding: said(column, row), as: UTF8.self).trimmingSpace()
        }
        let dates: JrnlDates
        do throws(JrnlDates.Ambiguity) {
            dates = try JrnlDates(of: rows.map { word(.date, $0) }, chosen: options.timeFormat)
        } catch {
            throw ReadProblem(file.path, error)
        }
        let used = Set(columns.values)
        func read(_ row: CSVLines.Row, into entries: inout ReadEntries) throws(ReadProblem) {
            let position = ReadProblem.Position.line(row.line)
            guard row.fields.count <= head.count else {
                throw ReadProblem(
                    file.path, at: position, .expected(.fields(head.count), found: String(row.fields.count)))
            }
            var text = said(.text, row)
            let title = word(.title, row)
            if !title.isEmpty, !NoteName.mentions(text, title) {
                text = Array(title.utf8) + (text.isEmpty ? [] : [0x0A, 0x0A] + text)
            }
            guard Headline(of: String(decoding: text, as: UTF8.self)).title != nil else {
                return entries.losses.note(.emptyEntries)
            }
            let (date, time) = (word(.date, row), word(.time, row))
            var content = EntryContent(text: text, date: options.defaults.now)
            let origin = RowOrigin(file.path, position)
            content.date =
                date.isEmpty
                ? try UndatedEntry.date(of: file, origin, options, &entries.losses)
                : try self.date(date, time, dates, options, origin)
            content.tags = tags(word(.tags, row))
            guard let isStarred = isTrue(said(.starred, row)) else {
                throw ReadProblem(file.path, at: position, .row(.wrongKind(EntryColumn.starred.rawValue)))
            }
            content.isStarred = isStarred
            for (index, value) in row.fields.enumerated() where !used.contains(index) && !value.isEmpty {
                if head[index].utf8.count <= EntryLimits.name {
                    content.extra.append(ExtraField(key: head[index], value: value))
                } else {
                    entries.losses.note(.extra)
                }
            }
            try entries.add(
                ImportedRow(content, of: "csv", text, Array((date + time).utf8)), from: RowOrigin(file.path, position))
        }
        for row in rows {
            _ = try entries.going { (entries) throws(ReadProblem) in try read(row, into: &entries) }
        }
    }

    private static func rows(of file: SourceFile) throws(ReadProblem) -> [CSVLines.Row] {
        var lines = CSVLines(try file.text())
        var rows: [CSVLines.Row] = []
        do throws(CSVLines.Problem) {
            while let row = try lines.next() { rows.append(row) }
        } catch {
            throw ReadProblem(
                file.path, at: .line(error.line), .expected(.quotedField, found: ReadProblem.excerpt(error.found)))
        }
        return rows
    }

    /// As the column's dates are written, or in any other way; a column of times says the time of that day.
    private static func date(
        _ text: String, _ clock: String, _ dates: JrnlDates, _ options: ReadOptions, _ origin: RowOrigin
    ) throws(ReadProblem) -> EntryDate {
        var time: WrittenTime?
        if let (civil, precision) = dates.read(text) { time = WrittenTime(civil: civil, precision: precision) }
        do throws(JrnlDates.Ambiguity) {
            if time == nil { time = try WrittenTime(text, options) }
            if let day = time, !clock.isEmpty { time = try WrittenTime(day.civil.isoDay + " " + clock, options) }
        } catch { throw ReadProblem(origin.file, at: origin.position, error) }
        guard let time else {
            let found = clock.isEmpty ? text : text + " " + clock
            throw ReadProblem(origin.file, at: origin.position, .field("date", .date, found: found))
        }
        return time.date(in: options.defaults.zone)
    }

    private static func tags(_ text: String) -> [Tag] {
        let sign = [",", ";"].first { text.contains($0) } ?? " "
        let tags = text.split(separator: sign).map { Tag.typed($0.trimmingSpace()) }
        return Set(tags.filter { !$0.bytes.isEmpty }).sorted()
    }

    /// Nil for what is neither yes nor no.
    private static func isTrue(_ value: [UInt8]) -> Bool? {
        switch String(decoding: value, as: UTF8.self).trimmingSpace().lowercased() {
        case "", "0", "no", "n", "false", "아니요": false
        case "1", "yes", "y", "true", "x", "*", "★", "예", "네": true
        default: nil
        }
    }
}

extension ImportedRow {
    /// An entry of a format, known by these bytes when it comes again.
    init(_ content: EntryContent, of format: String, _ known: [UInt8]...) {
        var identity = ByteWriter(capacity: known.reduce(32) { $0 + $1.count })
        identity.counted(Array(format.utf8))
        for bytes in known { identity.counted(bytes) }
        self.init(content: content, identity: identity.bytes)
    }
}
