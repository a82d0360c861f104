internal import DiaryEngine
internal import DiaryModel

/// iCalendar (RFC 5545): each VJOURNAL of a file, or of all files `*.ics` of a folder, is an entry, and so is a VNOTE,
/// as old phones wrote memos (`*.vnt`). Other components are counted by their names.
enum CalendarJournal: EntryFileReader {
    static func recognises(_ file: SourceFile) -> Bool {
        String(decoding: file.head.prefix(400), as: UTF8.self).split(whereSeparator: \.isNewline).contains {
            let line = $0.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.uppercased()
            return line.hasPrefix("BEGIN:VCALENDAR") || line.hasPrefix("BEGIN:VNOTE")
        }
    }

    /// A calendar without journals is none of these.
    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(
            folder.names.filter { name in
                isPart(name) && journals.contains { folder.count(of: $0, in: name) > 0 }
            })
    }

    static func isPart(_ name: String) -> Bool { NoteFolder.has(name, ["ics", "vcs", "vnt"]) }

    /// The components that are entries.
    private static let journals = ["VJOURNAL", "VNOTE"]

    /// What a calendar says to programs.
    private static let silent: Set = ["VERSION", "PRODID", "CALSCALE", "METHOD", "X-WR-TIMEZONE"]

    static func read(_ file: SourceFile, _: SaidFiles, into entries: inout ReadEntries) throws {
        try entries.parts(of: file) { entries in try readParts(of: file, &entries) }
    }

    private static func readParts(of file: SourceFile, _ entries: inout ReadEntries) throws(ReadProblem) {
        var open: [String] = []
        var journal: CalendarEntry?
        var hasCalendar = false
        func end(_ entries: inout ReadEntries) throws(ReadProblem) {
            guard let whole = journal else { return }
            journal = nil
            _ = try entries.going(at: RowOrigin(file.path, .line(whole.line))) { entries in
                try whole.add(to: &entries, from: file)
            }
        }
        try CalendarLines.each(of: try file.text(forgiving: true, mending: false)) { (read, line) throws(ReadProblem) in
            // A character may be folded, so that a line is UTF-8 only once it is whole.
            let bytes = read.mended
            // A broken line costs itself.
            func leaveOut(_ expected: ReadProblem.Expected) throws(ReadProblem) {
                let found = ReadProblem.excerpt(bytes)
                try entries.leaveOut(ReadProblem(file.path, at: .line(line), .expected(expected, found: found)))
            }
            guard isValidUTF8(bytes) else {
                return try entries.leaveOut(ReadProblem(file.path, at: .line(line), .row(.json(.notUTF8))))
            }
            guard let property = CalendarProperty(bytes, line: line) else { return try leaveOut(.property) }
            let name = String(decoding: property.value, as: UTF8.self).trimmingSpace().uppercased()
            switch property.name {
            case "BEGIN" where name == "VCALENDAR":
                if let last = open.last { try leaveOut(.componentEnd(last)) }
                try end(&entries)
                open = [name]
                hasCalendar = true
            case "BEGIN":
                if open.isEmpty {
                    if name != "VNOTE" { try leaveOut(.componentBegin("VCALENDAR")) }
                    open = [name == "VNOTE" ? "" : "VCALENDAR"]
                }
                if journals.contains(name), journal != nil {
                    // No journal stands in another: that one has lost its end.
                    try leaveOut(.componentEnd(name))
                    try end(&entries)
                    open = [open[0]]
                }
                open.append(name)
                hasCalendar = true
                if open.count == 2, journals.contains(name) {
                    journal = CalendarEntry(line: line)
                } else if name != "VTIMEZONE", open.count == 2 || journal != nil {
                    entries.unknown[name, default: 0] += 1
                }
            case "END":
                if open.last != name { try leaveOut(.componentEnd(open.last ?? "VCALENDAR")) }
                guard let place = open.lastIndex(of: name) else { return }
                open.removeSubrange(place...)
                if open.count <= 1 { try end(&entries) }
                // A note stands in nothing.
                if open == [""] { open = [] }
            default:
                if open.isEmpty { return try leaveOut(.componentBegin("VCALENDAR")) }
                // What is in a component within a journal went with that component's name.
                if open.count == 2 { journal?.properties.append(property.ofJournal) }
                let isOfCalendar = open.count == 1 && !silent.contains(property.name)
                if isOfCalendar { entries.losses.note(.extra, at: RowOrigin(file.path, .line(line))) }
            }
        }
        try end(&entries)
        if !hasCalendar { throw ReadProblem(file.path, .expected(.componentBegin("VCALENDAR"), found: "")) }
        if let last = open.last, !last.isEmpty {
            try entries.leaveOut(ReadProblem(file.path, .expected(.componentEnd(last), found: "")))
        }
    }
}
