import EventStore

/// `ledger FOLDER` makes a ledger there, works with it, and says what it did.
@main
struct Program {
    let store: Store
    let balances = Balances()
    let ours: StreamID
    let theirs: StreamID

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: ledger FOLDER") }
        let program = try Program(at: CommandLine.arguments[1])
        let paid = try program.open()
        try await program.transfer()
        try program.refuse()
        try program.report(asOf: paid)
    }

    init(at path: String) throws {
        store = try Store.create(at: path, for: Ledger(), projections: [balances])
        var chance = Entropy.system
        (ours, theirs) = (chance.identifier(), chance.identifier())
    }

    /// Opens two accounts, and pays into one of them; gives the number of that event.
    func open() throws -> SequenceNumber {
        try store.append([
            event(.opened(owner: "우리"), of: ours, expecting: .noStream),
            event(.opened(owner: "them"), of: theirs, expecting: .noStream),
        ])
        return try store.append([event(.deposited(5_000), of: ours, expecting: .exactly(1))]).last
    }

    /// Two streams, one operation: both or neither. Whoever watches is told, in whatever process.
    func transfer() async throws {
        let changes = store.changes()
        try await store.append([
            event(.withdrawn(1_200), of: ours, expecting: .exactly(2)),
            event(.deposited(1_200), of: theirs, expecting: .exactly(1)),
        ])
        for try await change in changes {
            return print("told of event \(change.head), of \(change.streams?.count ?? 0) accounts")
        }
    }

    /// A version that somebody else has gone past, or too small a balance: nothing is written.
    func refuse() throws {
        for (amount, version): (Int64, StreamVersion) in [(1, 2), (9_999, 3)] {
            do {
                try store.append([event(.withdrawn(amount), of: ours, expecting: .exactly(version))])
            } catch EventStoreError.conflict(_, let expected, let actual) {
                print("refused: somebody was there before: expected \(expected), found version \(actual ?? 0)")
            } catch Ledger.Refusal.notEnough {
                print("refused: not enough")
            }
        }
    }

    /// What stands now, what stood as of an event, and what all of it comes to.
    func report(asOf past: SequenceNumber) throws {
        for (name, account) in [("ours", ours), ("theirs", theirs)] {
            let now = try store.stream(account).map { try Int64(bytes: $0.bytes) } ?? 0
            let then = try store.ask(balances, asOf: past) { rows, sequence in
                try Balances.balance(of: account, asOf: sequence, &rows)
            }
            let events = try store.stream(account, asOf: past)?.version ?? 0
            print("\(name): \(now) now, \(then ?? 0) as of event \(past), the account's \(events).")
        }
        try store.takeSnapshot(of: Turnover.self)
        try store.catchUp(balances)
        print("deposited: \(try store.fold(Turnover.self).total); on all accounts: \(try store.totals().second)")
        for event in try store.events(of: ours) { print("event \(event.sequence): kind \(event.kind)") }
    }

    private func event(
        _ event: Ledger.Event, of account: StreamID, expecting version: ExpectedVersion
    ) -> NewEvent {
        NewEvent(event.kind, of: account, expecting: version, body: event.body)
    }
}
