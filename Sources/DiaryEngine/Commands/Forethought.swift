internal import DiaryModel
internal import EventStore
internal import Host

/// What requests with long texts lead to, decided before the writer's turn.
///
/// Comparing two long texts may take a second, and nobody else could write in that time. What is decided here holds
/// wherever the entry is still the same: deciding is pure. Where it is not, it is decided again inside.
struct Forethought {
    private var known: [Int: (state: EntryState, decision: Decision)] = [:]

    /// Nothing was thought beforehand.
    init() {}

    /// Texts shorter than this are compared in no time.
    private static let longText = 16 << 10

    /// Decides those of the requests that bring a long text, or meet one, on the entries as they stand now.
    init(_ requests: [EntryRequest], in store: EventStore) throws(EventStoreError) {
        for (index, request) in requests.enumerated() {
            guard let text = request.command.newText, let state = try Self.state(of: request.entry, in: store),
                max(text.count, state.content.text.count) >= Self.longText
            else { continue }
            known[index] = (state, decide(request.command, state))
        }
    }

    /// Reads in a transaction that has ended when the comparing begins.
    private static func state(of id: EntryID, in store: EventStore) throws(EventStoreError) -> EntryState? {
        let reader = try store.beginRead()
        return try reader.view.stream(id).map { (row) throws(EventStoreError) in
            try DiaryStreams.entry(row).state
        }
    }

    /// What the request with this number leads to, if it was decided on this very state.
    func decision(on request: Int, _ state: EntryState?) -> Decision? {
        guard let known = known[request], known.state == state else { return nil }
        return known.decision
    }
}

extension EntryCommand {
    /// The text it gives an entry that is there; nil where it leaves the text alone.
    fileprivate var newText: [UInt8]? {
        switch self {
        case .edit(let edit): edit.text
        case .become(let content): content.text
        case .create, .delete, .restore: nil
        }
    }
}
