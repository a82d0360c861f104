// Events that bind the whole store: a program that does not know one of them may read, and not write.

extension Frame {
    /// Whether the event binds the store, and not its stream alone.
    ///
    /// What binds a stream binds the store where there is no stream.
    var bindsStore: Bool {
        switch criticality {
        case .ignorable: false
        case .stream: object == .none && !StoreKind.isKnown(kind, schema: schema)
        case .store: !StoreKind.isKnown(kind, schema: schema)
        }
    }
}

extension StoreKind {
    /// Whether the kind is the store's own, in a layout that this program knows.
    static func isKnown(_ kind: UInt16, schema: UInt16) -> Bool {
        (kind == operationMark || kind == deviceBegin) && schema == 1
    }
}

extension StoreWriter {
    /// Throws `needsNewerProgram` where an event binds the store that this program does not know.
    ///
    /// The meta record says whether one of the flushed events binds at all; whether it is known is each program's own
    /// affair, whoever flushed it. Reads the tail, and the log only in stores that such an event was ever written to,
    /// once for each time they are opened.
    mutating func requireKnowledge() throws(EventStoreError) {
        var sequence = max(store.understood(log), log.meta.holdsBindingEvents ? 0 : log.meta.flushed) + 1
        while sequence <= log.head {
            if let frame = try view.soundFrame(sequence), frame.bindsStore,
                !log.model.understands(kind: frame.kind, schema: frame.schema)
            {
                throw .needsNewerProgram
            }
            sequence += 1
        }
        // What this transaction has written may yet be dropped.
        if !hasChanged { store.noteUnderstood(log) }
    }
}
