internal import Host
internal import LMDB

// Folding: events leave the tail for the log, and every index follows them, in the order of the log.

extension StoreWriter {
    /// Moves the whole tail into the log and the indexes, byte for byte, damaged frames too.
    package mutating func foldTail() throws(EventStoreError) {
        while log.meta.folded < log.head {
            let sequence = log.meta.folded + 1
            guard let bytes = try transaction.frameCopy(sequence, log) else {
                // A hole stays a hole; the log goes on.
                try follow(nil, at: sequence)
                log.meta.folded = sequence
                metaIsDirty = true
                continue
            }
            let key = TableKey.tail(sequence)
            do throws(LMDBError) {
                _ = try transaction.delete(key.span, in: .main)
            } catch {
                throw EventStoreError(error)
            }
            try fold(bytes, sequence)
        }
        try runs.flush(to: &transaction, log.tables)
    }

    /// Puts one frame into the log and lets every index follow it.
    mutating func fold(_ bytes: [UInt8], _ sequence: UInt64) throws(EventStoreError) {
        let key = TableKey.sequence(sequence)
        do throws(LMDBError) {
            try transaction.put(bytes.span, for: key.span, in: log.tables.log, appending: true)
        } catch {
            throw EventStoreError(error)
        }
        // Before the event counts as folded: those that stood at the one before go on.
        let followers = currentFollowers()
        log.meta.folded = sequence
        metaIsDirty = true
        guard let frame = try? Frame(bytes.span, expecting: sequence) else {
            for follower in followers { try follow(nil, at: sequence, follower) }
            return
        }
        if frame.bindsStore { log.meta.holdsBindingEvents = true }
        log.meta.lamport = max(log.meta.lamport, frame.lamport)
        try noteDevice(of: frame)
        if let code = frame.key?.code { try noteKey(code, frame) }
        try foldStream(frame, bytes)
    }

    private mutating func noteDevice(of frame: Frame) throws(EventStoreError) {
        guard let origin = try origins.origin(of: frame, in: transaction, log) else { return }
        if origin.device == log.meta.device { log.meta.tip = max(log.meta.tip, frame.sequence) }
        try runs.note(
            device: origin.device, deviceSequence: frame.deviceSequence, sequence: frame.sequence,
            in: &transaction, log.tables)
    }

    private mutating func noteKey(_ code: Digest, _ frame: Frame) throws(EventStoreError) {
        let key = TableKey.key(code, frame.sequence)
        let nothing: [UInt8] = []
        do throws(LMDBError) {
            try transaction.put(nothing.span, for: key.span, in: log.tables.keys)
        } catch {
            throw EventStoreError(error)
        }
    }

    private mutating func foldStream(_ frame: Frame, _ bytes: [UInt8]) throws(EventStoreError) {
        guard let object = try transaction.object(of: frame, bytes: bytes.span, log), object != .zero else {
            return
        }
        let model = log.model
        let before = try transaction.foldedRow(of: object, through: frame.sequence - 1, log)
        let fresh = try before == nil ? nextOrdinal() : 0
        let offset = try origins.offset(of: frame, in: transaction, log)
        guard let after = Self.row(model, frame, bytes, offset, object, before, fresh) else { return }
        let rowKey = TableKey.ordinal(after.ordinal)
        let rowBytes = after.bytes
        do throws(LMDBError) {
            if before == nil {
                ordinals = after.ordinal
                let idKey = object.bytes
                try transaction.put(rowKey.span, for: idKey.span, in: log.tables.ids)
            }
            try transaction.put(rowBytes.span, for: rowKey.span, in: log.tables.entries, appending: before == nil)
        } catch {
            throw EventStoreError(error)
        }
        try follow(ProjectedEvent(frame, offset: offset, before: before, after: after), at: frame.sequence)
    }

    static func row(
        _ model: any StreamModel, _ frame: Frame, _ bytes: [UInt8], _ offset: Int32, _ object: Identifier,
        _ before: StreamRow?, _ ordinal: UInt32
    ) -> StreamRow? {
        let span = bytes.span
        let stored = span.extracting(frame.body)
        let upcast: [UInt8]?
        do throws(FormatError) {
            upcast = try model.upcast(kind: frame.kind, schema: frame.schema, body: stored)
        } catch {
            return nil
        }
        if let lifted = upcast {
            let event = EventView(frame: frame, bytes: span, body: lifted.span, offset: offset)
            return model.row(after: event, of: object, before: before, ordinal: ordinal)
        }
        let event = EventView(frame: frame, bytes: span, body: stored, offset: offset)
        return model.row(after: event, of: object, before: before, ordinal: ordinal)
    }

    private func nextOrdinal() throws(EventStoreError) -> UInt32 {
        let last = if let ordinals { ordinals } else { try transaction.foldedStreams(log) }
        guard last < .max else { throw .overLimit("streams in one store") }
        return last + 1
    }
}
