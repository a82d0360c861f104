import DiaryModel
import DiarylogTestSupport
import Testing

/// What deciding refuses, and what it takes for the same; that the events lead where they should is in `WorldTests`.
@Suite(.timed) struct DecisionTests {
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
        #expect(decide(.edit(.star), deleted) == .refused(.isDeleted))
        #expect(decide(.edit(.star), nil) == .refused(.noSuchEntry))
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
        let content = with(plain("a")) { $0.tags = ["b", "a", "b"].map(Tag.init) }
        let state = EntryState(content: with(plain("a")) { $0.tags = ["a", "b"].map(Tag.init) })
        #expect(decide(.create(content), nil) == .events([.created(state.content)]))
        let edit = with(EntryEdit()) { $0.addedTags = [Tag("a")] }
        #expect(decide(.edit(edit), state) == .events([]))
        #expect(decide(.become(content), state) == .events([]))
        // As a log of another program may hold them.
        #expect(decide(.edit(edit), EntryState(content: content)) == .events([]))
    }

    @Test func `a field of a later version that is empty is one that is absent`() {
        let content = with(plain("a")) { $0.unknown = [UnknownField(number: 99, bytes: [])] }
        #expect(decide(.become(content), EntryState(content: plain("a"))) == .events([]))
        #expect(decide(.become(plain("a")), EntryState(content: content)) == .events([]))
    }
}
