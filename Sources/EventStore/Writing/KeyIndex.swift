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

    /// The events made under a key, oldest first: those of the index, then those of the tail.
    package func events(keyed code: Digest) throws(EventStoreError) -> [UInt64] {
        let prefix = code.bytes
        var found: [UInt64] = []
        var cursor = try cursor(in: log.tables.keys)
        var isHere = try cursor.seek(prefix.span)
        while isHere, cursor.key.count == 40, cursor.key.extracting(0..<32).isEqual(to: prefix.span) {
            let sequence: UInt64 = cursor.key.bigEndian(at: 32)
            guard sequence > 0, sequence <= log.meta.flushed else { throw log.tables.keys.damage }
            // One that cannot be read is believed to have had the key.
            if let frame = try soundFrame(sequence), frame.key?.code != code { throw log.tables.keys.damage }
            found.append(sequence)
            isHere = try cursor.next()
        }
        var sequence = log.meta.flushed + 1
        while sequence <= log.head {
            if try soundFrame(sequence)?.key?.code == code { found.append(sequence) }
            sequence += 1
        }
        return found
    }

    /// Throws `damagedTable` where a flushed event was made under a key that `keys` does not have. Looks at the whole
    /// log.
    package func checkAbsence(ofKey code: Digest) throws(EventStoreError) {
        guard log.meta.flushed > 0 else { return }
        try forEachFrame(in: 1...log.meta.flushed) { sequence, bytes in
            if let bytes, let frame = try? Frame(bytes, expecting: sequence), frame.key?.code == code {
                throw log.tables.keys.damage
            }
            return true
        }
    }
}
