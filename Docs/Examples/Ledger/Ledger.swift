import EventStore

/// Accounts and what is moved between them: each account is a stream, and its state is its balance.
struct Ledger: Application {
    let name = "ledger"
    let kinds = [
        EventKind(1, beginsStream: true),
        // Schema 1 counted whole units, schema 2 counts hundredths.
        EventKind(2, schema: 2),
        EventKind(3, schema: 2),
    ]

    /// What can happen to an account.
    enum Event {
        case opened(owner: String)
        case deposited(Int64)
        case withdrawn(Int64)

        var kind: UInt16 {
            switch self {
            case .opened: 1
            case .deposited: 2
            case .withdrawn: 3
            }
        }

        var body: [UInt8] {
            switch self {
            case .opened(let owner): Array(owner.utf8)
            case .deposited(let amount), .withdrawn(let amount): amount.bytes
            }
        }
    }

    enum Refusal: Error { case notEnough, malformed }

    func upcast(kind: UInt16, from schema: UInt16, body: [UInt8]) throws -> [UInt8] {
        try (Int64(bytes: body) * 100).bytes
    }

    func state(after event: StoredEvent, from state: [UInt8]?) throws -> [UInt8] {
        let balance = try state.map { try Int64(bytes: $0) } ?? 0
        switch event.kind {
        case 1: return Int64(0).bytes
        case 2: return (balance + (try Int64(bytes: event.body))).bytes
        default:
            let amount = try Int64(bytes: event.body)
            guard amount <= balance else { throw Refusal.notEnough }
            return (balance - amount).bytes
        }
    }

    /// The accounts there are, and all that is on them.
    func counters(of state: [UInt8]) -> Counters {
        Counters(first: 1, second: (try? Int64(bytes: state)).map { UInt64($0) } ?? 0)
    }
}

/// The balance of each account after each of its events: what it was as of event N is its last row up to N.
///
///     account 16 | number of the event 8  ->  balance 8
struct Balances: Projection {
    let name = "balances"
    let version: UInt16 = 1

    func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange] {
        [.put(Self.key(event.stream, event.sequence), event.after)]
    }

    static func key(_ account: StreamID, _ sequence: SequenceNumber) -> [UInt8] {
        account.bytes + sequence.bytes
    }

    static func balance(
        of account: StreamID, asOf sequence: SequenceNumber, _ rows: inout ProjectionRows
    ) throws(EventStoreError) -> Int64? {
        guard let row = try rows.last(atOrBefore: key(account, sequence)),
            row.key.prefix(16) == key(account, 0).prefix(16)
        else { return nil }
        return try? Int64(bytes: row.value)
    }
}

/// All that was ever deposited: a value folded from the log, of which snapshots can be taken.
struct Turnover: EventFold {
    static let name = "turnover"
    static let version: UInt16 = 1
    var total: Int64 = 0

    init() {}
    init(bytes: [UInt8]) throws { total = try Int64(bytes: bytes) }
    var bytes: [UInt8] { total.bytes }

    mutating func apply(_ event: StoredEvent) {
        if event.kind == 2, let amount = try? Int64(bytes: event.body) { total += amount }
    }
}

extension FixedWidthInteger {
    /// The most significant byte first, so that bytes sort as numbers do.
    var bytes: [UInt8] { (1...bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (bitWidth - $0 * 8)) } }

    init(bytes: some Collection<UInt8>) throws {
        guard bytes.count == Self.bitWidth / 8 else { throw Ledger.Refusal.malformed }
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}
