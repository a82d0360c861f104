public import DiaryModel
public import EventStore

extension DiaryCommand where Outcome == ChangeOutcome {
    /// Appends a new entry.
    ///
    /// With a key, the entry's identifier is derived from the key, so that every device makes the same entry. A second
    /// call with the same content writes nothing and returns the first receipt; with other content it returns
    /// `keyTaken`; after an undo it brings the entry back. `again` uses a taken key once more, for another entry. The
    /// date is compared only if `dateIsGiven`.
    public static func add(
        _ content: EntryContent, key: String? = nil, again: Bool = false, dateIsGiven: Bool = true
    ) -> DiaryCommand {
        DiaryCommand { writer, context in
            try writer.add(content, key: key, again: again, dateIsGiven: dateIsGiven, in: context)
        }
    }
}

extension Diary {
    /// Appends a new entry; see `DiaryCommand.add`.
    @available(*, noasync, message: "a task awaits write(.add(…))")
    public func add(
        _ content: EntryContent, key: String? = nil, again: Bool = false, dateIsGiven: Bool = true,
        in context: WriteContext? = nil
    ) throws(EventStoreError) -> ChangeOutcome {
        try write(.add(content, key: key, again: again, dateIsGiven: dateIsGiven), in: context)
    }
}

extension StoreWriter {
    /// Appends a new entry, or finds the one that was created under the key. Without a key it has this identifier, or
    /// one that is drawn; with a key, only if it `keepsIdentifier`.
    mutating func add(
        _ content: EntryContent, as drawn: EntryID? = nil, keepsIdentifier: Bool = false, key: String?, again: Bool,
        dateIsGiven: Bool, in context: WriteContext
    ) throws(EventStoreError) -> ChangeOutcome {
        var context = try seeded(context)
        let id: EntryID = drawn ?? context.entropy.identifier()
        let events: [EntryEvent]
        switch decide(.create(content), nil) {
        case .refused(let refusal): return .refused(refusal, entry: id)
        case .events(let decided): events = decided
        }
        var plan = ChangePlan()
        if let key {
            let code = try view.commandKey(key)
            let own = keepsIdentifier ? id : EntryID(ofEntryKeyed: code.code)
            switch again ? nil : try view.claim(onKey: code.code, for: own) {
            case nil: try plan.create(id, by: events, key: code)
            case .free: try plan.create(own, by: events, key: code)
            case .takenBack: try plan.bringBack(own, as: content, key: code, in: view)
            case .taken: return try repeated(content.inOrder, code.code, dateIsGiven: dateIsGiven)
            }
        } else {
            try plan.create(id, by: events, key: nil)
        }
        try plan.append(to: &self, as: EventHeader.Operation(command: CommandCode.add.rawValue), in: &context)
        return try plan.outcome(receipts.last, in: context, self)
    }

    /// The outcome for a key that is taken: the receipt of the operation that wrote this very content under it.
    private func repeated(
        _ content: EntryContent, _ code: Digest, dateIsGiven: Bool
    ) throws(EventStoreError) -> ChangeOutcome {
        let keyed = try view.events(keyed: code)
        // Of one alone it makes no difference whether it stands.
        var holders = keyed.count > 1 ? try view.holders(ofKey: code) : keyed
        // The creation was taken back, and the entry was restored by name.
        if holders.isEmpty { holders = keyed.reversed() }
        var other: EntryID?
        for sequence in holders {
            guard let id = try view.object(ofEvent: sequence),
                let row = try view.stream(id, isNamed: true),
                var written = try view.version(of: row, at: sequence)?.content
            else { continue }
            if !dateIsGiven { written.date = content.date }
            guard written == content, let operation = try view.operation(containing: sequence) else {
                other = other ?? id
                continue
            }
            return .repeated(operation.receipt, [try Entry(row)])
        }
        if let other { return .keyTaken(by: other) }
        guard holders.isEmpty else { throw .damaged("event \(holders[0]), which holds this key") }
        return .keyTaken(by: EntryID(ofEntryKeyed: code))
    }
}
