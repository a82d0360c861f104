internal import DiarylogHost
internal import EventStore

/// Compares the tables of the list by date with the spans of the log: blocks, and the groups that sum them up.
struct ListCheck {
    private let names: [String]
    private(set) var findings = CheckFindings()

    /// Rows of a table of blocks, in its order; nil for one that is damaged.
    private typealias Blocks = [(key: [UInt8], block: SpanBlock?)]

    static func findings(
        of view: borrowing StoreView, from fold: ReplayFold
    ) throws(EventStoreError) -> CheckFindings {
        var check = ListCheck(names: SpanProjection().tables)
        guard let tables = view.log.tables(of: SpanProjection.name) else {
            check.findings.note(.table(SpanProjection.name), .missing)
            return check.findings
        }
        for kind in SpanKind.allCases {
            let blocks = try check.readBlocks(of: kind, tables, view)
            let expected = fold.spans[kind.rawValue].sorted(by: EntrySpan.precedes)
            check.compare(blocks, with: expected, besides: fold.unexplained, kind)
            check.compareLinks(of: kind, blocks)
            try check.compareGroups(of: kind, blocks, tables, view)
        }
        return check.findings
    }

    private func location(_ table: Int, _ key: [UInt8]) -> CheckFinding.Location { .row(table: names[table], key: key) }

    private mutating func readBlocks(
        of kind: SpanKind, _ tables: [Table], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Blocks {
        var blocks: Blocks = []
        var cursor = try view.cursor(in: tables[kind.blocks])
        var isHere = try cursor.first()
        while isHere {
            let key = [UInt8](copying: cursor.key)
            let block = try? SpanBlock(key: cursor.key, value: cursor.value)
            if block == nil { findings.note(location(kind.blocks, key), .damaged) }
            blocks.append((key, block))
            isHere = try cursor.next()
        }
        return blocks
    }

    /// Compares the spans one after the other. Where a block is damaged, what lies between its neighbours is not
    /// compared.
    private mutating func compare(
        _ blocks: Blocks, with expected: [EntrySpan], besides unexplained: Set<UInt32>, _ kind: SpanKind
    ) {
        var next = 0
        var isAfterDamage = false
        for (key, block) in blocks {
            guard let block else {
                isAfterDamage = true
                continue
            }
            let own = location(kind.blocks, key)
            if key != block.key || !block.hasTrueBounds { findings.note(own, .differs) }
            for span in block.spans where !unexplained.contains(span.ordinal) {
                while next < expected.count, EntrySpan.precedes(expected[next], span) {
                    if !isAfterDamage { findings.note(location(kind.blocks, SpanBlock.key(expected[next])), .missing) }
                    next += 1
                }
                isAfterDamage = false
                if next < expected.count, expected[next] == span {
                    next += 1
                } else if next < expected.count, !EntrySpan.precedes(span, expected[next]) {
                    findings.note(location(kind.blocks, SpanBlock.key(span)), .differs)
                    next += 1
                } else {
                    findings.note(location(kind.blocks, SpanBlock.key(span)), .surplus)
                }
            }
        }
        guard !isAfterDamage else { return }
        for span in expected[next...] { findings.note(location(kind.blocks, SpanBlock.key(span)), .missing) }
    }

    /// Compares what blocks know of those that follow them. A block that stands elsewhere, and is damaged there, is no
    /// fault of the block that names it.
    private mutating func compareLinks(of kind: SpanKind, _ blocks: Blocks) {
        if blocks.contains(where: { $0.block == nil }) { return }
        var link = SpanLink.end
        for (key, block) in blocks.reversed() {
            if block?.link != link { findings.note(location(kind.blocks, key), .differs) }
            link = SpanLink.to(key.span)
        }
    }

    /// Sums up the blocks again, by the keys of the groups.
    private mutating func compareGroups(
        of kind: SpanKind, _ blocks: Blocks, _ tables: [Table], _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var next = 0
        var cursor = try view.cursor(in: tables[kind.groups])
        var isHere = try cursor.first()
        if !isHere, let first = blocks.first { findings.note(location(kind.groups, first.key), .missing) }
        while isHere {
            let key = [UInt8](copying: cursor.key)
            let group = SpanGroup(key: cursor.key, value: cursor.value)
            isHere = try cursor.next()
            let end = isHere ? [UInt8](copying: cursor.key) : nil
            let isNextSound = !isHere || SpanGroup(key: cursor.key, value: cursor.value) != nil
            // Blocks before the first group belong to it, too.
            var summed = SpanGroup()
            let isBegun = next < blocks.count && blocks[next].key == key
            var isSound = true
            while next < blocks.count, end.map({ blocks[next].key.lexicographicallyPrecedes($0) }) ?? true {
                if blocks[next].block == nil { isSound = false }
                summed.count(blocks[next].block)
                next += 1
            }
            guard let group else {
                findings.note(location(kind.groups, key), .damaged)
                continue
            }
            summed.link = isNextSound ? end.map { SpanLink.to($0.span) } ?? SpanLink.end : group.link
            // A damaged block may be the first, under another key.
            if isSound, !isBegun || group != summed { findings.note(location(kind.groups, key), .differs) }
        }
    }
}
