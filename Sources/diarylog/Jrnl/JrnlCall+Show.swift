internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import Interchange

/// Showing the chosen entries in one of jrnl's formats, on standard output or in files.
extension JrnlCall {
    func show(_ session: Session) throws {
        let layout = JrnlLayout(jrnl, session)
        var name = arguments.format ?? jrnl.shownAs ?? "pretty"
        if arguments.isShort { name = "short" }
        if arguments.showsTags { name = "tags" }
        switch name {
        case "short": try print(session) { layout.short($0) }
        case "tags": try printTags(session)
        case "dates": try printDates(session)
        case "fancy", "boxed": try print(session) { layout.boxed($0) }
        case "calendar", "heatmap": throw JrnlProblem.calendarElsewhere
        case "txt", "text", "json", "xml", "md", "markdown", "yaml": try export(as: name, session)
        default: try print(session) { layout.pretty($0) }
        }
    }

    private func print(_ session: Session, _ text: (Entry) -> String) throws {
        var output = PagedOutput(session)
        let count = try walk(session) { entry in try output.write(text(entry)) }
        try output.finish()
        reportFound(count, session)
    }

    /// Each tag and how many of the entries have it, the most frequent first.
    private func printTags(_ session: Session) throws {
        var counts: [String: Int] = [:]
        let count = try walk(session) { for tag in JrnlFilter.tags(of: $0) { counts[tag, default: 0] += 1 } }
        for (tag, number) in counts.sorted(by: { ($0.value, $0.key) > ($1.value, $1.key) }) {
            try session.write(OnScreen.padded(session.shown(tag), to: 20) + " : \(number)\n")
        }
        if count > 0, counts.isEmpty { session.notify(.noTags) }
        reportFound(count, session)
    }

    /// Each day that has entries, and how many.
    private func printDates(_ session: Session) throws {
        var days: [(day: String, count: Int)] = []
        let count = try walk(session) { entry in
            let day = entry.content.date.civil.isoDay
            if days.last?.day == day { days[days.count - 1].count += 1 } else { days.append((day, 1)) }
        }
        for (day, number) in days { try session.write("\(day), \(number)\n") }
        reportFound(count, session)
    }

    // MARK: Formats that programs read

    private func writer(_ name: String, _ session: Session) throws -> (any EntryWriter)? {
        let options = WriteOptions(zone: try session.zone(), timeFormat: jrnl.timeFormat)
        let format: EntryFormat =
            switch name {
            case "json": .jrnlJSON
            case "xml": .jrnlXML
            case "md", "markdown": .jrnlMarkdown
            case "yaml": .jrnlYAML
            default: .jrnl
            }
        return format.writer(options)
    }

    /// An entry with title and body told apart as jrnl shows them.
    private func parted(_ entry: Entry) -> Entry {
        var entry = entry
        let parts = JrnlTitle(of: entry.text)
        entry.content.text = Array((parts.body.isEmpty ? parts.title : parts.title + "\n" + parts.body).utf8)
        return entry
    }

    private func export(as name: String, _ session: Session) throws {
        guard var writer = try writer(name, session) else { throw Problem.cannotWrite(name) }
        if let path = arguments.file, writer.isFolder || (try? FileSystem.kind(of: path)) == .directory {
            return try export(as: name, into: path, session)
        }
        if writer.isFolder { throw JrnlProblem.folderWanted }
        var sink = try ExportSink(path: arguments.file, besides: session.path())
        func write(_ parts: [WrittenPart]) throws {
            for case .bytes(let bytes) in parts { try sink.write(bytes, session) }
        }
        let count = try walk(session) { entry in try write(writer.take(parted(entry), earlier: [])) }
        // Nothing found is nothing shown, as in jrnl; but a file that was asked for is written.
        if count > 0 || arguments.file != nil { try write(writer.finish()) }
        if count > 0, arguments.file == nil, name.hasPrefix("t") { try session.write("\n") }
        try sink.finish(session)
        try end(count, writer.losses, session)
    }

    /// A file for each entry, in a folder that is made, or is empty.
    private func export(as name: String, into path: String, _ session: Session) throws {
        var folder = try ExportFolder(at: path, besides: session.path())
        var names = FileNames()
        var losses = FormatLosses()
        let ending = ["json": "json", "xml": "xml", "md": "md", "markdown": "md"][name] ?? "txt"
        let shared = try writer(name, session)
        guard var shared else { throw Problem.cannotWrite(name) }
        let count = try walk(session) { entry in
            if shared.isFolder {
                for case .file(let name, let bytes) in shared.take(parted(entry), earlier: []) {
                    try folder.write(bytes, to: name)
                }
                return
            }
            guard var writer = try writer(name, session) else { return }
            var whole: [UInt8] = []
            for case .bytes(let bytes) in writer.take(parted(entry), earlier: []) + writer.finish() { whole += bytes }
            let stem = entry.content.date.civil.isoDay + "_" + FileNames.slug(JrnlTitle(of: entry.text).title)
            try folder.write(whole, to: names.next(stem, ending))
            losses += writer.losses
        }
        try folder.finish()
        losses += shared.losses
        try end(count, losses, session)
    }

    private func end(_ count: Int, _ losses: FormatLosses, _ session: Session) throws {
        // jrnl has one precision for all dates: that is no news to who reads by it.
        for (loss, number) in losses.all where loss != .precision { session.notify(.lostInFormat(loss, number)) }
        if let file = arguments.file { session.notify(JrnlNotice.exported(file)) }
        reportFound(count, session)
    }

    // MARK: The journals

    /// The names that may stand first on the command line, and the diaries behind them.
    func list(_ session: Session) throws {
        var all = [(name: Self.usualJournal, path: try session.path())]
        let known = try session.namedDiaries()
        for (name, path) in known where name != Self.usualJournal { all.append((name, path)) }
        for name in jrnl.journals.keys.sorted() where Settings.isName(name) && !all.contains(where: { $0.name == name })
        {
            all.append((name, try session.diaryPath(name)))
        }
        let width = min(all.map(\.name.count).max() ?? 0, 20)
        switch arguments.format {
        case "json":
            let journals = all.map { JSONMember($0.name, ["journal": .text($0.path)]) }
            try session.write(["config_path": .text(settingsPath), "journals": .object(journals)])
        case "yaml":
            try session.write("config_path: \(settingsPath)\njournals:\n")
            for (name, path) in all { try session.write("  \(name):\n    journal: \(path)\n") }
        default:
            try session.write("Journals defined in config (\(settingsPath))\n")
            for (name, path) in all { try session.write(" * \(OnScreen.padded(name, to: width)) -> \(path)\n") }
            try session.write("\n")
        }
    }
}
