/// What a format cannot hold of an entry, or an entry of a format: named and counted, never dropped in silence.
package enum FormatLoss: String, CaseIterable, Sendable {
    /// Files that belong to an entry and that the format cannot hold, or that are not there.
    case attachments
    /// Dates that mean a day or a minute, and are written to the second.
    case precision
    /// Offsets and zones of dates that are not those of the reader's clock.
    case zones
    case places
    case weather
    /// Tags that the format cannot write, and those of an entry that are too long or too many.
    case tags
    /// Entries to whose text a line was added that says their tags.
    case tagLines
    /// Lines that would begin an entry, and got a space before them.
    case entryLines
    /// Entries without a star whose first line ends like that of a starred one.
    case stars
    /// Stars that the format cannot write.
    case starsLost
    /// Entries that are written together with another one of their day.
    case sharedDays
    /// Days of which the source says nothing.
    case emptyDays
    /// Control characters that the format has none for.
    case characters
    /// Entries in which U+FFFD stands for a sign that is no character, as half a character is none.
    case signs
    /// Times that the clock skipped that night, or showed twice: then the earlier is taken.
    case clocks
    /// Entries of which blank space at an end of the text is left out.
    case blankEnds
    /// Fields of other programs.
    case extra
    /// Versions before the newest.
    case versions
    /// Texts of entries in conflict, besides the one shown.
    case texts
    /// Dates that say another day than the name of their file or folder, which counts.
    case dates
    /// Files of a folder in which there are no entries.
    case files
    /// Entries that have the time of their file, since nothing else says a date.
    case fileTimes
    /// Notes of which several lines begin with days, as those of a journal do: each is one entry.
    case days
    /// Entries in which nothing is written.
    case emptyEntries
    /// Passages that another program has encrypted.
    case ciphers
    /// Entries that lie in another program's bin.
    case trashed
    /// Files that another program keeps beside a note: the other side of a conflict, or what it set aside.
    case copies
    /// Notes that are made for others to begin with, and say nothing of a day.
    case templates
    /// Notes that say no day, in a folder where most say one.
    case pages
    /// Notes whose front matter cannot be read, and stands in the text.
    case frontMatter
    /// Entries whose identifier stands there before: the one that was changed last comes, or they come as other ones.
    case twice
    /// Entries that say no date, and have the time at which they were written.
    case writtenDates
    /// Links that lead to no entry of the source, or go by a name: they stay as they are.
    case links
    /// Pages with a comment, a script or a style that never ends: what stands behind it came as text.
    case openEnds
    /// Texts with colours, fonts, tables, underlines or hidden parts, which come without.
    case layout
    /// Files in UTF-16, or as a Korean or a western Windows wrote them, which were read as such.
    case encodings
    /// Texts that stand a second time in another program's own form; the plain ones came.
    case richTexts
    /// Entries whose text is longer than one may be: all of it is attached, and its beginning is the text.
    case longTexts
    /// Files that stand in a text as `data:` addresses and cannot be read: they stay as they are.
    case addresses
}

extension FormatLoss {
    /// What an import can be told to take all the same.
    package static let takeable: [FormatLoss] = [.trashed, .copies, .templates, .pages]
}

/// Losses and how often each occurred.
package struct FormatLosses: Equatable, Sendable {
    private var counts: [FormatLoss: Int] = [:]
    /// Where the first of those stand that say it.
    private var origins: [FormatLoss: [RowOrigin]] = [:]

    /// How many places of a loss are noted.
    private let most: Int
    /// What is being read: there stands what is noted without a place.
    var here: RowOrigin?

    package init(_ counts: [FormatLoss: Int] = [:], naming most: Int = 20) { (self.counts, self.most) = (counts, most) }

    /// Whether the same was lost as often, wherever it stood.
    package static func == (one: Self, other: Self) -> Bool { one.counts == other.counts }

    /// Those that occurred, in the order of their declaration.
    package var all: [(loss: FormatLoss, count: Int)] {
        FormatLoss.allCases.compactMap { loss in counts[loss].map { (loss, $0) } }
    }

    package subscript(loss: FormatLoss) -> Int { counts[loss] ?? 0 }

    /// Where the first of a loss stand; nowhere, of what is written.
    package func places(of loss: FormatLoss) -> [RowOrigin] { origins[loss] ?? [] }

    mutating func note(_ loss: FormatLoss, _ count: Int = 1, at origin: RowOrigin? = nil) {
        guard count > 0 else { return }
        counts[loss, default: 0] += count
        if let origin = origin ?? here, places(of: loss).count < most { origins[loss, default: []].append(origin) }
    }

    package static func += (all: inout FormatLosses, other: FormatLosses) {
        all.counts.merge(other.counts, uniquingKeysWith: +)
        let most = all.most
        all.origins.merge(other.origins) { Array(($0 + $1).prefix(most)) }
    }
}
