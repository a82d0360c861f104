internal import DiaryEngine
internal import DiaryModel
internal import Interchange

// `conflicts ENTRY --keep`: decides between the texts of an entry without an editor.

extension Conflicts {
    /// Makes one of the texts that of the entry, or all of them, one under the other.
    func keep(_ name: String, _ session: Session) throws {
        guard let entry else { throw Problem.nothingChosen }
        if let moment { throw Problem.against("--keep", "--at \(moment)") }
        let diary = try session.open()
        let found = try session.presentEntry(entry, in: diary)
        guard let conflict = try diary.conflict(of: found.id), conflict.texts.count > 1 else {
            throw Problem.oneTextOnly(id: OnScreen.shortID(found.id))
        }
        // What stands now: more may have come in between.
        let before = conflict.entry
        var edit = EntryEdit()
        edit.text = try text(name, of: conflict, session)
        session.reportBase(of: [before])
        let request = EntryRequest(
            entry: before.id, command: .edit(edit), expecting: .version(before.version), seeing: before.standsOn)
        let context = try session.context()
        let outcome = try diary.perform([request], in: context)
        let (receipt, entries, _) = try session.settled(outcome)
        guard let now = entries.first else { return }
        session.notify(receipt == nil ? .unchanged : conflict.decision(now))
        if session.isJSON {
            try session.write(OperationJSON.receipt(receipt, entry: now, entries: [now.id], unchanged: receipt == nil))
        } else if receipt != nil {
            try session.write(ids: [now.id])
        }
    }

    private func text(_ name: String, of conflict: EntryConflict, _ session: Session) throws -> [UInt8] {
        if name == "all" { return conflict.allTexts() }
        // As messages name it, with the entry before the @, or the version alone.
        let version = name.split(separator: "@").last.map(String.init) ?? name
        guard let version = try session.expected(version), let text = conflict.text(of: version) else {
            throw Problem.noneOfTexts(name, names: conflict.others(than: []))
        }
        return text
    }
}
