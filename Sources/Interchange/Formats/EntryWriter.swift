package import DiaryEngine
package import DiaryModel

/// Writes entries in one format; they come in the order of their dates.
package protocol EntryWriter {
    /// Whether it writes a folder of files, instead of one stream of bytes.
    var isFolder: Bool { get }
    /// Whether it wants to count all entries before it takes the first one.
    var countsFirst: Bool { get }
    /// What it could not write as it was, so far.
    var losses: FormatLosses { get }

    /// Counts an entry that will come.
    mutating func count(_ entry: Entry)
    /// What an entry becomes; may be nothing yet. `earlier` are its versions before the newest.
    mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart]
    /// What comes at the end.
    mutating func finish() -> [WrittenPart]
}

extension EntryWriter {
    package var countsFirst: Bool { false }
    package mutating func count(_ entry: Entry) {}
    package mutating func finish() -> [WrittenPart] { [] }
}

/// A piece of what is written.
package enum WrittenPart: Equatable, Sendable {
    /// The next bytes of the stream.
    case bytes([UInt8])
    /// A file of the folder, by its relative path.
    case file(String, [UInt8])
    /// A file of the folder that is a copy of one that an entry has.
    case attachment(String, Attachment)
    /// Within a page: the address under which a browser finds a picture. The writer of the page chooses where it lies.
    case picture(Attachment)
}

/// What a writer needs besides the entries.
package struct WriteOptions: Sendable {
    /// On whose clocks the reader of the file lives: entries of other offsets lose theirs in formats without zones.
    package var zone: String
    /// How dates are written; nil: as the format's own program does.
    package var timeFormat: TimeFormat?
    /// The language of what a site says of itself.
    package var language: Language
    /// The diary's name; nil: it has none.
    package var title: String?
    /// Whether a site and a book show texts by their Markdown.
    package var isMarkdown: Bool
    /// Whether JSON is written one entry a line.
    package var isLines: Bool

    package init(
        zone: String = "UTC", timeFormat: TimeFormat? = nil, language: Language = .en, title: String? = nil,
        isMarkdown: Bool = true, isLines: Bool = false
    ) {
        self.isLines = isLines
        self.isMarkdown = isMarkdown
        self.zone = zone
        self.timeFormat = timeFormat
        self.language = language
        self.title = title
    }
}

extension FormatLosses {
    /// Notes what an entry has of the fields that a format has none for.
    mutating func note(
        of entry: Entry, earlier: [Entry], without fields: Set<FormatLoss>
    ) {
        let content = entry.content
        func note(_ loss: FormatLoss, _ count: Int) { if fields.contains(loss) { self.note(loss, count) } }
        note(.attachments, content.attachments.count)
        note(.places, content.place == nil ? 0 : 1)
        note(.weather, content.weather == nil ? 0 : 1)
        note(.extra, content.extra.count)
        note(.versions, earlier.count)
        note(.texts, entry.alternatives.count)
    }
}
