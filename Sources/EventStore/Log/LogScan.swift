internal import DiarylogHost
internal import DiarylogLMDB

extension StoreView {
    /// Visits the frames of a range in order, each as it lies in the map; nil for one that is missing.
    ///
    /// One cursor goes over the log and then the tail, at some 40 ns a frame; looking up each frame would cost 200 ns.
    /// The bytes are not checked. A frame that lies in its place under a wrong key is visited, and noted as damage. The
    /// visitor returns whether to go on.
    package func forEachFrame(
        in range: ClosedRange<UInt64>,
        _ visit: (UInt64, Span<UInt8>?) throws -> Bool
    ) throws(EventStoreError) {
        try forEachPlace(in: range) { sequence, bytes, isMisplaced in
            if isMisplaced { log.damage.note(event: sequence) }
            return try visit(sequence, bytes)
        }
    }

    /// Visits the events behind one, up to another, that can be read, in their order.
    package func forEachEvent(
        after first: UInt64 = 0, through last: UInt64 = .max, _ visit: (Frame, Span<UInt8>) throws -> Void
    ) throws(EventStoreError) {
        let last = min(last, log.head)
        guard first < last else { return }
        try forEachFrame(in: first + 1...last) { sequence, bytes in
            if let bytes, let frame = try? Frame(bytes, expecting: sequence) { try visit(frame, bytes) }
            return true
        }
    }

    /// As `forEachFrame`; says of each frame whether it lies under another key than its own, where no search finds it.
    func forEachPlace(
        in range: ClosedRange<UInt64>,
        _ visit: (_ sequence: UInt64, _ bytes: Span<UInt8>?, _ isMisplaced: Bool) throws -> Bool
    ) throws(EventStoreError) {
        var next = range.lowerBound
        let last = min(range.upperBound, log.head)
        for (table, prefix, end) in [(log.tables.log, 0, log.meta.flushed), (log.tables.main, 1, log.head)] {
            let end = min(end, last)
            guard next <= end else { continue }
            var cursor = try cursor(in: table)
            var isHere = try find(next, prefix, &cursor)
            while next <= end {
                let place = isHere ? place(of: cursor.key, cursor.value, prefix, from: next) : .behind
                if place == .before {
                    isHere = try cursor.next()
                    continue
                }
                let isFound = place != .behind
                do {
                    let goesOn = try isFound ? visit(next, cursor.value, place == .misplaced) : visit(next, nil, false)
                    guard goesOn else { return }
                } catch { throw EventStoreError(error) }
                if isFound { isHere = try cursor.next() }
                next += 1
            }
        }
    }

    /// A copy of the frame that lies in the place of a number, under whatever key; nil if there is none.
    func frameInPlace(_ sequence: UInt64) throws(EventStoreError) -> [UInt8]? {
        var found: [UInt8]?
        try forEachFrame(in: sequence...sequence) { _, bytes in
            if let bytes { found = [UInt8](copying: bytes) }
            return false
        }
        return found
    }

    /// Moves a cursor to the first row from a number on; returns whether there is one.
    ///
    /// A wrong key misleads the search. So where it does not end on the number, the rows before are looked at as well,
    /// as far as pages lead there.
    private func find(
        _ sequence: UInt64, _ prefix: Int, _ cursor: inout TableCursor
    ) throws(EventStoreError) -> Bool {
        let key = prefix == 0 ? TableKey.sequence(sequence) : TableKey.tail(sequence)
        let isHere = try cursor.seek(key.span)
        if isHere, sureNumber(cursor.key, cursor.value, prefix) == sequence { return true }
        do throws(EventStoreError) {
            while try cursor.previous() {
                if let before = sureNumber(cursor.key, cursor.value, prefix), before < sequence {
                    return try cursor.next()
                }
            }
            return try cursor.next()
        } catch .damaged {
            return try cursor.seek(key.span)
        } catch {
            throw error
        }
    }

    /// The number that a row has by its key, if it says the same of itself.
    private func sureNumber(_ key: Span<UInt8>, _ value: Span<UInt8>, _ prefix: Int) -> UInt64? {
        guard let keyed = Self.number(of: key, prefix), FrameLayout.number(in: value) == keyed else { return nil }
        return keyed
    }

    private static func number(of key: Span<UInt8>, _ prefix: Int) -> UInt64? {
        key.count == 8 + prefix && (prefix == 0 || key[0] == 0) ? key.bigEndian(at: prefix) : nil
    }

    /// Where a row lies, seen from a number: by its key, or by what it says of itself.
    private func place(
        of key: Span<UInt8>, _ value: Span<UInt8>, _ prefix: Int, from sequence: UInt64
    ) -> RowPlace {
        let keyed = Self.number(of: key, prefix) ?? 0
        if keyed == sequence { return .here }
        let own = FrameLayout.number(in: value) ?? 0
        if own == sequence { return .misplaced }
        // One of the two may be wrong, and a number that no event has is.
        let isBehind = (keyed > sequence && keyed <= log.head) || (own > sequence && own <= log.head)
        return isBehind ? .behind : .before
    }
}

/// Where a row of the log lies, seen from a number.
private enum RowPlace {
    case before
    /// Under that number.
    case here
    /// Under a wrong key, and it is the row of that number.
    case misplaced
    case behind
}
