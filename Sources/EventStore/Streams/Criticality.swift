// Events that bind the whole store: a program that does not know one of them may read, but not write.

extension Frame {
    /// Whether the event binds the store, and not its stream alone.
    ///
    /// An event that binds its stream binds the store if it has no stream.
    var bindsStore: Bool {
        switch criticality {
        case .ignorable: false
        case .stream: object == .zero && !StoreKind.isKnown(kind, schema: schema)
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

extension StreamModel {
    /// Whether a newer program wrote the event: neither this one nor the store knows its kind and schema.
    package func isNewer(_ frame: Frame) -> Bool { isNewer(kind: frame.kind, schema: frame.schema) }

    package func isNewer(kind: UInt16, schema: UInt16) -> Bool {
        !StoreKind.isKnown(kind, schema: schema) && !understands(kind: kind, schema: schema)
    }
}

extension StoreWriter {
    /// Throws `needsNewerProgram` if an event that this program does not know binds the store.
    ///
    /// The meta record says whether any flushed event binds the store. Whether it knows that event, each program checks
    /// for itself. Reads the tail; reads the log only if such an event was ever written, once after each opening.
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
