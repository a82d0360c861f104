internal import CLMDB

/// Where a value lies in the map, as a cursor found it.
@safe
package struct ValuePlace {
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
/// They are valid for every transaction that sees the same state of the file in the same map: while one of those lives,
/// nothing of that state moves or changes. Any other transaction is told that it has none of them. Eight bytes a value.
@safe
package struct ValuePlaces: Sendable {
    private let environment: Environment
    private let exchanges: Int
    private let state: Int
    private var places: [UInt64] = []

    /// No places yet, of the state that a transaction sees, which only reads.
    package init(in transaction: borrowing Transaction) {
        precondition(transaction.isReading, "what a writer sees may lie outside of the map")
        unsafe environment = transaction.environment.takeUnretainedValue()
        (exchanges, state) = (transaction.pass.exchanges, transaction.identifier)
    }

    package var count: Int { places.count }

    package mutating func reserve(_ count: Int) { places.reserveCapacity(count) }

    /// Adds the place of a value that was found in this state; nil for one that is not there.
    package mutating func append(_ place: ValuePlace?) {
        if let place {
            let isOwn = unsafe place.environment == environment.handle && place.state == state
            precondition(isOwn, "a place is noted with others of the same state")
        }
        places.append(place?.packed ?? 0)
    }

    /// Adds the places of others behind its own. Of those from another state, only that they have none.
    package mutating func append(_ others: ValuePlaces) {
        if others.environment === environment, others.exchanges == exchanges, others.state == state {
            places.append(contentsOf: others.places)
        } else {
            places.append(contentsOf: repeatElement(0, count: others.count))
        }
    }

    /// Puts them into another order: first the one that had this number.
    package mutating func arrange(by order: [UInt32]) {
        let places = places
        self.places = order.map { places[Int($0)] }
    }

    /// The bytes at a place, for a transaction that sees this state.
    fileprivate func bytes(
        _ index: Int, _ transaction: borrowing Transaction
    ) -> UnsafeBufferPointer<UInt8>? {
        let place = places[index]
        guard place != 0, transaction.isReading, transaction.pass.exchanges == exchanges,
            transaction.identifier == state,
            unsafe transaction.environment._withUnsafeGuaranteedRef({ $0 === environment })
        else { return nil }
        return unsafe UnsafeBufferPointer(
            start: UnsafePointer(bitPattern: UInt(place >> 16)), count: Int(place & 0xFFFF))
    }
}

extension Transaction {
    /// The value whose place was noted under a number; nil if there is none, or it was noted in another state.
    ///
    /// Costs a few nanoseconds, and reading it the wait for the memory.
    @_lifetime(borrow self)
    package func value(_ index: Int, of places: borrowing ValuePlaces) -> Span<UInt8>? {
        guard let bytes = unsafe places.bytes(index, self) else { return nil }
        return unsafe _overrideLifetime(bytes.span, borrowing: self)
    }

    /// Asks the memory for the beginning of a value that will be read next, without waiting for it.
    package func expect(_ index: Int, of places: borrowing ValuePlaces) {
        guard let bytes = unsafe places.bytes(index, self) else { return }
        unsafe clmdb_prefetch(bytes.baseAddress)
    }
}
