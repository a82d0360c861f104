// One operation over several transactions, in a file that nobody else sees before the operation is whole.

/// An operation of which one transaction has written the first events, so that the next can go on.
package struct UnfinishedOperation {
    fileprivate var pending: PendingOperation
    fileprivate var device: DeviceID
}

extension StoreWriter {
    /// Takes the operation that has begun out of this transaction, which may then be committed without its rest.
    ///
    /// Nil if it is whole. In the file of a next generation alone, which counts only once the operation is whole.
    package mutating func suspend() throws(EventStoreError) -> UnfinishedOperation? {
        guard var operation = pending else { return nil }
        precondition(store.isBeingMade, "an operation that others can see is written at once")
        if !operation.isDirect {
            // Few events, of which the first are in the tail: from here on it bypasses that.
            try flushTail()
            operation.isDirect = true
        }
        guard let device else { preconditionFailure("a device is settled before its events") }
        pending = nil
        return UnfinishedOperation(pending: operation, device: device)
    }

    /// Goes on with an operation that the transaction before this one has suspended.
    package mutating func resume(_ operation: UnfinishedOperation) throws(EventStoreError) {
        precondition(pending == nil, "one operation at a time")
        precondition(log.head + 1 == operation.pending.first + UInt64(operation.pending.index), "nothing is between")
        var context = operation.pending.context
        try ensureDevice(in: &context)
        // One operation is of one device: another begins only where the file was damaged meanwhile.
        guard device == operation.device else { throw .damaged("the events that were just written") }
        arrival = operation.pending.arrivedAt
        pending = operation.pending
    }
}

extension Store {
    /// Whether this is a file on its way to a store's folder: it lies elsewhere, and only its maker knows it.
    var isBeingMade: Bool { path != location }
}
