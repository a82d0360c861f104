internal import DiaryModel
internal import EventStore

extension DiaryCommand where Outcome == DraftOutcome? {
    /// Writes what a draft says to the log, and removes the draft in the same transaction: one operation, one version.
    ///
    /// A new entry is added; of an existing one those fields change that the draft has otherwise than the version it
    /// was made on. If the entry is at another version by now, the outcome is `conflict` unless it says what the draft
    /// says; `expecting` names the version that a person has seen since. A deleted entry is `refused`, and stays
    /// deleted. `key` is that of `add` and `perform`, for a caller whose answer was lost: once more under it, the
    /// outcome is `repeated`, though the draft is gone. Nil if there is no such draft. Costs what `perform` costs.
    public static func commit(
        _ number: DraftNumber, expecting: VersionName? = nil, key: String? = nil
    ) -> DiaryCommand {
        DiaryCommand(preparing: { diary, context in
            guard try diary.draft(number) != nil || key != nil else { return .done(nil) }
            return .write { writer in try writer.commit(number, expecting: expecting, key: key, in: context) }
        })
    }
}

extension StoreView {
    /// What a draft asks of its entry.
    fileprivate func request(
        for draft: Draft, expecting: VersionName?
    ) throws(EventStoreError) -> EntryRequest {
        EntryRequest(
            entry: draft.entry, command: .revise(from: try seen(by: draft), to: draft.content),
            expecting: expecting ?? draft.base.map { .event($0.hexadecimal) })
    }

    /// What the entry said when the draft was begun; where that cannot be read, what it says now.
    private func seen(by draft: Draft) throws(EventStoreError) -> EntryContent {
        guard let row = try stream(draft.entry, isNamed: true) else { return draft.content }
        if row.headID != draft.base, let base = try event(of: row, where: { $0 == draft.base }),
            let then = try version(of: row, at: base.sequence)
        {
            return then.content
        }
        return try Entry(row).content
    }
}

extension StoreWriter {
    fileprivate mutating func commit(
        _ number: DraftNumber, expecting: VersionName?, key: String?, in context: WriteContext
    ) throws(EventStoreError) -> DraftOutcome? {
        guard let draft = try view.draft(number) else {
            return try key.flatMap { (key) throws(EventStoreError) in try view.receipt(keyed: key) }
        }
        let outcome: ChangeOutcome
        if !draft.isNew {
            let request = try view.request(for: draft, expecting: expecting)
            outcome = try perform([request], as: .edit, key: key, in: context)
        } else if draft.isBlank {
            try removeDraft(number.rawValue)
            return .blank(draft)
        } else if let row = try view.stream(draft.entry, isNamed: true), draft.options.key == nil {
            // It was committed elsewhere, and came back with a backup or a salvage.
            let entry = try Entry(row)
            outcome =
                entry.content == draft.content && !entry.isDeleted
                ? .unchanged([entry]) : .refused(.alreadyExists, entry: draft.entry)
        } else {
            // The entry's identifier is not made from the commit's own key: the draft has fixed it already.
            outcome = try add(
                draft.content, as: draft.entry, keepsIdentifier: draft.options.key == nil,
                key: draft.options.key ?? key, again: draft.options.again, dateIsGiven: draft.options.dateIsGiven,
                in: context)
        }
        switch outcome {
        case .changed, .unchanged, .repeated: try removeDraft(number.rawValue)
        case .keyTaken, .conflict, .refused: break
        }
        return .settled(outcome)
    }
}

extension StoreView {
    /// What the operation under a key led to; nil if the key is free.
    fileprivate func receipt(keyed key: String) throws(EventStoreError) -> DraftOutcome? {
        guard let holder = try holders(ofKey: commandKey(key).code).first,
            let operation = try operation(containing: holder), let id = try object(ofEvent: holder),
            let row = try stream(id, isNamed: true)
        else { return nil }
        return .settled(.repeated(operation.receipt, [try Entry(row)]))
    }
}
