internal import DiaryEngine
internal import Interchange

// Which call answers which endpoint.

extension DiaryServer {
    func handle(_ call: Call) throws(ServerProblem) -> Handling {
        if case .page(let name) = call.endpoint {
            guard let file = PageFile(name) else { throw .notFound }
            return .reply(file.reply)
        }
        if case .live = call.endpoint {
            let stream = try hub.listen(since: call.headers["last-event-id"].flatMap { UInt64($0) })
            return .stream(Hub.head, stream)
        }
        let language = call.language
        if let change = try change(call) {
            return .writing { [self] in
                do throws(ServerProblem) { return .json(try await change(self)) } catch {
                    return error.reply(in: language)
                }
            }
        }
        return .reading { [self] in
            do throws(ServerProblem) { return try read(call) } catch { return error.reply(in: language) }
        }
    }

    private func read(_ call: Call) throws(ServerProblem) -> PageReply {
        var call = call
        let items: (inout Call) throws(ServerProblem) -> JSONValue
        switch call.endpoint {
        case .share(let id): return try share(id, &call)
        case .attachment(let hash): return try attachment(hash, &call)
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
        case .drafts: items = drafts
        case .entry(let id): items = { (call) throws(ServerProblem) in try self.entry(id, &call) }
        case .neighbours(let id): items = { (call) throws(ServerProblem) in try self.neighbours(id, &call) }
        case .history(let id): items = { (call) throws(ServerProblem) in try self.history(id, &call) }
        case .diff(let id): items = { (call) throws(ServerProblem) in try self.diff(id, &call) }
        case .blame(let id): items = { (call) throws(ServerProblem) in try self.blame(id, &call) }
        default: throw .notFound
        }
        return .json(try items(&call))
    }
}

extension Call {
    /// The point that `at` names; the head without it.
    mutating func point() throws(ServerProblem) -> DiaryPoint {
        try items.takeNumber("at", in: 0...UInt64(Int64.max)).map { .event(SequenceNumber($0)) } ?? .head
    }
}
