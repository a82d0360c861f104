internal import DiarylogHost

/// The rows of a projection, read in the order of their keys' bytes.
///
/// The value lives no longer than the transaction it reads in. Changes by events that the table has not applied yet lie
/// over the table.
public struct ProjectionRows: ~Copyable, ~Escapable {
    /// Nil for a table that does not exist yet.
    private var cursor: TableCursor?
    /// What lies over the table, sorted by key; a nil value removes the row.
    private var overlay: [(key: [UInt8], value: [UInt8]?)] = []
    /// The failure of a read, kept because the projection may have swallowed it.
    package private(set) var failure: EventStoreError?

    @_lifetime(copy cursor)
    package init(_ cursor: consuming TableCursor?) { self.cursor = cursor }

    /// The value under a key; nil if there is none. About 1 µs.
    @_lifetime(self: copy self)
    public mutating func value(for key: [UInt8]) throws(EventStoreError) -> [UInt8]? {
        let index = index(of: key)
        if index < overlay.count, overlay[index].key == key { return overlay[index].value }
        guard let found = try stored(atOrBefore: key), found.key == key else { return nil }
        return found.value
    }

    /// The last row whose key is at or before a key; nil if all keys come after it.
    @_lifetime(self: copy self)
    public mutating func last(
        atOrBefore key: [UInt8]
    ) throws(EventStoreError) -> (key: [UInt8], value: [UInt8])? {
        var bound = Optional(key)
        while let limit = bound {
            let index = index(of: limit)
            let over = index < overlay.count && overlay[index].key == limit ? index : index - 1
            let under = try stored(atOrBefore: limit)
            guard over >= 0, under.map({ !Self.precedes(overlay[over].key, $0.key) }) ?? true else { return under }
            if let value = overlay[over].value { return (overlay[over].key, value) }
            // A removed row: look for the row before it.
            bound = try before(overlay[over].key)
        }
        return nil
    }

    /// Visits the rows from one key up to, but not including, another, in order, until the visitor returns false.
    ///
    /// An empty `first` begins at the first row; a nil `end` goes on to the last.
    @_lifetime(self: copy self)
    public mutating func forEach(
        from first: [UInt8] = [], upTo end: [UInt8]? = nil, _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Bool
    ) throws(EventStoreError) {
        var index = index(of: first)
        var under = try stored(atOrAfter: first)
        while true {
            let over = index < overlay.count ? overlay[index] : nil
            guard let key = Self.lesser(over?.key, under?.key) else { return }
            if let end, !Self.precedes(key, end) { return }
            var value = under?.key == key ? under?.value : nil
            if under?.key == key { under = try storedNext() }
            if let over, over.key == key {
                value = over.value
                index += 1
            }
            if let value, !visit(key, value) { return }
        }
    }

    /// Lays changes over the table.
    @_lifetime(self: copy self)
    package mutating func lay(_ changes: [RowChange]) {
        for change in changes {
            let value: [UInt8]? = if case .put(_, let value) = change { value } else { nil }
            let index = index(of: change.key)
            if index < overlay.count, overlay[index].key == change.key {
                overlay[index].value = value
            } else {
                overlay.insert((change.key, value), at: index)
            }
        }
    }

    /// The index of a key in the overlay, or the one where it would be inserted.
    private func index(of key: [UInt8]) -> Int {
        var (low, high) = (0, overlay.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(overlay[middle].key, key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The greatest key less than a key, in either layer.
    @_lifetime(self: copy self)
    private mutating func before(_ key: [UInt8]) throws(EventStoreError) -> [UInt8]? {
        let index = index(of: key) - 1
        let under = try reading { cursor in
            try cursor.seekBefore(key.span) ? [UInt8](copying: cursor.key) : nil
        }
        let over = index >= 0 ? overlay[index].key : nil
        guard let over else { return under }
        guard let under else { return over }
        return Self.precedes(under, over) ? over : under
    }

    @_lifetime(self: copy self)
    private mutating func stored(
        atOrBefore key: [UInt8]
    ) throws(EventStoreError) -> (key: [UInt8], value: [UInt8])? {
        try reading { cursor in
            guard try cursor.seekAtOrBefore(key.span) else { return nil }
            return ([UInt8](copying: cursor.key), [UInt8](copying: cursor.value))
        }
    }

    @_lifetime(self: copy self)
    private mutating func stored(
        atOrAfter key: [UInt8]
    ) throws(EventStoreError) -> (key: [UInt8], value: [UInt8])? {
        try reading { cursor in
            guard try cursor.seek(key.span) else { return nil }
            return ([UInt8](copying: cursor.key), [UInt8](copying: cursor.value))
        }
    }

    @_lifetime(self: copy self)
    private mutating func storedNext() throws(EventStoreError) -> (key: [UInt8], value: [UInt8])? {
        try reading { cursor in
            guard try cursor.next() else { return nil }
            return ([UInt8](copying: cursor.key), [UInt8](copying: cursor.value))
        }
    }

    @_lifetime(self: copy self)
    private mutating func reading<Found>(
        _ read: (inout TableCursor) throws -> Found?
    ) throws(EventStoreError) -> Found? {
        guard var moved = cursor.take() else { return nil }
        let found: Result<Found?, EventStoreError>
        do { found = .success(try read(&moved)) } catch { found = .failure(EventStoreError(error)) }
        cursor = consume moved
        switch found {
        case .success(let found): return found
        case .failure(let error):
            failure = error
            throw error
        }
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.span.precedes(right.span) }

    private static func lesser(_ left: [UInt8]?, _ right: [UInt8]?) -> [UInt8]? {
        guard let left else { return right }
        guard let right else { return left }
        return precedes(right, left) ? right : left
    }
}

extension StoreView {
    /// The rows of a table; none if it does not exist yet.
    @_lifetime(borrow self)
    package func projectionRows(in table: Table?) throws(EventStoreError) -> ProjectionRows {
        guard let table else { return ProjectionRows(nil) }
        return ProjectionRows(try cursor(in: table))
    }
}
