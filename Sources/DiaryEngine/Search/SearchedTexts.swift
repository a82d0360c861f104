internal import DiaryModel
internal import EventStore
internal import Host
internal import TextSearch

/// Which text of an entry is asked: the one that it had after an event.
struct SearchedVersion {
    var ordinal: UInt32
    var event: UInt64
    /// Whether the text after that event is known to be the one of now, whatever else has changed since.
    var isTextOfNow = false
}

/// The texts of entries, where those decide: reads and asks them, and counts what that cost.
struct SearchedTexts {
    private let allVersions: Bool
    private var units = TextUnits()
    private var origins = Origins()
    /// Texts that were read.
    private(set) var count = 0
    /// Entries and versions that cannot be read.
    private(set) var leftOut = 0

    init(allVersions: Bool) { self.allVersions = allVersions }

    /// The date of a version that answers; nil where it does not.
    ///
    /// `date` is that date where it is known. Where text and date decide, the text is read in place.
    mutating func date(
        of version: SearchedVersion, known date: Int64?, answering plan: SearchPlan, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int64? {
        if let date, plan.isDecidedByText, let row = try view.storedRowView(ordinal: version.ordinal),
            row.head <= version.event || version.isTextOfNow, !EntryRow.isBranched(row.state),
            let text = EntryRow.text(in: row.state)
        {
            count += 1
            if EntryRow.isDeleted(row.state) { return nil }
            if plan.needsUnits { units.read(text) }
            return plan.tree.matches(text, units, date: date) ? date : nil
        }
        guard let entry = try entry(version, view), answers(entry, plan) else { return nil }
        return entry.content.date.seconds
    }

    /// Visits the versions of an entry that answer, up to an event.
    mutating func forEachVersion(
        of ordinal: UInt32, through end: UInt64, answering plan: SearchPlan, _ view: borrowing StoreView,
        _ visit: (_ event: UInt64, _ date: Int64) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        guard let row = try view.readableRow(ordinal) else {
            leftOut += 1
            return
        }
        leftOut += try view.forEachText(of: row, through: end) { (event, content) throws(EventStoreError) in
            count += 1
            if answers(SearchedEntry(content), plan) { try visit(event, content.date.seconds) }
        }
    }

    /// Where patterns stand in a version: of the best of its texts the sum of their places, 2 for a whole word each.
    mutating func placement(
        of version: SearchedVersion, _ patterns: [Pattern], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        if let row = try view.storedRowView(ordinal: version.ordinal), row.head <= version.event,
            !EntryRow.isBranched(row.state), let text = EntryRow.text(in: row.state)
        {
            units.read(text)
            return Self.placement(patterns, [units])
        }
        guard let entry = try entry(version, view) else { return 0 }
        return Self.placement(patterns, (0..<entry.count).map { TextUnits(entry.text($0)) })
    }

    /// The best of several texts.
    static func placement(_ patterns: [Pattern], _ texts: [TextUnits]) -> Int {
        var best = 0
        for units in texts {
            var sum = 0
            for pattern in patterns { sum += pattern.placement(in: units)?.rawValue ?? 0 }
            best = max(best, sum)
        }
        return best
    }

    private mutating func answers(_ entry: SearchedEntry, _ plan: SearchPlan) -> Bool {
        guard entry.answering(plan.tree, &units, needsUnits: plan.needsUnits) != nil else { return false }
        // What one text says may be excluded by another.
        guard let excluded = plan.excluded, !entry.others.isEmpty else { return true }
        return entry.answering(excluded, &units) == nil
    }

    /// What an entry said, each of its texts in a conflict; nil where it was not there, and left out where its bytes
    /// are damaged.
    private mutating func entry(
        _ version: SearchedVersion, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchedEntry? {
        guard let row = try view.readableRow(version.ordinal) else {
            leftOut += 1
            return nil
        }
        count += 1
        if row.head <= version.event || version.isTextOfNow {
            let entry = try DiaryStreams.entry(row)
            return entry.state.isDeleted ? nil : SearchedEntry(entry.state.content, entry.branches)
        }
        do throws(EventStoreError) {
            let entry =
                if allVersions {
                    try view.version(of: row, at: version.event, &origins)
                } else {
                    try view.entry(row, asOf: version.event, &origins)
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
