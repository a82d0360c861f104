internal import DiaryEngine

/// iCalendar (RFC 5545): each VJOURNAL of a file, or of all files `*.ics` of a folder, is an entry. Other components
/// are counted by their names.
enum CalendarJournal: EntryFileReader {
    static func recognises(_ file: SourceFile) -> Bool {
        String(decoding: file.head.prefix(400), as: UTF8.self).split(whereSeparator: \.isNewline).contains {
            $0.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.uppercased().hasPrefix("BEGIN:VCALENDAR")
        }
    }

    /// A calendar without journals is none of these.
    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(folder.names.filter { isPart($0) && folder.count(of: "VJOURNAL", in: $0) > 0 })
    }

    static func isPart(_ name: String) -> Bool { name.lowercased().hasSuffix(".ics") }

    static func read(_ file: SourceFile, into entries: inout ReadEntries) throws(ReadProblem) {
        var open: [String] = []
        var journal: CalendarEntry?
        var hasCalendar = false
        func end(_ entries: inout ReadEntries) throws(ReadProblem) {
            guard let whole = journal else { return }
            journal = nil
            _ = try entries.going { entries in
                try whole.add(to: &entries, from: file)
            }
        }
        try CalendarLines.each(of: try file.text()) { (bytes, line) throws(ReadProblem) in
            // A broken line costs itself.
            func leaveOut(_ expected: ReadProblem.Expected) throws(ReadProblem) {
                let found = ReadProblem.excerpt(bytes)
                try entries.leaveOut(ReadProblem(file.path, at: .line(line), .expected(expected, found: found)))
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
                    try leaveOut(.componentBegin("VCALENDAR"))
                    open = ["VCALENDAR"]
                }
                if name == "VJOURNAL", journal != nil {
                    // No journal stands in another: that one has lost its end.
                    try leaveOut(.componentEnd("VJOURNAL"))
                    try end(&entries)
                    open = [open[0]]
                }
                open.append(name)
                hasCalendar = true
                if open.count == 2, name == "VJOURNAL" {
                    journal = CalendarEntry(line: line)
                } else if name != "VTIMEZONE", open.count == 2 || journal != nil {
                    entries.unknown[name, default: 0] += 1
                }
            case "END":
                if open.last != name { try leaveOut(.componentEnd(open.last ?? "VCALENDAR")) }
                guard let place = open.lastIndex(of: name) else { return }
                open.removeSubrange(place...)
                if open.count <= 1 { try end(&entries) }
            default:
                if open.isEmpty { return try leaveOut(.componentBegin("VCALENDAR")) }
                // What is in a component within a journal went with that component's name.
                if open.count == 2 { journal?.properties.append(property) }
            }
        }
        try end(&entries)
        if !hasCalendar { throw ReadProblem(file.path, .expected(.componentBegin("VCALENDAR"), found: "")) }
        if let last = open.last {
            try entries.leaveOut(ReadProblem(file.path, .expected(.componentEnd(last), found: "")))
        }
    }
}
