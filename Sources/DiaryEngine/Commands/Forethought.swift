internal import DiaryModel
internal import EventStore

/// What requests with long texts lead to, decided before the writer's lock is taken.
///
/// Comparing two long texts may take a second, and nobody else could write in that time. Deciding is pure, so a
/// decision holds as long as the entry is still the same; if it is not, the request is decided again inside the
/// transaction.
struct Forethought {
    private var known: [Int: (state: EntryState, decision: Decision)] = [:]

    /// Nothing was decided beforehand.
    init() {}

    /// Texts shorter than this, in bytes, are compared in no time.
    private static let longText = 16 << 10

    /// Decides the requests that bring a long text, or change one, on the entries as they stand now.
    init(_ requests: [EntryRequest], in store: Store) throws(EventStoreError) {
        for (index, request) in requests.enumerated() {
            guard let text = request.command.newText, let state = try Self.state(of: request.entry, in: store),
                max(text.count, state.content.text.count) >= Self.longText
            else { continue }
            known[index] = (state, decide(request.command, state))
        }
    }

    /// The entry's state, read in a transaction that ends before the comparison begins.
    private static func state(of id: EntryID, in store: Store) throws(EventStoreError) -> EntryState? {
        let reader = try store.beginRead()
        return try reader.view.stream(id, searching: true).map { (row) throws(EventStoreError) in
            try DiaryStreams.entry(row).state
        }
    }

    /// The decision on the request with this number, if it was made on this very state.
    func decision(on request: Int, _ state: EntryState?) -> Decision? {
        guard let known = known[request], known.state == state else { return nil }
        return known.decision
    }
}

extension EntryCommand {
    /// The text that it gives to an existing entry; nil if it leaves the text alone.
    fileprivate var newText: [UInt8]? {
        switch self {
        case .edit(let edit): edit.text
        case .revise(_, let content), .become(let content): content.text
        case .create, .delete, .restore: nil
        }
    }
}
