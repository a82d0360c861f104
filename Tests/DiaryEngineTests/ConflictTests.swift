import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What stands side by side in an entry, and that deciding loses nothing.
@Suite("Conflicts", .timed) struct ConflictTests {
    private func conflict() throws -> (mine: Scratch, theirs: Scratch, id: EntryID) {
        let mine = try Scratch()
        let id = try mine.add("the quick fox").id
        let theirs = try mine.copied()
        try mine.edit(id, text: "the slow fox")
        try theirs.edit(id, text: "the lazy fox")
        return (mine, theirs, id)
    }

    private func texts(_ conflict: EntryConflict?) -> [String] {
        (conflict?.texts ?? []).map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test("a conflict has all texts with the devices that wrote them, and the one text they were made of")
    func material() throws {
        let (mine, theirs, id) = try conflict()
        #expect(try mine.diary.conflict(of: id) == nil)
        try mine.exchange(with: theirs)
        for scratch in [mine, theirs] {
            let conflict = try #require(try scratch.diary.conflict(of: id))
            #expect(Set(texts(conflict)) == ["the slow fox", "the lazy fox"])
            #expect(conflict.texts.last?.text == conflict.entry.content.text)
            #expect(conflict.base.map { String(decoding: $0.text, as: UTF8.self) } == "the quick fox")
            #expect(Set(conflict.texts.flatMap(\.origins).map(\.device)).count == 2)
            #expect(conflict.heads.map(\.event).allSatisfy { conflict.entry.heads.contains($0) })
            #expect(conflict.wantsLook && conflict.lost.isEmpty && conflict.deletions.isEmpty)
            #expect(try scratch.diary.conflicts().map(\.entry.id) == [id])
        }
    }

    @Test("a value that a later one overwrote unseen is told, of date, star and place, until somebody writes")
    func lost() throws {
        let mine = try Scratch()
        let id = try mine.add("fox").id
        let theirs = try mine.copied()
        for (scratch, day, place) in [(mine, Int64(1), 10.0), (theirs, 2, 20.0)] {
            var edit = EntryEdit()
            edit.date = plain("", day: day).date
            edit.place = Place(latitude: place, longitude: place)
            edit.isStarred = true
            _ = try scratch.diary.perform([EntryRequest(entry: id, command: .edit(edit))], in: scratch.context)
        }
        try mine.exchange(with: theirs)
        let conflict = try #require(try mine.diary.conflict(of: id))
        // Both gave it the same star: nothing is lost of that.
        #expect(conflict.lost.count == 2 && conflict.wantsLook && conflict.entry.status == .one)
        let kept = conflict.entry.content
        #expect(conflict.lost[0].kept == .date(kept.date) && conflict.lost[1].kept == .place(kept.place))
        let other = kept.date == plain("", day: 1).date ? plain("", day: 2).date : plain("", day: 1).date
        #expect(conflict.lost[0].value == .date(other))
        #expect(conflict.lost[0].origin.device != conflict.lost[0].keptOrigin.device)
        #expect(try mine.diary.conflicts().map(\.entry.id) == [id])
        try mine.edit(id, text: "fox!")
        #expect(try mine.diary.conflict(of: id) == nil && mine.diary.conflicts().isEmpty)
    }

    @Test func `copies list their conflicts in one order, whichever entry came to each first`() throws {
        let mine = try Scratch()
        let before = try mine.add("zero").id
        let theirs = try mine.copied()
        // Each makes entries of one day before it hears of the other's, so that they come in other orders.
        var entries = [before]
        for text in ["one", "two", "three"] {
            entries.append(try mine.add(text).id)
            entries.append(try theirs.add(text + " there").id)
        }
        try mine.exchange(with: theirs)
        for id in entries {
            try mine.edit(id, text: "mine \(id.hexadecimal)")
            try theirs.edit(id, text: "theirs \(id.hexadecimal)")
        }
        try mine.exchange(with: theirs)
        for _ in 0..<2 {
            let (one, other) = (try mine.diary.conflicts(), try theirs.diary.conflicts())
            #expect(one.count == 7 && one.map(\.entry.id) == other.map(\.entry.id))
            let listed = try mine.diary.list().entries.map(\.id).filter(entries.contains)
            #expect(listed == one.map(\.entry.id))
            for (one, other) in zip(one, other) {
                #expect(one.texts.map(\.text) == other.texts.map(\.text))
                #expect(one.origins.map(one.name) == other.origins.map(other.name))
            }
            try mine.flushTail()
            try theirs.flushTail()
        }
    }

    @Test func `conflicts of a diary are found in the tail and in the tables, and as of any point`() throws {
        let (mine, theirs, id) = try conflict()
        let other = try mine.add("deleted there").id
        try theirs.takeOver(from: mine)
        _ = try theirs.diary.perform([EntryRequest(entry: other, command: .delete)], in: theirs.context)
        try mine.edit(other, text: "edited here")
        let before = try mine.head
        try mine.exchange(with: theirs)
        for isFolded in [false, true] {
            if isFolded { try mine.flushTail() }
            #expect(try Set(mine.diary.conflicts().map(\.entry.id)) == [id, other])
            #expect(try mine.diary.conflicts(at: .event(SequenceNumber(before))).isEmpty)
            #expect(try mine.diary.conflicts(at: .event(SequenceNumber(mine.head))).count == 2)
            #expect(try mine.diary.list { $0.filter = .contested }.entries.map(\.id) == [other])
            #expect(try mine.diary.conflict(of: other)?.deletions.count == 1)
            let query = try SearchRequest("is:contested")
            #expect(try mine.diary.search(query).hits.count == 1)
        }
        for entry in [id, other] { try mine.edit(entry, text: "decided") }
        #expect(try mine.diary.conflicts().isEmpty)
        #expect(try mine.diary.conflicts(at: .event(SequenceNumber(mine.head - 2))).count == 2)
        try mine.flushTail()
        #expect(try mine.diary.conflicts().isEmpty && mine.diary.replay(.checking).differences == [])
    }

    @Test func `undoing a decision brings back what was shown, on every device; redo decides again`() throws {
        let decisions: [(String, (Entry) -> EntryCommand)] = [
            ("another text", { _ in .edit(.text("neither")) }),
            ("the text that is shown", { .edit(.text($0.text)) }),
            ("the other text", { .edit(.text(String(decoding: $0.alternatives[0].text, as: UTF8.self))) }),
            ("both", { .edit(.text($0.text + "\n" + String(decoding: $0.alternatives[0].text, as: UTF8.self))) }),
        ]
        for (name, decision) in decisions {
            let (mine, theirs, id) = try conflict()
            try mine.exchange(with: theirs)
            let before = try #require(try mine.diary.entry(id))
            let request = EntryRequest(entry: id, command: decision(before), seeing: before.heads)
            guard case .changed = try mine.diary.perform([request], in: mine.context) else {
                Issue.record("\(name): nothing was written")
                continue
            }
            let decided = try #require(try mine.diary.entry(id))
            #expect(!decided.isBranched, "\(name)")
            for round in 1...2 {
                _ = try mine.diary.undo(in: mine.context)
                let again = try #require(try mine.diary.entry(id))
                #expect(again.content == before.content && !again.isBranched, "\(name) \(round)")
                _ = try mine.diary.redo(in: mine.context)
                let redone = try #require(try mine.diary.entry(id))
                #expect(redone.content == decided.content && !redone.isBranched, "\(name) \(round)")
            }
            _ = try mine.diary.undo(in: mine.context)
            // The other device takes all of it, and sees the same; no text has left the history.
            let answers = try theirs.take(mine.events())
            #expect(answers.allSatisfy { $0 == .known || $0 == .accepted }, "\(name): \(answers)")
            #expect(try theirs.stateHash == mine.stateHash, "\(name)")
            let kept = try Set(theirs.diary.versions(of: id).map(\.content.text))
            #expect(kept.isSuperset(of: before.alternatives.map(\.text)), "\(name)")
            try mine.flushTail()
            #expect(try mine.diary.replay(.checking).differences == [], "\(name)")
        }
    }

    @Test func `a decision that another writer made without hunks is undone as any other`() throws {
        let (mine, theirs, id) = try conflict()
        try mine.exchange(with: theirs)
        let before = try #require(try mine.diary.entry(id))
        var author = try Author(after: mine.events())
        let content = with(before.content) { $0.text = Array("neither of both".utf8) }
        let events = [author.begin(), author.edit(of: id, on: before.heads, to: content)]
        #expect(try mine.take(events) == [.accepted, .accepted])
        #expect(try mine.diary.entry(id)?.content == content)
        _ = try mine.diary.write(.undo(operation: .event(mine.head)), in: mine.context)
        #expect(try mine.diary.entry(id)?.content == before.content)
    }

    @Test func `no head is decided against that was not seen: by a request, by a draft, whatever comes when`() throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            var chance = Chance(seed: seed)
            let mine = try Scratch(seed: seed)
            let id = try mine.add("one two three four five six").id
            var others: [Scratch] = []
            for number in 1...2 as ClosedRange<UInt64> {
                let other = try mine.copied()
                other.seed = seed &* 31 &+ number
                others.append(other)
            }
            for round in 0..<12 {
                for other in others where chance.isLucky(oneIn: 2) {
                    if chance.isLucky(oneIn: 3) { try other.takeOver(from: mine) }
                    if try other.diary.entry(id)?.isDeleted == false {
                        try other.edit(id, text: "text \(seed) \(round) \(chance.below(9))")
                    }
                }
                if chance.isLucky(oneIn: 2) { try mine.takeOver(from: chance.pick(others)) }
                // Somebody looks, others write, and then it is decided.
                let seen = try #require(try mine.diary.entry(id))
                let texts = Set([seen.content.text] + seen.alternatives.map(\.text))
                let isDraft = chance.isLucky(oneIn: 2)
                var draft: Draft?
                let typed = with(seen.content) { $0.text = Array("decided \(seed) \(round)".utf8) }
                if isDraft {
                    let start = with(DraftStart(of: id)) { $0.base = seen.event }
                    if case .kept(let kept) = try mine.diary.write(.begin(start, with: typed), in: mine.context) {
                        draft = kept
                    }
                }
                if chance.isLucky(oneIn: 2) { try mine.takeOver(from: chance.pick(others)) }
                let now = try #require(try mine.diary.entry(id))
                let outcome: ChangeOutcome?
                if isDraft {
                    let number = try #require(draft).number
                    guard case .settled(let settled)? = try mine.diary.write(.commit(number), in: mine.context) else {
                        continue
                    }
                    outcome = settled
                } else {
                    let edit = with(EntryEdit()) { $0.text = typed.text }
                    outcome = try mine.diary.perform(
                        [EntryRequest(entry: id, command: .edit(edit), seeing: seen.standsOn)], in: mine.context)
                }
                let isSame = Set(now.standsOn) == Set(seen.standsOn)
                switch outcome {
                case .changed:
                    #expect(isSame, "seed \(seed), round \(round)")
                    let history = try #require(try mine.diary.history(of: id))
                    let parents = Set(history[0].parents)
                    let heads = Set(history.filter { seen.standsOn.contains($0.id) }.map(\.version))
                    #expect(parents == heads, "seed \(seed), round \(round)")
                    // What was on the screen or listed can still be shown.
                    let all = Set(try mine.diary.versions(of: id).map(\.content.text))
                    #expect(seen.status == .merged || texts.isSubset(of: all), "seed \(seed), round \(round)")
                case .conflict:
                    #expect(!isSame, "seed \(seed), round \(round)")
                    if let draft {
                        #expect(try mine.diary.draft(draft.number)?.content.text == typed.text)
                        _ = try mine.diary.write(.discard(draft.number))
                    }
                    #expect(try mine.diary.entry(id) == now)
                default: Issue.record("seed \(seed), round \(round): \(String(describing: outcome))")
                }
            }
        }
    }
}
