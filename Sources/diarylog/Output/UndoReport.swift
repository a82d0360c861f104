internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

/// The way back that was asked for.
enum WayBack {
    case undo
    /// On this entry, by its short id.
    case undoOn(String)
    /// Of this operation, as it was typed.
    case undoOf(String)
    case redo
    /// To this moment, as it was typed, and what that does.
    case restore(String, RestorePlan)
}

extension Session {
    /// Reports what an undo, a redo or a restore led to; throws the problem if it could not be done.
    func report(_ outcome: UndoOutcome, of way: WayBack, in diary: Diary) throws {
        switch outcome {
        case .changed(let receipt, let target, let entries):
            try report(receipt, target, entries, way, in: diary)
        case .unchanged:
            notify(.unchanged)
            try reportUnchanged()
        case .nothing:
            switch way {
            case .undoOn(let id):
                throw Problem(
                    .nothingToUndo, "there is nothing to undo on entry \(id)", "일기 \(id)에는 되돌릴 것이 없습니다",
                    hint: Problem.log)
            case .redo:
                throw Problem(
                    .nothingToRedo, .nothingToRedo,
                    hint: Sentence("Only what undo has just taken back.", "바로 앞에서 undo로 되돌린 것만 다시 할 수 있습니다."))
            case .undo, .undoOf, .restore: throw Problem.nothingToUndo
            }
        case .conflicts(let conflicts, let more):
            throw Problem.changedSince(
                try conflicts.map { conflict in try report(conflict, in: diary) }, more: more)
        case .movedOn(let actual):
            let next = actual.hexadecimal.prefix(8)
            throw Problem(
                .movedOn,
                "the next operation is \(next), not the one expected; nothing was written",
                "다음 작업은 기대한 것이 아니라 \(next)입니다. 아무것도 쓰지 않았습니다", hint: Problem.log)
        case .noSuchEntry: throw Problem.noEntry("")
        case .noSuchOperation:
            guard case .undoOf(let name) = way else { throw Problem.nothingToUndo }
            throw Problem.noOperation(name)
        case .ambiguousOperation(let candidates):
            guard case .undoOf(let name) = way else { throw Problem.nothingToUndo }
            throw Problem.ambiguous(
                "more than one operation begins with \(name)", "\(name, .by) 시작하는 작업이 여럿입니다",
                candidates.map(\.hexadecimal))
        }
    }

    /// The receipt of a command that changed nothing, for those who read JSON.
    func reportUnchanged() throws {
        if isJSON { try write(undoReceipt(nil, target: nil, entry: nil, ids: [])) }
    }

    private func report(
        _ receipt: OperationReceipt, _ target: OperationID?, _ entries: [Entry], _ way: WayBack, in diary: Diary
    ) throws {
        let ids = try ids(of: receipt, entries, in: diary)
        let extent = Sentence.extent(ids.count, entries.first.map { OnScreen.short($0, self) })
        var what = ""
        if !options.quiet, !isJSON, let target, let origin = try origin(of: target, in: diary) {
            what = text(OperationWords.name(origin.command)) + ", " + (try clockText(origin.recordedAt))
        }
        switch way {
        case .undo:
            notify(extent.with("undid \(what); redo brings it back", "되돌렸습니다: \(what). redo로 다시 할 수 있습니다"))
        case .undoOn, .undoOf:
            notify(extent.with("undid \(what); undo takes that back", "되돌렸습니다: \(what). undo로 취소할 수 있습니다"))
        case .redo: notify(extent.with("redid \(what)", "다시 했습니다: \(what)"))
        case .restore(let moment, let plan):
            notify(
                plan.isEmpty
                    ? extent.with(
                        "restored as of \(moment); undo takes that back", "\(moment) 시점으로 되살렸습니다. undo로 취소할 수 있습니다")
                    : Sentence(
                        "\(plan.deleted, "entry", "entries") deleted, \(plan.changed) changed, \(plan.broughtBack) brought back; undo takes that back",
                        "일기 \(plan.deleted)편을 지우고, \(plan.changed)편을 고치고, \(plan.broughtBack)편을 되살렸습니다. undo로 취소할 수 있습니다"
                    ))
        }
        // Where a decision was taken back, several texts stand again.
        for entry in entries.prefix(1) where entry.status == .conflict { reportBranches(of: entry) }
        if isJSON {
            try write(undoReceipt(receipt, target: target, entry: ids.count == 1 ? entries.first : nil, ids: ids))
        } else {
            try write(ids: ids)
        }
    }

    /// The receipt of a change, with the operation that it takes back.
    private func undoReceipt(
        _ receipt: OperationReceipt?, target: OperationID?, entry: Entry?, ids: [EntryID]
    ) -> JSONValue {
        OperationJSON.receipt(receipt, entry: entry, entries: ids, unchanged: receipt == nil)
            .adding(["undoes": .text(orNull: target?.hexadecimal)])
    }

    /// Every entry that an operation changed: the engine names the first hundred, the log has all of them.
    private func ids(
        of receipt: OperationReceipt, _ entries: [Entry], in diary: Diary
    ) throws -> [EntryID] {
        guard entries.count >= 100 else { return entries.map(\.id) }
        let page = try diary.log(limit: receipt.count, at: .event(receipt.last))
        var seen: Set<EntryID> = []
        return page.events.reversed().compactMap(\.entry).filter { seen.insert($0).inserted }
    }

    private func report(_ conflict: UndoConflict, in diary: Diary) throws -> ChangedEntry {
        let entry = try diary.entry(conflict.entry)
        return ChangedEntry(
            id: conflict.entry.hexadecimal,
            title: entry.map { isJSON ? OnScreen.written($0, self) : OnScreen.short($0, self) } ?? "",
            fields: conflict.fields,
            isUndecided: entry?.status == .conflict && conflict.fields.contains(.text))
    }
}

extension Sentence {
    /// How many entries there are, and the title of the first.
    fileprivate static func extent(_ count: Int, _ title: String?) -> Sentence {
        guard count > 0 else { return Sentence("nothing was left to change", "바뀔 것이 남아 있지 않았습니다") }
        let name = title.map { ", " + $0 + (count > 1 ? ", …" : "") } ?? ""
        return Sentence("\(count, "entry", "entries")\(name)", "일기 \(count)편\(name)")
    }

    /// A sentence followed by this one in parentheses.
    fileprivate func with(_ english: String, _ korean: String) -> Sentence {
        Sentence("\(english) (\(en))", "\(korean) (\(ko))")
    }
}

/// What going back to a moment does, in numbers of entries.
struct RestorePlan: Equatable {
    var deleted = 0
    var changed = 0
    var broughtBack = 0

    init() {}

    /// Compares the diary, or an entry, as it is with what it was at a point.
    init(to point: DiaryPoint, of entry: EntryID?, in diary: Diary) throws {
        if let entry {
            if let item = DiaryDiff.item(entry, try diary.entry(entry), try diary.entry(entry, at: point)) {
                note(item.change)
            }
        } else {
            try diary.forEachDifference(from: diary.resolve(.head), to: diary.resolve(point)) { note($0.change) }
        }
    }

    private mutating func note(_ change: DiaryDiff.Change) {
        switch change {
        case .added: broughtBack += 1
        case .removed: deleted += 1
        case .changed: changed += 1
        }
    }

    var isEmpty: Bool { self == RestorePlan() }
}
