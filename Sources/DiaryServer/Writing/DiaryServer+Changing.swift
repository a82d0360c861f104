internal import DiaryEngine
internal import EventStore
internal import Interchange

/// What a request that writes does, once its body has been read.
typealias Change = @Sendable (DiaryServer) async throws -> JSONValue

extension DiaryServer {
    /// Makes everything anew that follows from the log, for a reading that has met a damaged table.
    func rebuilding() -> Change {
        { server in
            try await server.reading { server in
                try server.diary.rebuild()
                return ["outcome": .text("rebuilt")]
            }
        }
    }

    /// Reads on a thread of its own, for a change: a task of the server must not wait for the disk.
    func reading<Answer: Sendable>(
        _ read: @escaping @Sendable (DiaryServer) throws -> Answer
    ) async throws -> Answer { try await diary.onThread { _ in try read(self) } }

    /// What an outcome is told as, with the draft that it is of; throws where nothing was done.
    func receipt(_ outcome: ChangeOutcome, beside draft: Draft? = nil) async throws -> JSONValue {
        switch outcome {
        case .changed(let receipt, let entries): return Self.receipt("changed", receipt, entries)
        case .repeated(let receipt, let entries): return Self.receipt("repeated", receipt, entries)
        case .unchanged(let entries): return Self.receipt("unchanged", nil, entries)
        case .keyTaken(let holder): throw ServerProblem.keyTaken(holder)
        case .conflict(let id, _, _):
            let now = try await reading { server in
                try JSONValue.object(server.members(of: server.known(id), beside: draft))
            }
            throw ServerProblem.conflict(now)
        case .refused(let refusal, _): throw ServerProblem.refused(refusal)
        }
    }

    static func receipt(_ outcome: String, _ receipt: OperationReceipt?, _ entries: [Entry]) -> JSONValue {
        let said = OperationJSON.receipt(
            receipt, entry: entries.count == 1 ? entries.first : nil, entries: entries.map(\.id),
            unchanged: receipt == nil)
        return JSONValue.object([JSONMember("outcome", .text(outcome))]).adding(said)
            .adding(["head": receipt.map { .number($0.last.rawValue) } ?? .null])
    }
}
