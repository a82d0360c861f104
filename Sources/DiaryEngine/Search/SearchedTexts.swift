internal import DiaryModel
internal import DiarylogTextSearch
internal import EventStore

/// The version of an entry to be read: the one after an event.
struct SearchedVersion {
    var ordinal: UInt32
    var event: UInt64
    /// Whether the text after that event is known to be the current one, whatever else has changed since.
    var isTextOfNow = false
}

/// Reads the texts of entries where those decide, matches them, and counts what that costs.
struct SearchedTexts {
    private let allVersions: Bool
    /// The rows that the tail has changed.
    private let tail: TailOverlay
    private var units = TextUnits()
    /// How many texts were read.
    private(set) var count = 0
    /// How many entries and versions cannot be read.
    private(set) var leftOut = 0

    init(allVersions: Bool, over tail: TailOverlay) {
        self.allVersions = allVersions
        self.tail = tail
    }

    /// The date of a version that matches; nil if it does not.
    ///
    /// `date` is that date, if it is known. If text and date decide, the text is read in place.
    mutating func date(
        of version: SearchedVersion, known date: Int64?, answering plan: SearchPlan, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int64? {
        if let date, plan.isDecidedByText, !tail.touches(version.ordinal),
            case let row = try view.storedRowView(ordinal: version.ordinal),
            row.head <= version.event || version.isTextOfNow, !EntryRow.isBranched(row.state),
            let text = EntryRow.searchedText(in: row.state)
        {
            count += 1
            if EntryRow.isDeleted(row.state) { return nil }
            if plan.needsUnits {
                switch plan.tree.judge(bytes: text, date: date) {
                case .matches: return date
                case .misses: return nil
                case .open: units.read(text)
                }
            }
            return plan.tree.matches(text, units, date: date) ? date : nil
        }
        guard let entry = try entry(version, view), answers(entry, plan) else { return nil }
        return entry.content.date.seconds
    }

    /// Visits the versions of an entry that match, up to an event.
    mutating func forEachVersion(
        of ordinal: UInt32, through end: UInt64, answering plan: SearchPlan, _ view: borrowing StoreView,
        _ visit: (_ event: UInt64, _ date: Int64) throws -> Void
    ) throws(EventStoreError) {
        let row = try view.row(ordinal, over: tail)
        leftOut += try view.forEachText(of: row, through: end) { event, content in
            count += 1
            if answers(SearchedEntry(content), plan) { try visit(event, content.date.seconds) }
        }
    }

    private mutating func answers(_ entry: SearchedEntry, _ plan: SearchPlan) -> Bool {
        guard entry.answering(plan.tree, &units, needsUnits: plan.needsUnits) != nil else { return false }
        // One text may match, and another one exclude the entry.
        guard let excluded = plan.excluded, !entry.others.isEmpty else { return true }
        return entry.answering(excluded, &units) == nil
    }

    /// A version with all texts of a conflict; nil if there is none, it is deleted, or its bytes are damaged, which
    /// counts as left out.
    private mutating func entry(
        _ version: SearchedVersion, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchedEntry? {
        let row = try view.row(version.ordinal, over: tail)
        count += 1
        if row.head <= version.event || version.isTextOfNow {
            let entry = try DiaryStreams.entry(row)
            return entry.state.isDeleted ? nil : SearchedEntry(entry.state.content, entry.branches)
        }
        do throws(EventStoreError) {
            let entry =
                if allVersions {
                    try view.version(of: row, at: version.event)
                } else {
                    try view.entry(row, asOf: version.event)
                }
            guard let entry, !entry.isDeleted else { return nil }
            return SearchedEntry(entry.content, entry.branches)
        } catch .damaged {
            leftOut += 1
            return nil
        } catch {
            throw error
        }
    }
}
