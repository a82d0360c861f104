internal import DiaryModel
internal import EventStore

/// Which list a span stands in: that of the living entries, or that of the deleted ones.
package enum SpanKind: Int, CaseIterable, Sendable {
    case living = 0
    case deleted = 1

    /// The indices of its two tables among the projection's.
    var blocks: Int { rawValue * 2 }
    var groups: Int { rawValue * 2 + 1 }

    init(_ head: RowHead) { self = head.isDeleted ? .deleted : .living }
}

/// The tables behind the list by date: blocks of spans, in the order in which a list shows them, and their groups.
///
/// The log alone determines how the spans are divided into blocks: a rebuilt table equals the live one byte for byte.
struct SpanTable {
    let blocks: Table
    let groups: Table

    /// `tables` are those of the projection, in the order the model names them.
    init(of kind: SpanKind, _ tables: [Table]) {
        (blocks, groups) = (tables[kind.blocks], tables[kind.groups])
    }

    /// Adds a span.
    ///
    /// A full block is halved, except for a span beyond either end of the table, which begins a block of its own: days
    /// come in order, and halving would leave every block half empty.
    func insert(_ span: EntrySpan, in view: inout StoreView) throws(EventStoreError) {
        let growth = try insertIntoBlock(span, in: &view)
        try insertIntoGroup(span, growth, in: &view)
    }

    private func insertIntoBlock(_ span: EntrySpan, in view: inout StoreView) throws(EventStoreError) -> Growth {
        guard let (block, isEdge) = try block(for: span, in: view) else {
            try put(SpanBlock(span, link: NextKeySum.end), in: &view)
            return .edge
        }
        var changed = block
        let index = changed.index(of: span)
        let isFull = changed.isFull
        if isFull, isEdge, index == 0 {
            try put(SpanBlock(span, link: NextKeySum.to(block.key.span)), in: &view)
            return .edge
        }
        if isFull, isEdge, index == changed.count {
            let last = SpanBlock(span, link: NextKeySum.end)
            changed.link = NextKeySum.to(last.key.span)
            try put(changed, in: &view)
            try put(last, in: &view)
            return .edge
        }
        changed.insert(span, at: index)
        if index == 0 { _ = try view.delete(block.key.span, in: blocks) }
        guard isFull else {
            try put(changed, in: &view)
            return .none
        }
        let (first, second) = changed.halves
        try put(first, in: &view)
        try put(second, in: &view)
        return .split
    }

    /// What is thrown where a row of the list's tables is not what was written.
    static let damage = EventStoreError.damagedTable(SpanProjection.name)

    /// Ends a span in the table.
    func end(
        _ span: EntrySpan, at sequence: UInt64, in view: inout StoreView
    ) throws(EventStoreError) {
        guard var changed = try block(for: span, in: view)?.block else { throw Self.damage }
        let index = changed.index(of: span)
        guard index < changed.count, changed[index] == span else { throw Self.damage }
        changed.end(at: index, died: sequence)
        try put(changed, in: &view)
        try endInGroup(span, at: sequence, in: &view)
    }

    /// The block that a span belongs to; nil in an empty table. `isEdge` if it is the last, or the span precedes the
    /// first.
    private func block(
        for span: EntrySpan, in view: borrowing StoreView
    ) throws(EventStoreError) -> (block: SpanBlock, isEdge: Bool)? {
        let key = SpanBlock.key(span)
        var cursor = try view.cursor(in: blocks)
        let follows = try cursor.seekAtOrBefore(key.span)
        if !follows {
            let isAny = try cursor.first()
            if !isAny { return nil }
        }
        guard let block = try? SpanBlock(key: cursor.key, value: cursor.value) else { throw Self.damage }
        let isLast = try !cursor.next()
        return (block, isEdge: !follows || isLast)
    }

    private func put(_ block: SpanBlock, in view: inout StoreView) throws(EventStoreError) {
        let (key, value) = (block.key, block.value)
        try view.put(value.span, for: key.span, in: blocks)
    }
}
