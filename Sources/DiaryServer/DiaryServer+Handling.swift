internal import DiaryEngine
internal import Interchange

// Which call answers which endpoint.

extension DiaryServer {
    func handle(_ call: Call) throws -> Handling {
        let isGzip = Compression.isAccepted(call.headers)
        if case .page(let name) = call.endpoint {
            guard let reply = files.reply(to: name, isGzip: isGzip) else {
                throw ServerProblem.notFound
            }
            return .reply(reply)
        }
        if call.endpoint == .session { return .reply(try beginSession(call)) }
        let language = call.language
        if let change = try change(call) {
            return .writing { [self] in
                await reply(in: language) { .json(try await change(self)) }
            }
        }
        return .reading { [self] in
            let answer = reply(in: language) { try read(call) }
            return isGzip ? answer.compressed() : answer
        }
    }

    private func read(_ call: Call) throws -> PageReply {
        var call = call
        let items: (inout Call) throws -> JSONValue
        switch call.endpoint {
        case .live:
            let stream = try hub.listen(since: call.headers["last-event-id"].flatMap { UInt64($0) })
            if let sync { Task { await sync.pageOpened() } }
            return PageReply(stream: stream)
        case .share(let id): return try share(id, &call)
        case .export: return try exported(&call)
        case .attachment(let hash): return try attachment(hash, &call)
        case .keepSmall(let hash): items = { try self.keepSmall(hash, &$0) }
        case .proof: items = proof
        case .state: items = state
        case .entries: items = entries
        case .days: items = days
        case .search: items = search
        case .timeline: items = timeline
        case .operations: items = operations
        case .changes: items = changes
        case .stats: items = statistics
        case .tags: items = tags
        case .today: items = onThisDay
        case .date: items = date
        case .drafts: items = drafts
        case .conflicts: items = conflicts
        case .entry(let id): items = { try self.entry(id, &$0) }
        case .neighbours(let id): items = { try self.neighbours(id, &$0) }
        case .history(let id): items = { try self.history(id, &$0) }
        case .diff(let id): items = { try self.diff(id, &$0) }
        case .blame(let id): items = { try self.blame(id, &$0) }
        default: throw ServerProblem.notFound
        }
        return .json(try items(&call))
    }
}

extension Call {
    /// The point that `at` names; the head without it.
    mutating func point() throws -> DiaryPoint {
        try items.takeNumber("at", in: 0...UInt64(Int64.max)).map { .event(SequenceNumber($0)) } ?? .head
    }
}
