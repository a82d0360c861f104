internal import DiaryEngine

/// iCalendar (RFC 5545): each VJOURNAL of a file, or of all files `*.ics` of a folder, is an entry. Other components
/// are counted by their names.
enum CalendarJournal: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file):
            let start = file.head.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(15)
            return String(decoding: start, as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
        case .folder(let folder): return folder.names.contains(where: isCalendar)
        }
    }

    private static func isCalendar(_ name: String) -> Bool { name.lowercased().hasSuffix(".ics") }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file): try read(file, options, into: &entries)
        case .folder(let folder):
            guard folder.names.contains(where: isCalendar) else { throw ReadProblem(folder.path, .emptyFolder) }
            for name in folder.names {
                if isCalendar(name) {
                    _ = try entries.going { (entries) throws(ReadProblem) in
                        try read(try folder.file(name), options, into: &entries)
                    }
                } else {
                    entries.losses.note(.files)
                }
            }
        }
    }

    private static func read(
        _ file: SourceFile, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        var open: [String] = []
        var journal: CalendarEntry?
        var hasCalendar = false
        try CalendarLines.each(of: try file.text()) { (bytes, line) throws(ReadProblem) in
            func problem() -> ReadProblem {
                ReadProblem(file.path, at: .line(line), .expected(.property, found: ReadProblem.excerpt(bytes)))
            }
            // A broken line costs itself.
            guard let property = CalendarProperty(bytes, line: line) else { return try entries.leaveOut(problem()) }
            let name = String(decoding: property.value, as: UTF8.self).trimmingSpace().uppercased()
            switch property.name {
            case "BEGIN":
                guard open.isEmpty == (name == "VCALENDAR") else { throw problem() }
                open.append(name)
                hasCalendar = true
                if open.count == 2, name == "VJOURNAL" {
                    journal = CalendarEntry(line: line)
                } else if name != "VCALENDAR", name != "VTIMEZONE", open.count == 2 || journal != nil {
                    entries.unknown[name, default: 0] += 1
                }
            case "END":
                guard open.last == name else {
                    throw ReadProblem(
                        file.path, at: .line(line),
                        .expected(.componentEnd(open.last ?? "VCALENDAR"), found: ReadProblem.excerpt(bytes)))
                }
                open.removeLast()
                if open.count == 1, let whole = journal {
                    journal = nil
                    _ = try entries.going { (entries) throws(ReadProblem) in
                        guard let row = try whole.row(file.path, options, &entries.losses) else { return }
                        try entries.add(row, from: RowOrigin(file.path, .line(whole.line)))
                    }
                }
            default:
                if open.isEmpty { throw problem() }
                // What is in a component within a journal went with that component's name.
                if open.count == 2 { journal?.properties.append(property) }
            }
        }
        if let last = open.last { throw ReadProblem(file.path, .expected(.componentEnd(last), found: "")) }
        if !hasCalendar { throw ReadProblem(file.path, .expected(.componentBegin("VCALENDAR"), found: "")) }
    }
}
