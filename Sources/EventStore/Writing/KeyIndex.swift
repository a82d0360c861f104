internal import Host

extension StoreView {
    /// The events made under a key, oldest first: those of the index, then those of the tail.
    package func events(keyed code: Digest) throws(EventStoreError) -> [UInt64] {
        let prefix = code.bytes
        var found: [UInt64] = []
        var cursor = try cursor(in: log.tables.keys)
        var isHere = try cursor.seek(prefix.span)
        while isHere, cursor.key.count == 40, cursor.key.extracting(0..<32).isEqual(to: prefix.span) {
            found.append(cursor.key.bigEndian(at: 32))
            isHere = try cursor.next()
        }
        var sequence = log.meta.flushed + 1
        while sequence <= log.head {
            if try soundFrame(sequence)?.key?.code == code { found.append(sequence) }
            sequence += 1
        }
        return found
    }
}
