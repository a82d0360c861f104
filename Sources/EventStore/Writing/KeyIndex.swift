internal import DiarylogHost

extension StoreView {
    /// HMAC of a command's key, under the store's secret.
    package func commandKey(_ key: String) throws(EventStoreError) -> EventHeader.Key {
        let secret = try secret()
        let kind = EventHeader.Key.Kind.command
        return EventHeader.Key(
            kind: kind, code: Digest(authenticating: [kind.rawValue] + Array(key.utf8), secret: secret))
    }

    /// The store's secret, which the meta record and every device's first event hold.
    package func secret() throws(EventStoreError) -> [UInt8] {
        guard let secret = try knownSecret() else { throw .damaged("every copy of the store's secret") }
        return secret
    }

    /// The events made under a key, oldest first.
    package func events(keyed code: Digest) throws(EventStoreError) -> [UInt64] {
        try events(named: code, by: .key)
    }

    /// The first events of the operations that take one back, or do it again, oldest first.
    package func events(targeting operation: Digest) throws(EventStoreError) -> [UInt64] {
        try events(named: operation, by: .target)
    }

    /// The events by what their headers name, oldest first: those of the index, then those of the tail.
    private func events(named name: Digest, by kind: KeyRow.Kind) throws(EventStoreError) -> [UInt64] {
        let table = log.tables.keys
        var found: [UInt64] = []
        var walk = try KeyWalk(cursor(in: table), before: KeyRow(kind, name, 0).key)
        repeat {
            guard try walk.next() else { throw table.damage }
            guard let row = KeyRow(walk.key.span), row.kind == kind, row.name == name else { break }
            guard row.sequence > 0, row.sequence <= log.meta.flushed else { throw table.damage }
            // One that cannot be read is believed to have the name.
            if let frame = try soundFrame(row.sequence), try !has(row, frame) { throw table.damage }
            found.append(row.sequence)
        } while true
        for sequence in log.tail {
            if let frame = try soundFrame(sequence), try has(KeyRow(kind, name, sequence), frame) {
                found.append(sequence)
            }
        }
        return found
    }

    /// Whether an event has a row.
    func has(_ row: KeyRow, _ frame: Frame) throws(EventStoreError) -> Bool {
        var has = false
        try KeyRow.forEach(of: frame) { (own) throws(EventStoreError) in has = has || own == row }
        return has
    }

    /// Puts a row into the chain.
    mutating func insert(_ row: KeyRow) throws(EventStoreError) {
        let (table, key) = (log.tables.keys, row.key)
        var (before, after): ([UInt8], [UInt8])
        do {
            var walk = try KeyWalk(cursor(in: table), before: key)
            before = walk.key
            guard try walk.next() else { throw table.damage }
            after = walk.key
        }
        if after == key { return }
        try put(KeyRow.link(from: key.span, to: after.span).span, for: key.span, in: table)
        try put(KeyRow.link(from: before.span, to: key.span).span, for: before.span, in: table)
    }

    /// Lays the chain's first row into the table of a new file.
    mutating func layKeys() throws(EventStoreError) {
        let first = KeyRow.first
        try put(KeyRow.link(from: first.span, to: Span()).span, for: first.span, in: log.tables.keys)
    }
}
