internal import DiaryEngine
internal import EventStore

// OP as it is typed: the beginning of an operation's id, or one of its events.

extension Session {
    /// `e12`, `#12` and `12` name an event; eight characters or more without `#`, or other digits, begin an id.
    func operationName(_ text: String) throws -> OperationName {
        let digits = text.first == "e" || text.first == "#" ? text.dropFirst() : text[...]
        if text.utf8.count < 8 || text.first == "#", let number = UInt64(digits) { return .event(number) }
        let prefix = text.lowercased()
        guard prefix.utf8.count >= 4, prefix.utf8.allSatisfy({ Self.hexadecimalDigits.contains($0) }) else {
            throw Problem.unreadableOperation(text)
        }
        return .prefix(prefix)
    }

    /// The beginning of the id of the operation that a text names.
    func operationPrefix(_ text: String, in diary: Diary) throws -> String {
        switch try operationName(text) {
        case .prefix(let prefix): return prefix
        case .event(let number):
            let page = try diary.log(limit: 1, at: .event(SequenceNumber(number)))
            guard let operation = page.events.first?.operation else { throw Problem.noOperation(text) }
            return operation.hexadecimal
        }
    }

    private static let hexadecimalDigits = Set("0123456789abcdef".utf8)

    /// The change that a chain of undos and redos goes back to; nil if it is not in the log.
    func origin(of target: OperationID, in diary: Diary) throws -> LoggedOperation? {
        var limit = 64
        while true {
            let operations = try diary.operations(limit: limit)
            let byID = Dictionary(operations.map { ($0.id, $0) }) { first, _ in first }
            var id = target
            while let operation = byID[id] {
                guard operation.act != .does, let next = operation.target else { return operation }
                id = next
            }
            if operations.count < limit { return nil }
            limit *= 16
        }
    }
}
