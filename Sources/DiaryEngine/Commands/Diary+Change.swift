public import EventStore

extension DiaryCommand where Outcome == ChangeOutcome {
    /// Carries out requests as one operation: all of them, or none.
    ///
    /// With a key, the same requests once more write nothing and return the first receipt, whatever has become of the
    /// entries since; other requests return `keyTaken`. What changes nothing does not take a key, and undo frees it.
    public static func perform(_ requests: [EntryRequest], key: String? = nil) -> DiaryCommand {
        perform(requests, as: CommandCode(of: requests), key: key)
    }

    /// The same under the number of a command.
    package static func perform(
        _ requests: [EntryRequest], as command: CommandCode, key: String? = nil
    ) -> DiaryCommand {
        DiaryCommand { writer, context in try writer.perform(requests, as: command, key: key, in: context) }
    }
}

extension Diary {
    /// Carries out requests as one operation; see `DiaryCommand.perform`.
    @available(*, noasync, message: "a task awaits write(.perform(…))")
    public func perform(
        _ requests: [EntryRequest], key: String? = nil, in context: WriteContext? = nil
    ) throws(EventStoreError) -> ChangeOutcome {
        try write(.perform(requests, key: key), in: context)
    }
}

extension StoreWriter {
    /// Carries out requests as one operation: all of them, or none.
    mutating func perform(
        _ requests: [EntryRequest], as command: CommandCode, key: String?, in context: WriteContext
    ) throws(EventStoreError) -> ChangeOutcome {
        let code = try key.map { (key) throws(EventStoreError) in try view.commandKey(key) }
        if let code, let before = try view.outcome(of: requests, keyed: code.code) { return before }
        var plan = ChangePlan()
        if let obstacle = try plan.add(requests, in: view) { return obstacle }
        guard plan.count > 0 else { return .unchanged(plan.entries) }
        plan.hold(code)
        var context = try seeded(context)
        try plan.append(to: &self, as: EventHeader.Operation(command: command.rawValue), in: &context)
        return try plan.outcome(receipts.last, in: context, self)
    }
}
