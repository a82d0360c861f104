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
            switch try frame(sequence) {
            case .sound(let frame) where frame.key?.code == code: found.append(sequence)
            case .sound, .missing: log.doubts.note(table: "keys")
            case .damaged: found.append(sequence)
            }
            isHere = try cursor.next()
        }
        var sequence = log.meta.flushed + 1
        while sequence <= log.head {
            if try soundFrame(sequence)?.key?.code == code { found.append(sequence) }
            sequence += 1
        }
        return found
    }

    /// The flushed events made under a key, looked for in the whole log, for lack of their rows.
    package func searchedEvents(keyed code: Digest) throws(EventStoreError) -> [UInt64] {
        guard log.meta.flushed > 0 else { return [] }
        var found: [UInt64] = []
        try forEachFrame(in: 1...log.meta.flushed) { sequence, bytes in
            if let bytes, let frame = try? Frame(bytes, expecting: sequence), frame.key?.code == code {
                found.append(sequence)
            }
            return true
        }
        if !found.isEmpty { log.doubts.note(table: "keys") }
        return found
    }
}
