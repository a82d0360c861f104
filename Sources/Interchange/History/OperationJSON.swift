public import DiaryEngine
public import EventStore

/// An operation as JSON: as the log shows it, and as the command that wrote it reports it.
public enum OperationJSON {
    /// What `log --operations` says of an operation.
    public static func object(_ operation: LoggedOperation) -> JSONValue {
        [
            "id": .text(operation.id.hexadecimal),
            "command": operation.command == .none ? .null : .text("\(operation.command)"),
            "recordedAt": EntryJSON.stamp(operation.recordedAt), "undoes": .text(orNull: operation.target?.hexadecimal),
            "events": events(from: operation.first, through: operation.last, count: operation.count),
            "device": .text(orNull: operation.device?.hexadecimal),
            "entry": .text(orNull: operation.entry?.hexadecimal),
        ]
    }

    /// What a change reports: `{"operation","events","entry","entries","unchanged"}`; without a receipt nothing was
    /// written.
    public static func receipt(
        _ receipt: OperationReceipt?, entry: Entry?, entries: [EntryID], unchanged: Bool
    ) -> JSONValue {
        [
            "operation": .text(orNull: receipt?.id.hexadecimal), "events": events(receipt),
            "entry": entry.map { EntryJSON.object($0, isFull: true) } ?? .null,
            "entries": .array(entries.map { .text($0.hexadecimal) }), "unchanged": .bool(unchanged),
        ]
    }

    /// The events that a change wrote.
    public static func events(_ receipt: OperationReceipt?) -> JSONValue {
        guard let receipt else { return ["first": .null, "last": .null, "count": .integer(0)] }
        return events(from: receipt.first, through: receipt.last, count: receipt.count)
    }

    private static func events(from first: SequenceNumber, through last: SequenceNumber, count: Int) -> JSONValue {
        ["first": .number(first.rawValue), "last": .number(last.rawValue), "count": .number(count)]
    }
}
