internal import DiarylogHost
internal import DiarylogLMDB

extension StoreView {
    /// Visits the frames of a range in order, each as it lies in the map; nil for one that is missing.
    ///
    /// One cursor goes over the log and then the tail, at some 40 ns a frame; looking up each frame would cost 200 ns.
    /// The bytes are not checked. The visitor returns whether to go on.
    package func forEachFrame(
        in range: ClosedRange<UInt64>,
        _ visit: (UInt64, Span<UInt8>?) throws -> Bool
    ) throws(EventStoreError) {
        var addresses: ValueAddresses?
        try forEachFrame(in: range, noting: &addresses, visit)
    }

    /// The same, and notes where each frame lies, if there is a place for that.
    func forEachFrame(
        in range: ClosedRange<UInt64>, noting addresses: inout ValueAddresses?,
        _ visit: (UInt64, Span<UInt8>?) throws -> Bool
    ) throws(EventStoreError) {
        var next = range.lowerBound
        let last = min(range.upperBound, log.head)
        for (table, prefix, end) in [(log.tables.log, 0, log.meta.flushed), (log.tables.main, 1, log.head)] {
            let end = min(end, last)
            guard next <= end else { continue }
            let key = prefix == 0 ? TableKey.sequence(next) : TableKey.tail(next)
            var cursor = try scanner(of: table)
            var isHere: Bool
            isHere = try cursor.seek(key.span)
            while next <= end {
                let isFrame = isHere && cursor.key.count == 8 + prefix && (prefix == 0 || cursor.key[0] == 0)
                let found = isFrame ? cursor.key.bigEndian(at: prefix) : UInt64.max
                addresses?.append(found == next ? cursor.address : nil)
                do {
                    guard try found == next ? visit(next, cursor.value) : visit(next, nil) else { return }
                } catch { throw EventStoreError(error) }
                if found == next {
                    isHere = try cursor.next()
                }
                next += 1
            }
        }
    }

    @_lifetime(borrow self)
    private func scanner(of table: Table) throws(EventStoreError) -> TableCursor {
        return try cursor(in: table)
    }
}
