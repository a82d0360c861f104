import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// Drafts against a model that keeps them in a dictionary, with changes of the entries between.
@Suite(.timed) struct DraftModelTests {
    @Test("whatever is typed, kept, committed and discarded, drafts and entries are the model's", arguments: 0..<2)
    func histories(part: Int) throws {
        var chance = Chance(for: "draft histories \(part)")
        for _ in 0..<runs(debug: 40) / 2 {
            let seed = chance.next()
            let length = 10 + chance.below(60)
            guard let problem = try DraftRun.problem(seed: seed, commands: length) else { continue }
            for shorter in 1..<length {
                if let problem = try DraftRun.problem(seed: seed, commands: shorter) {
                    Issue.record("run \(seed), \(shorter) commands: \(problem)")
                    return
                }
            }
            Issue.record("run \(seed), \(length) commands: \(problem)")
            return
        }
    }
}

/// One history, played on a diary and on the model.
private struct DraftRun {
    /// An entry as the model has it.
    struct Known: Equatable {
        var content: EntryContent
        var isDeleted = false
        var version: UInt64 = 1
    }

    /// A draft as the model has it; `seen` is what its entry said when it was begun, nil of a new one.
    struct Typed: Equatable {
        var entry: EntryID
        var content: EntryContent
        var revision: UInt32 = 1
        var seen: EntryContent?
        var version: UInt64 = 0
    }

    private var chance: Chance
    private let scratch: Scratch
    private var entries: [EntryID: Known] = [:]
    private var drafts: [DraftNumber: Typed] = [:]
    private var last: UInt64 = 0
    private var events: UInt64 = 1
    private var problem: String?

    static func problem(seed: UInt64, commands: Int) throws -> String? {
        var run = try DraftRun(seed: seed)
        for _ in 0..<commands where run.problem == nil {
            run.scratch.wall += 1_000_000
            let what = try run.command()
            if run.problem == nil { try run.compare(after: what) }
        }
        guard run.problem == nil else { return run.problem }
        return try run.scratch.diary.verify(deep: true).findings.isEmpty ? nil : "verify finds something"
    }

    private init(seed: UInt64) throws {
        chance = Chance(seed: seed)
        scratch = try Scratch(seed: seed)
    }

    private var diary: Diary { scratch.diary }

    private mutating func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
        if !isRight, problem == nil { problem = what() }
    }

    /// A content of few, so that texts come again; now and then one with nothing to see.
    private mutating func content() -> EntryContent {
        var content = plain(chance.pick(["비", "비가 온다", "a\nb", "a\nc\nb", "x", " ", "\u{200B}"]))
        content.isStarred = chance.isLucky(oneIn: 3)
        return content
    }

    private static func isBlank(_ content: EntryContent) -> Bool {
        !hasVisibleCharacter(String(decoding: content.text, as: UTF8.self))
    }

    private mutating func command() throws -> String {
        let known = drafts.keys.sorted()
        let ids = entries.keys.sorted { $0.hexadecimal < $1.hexadecimal }
        if chance.isLucky(oneIn: 30) { try scratch.reopen() }
        switch chance.below(known.isEmpty ? 4 : 10) {
        case 0, 1: return try begin(of: nil)
        case 2: return try begin(of: ids.isEmpty ? nil : chance.pick(ids))
        case 3: return ids.isEmpty ? try begin(of: nil) : try change(chance.pick(ids))
        case 4...6: return try keep(chance.pick(known))
        case 7, 8: return try commit(chance.pick(known))
        default: return try discard(chance.pick(known))
        }
    }

    private mutating func begin(of entry: EntryID?) throws -> String {
        let content = content()
        let outcome = try diary.write(.begin(DraftStart(of: entry), with: content), in: scratch.context)
        last += 1
        guard case .kept(let draft) = outcome, draft.number == DraftNumber(rawValue: last) else {
            check(false, "begin: \(outcome)")
            return "begin"
        }
        check(entry == nil ? entries[draft.entry] == nil : draft.entry == entry, "begin: the entry \(draft.entry)")
        drafts[draft.number] = Typed(
            entry: draft.entry, content: content, seen: entry.flatMap { entries[$0]?.content },
            version: entry.flatMap { entries[$0]?.version } ?? 0)
        return "begin \(draft.number)"
    }

    private mutating func keep(_ number: DraftNumber) throws -> String {
        guard var draft = drafts[number] else { return "" }
        let content = content()
        let after = chance.isLucky(oneIn: 3) ? draft.revision - (chance.isLucky(oneIn: 2) ? 1 : 0) : nil
        let outcome = try diary.write(.keep(content, in: number, after: after), in: scratch.context)
        if content == draft.content {
            if case .unchanged = outcome {} else { check(false, "the same kept: \(outcome)") }
        } else if let after, after != draft.revision {
            if case .conflict = outcome {} else { check(false, "kept after \(after): \(outcome)") }
        } else {
            (draft.content, draft.revision) = (content, draft.revision + 1)
            drafts[number] = draft
            if case .kept = outcome {} else { check(false, "kept: \(outcome)") }
        }
        return "keep \(number)"
    }

    /// What a draft makes of its entry: the fields that it has otherwise than what was seen.
    private func revised(_ draft: Typed, _ now: EntryContent) -> EntryContent {
        var result = now
        if draft.content.text != draft.seen?.text { result.text = draft.content.text }
        if draft.content.isStarred != draft.seen?.isStarred { result.isStarred = draft.content.isStarred }
        return result
    }

    private mutating func commit(_ number: DraftNumber) throws -> String {
        guard let draft = drafts[number] else { return "" }
        let isKeyed = chance.isLucky(oneIn: 3)
        let key = isKeyed ? "key of \(number) \(events)" : nil
        var expecting: VersionName?
        if let now = entries[draft.entry], draft.seen != nil, chance.isLucky(oneIn: 3) {
            expecting = .version(EntryVersion(now.version))
        }
        let outcome = try diary.write(.commit(number, expecting: expecting, key: key), in: scratch.context)
        try settle(draft, number, outcome, isExpected: expecting != nil)
        if key != nil, drafts[number] == nil, case .settled(.changed(let receipt, _))? = outcome {
            // The answer was lost: the same once more is the same receipt, though the draft is gone.
            let again = try diary.write(.commit(number, key: key), in: scratch.context)
            if case .settled(.repeated(receipt, _))? = again {
            } else {
                check(false, "again: \(String(describing: again))")
            }
        }
        return "commit \(number)"
    }

    private mutating func settle(
        _ draft: Typed, _ number: DraftNumber, _ outcome: DraftOutcome?, isExpected: Bool
    ) throws {
        func wrong(_ wanted: String) -> String { "commit \(number): \(String(describing: outcome)), not \(wanted)" }
        guard var now = entries[draft.entry], draft.seen != nil else {
            drafts[number] = nil
            if Self.isBlank(draft.content) {
                if case .blank? = outcome {} else { check(false, wrong("blank")) }
                return
            }
            entries[draft.entry] = Known(content: draft.content)
            events += 1
            if case .settled(.changed)? = outcome {} else { check(false, wrong("a new entry")) }
            return
        }
        let after = revised(draft, now.content)
        let isSame = after == now.content && !now.isDeleted
        if isSame {
            drafts[number] = nil
            if case .settled(.unchanged)? = outcome {} else { check(false, wrong("unchanged")) }
        } else if now.version != draft.version, !isExpected, !now.isDeleted {
            if case .settled(.conflict)? = outcome {} else { check(false, wrong("a conflict")) }
        } else if now.isDeleted || Self.isBlank(after) {
            // Deletion says more than a change: no late save brings the entry back.
            if case .settled(.refused)? = outcome {} else { check(false, wrong("refused")) }
        } else {
            drafts[number] = nil
            (now.content, now.version) = (after, now.version + 1)
            entries[draft.entry] = now
            events += 1
            if case .settled(.changed)? = outcome {} else { check(false, wrong("changed")) }
        }
    }

    private mutating func discard(_ number: DraftNumber) throws -> String {
        let gone = try diary.write(.discard(number))
        check(gone?.content == drafts[number]?.content, "discarded: \(String(describing: gone))")
        drafts[number] = nil
        let late = try diary.write(.keep(content(), in: number), in: scratch.context)
        check(late == .missing, "a late save: \(late)")
        return "discard \(number)"
    }

    /// Changes an entry past its drafts: another content, or deleted, or brought back.
    private mutating func change(_ id: EntryID) throws -> String {
        guard var now = entries[id] else { return "" }
        var content = content()
        if Self.isBlank(content) { content.text = [0x78] }
        let command: EntryCommand =
            chance.isLucky(oneIn: 3) ? (now.isDeleted ? .restore : .delete) : .edit(Self.edit(content))
        let outcome = try scratch.perform(command, on: id)
        if case .edit = command {
            guard !now.isDeleted, content != now.content else { return "no change" }
            now.content = content
        } else {
            now.isDeleted.toggle()
        }
        now.version += 1
        events += 1
        entries[id] = now
        if case .changed = outcome {} else { check(false, "\(command): \(outcome)") }
        return "change"
    }

    private static func edit(_ content: EntryContent) -> EntryEdit {
        var edit = EntryEdit()
        (edit.text, edit.isStarred) = (content.text, content.isStarred)
        return edit
    }

    private mutating func compare(after what: String) throws {
        let found = try diary.drafts()
        let wanted = drafts
        check(found.map(\.number).sorted() == wanted.keys.sorted(), "after \(what): drafts \(found.map(\.number))")
        for draft in found {
            let wanted = wanted[draft.number]
            check(
                draft.content == wanted?.content && draft.entry == wanted?.entry && draft.revision == wanted?.revision
                    && draft.isNew == (wanted?.seen == nil),
                "after \(what): \(draft) is not \(String(describing: wanted))")
        }
        for (id, wanted) in entries {
            let entry = try diary.entry(id)
            check(
                entry?.content == wanted.content && entry?.isDeleted == wanted.isDeleted
                    && entry?.version.rawValue == wanted.version,
                "after \(what): \(String(describing: entry)) is not \(wanted)")
        }
        let (head, counted) = (try scratch.head, events)
        check(head == counted, "after \(what): \(head) events, not \(counted)")
    }
}
