internal import DiarylogCLMDB

/// Where a value lies in the map, as a cursor found it.
@safe
package struct ValueAddress {
    /// An address in the upper 48 bits, a length in the lower 16; 0 where it does not fit.
    fileprivate let packed: UInt64
    fileprivate let environment: OpaquePointer?
    fileprivate let state: Int

    @unsafe init(_ value: UnsafeBufferPointer<UInt8>, _ transaction: OpaquePointer?) {
        let address = UInt64(UInt(bitPattern: value.baseAddress))
        packed = address >> 48 == 0 && value.count <= UInt16.max ? address << 16 | UInt64(value.count) : 0
        unsafe environment = mdb_txn_env(transaction)
        unsafe state = mdb_txn_id(transaction)
    }
}

/// Where values lie in the map, noted while a cursor passes them, so that they are found again without a walk.
///
/// They are valid for every transaction that sees the same state of the file: while one of those lives, nothing of that
/// state moves or changes. Any other transaction is told that it has none of them. Eight bytes a value.
@safe
package struct ValueAddresses: Sendable {
    private let environment: Environment
    private let state: Int
    private var addresses: [UInt64] = []

    /// No places yet, of the state that a transaction sees, which only reads.
    package init(in transaction: borrowing Transaction) {
        precondition(transaction.isReading, "what a writer sees may lie outside of the map")
        unsafe environment = transaction.environment.takeUnretainedValue()
        state = transaction.identifier
    }

    package var count: Int { addresses.count }

    package mutating func reserve(_ count: Int) { addresses.reserveCapacity(count) }

    /// Adds the address of a value that was found in this state; nil for one that is not there.
    package mutating func append(_ address: ValueAddress?) {
        if let address {
            let isOwn = unsafe address.environment == environment.handle && address.state == state
            precondition(isOwn, "a place is noted with others of the same state")
        }
        addresses.append(address?.packed ?? 0)
    }

    /// Adds the addresses of others behind its own. Of those from another state, only that they have none.
    package mutating func append(_ others: ValueAddresses) {
        if others.environment === environment, others.state == state {
            addresses.append(contentsOf: others.addresses)
        } else {
            addresses.append(contentsOf: repeatElement(0, count: others.count))
        }
    }

    /// Puts them into another order: first the one that had this number.
    package mutating func arrange(by order: [UInt32]) {
        let addresses = addresses
        self.addresses = order.map { addresses[Int($0)] }
    }

    /// The bytes at an address, for a transaction that sees this state.
    fileprivate func bytes(
        _ index: Int, _ transaction: borrowing Transaction
    ) -> UnsafeBufferPointer<UInt8>? {
        let address = addresses[index]
        guard address != 0, transaction.isReading, transaction.identifier == state,
            unsafe transaction.environment._withUnsafeGuaranteedRef({ $0 === environment })
        else { return nil }
        return unsafe UnsafeBufferPointer(
            start: UnsafePointer(bitPattern: UInt(address >> 16)), count: Int(address & 0xFFFF))
    }
}

extension Transaction {
    /// The value whose address was noted under a number; nil if there is none, or it was noted in another state.
    ///
    /// Costs a few nanoseconds, and reading it the wait for the memory.
    @_lifetime(borrow self)
    package func value(_ index: Int, of addresses: borrowing ValueAddresses) -> Span<UInt8>? {
        guard let bytes = unsafe addresses.bytes(index, self) else { return nil }
        return unsafe _overrideLifetime(bytes.span, borrowing: self)
    }

    /// Asks the memory for the beginning of a value that will be read next, without waiting for it.
    package func expect(_ index: Int, of addresses: borrowing ValueAddresses) {
        guard let bytes = unsafe addresses.bytes(index, self) else { return }
        unsafe clmdb_prefetch(bytes.baseAddress)
    }
}
