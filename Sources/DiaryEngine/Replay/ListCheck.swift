internal import DiarylogHost
internal import EventStore

/// Compares the tables of the list by date with the spans of the log: blocks, and the groups that sum them up. Both are
/// read once, side by side; a block is in memory at a time.
struct ListCheck {
    /// Compares the tables with the spans by `SpanKind`, in the order of the list. Of the ordinals `unexplained` the
    /// log tells nothing.
    static func findings(
        of view: borrowing StoreView, from expected: [[EntrySpan]], besides unexplained: Set<UInt32> = []
    ) throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        // Tables that are to be made anew are named as a whole.
        guard let tables = try? view.log.tables(of: SpanProjection.name) else { return findings }
        let names = SpanProjection().tables
        for kind in SpanKind.allCases {
            var blocks = BlockCheck(names[kind.blocks], expected[kind.rawValue], besides: unexplained)
            var groups = GroupCheck(names[kind.groups], try self.groups(in: tables[kind.groups], view))
            var cursor = try view.cursor(in: tables[kind.blocks])
            while try cursor.next() {
                let key = [UInt8](copying: cursor.key)
                let block = try? SpanBlock(key: cursor.key, value: cursor.value)
                blocks.visit(key, block)
                groups.visit(key, block)
            }
            blocks.end()
            groups.end()
            findings.append(blocks.findings)
            findings.append(groups.findings)
        }
        return findings
    }

    private static func groups(
        in table: Table, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [GroupCheck.Row] {
        var rows: [GroupCheck.Row] = []
        var cursor = try view.cursor(in: table)
        while try cursor.next() {
            rows.append(([UInt8](copying: cursor.key), SpanGroup(key: cursor.key, value: cursor.value)))
        }
        return rows
    }
}

/// A table of blocks: each is sound and stands under its key, knows the next one, and together they hold the spans.
private struct BlockCheck {
    private(set) var findings = CheckFindings()
    /// What blocks know of the next one is of no weight where one is damaged.
    private var ofLinks = CheckFindings()
    private let table: String
    private let expected: [EntrySpan]
    private let unexplained: Set<UInt32>
    /// The next of the expected spans.
    private var next = 0
    private var isAfterDamage = false
    private var hasDamage = false
    private var before: (key: [UInt8], link: UInt32)?

    init(_ table: String, _ expected: [EntrySpan], besides unexplained: Set<UInt32>) {
        (self.table, self.expected, self.unexplained) = (table, expected, unexplained)
    }

    mutating func visit(_ key: [UInt8], _ block: SpanBlock?) {
        if let before, before.link != NextKeySum.to(key.span) { ofLinks.note(location(before.key), .differs) }
        before = block.map { (key, $0.link) }
        guard let block else {
            findings.note(location(key), .damaged)
            (isAfterDamage, hasDamage) = (true, true)
            return
        }
        if key != block.key || !block.hasTrueBounds { findings.note(location(key), .differs) }
        for index in 0..<block.count where !unexplained.contains(block[index].ordinal) {
            compare(block[index])
        }
    }

    mutating func end() {
        if let before, before.link != NextKeySum.end { ofLinks.note(location(before.key), .differs) }
        // Where a block is damaged, it may be the one that another block names and that was not found.
        if !hasDamage { findings.append(ofLinks) }
        guard !isAfterDamage else { return }
        for span in expected[next...] { findings.note(location(SpanBlock.key(span)), .missing) }
    }

    /// Compares one span after the other. Where a block is damaged, what lies between its neighbours is not compared.
    private mutating func compare(_ span: EntrySpan) {
        while next < expected.count, EntrySpan.precedes(expected[next], span) {
            if !isAfterDamage { findings.note(location(SpanBlock.key(expected[next])), .missing) }
            next += 1
        }
        isAfterDamage = false
        if next < expected.count, expected[next] == span {
            next += 1
        } else if next < expected.count, !EntrySpan.precedes(span, expected[next]) {
            findings.note(location(SpanBlock.key(span)), .differs)
            next += 1
        } else {
            findings.note(location(SpanBlock.key(span)), .surplus)
        }
    }

    private func location(_ key: [UInt8]) -> CheckFinding.Location { .row(table: table, key: key) }
}

/// A table of groups: each sums up the blocks from its key to the next one's.
private struct GroupCheck {
    typealias Row = (key: [UInt8], group: SpanGroup?)

    private(set) var findings = CheckFindings()
    private let table: String
    private let rows: [Row]
    /// The group that the next block belongs to; blocks before the first group belong to it, too.
    private var current = 0
    private var summed = SpanGroup()
    /// Whether a block stands under the group's key, and came first.
    private var isBegun = false
    private var hasBlocks = false
    private var isSound = true

    init(_ table: String, _ rows: [Row]) { (self.table, self.rows) = (table, rows) }

    mutating func visit(_ key: [UInt8], _ block: SpanBlock?) {
        if rows.isEmpty {
            if !hasBlocks { findings.note(location(key), .missing) }
            hasBlocks = true
            return
        }
        while current + 1 < rows.count, !key.lexicographicallyPrecedes(rows[current + 1].key) { finish() }
        if !hasBlocks { isBegun = key == rows[current].key }
        hasBlocks = true
        // A damaged block may be the first, under another key.
        if let block { summed.count(block) } else { isSound = false }
    }

    mutating func end() { while current < rows.count { finish() } }

    private mutating func finish() {
        let (key, group) = rows[current]
        current += 1
        if let group {
            if current == rows.count {
                summed.link = NextKeySum.end
            } else {
                let next = rows[current]
                summed.link = next.group == nil ? group.link : NextKeySum.to(next.key.span)
            }
            if isSound, !isBegun || group != summed { findings.note(location(key), .differs) }
        } else {
            findings.note(location(key), .damaged)
        }
        (summed, isBegun, hasBlocks, isSound) = (SpanGroup(), false, false, true)
    }

    private func location(_ key: [UInt8]) -> CheckFinding.Location { .row(table: table, key: key) }
}
