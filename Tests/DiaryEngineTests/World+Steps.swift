import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore

// What is done to entries, to both diaries at once.

extension World {
    func carryOut(_ step: WorldStep) throws -> Effect {
        switch step.kind {
        case .add: try add(content())
        case .edit: try one { world, now in .edit(world.edit(of: now.content)) }
        case .attach: try attach(isNew: chance.isLucky(oneIn: 4))
        case .detach: try detach()
        case .delete: try one { _, _ in .delete }
        case .restore: try one { _, _ in .restore }
        case .become: try one { world, now in .become(world.earlier(than: now)) }
        case .several: try several()
        case .observe: try observe()
        case .bring: try bring(step.rows)
        case .undo: try undo()
        case .redo: try redo()
        case .undoEntry: try undoEntry()
        case .undoOperation: try undoOperation()
        case .restoreAll: try restore(only: nil)
        case .restoreEntry: try pick().map { try restore(only: $0) } ?? .nothingToDo
        case .begin: try begin()
        case .keep: try keep()
        case .commit: try commit()
        case .discard: try discard()
        case .forget: try forget()
        case .sweep: try sweep()
        case .sweepWhileAttaching: try sweepWhileAttaching()
        case .stopWhileAttaching: try stopWhileAttaching()
        case .page: try startPaging()
        case .search: try search()
        case .compact, .backUp, .takeSnapshot, .pruneSnapshots, .rebuild, .catchUp, .reopen:
            try maintain(step.kind)
        }
    }

    /// An entry by its place in line, which stays where other steps are left out.
    func pick() -> EntryID? {
        let place = chance.below(naive.ids.count > 100 ? naive.ids.count : 24)
        return naive.ids.isEmpty ? nil : naive.ids[place % naive.ids.count]
    }

    func place(_ id: EntryID) -> String { naive.ids.firstIndex(of: id).map { "entry \($0)" } ?? "a new entry" }

    /// Any content but for files, which must be there: some are added by steps of their own.
    func content() -> EntryContent {
        var content = chance.content()
        content.attachments = []
        if chance.isLucky(oneIn: 2) { content.text = Array(chance.diaryText().utf8) }
        if chance.isLucky(oneIn: 4) {
            content.extra.removeAll { $0.key == "placeName" }
            content.extra.append(ExtraField(key: "placeName", value: Array(chance.diaryText().utf8)))
        }
        return content
    }

    private func edit(of content: EntryContent) -> EntryEdit {
        var edit = chance.edit(of: content.text.isEmpty ? plain("a") : content)
        switch chance.below(naive.ids.count > 100 ? 2 : 8) {
        case 0: edit.text = Array((String(decoding: content.text, as: UTF8.self) + " " + chance.prose(words: 3)).utf8)
        case 1: edit.text = retyped(content.text)
        case 2: edit.text = Array(chance.diaryText().utf8)
        case 3: edit.text = [0x20]
        default: break
        }
        return edit
    }

    /// A text of which a word is another, or gone.
    private func retyped(_ text: [UInt8]) -> [UInt8] {
        var words = String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init)
        if words.isEmpty { words = ["x"] }
        let place = chance.below(words.count)
        words[place] = chance.prose(words: chance.below(5))
        return Array(("x" + words.joined(separator: " ")).utf8)
    }

    /// What the entry said at any moment.
    private func earlier(than now: NaiveDiary.Version) -> EntryContent {
        let then = chance.pick(naive.versions[naive.ids[now.ordinal - 1]] ?? [now])
        return then.content.text.isEmpty ? content() : then.content
    }

    // MARK: Commands

    /// Notes in the naive diary what an operation did, and compares what it says of itself.
    func note(
        _ receipt: OperationReceipt, _ changes: NaiveDiary.Changes, _ undoRole: OperationNote<Digest>.UndoRole = .do,
        target: Digest? = nil, isAttended: Bool = true
    ) {
        let first = naive.head + 1
        naive.carryOut(
            changes, OperationNote(id: receipt.id.event, undoRole: undoRole, target: target, isAttended: isAttended),
            at: scratch.wall, observing: !isAttended)
        let (said, wanted) = (receipt.first.rawValue...receipt.last.rawValue, first...naive.head)
        check(said == wanted, "its events are \(said), not \(wanted)")
    }

    func add(_ content: EntryContent) throws -> Effect {
        let outcome = try diary.add(content, in: scratch.context)
        guard let entry = outcome.entries.first, let receipt = outcome.receipt else {
            check(false, "nothing was added: \(outcome)")
            return .refused
        }
        note(receipt, [(entry.id, EntryState(content: content))])
        check(matches(entry, naive.head), "an added entry is another")
        return .applied
    }

    private func one(_ choose: (World, NaiveDiary.Version) -> EntryCommand) throws -> Effect {
        guard let id = pick(), let now = naive.now(id) else { return .nothingToDo }
        let command = choose(self, now)
        return try perform([EntryRequest(entry: id, command: command)])
    }

    /// Several requests as one operation; the same entry may be named twice.
    private func several() throws -> Effect {
        guard !naive.ids.isEmpty else { return .nothingToDo }
        let command: EntryCommand = chance.isLucky(oneIn: 2) ? .delete : .restore
        return try perform(
            (0...chance.below(20)).compactMap { _ in pick().map { EntryRequest(entry: $0, command: command) } })
    }

    func perform(_ requests: [EntryRequest]) throws -> Effect {
        tell("  \(requests.map { "\(place($0.entry)): \($0.command)" }.joined(separator: "; "))")
        var changes: NaiveDiary.Changes = []
        var refusal: (Refusal, EntryID)?
        for request in requests where refusal == nil {
            let id = request.entry
            switch naive.decide(request.command, of: id) {
            case .success(let state): if state != naive.now(id)?.state { changes.append((id, state)) }
            case .failure(let problem): refusal = (problem, id)
            }
        }
        let outcome = try diary.perform(requests, in: scratch.context)
        switch (outcome, refusal) {
        case (.changed(let receipt, let entries), nil) where !changes.isEmpty:
            note(receipt, changes)
            check(entries.allSatisfy { matches($0, naive.head) }, "the outcome shows another entry")
            return .applied
        case (.unchanged, nil) where changes.isEmpty: return .refused
        case (.refused(let said, let entry), (let problem, let id)?) where said == problem && entry == id:
            return .refused
        default:
            check(false, "\(outcome), not \(refusal.map { "\($0)" } ?? "\(changes.count) changes")")
            return .refused
        }
    }

    /// The weather arrives, whether or not it is wanted by now.
    private func observe() throws -> Effect {
        guard let id = pick(), let now = naive.now(id) else { return .nothingToDo }
        var weather = Weather(main: chance.pick(["Rain", "맑음"]), icon: "")
        weather.temperature = Int16(chance.below(4_000) - 2_000)
        tell("  \(place(id))")
        switch try diary.write(.observe(weather, of: id), in: scratch.context) {
        case .observed(let receipt, _):
            check(!now.isDeleted && now.content.weather == nil, "weather came where there was some, or no entry")
            note(receipt, [(id, with(now.state) { $0.content.weather = weather })], isAttended: false)
            return .applied
        case .hasWeather: check(!now.isDeleted && now.content.weather != nil, "an observation found weather")
        case .refused(let refusal):
            check(now.isDeleted, "an observation was refused")
            check((refusal == .isForgotten) == naive.forgotten.contains(id), "an observation was refused: \(refusal)")
        }
        return .refused
    }

    /// Rows are brought, some of them again; or a great many, of prose.
    private func bring(_ many: Int?) throws -> Effect {
        let isProse = chance.isLucky(oneIn: 2) || many ?? 0 > 1_000
        let rows = (0..<(many ?? chance.below(24))).map { index in
            if many != nil {
                let text = isProse ? chance.prose(words: 8 + chance.below(30)) : chance.diaryText()
                return ImportedRow(content: plain(text, day: Int64(chance.below(4))), identity: chance.bytes(16))
            }
            let number = UInt8(chance.below(30))
            var content = plain("row \(number)", day: Int64(number))
            content.unknown = [UnknownField(number: 99, bytes: [number])]
            return ImportedRow(content: content, identity: [number])
        }
        let again = many == nil && chance.isLucky(oneIn: 4)
        let plan = naive.plan(rows, again: again)
        let tried = try diary.import(rows, again: again, dryRun: true, in: scratch.context)
        let outcome = try diary.import(rows, again: again, in: scratch.context)
        guard case .imported(let receipt, let added, let skipped, _) = outcome else {
            check(false, "an import was refused")
            return .refused
        }
        let wanted = plan.fresh.count + plan.back.count
        check(added == wanted && skipped == rows.count - added, "\(added) rows were added, not \(wanted)")
        check(tried.counts == [0, added, skipped], "a trial of an import says \(tried)")
        guard let receipt else {
            check(wanted == 0, "an import has no receipt")
            return .refused
        }
        var became: [Int: EntryID] = [:]
        for (place, index) in plan.fresh.enumerated() {
            let sequence = SequenceNumber(receipt.first.rawValue + UInt64(place))
            became[index] = try diary.log(limit: 1, at: .event(sequence)).events.first?.entry
        }
        check(became.count == plan.fresh.count, "an imported row is no entry")
        let fresh = plan.fresh.compactMap { row in became[row].map { ($0, EntryState(content: rows[row].content)) } }
        naive.note(rows, again: again, became: became)
        note(receipt, fresh + plan.back)
        return .applied
    }

    // MARK: Undo in every scope

    private func undo() throws -> Effect {
        let target = naive.stacks.undo.last
        return try judge(try diary.undo(in: scratch.context), .undo, target, isInTurn: true)
    }

    private func redo() throws -> Effect {
        let target = naive.stacks.redo.last
        return try judge(try diary.redo(in: scratch.context), .redo, target, isInTurn: true)
    }

    private func undoEntry() throws -> Effect {
        guard let id = pick() else { return .nothingToDo }
        tell("  \(place(id))")
        let target = naive.inEffect(on: id).top
        return try judge(try diary.write(.undo(entry: id), in: scratch.context), .do, target, only: id)
    }

    private func undoOperation() throws -> Effect {
        guard !naive.operations.isEmpty else { return .nothingToDo }
        let back = chance.below(24) % naive.operations.count
        let target = naive.operations[naive.operations.count - 1 - back]
        tell("  the last but \(back)")
        var options = UndoOptions()
        options.force = chance.isLucky(oneIn: 3)
        options.skipChanged = !options.force && chance.isLucky(oneIn: 2)
        let name: OperationName =
            chance.isLucky(oneIn: 2)
            ? .event(target.events.upperBound) : .prefix(String(target.note.id.hexadecimal.prefix(20)))
        let outcome = try diary.write(.undo(operation: name, options), in: scratch.context)
        return try judge(outcome, .do, target.note.id, options)
    }

    /// What taking `target` back must lead to, and whether it did.
    private func judge(
        _ outcome: UndoOutcome, _ undoRole: OperationNote<Digest>.UndoRole, _ target: Digest?, only: EntryID? = nil,
        _ options: UndoOptions = UndoOptions(), isInTurn: Bool = false
    ) throws -> Effect {
        guard let target else {
            if case .nothing = outcome {} else { check(false, "there was nothing to take back, yet \(outcome)") }
            return .refused
        }
        let (changes, conflicts) = naive.takingBack(target, only: only, options)
        switch outcome {
        case .changed(let receipt, let said, let entries):
            check(conflicts == 0, "a conflict was written over")
            check(said?.event == target, "another operation was taken back")
            note(receipt, changes, undoRole, target: target)
            check(entries.allSatisfy { matches($0, naive.head) }, "the outcome of an undo shows another entry")
            return .applied
        case .conflicts(let found, let more):
            check(!isInTurn, "an undo in turn was a conflict")
            check(found.count + more == conflicts, "\(found.count + more) conflicts, not \(conflicts)")
        case .unchanged: check(changes.isEmpty && conflicts == 0 && undoRole == .do, "nothing was written")
        default: check(false, "\(outcome)")
        }
        return .refused
    }

    /// The diary, or one entry, as it was after any event, in the midst of an operation as well.
    private func restore(only id: EntryID?) throws -> Effect {
        let asked = naive.head - min(naive.head, UInt64(chance.below(40)))
        tell("  \(id.map(place) ?? "all") to event \(asked)")
        let changes = naive.restoring(to: asked, only: id)
        let outcome = try diary.write(.restore(to: .event(SequenceNumber(asked)), entry: id), in: scratch.context)
        switch outcome {
        case .changed(let receipt, _, _):
            note(receipt, changes)
            return .applied
        case .unchanged: check(changes.isEmpty, "a restore did nothing, wanted \(changes.count)")
        default: check(false, "a restore led to \(outcome)")
        }
        return .refused
    }
}
