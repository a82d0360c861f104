package import DiaryEngine
package import DiaryModel

/// The formats of files and folders that entries are taken from and written to, by the names that `--format` has.
package enum EntryFormat: String, CaseIterable, Sendable {
    /// Objects as `export` writes them, in an array or one a line.
    case json
    /// `{title, body, created_at | last_modified}`; only read.
    case sample
    /// jrnl's own file: `[DATE] TITLE`, the body, a blank line.
    case jrnl
    /// jrnl's folder: `YYYY/MM/DD.txt`.
    case jrnlFolder = "jrnl-folder"
    /// Day One's export, a zip or its JSON; only read.
    case dayOne = "dayone"
    /// Joplin's raw export, a folder or a tar; only read.
    case joplin
    /// What `jrnl --format json` writes; only read.
    case jrnlJSON = "jrnl-json"
    /// A folder of Markdown with front matter.
    case markdown
    /// A folder of plain texts.
    case text
    case redNotebook = "rednotebook"
    /// A folder of pages of HTML, as Apple's Journal exports; only read.
    case html
    /// A table with a head; only read.
    case csv
    /// Org mode's files; only read.
    case org
    /// Google Keep's notes, as Takeout hands them out; only read.
    case googleKeep = "keep"
    /// Journey's export; only read.
    case journey
    /// Evernote's ENEX; only read.
    case evernote = "enex"
    /// Notion's export as Markdown and CSV; only read.
    case notion
    /// The journals of a calendar (RFC 5545).
    case iCalendar = "icalendar"
    /// A folder of pages for a browser; only written.
    case site
    /// One page made for print; only written.
    case book
    /// The book as Chromium prints it; only written.
    case pdf

    /// The format of a name as it is typed; nil if there is none.
    package init?(named name: String) {
        if let format = Self(rawValue: name) ?? Self.others[name] { self = format } else { return nil }
    }

    /// Names that a format has besides its own.
    package static let others: [String: EntryFormat] = ["txt": .jrnl, "md": .markdown, "ics": .iCalendar]

    /// What reads it; nil if it is only written.
    var reader: (any EntryReader.Type)? {
        switch self {
        case .json: OwnRows.self
        case .sample: SampleRows.self
        case .jrnl: JrnlText.self
        case .jrnlFolder: JrnlFolder.self
        case .dayOne: DayOneJSON.self
        case .joplin: JoplinFolder.self
        case .jrnlJSON: JrnlJSON.self
        case .markdown: MarkdownNotes.self
        case .text: TextNotes.self
        case .redNotebook: RedNotebook.self
        case .html: HTMLPages.self
        case .csv: CSVTable.self
        case .org: OrgFile.self
        case .googleKeep: GoogleKeep.self
        case .journey: JourneyExport.self
        case .evernote: EvernoteExport.self
        case .notion: NotionExport.self
        case .iCalendar: CalendarJournal.self
        case .site, .book, .pdf: nil
        }
    }

    /// What writes it; nil if it is only read.
    package func writer(_ options: WriteOptions) -> (any EntryWriter)? {
        switch self {
        case .json: OwnWriter(options)
        case .sample, .jrnlJSON, .dayOne, .joplin, .csv, .org, .googleKeep, .journey, .evernote, .notion, .html:
            nil
        case .jrnl: JrnlTextWriter(options)
        case .jrnlFolder: JrnlFolderWriter(options)
        case .markdown: MarkdownWriter()
        case .text: TextNotesWriter(options)
        case .redNotebook: RedNotebookWriter(options)
        case .iCalendar: CalendarWriter()
        case .site: SiteWriter(options)
        case .book, .pdf: BookWriter(options)
        }
    }

    /// The names of those that can be written.
    package static var writable: [String] {
        allCases.filter { $0.writer(WriteOptions()) != nil }.map(\.rawValue)
    }

    /// The names of those that can be read.
    package static var readable: [String] { allCases.filter { $0.reader != nil }.map(\.rawValue) }
}

/// What a reader needs besides the source.
package struct ReadOptions: Sendable {
    /// What entries get if the source does not say it.
    package var defaults: RowDefaults
    /// How dates are written, in the letters of strftime; nil: what fits is found by trying.
    package var timeFormat: TimeFormat?

    /// Whether notes are split where a heading is a date.
    package var splitsHeadings = false
    /// Whether the journal or notebook that an entry stands in becomes its tag.
    package var tagsJournals = true
    /// The journal or notebook whose entries alone are read; nil: those of all.
    package var journal: String?
    /// What comes that else is left out: `FormatLoss.takeable`.
    package var with: Set<FormatLoss> = []
    /// Whether what cannot be read stops everything; else it is left out and named.
    package var isStrict = false
    /// How many problems are named of what is left out.
    package var named = 20
    /// The columns of a table that are an entry's, where they are named.
    package var columns: [EntryColumn: String] = [:]

    package init(defaults: RowDefaults, timeFormat: TimeFormat? = nil) {
        self.defaults = defaults
        self.timeFormat = timeFormat
    }
}

/// The entries of a source, which go into a spool. Without a format it is told by the content; an empty file is one of
/// our own without rows. What cannot be read is left out and named (`ReadEntries.leftOut`), unless it is all that there
/// is.
package func readEntries(
    _ source: Source, format: EntryFormat? = nil, _ options: ReadOptions, into spool: RowSpool, tags: [Tag] = [],
    notice: ReadEntries.Notice? = nil
) throws(ReadProblem) -> ReadEntries {
    var entries = ReadEntries(options, into: spool, tags: tags, notice: notice)
    var source = source
    if case .file(let file) = source { source = .file(try entries.decoded(file)) }
    if format == nil, let kind = UnreadKind(source) { throw ReadProblem(source.path, .unread(kind)) }
    source = try HiddenFiles.settled(source, into: &entries)
    guard let choice = format.map({ FormatChoice(format: $0) }) ?? FormatChoice(source),
        case let known = choice.format, let reader = known.reader
    else {
        if Cipher.isAll(source) { throw ReadProblem(source.path, .encrypted(.notes)) }
        let first = UnreadKind.first(in: source)
        throw ReadProblem(first?.path ?? source.path, first.map { ReadProblem.Reason.unread($0.kind) } ?? .unrecognised)
    }
    if !options.with.contains(.copies) { source = CopyName.without(in: source, &entries) }
    if case .folder(let folder) = source {
        for problem in folder.problems { try entries.leaveOut(problem) }
    }
    if case .folder(let folder) = source { entries.links.note(top: folder.path) }
    let whole = source
    _ = try entries.going(at: RowOrigin(source.path)) { entries in try reader.read(whole, into: &entries) }
    for (name, format) in choice.others where !entries.used.contains(name) {
        try entries.leaveOut(ReadProblem("\(source.path)/\(name)", .otherFormat(format.rawValue)))
    }
    if options.isStrict, let stray = entries.losses.places(of: .files).first {
        throw ReadProblem(stray.file, .unrecognised)
    }
    if case .file(let file) = source, firstSign(of: file.head) == nil {
        entries.losses.note(.emptyEntries, at: RowOrigin(file.path))
    }
    // Where nothing came, what is wrong is said of the whole.
    if entries.count == 0, entries.leftOut.count == 1, let problem = entries.leftOut.problems.first { throw problem }
    if entries.count == 0, entries.leftOut.count == 0, entries.passedOver.isEmpty, entries.losses[.ciphers] > 0 {
        throw ReadProblem(source.path, .encrypted(.notes))
    }
    if entries.format == nil, format != nil || entries.count > 0 || !entries.passedOver.isEmpty {
        entries.format = known
    }
    return entries
}
