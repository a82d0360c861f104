import DiaryModel
import DiarylogTestSupport
import Testing

/// The laws of decide and evolve.
@Suite(.timed) struct DecisionTests {
    private func events(_ decision: Decision) throws -> [EntryEvent] {
        guard case .events(let events) = decision else {
            Issue.record("refused: \(decision)")
            return []
        }
        return events
    }

    private func fold(_ events: [EntryEvent], from state: EntryState? = nil) throws -> EntryState? {
        var state = state
        for event in events { state = try evolve(state, event) }
        return state
    }

    @Test func `the events of an edit lead to the edited content, and an edit that changes nothing has none`() throws {
        var chance = Chance(for: "edits")
        for _ in 0..<2_000 {
            let content = chance.content()
            let state = try #require(try fold(try events(decide(.create(content), nil))))
            #expect(state == EntryState(content: content))
            let edit = chance.edit(of: content)
            let decided = try events(decide(.edit(edit), state))
            let wanted = edit.applied(to: content)
            #expect(try fold(decided, from: state) == EntryState(content: wanted))
            #expect(decided.isEmpty == (wanted == content))
            #expect(decided.count <= 1)
            let again = try #require(try fold(decided, from: state))
            #expect(decide(.edit(edit), again) == .events([]))
        }
    }

    @Test func `an entry becomes an earlier version, alive again if it was deleted`() throws {
        var chance = Chance(for: "become")
        for _ in 0..<500 {
            let (old, new) = (chance.content(), chance.content())
            for isDeleted in [false, true] {
                let state = EntryState(content: old, isDeleted: isDeleted)
                let decided = try events(decide(.become(new), state))
                #expect(try fold(decided, from: state) == EntryState(content: new))
                #expect(try events(decide(.become(old), state)).count == (isDeleted ? 1 : 0))
            }
        }
    }

    @Test func `deleting and restoring twice has no second event`() throws {
        let state = EntryState(content: plain("a"))
        let deleted = try #require(try fold(try events(decide(.delete, state)), from: state))
        #expect(deleted.isDeleted)
        #expect(decide(.delete, deleted) == .events([]))
        #expect(decide(.restore, state) == .events([]))
        #expect(try fold(try events(decide(.restore, deleted)), from: deleted) == state)
    }

    @Test func `what is not an entry is refused`() {
        let state = EntryState(content: plain("a"))
        for text in ["", " \n\t", "\u{200B}\u{FEFF}", "\u{3164}", "\u{0}"] {
            #expect(decide(.create(plain(text)), nil) == .refused(.nothingVisible))
            #expect(decide(.edit(.text(text)), state) == .refused(.nothingVisible))
            #expect(decide(.become(plain(text)), state) == .refused(.nothingVisible))
        }
        var content = plain("a")
        content.text = [UInt8](repeating: 97, count: EntryLimits.text)
        #expect(decide(.create(content), nil) == .events([.created(content)]))
        content.text.append(97)
        #expect(decide(.create(content), nil) == .refused(.textTooLong(bytes: (1 << 20) + 1)))

        content = plain("a")
        content.tags = [Tag(String(repeating: "a", count: 1024))]
        #expect(decide(.create(content), nil) == .events([.created(content)]))
        content.tags = [Tag(String(repeating: "a", count: 1025))]
        #expect(decide(.create(content), nil) == .refused(.tagTooLong(bytes: 1025)))
        content.tags = [Tag("")]
        #expect(decide(.create(content), nil) == .refused(.emptyTag))
        content = plain("a")
        content.date.zone = String(repeating: "z", count: 65)
        #expect(decide(.create(content), nil) == .refused(.zoneTooLong))

        let deleted = EntryState(content: plain("a"), isDeleted: true)
        var edit = EntryEdit()
        edit.isStarred = true
        #expect(decide(.edit(edit), deleted) == .refused(.isDeleted))
        #expect(decide(.edit(edit), nil) == .refused(.noSuchEntry))
        #expect(decide(.create(plain("a")), state) == .refused(.alreadyExists))
        #expect(throws: EvolveProblem.noEntry) { try evolve(nil, .deleted) }
        #expect(throws: EvolveProblem.alreadyCreated) { try evolve(state, .created(plain("b"))) }
    }

    @Test func `a text that is not UTF-8 is refused: no event could hold it`() {
        var content = plain("a")
        content.text.append(0xFF)
        #expect(decide(.create(content), nil) == .refused(.notUTF8))
        #expect(decide(.become(content), EntryState(content: plain("a"))) == .refused(.notUTF8))
    }

    @Test func `tags in any order, or twice, are the same tags`() throws {
        var content = plain("a")
        content.tags = ["b", "a", "b"].map(Tag.init)
        let state = try #require(try fold(try events(decide(.create(content), nil))))
        #expect(state.content.tags == ["a", "b"].map(Tag.init))
        var edit = EntryEdit()
        edit.addedTags = [Tag("a")]
        #expect(decide(.edit(edit), state) == .events([]))
        #expect(decide(.become(content), state) == .events([]))
        // As a log of another program may hold them.
        #expect(decide(.edit(edit), EntryState(content: content)) == .events([]))
    }

    @Test func `a field of a later version that is empty is one that is absent`() {
        var content = plain("a")
        content.unknown = [UnknownField(number: 99, bytes: [])]
        #expect(decide(.become(content), EntryState(content: plain("a"))) == .events([]))
        #expect(decide(.become(plain("a")), EntryState(content: content)) == .events([]))
    }
}
