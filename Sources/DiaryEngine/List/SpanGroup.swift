internal import DiarylogHost
internal import EventStore

/// A summary of up to 128 neighbouring blocks of spans: one row of the table `spangroups` or `deletedgroups`.
///
///     key    the key of its first block
///     value  minBorn u64 | lastDied u64 | living u32 | blocks u32 | link u32 | crc32c u32 over key and all before
///
/// A list as of an early point skips a group after one row, instead of touching a page for every second block. Sequence
/// numbers ascend, so the span that ended last has the greatest `died`: no bound need ever be searched for.
struct SpanGroup: Equatable {
    static let capacity = 128

    var minBorn = UInt64.max
    /// When its last span ended; it counts only once no span is living.
    var lastDied: UInt64 = 0
    var living: UInt32 = 0
    var blocks: UInt32 = 0
    /// What it knows of the group that follows.
    var link = NextKeySum.end

    /// Whether a block of it may hold a span that is visible as of N.
    func mayHold(visibleAsOf sequence: UInt64) -> Bool {
        minBorn <= sequence && (living > 0 || sequence < lastDied)
    }

    /// Adds a block to the summary.
    mutating func count(_ block: SpanBlock) {
        blocks += 1
        for span in block.spans {
            minBorn = min(minBorn, span.born)
            if span.died == EntrySpan.living { living += 1 } else { lastDied = max(lastDied, span.died) }
        }
    }

    func value(under key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.littleEndian(minBorn)
        writer.littleEndian(lastDied)
        writer.littleEndian(living)
        writer.littleEndian(blocks)
        writer.littleEndian(link)
        writer.seal(under: key.span)
        return writer.bytes
    }

    init() {}

    /// Reads a row; nil for damaged bytes.
    init?(key: Span<UInt8>, value: Span<UInt8>) {
        guard value.count == 32, let value = SealedValue.open(value, under: key) else { return nil }
        minBorn = value.littleEndian(at: 0)
        lastDied = value.littleEndian(at: 8)
        living = value.littleEndian(at: 16)
        blocks = value.littleEndian(at: 20)
        link = value.littleEndian(at: 24)
    }
}

// The groups change as the blocks do.

extension SpanTable {
    /// What an insertion did to the blocks.
    enum Growth {
        case none
        case split
        /// A new block, before all others or after them.
        case edge
    }

    /// Counts a living span that was inserted.
    func insertIntoGroup(
        _ span: EntrySpan, _ growth: Growth, in view: inout StoreView
    ) throws(EventStoreError) {
        let own = SpanBlock.key(span)
        let found = try group(around: own, in: view)
        let isFull = found.map { $0.group.blocks >= SpanGroup.capacity } ?? true
        var (key, group) = (own, SpanGroup())
        if let found {
            var known = found.group
            if growth != .edge || !isFull {
                (key, group) = (found.key, known)
            } else if own.span.precedes(found.key.span) {
                group.link = NextKeySum.to(found.key.span)
            } else {
                known.link = NextKeySum.to(own.span)
                try put(known, under: found.key, in: &view)
            }
        }
        if own.span.precedes(key.span) {
            _ = try view.delete(key.span, in: groups)
            key = own
        }
        group.minBorn = min(group.minBorn, span.born)
        group.living += 1
        if growth != .none || group.blocks == 0 { group.blocks += 1 }
        try put(group, under: key, in: &view)
        if group.blocks > SpanGroup.capacity { try halve(key, group, in: &view) }
    }

    /// Counts a span as ended.
    func endInGroup(_ span: EntrySpan, at sequence: UInt64, in view: inout StoreView) throws(EventStoreError) {
        guard case (let key, var group)? = try group(around: SpanBlock.key(span), in: view) else {
            throw Self.damage
        }
        group.living -= min(group.living, 1)
        group.lastDied = sequence
        try put(group, under: key, in: &view)
    }

    /// The group that a key belongs to; nil if there is none yet.
    private func group(
        around key: [UInt8], in view: borrowing StoreView
    ) throws(EventStoreError) -> (key: [UInt8], group: SpanGroup)? {
        var cursor = try view.cursor(in: groups)
        let follows = try cursor.seekAtOrBefore(key.span)
        if !follows {
            let isAny = try cursor.first()
            if !isAny { return nil }
        }
        guard let group = SpanGroup(key: cursor.key, value: cursor.value) else { throw Self.damage }
        return ([UInt8](copying: cursor.key), group)
    }

    /// Splits a group that is too large into two, and summarizes their blocks anew.
    private func halve(_ key: [UInt8], _ group: SpanGroup, in view: inout StoreView) throws(EventStoreError) {
        var halves = [(key: key, group: SpanGroup())]
        var cursor = try view.cursor(in: blocks)
        var isHere = try cursor.seek(key.span)
        var seen: UInt32 = 0
        while isHere, seen < group.blocks {
            if seen == group.blocks / 2 { halves.append(([UInt8](copying: cursor.key), SpanGroup())) }
            guard let block = try? SpanBlock(key: cursor.key, value: cursor.value) else { throw Self.damage }
            halves[halves.count - 1].group.count(block)
            seen += 1
            isHere = try cursor.next()
        }
        var link = group.link
        for index in halves.indices.reversed() {
            halves[index].group.link = link
            let key = halves[index].key
            link = NextKeySum.to(key.span)
        }
        for half in halves { try put(half.group, under: half.key, in: &view) }
    }

    private func put(
        _ group: SpanGroup, under key: [UInt8], in view: inout StoreView
    ) throws(EventStoreError) {
        let value = group.value(under: key)
        try view.put(value.span, for: key.span, in: groups)
    }
}
