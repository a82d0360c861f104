internal import DiaryEngine
internal import EventStore
internal import Interchange

// What undo and redo would take back: `undo --list`, `redo --list`.

extension Session {
    /// How many operations to list; nil if none are to be listed.
    func listLimit(_ limit: Int?, isListed: Bool) throws -> Int? {
        if let limit, limit < 1 { throw Problem.unreadableLimit }
        guard isListed else {
            if limit != nil { throw Problem.limitNeedsList }
            return nil
        }
        return limit ?? (isTerminal ? 20 : .max)
    }

    /// Lists operations with what they are about: the title of the one entry, or how many events there are.
    func list(_ operations: [LoggedOperation], in diary: Diary) throws {
        if isJSON {
            if options.jsonl {
                for operation in operations { try write(OperationJSON.object(operation)) }
                try writeEnd(of: diary, at: .head)
            } else {
                try write(["operations": .array(operations.map(OperationJSON.object))])
            }
            return
        }
        var screen = PagedOutput(self)
        for operation in operations {
            let span =
                operation.first == operation.last ? "e\(operation.first)" : "e\(operation.first)…e\(operation.last)"
            let command = operation.command == .none ? "-" : "\(operation.command)"
            let columns = [span, try columnTime(operation.recordedAt), command, try subject(operation, in: diary)]
            try screen.write(columns.joined(separator: column) + "\n")
        }
        try screen.finish()
    }

    private func subject(_ operation: LoggedOperation, in diary: Diary) throws -> String {
        guard operation.count == 1, let id = operation.entry else {
            return text(Sentence("\(operation.count, "event", "events")", "변경 \(operation.count)건"))
        }
        let entry = try diary.entry(id, at: .event(operation.last))
        return entry.map { OnScreen.safe(OnScreen.cut(OnScreen.title($0, self), to: 50)) } ?? OnScreen.shortID(id)
    }
}
