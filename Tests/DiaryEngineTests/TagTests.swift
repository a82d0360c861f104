import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Tags of which there are many; that all others are counted is in `WorldTests`.
@Suite(.timed) struct TagTests {
    private func tags(_ count: Int) -> [DiaryModel.Tag] { (0..<count).map { DiaryModel.Tag("t\($0)") } }

    @Test("an entry is given 256 tags, and no others before it has lost some")
    func most() throws {
        let scratch = try Scratch()
        var content = plain("many")
        content.tags = tags(257)
        guard case .refused(.tooManyTags(257), _) = try scratch.diary.add(content, in: scratch.context) else {
            Issue.record("added")
            return
        }
        let row = ImportedRow(content: content, identity: [1])
        guard case .refused(1, .tooManyTags(257)) = try scratch.diary.import([row], in: scratch.context) else {
            Issue.record("imported")
            return
        }
        content.tags = tags(256) + tags(1)
        let entry = try scratch.add(content)
        var edit = EntryEdit()
        edit.addedTags = [DiaryModel.Tag("more")]
        guard case .refused(.tooManyTags(257), _) = try scratch.perform(.edit(edit), on: entry.id) else {
            Issue.record("added")
            return
        }
        edit.removedTags = [DiaryModel.Tag("t7")]
        #expect(try scratch.perform(.edit(edit), on: entry.id).entries.first?.content.tags.count == 256)
    }

    @Test("an entry that came with more tags is edited, and loses some, but gets no others")
    func moreFromElsewhere() throws {
        var content = plain("more")
        content.tags = tags(300).sorted()
        let state = EntryState(content: content)
        func decided(_ change: (inout EntryEdit) -> Void) -> Decision {
            var edit = EntryEdit()
            change(&edit)
            return decide(.edit(edit), state)
        }
        for decision in [
            decided { $0.text = Array("other".utf8) }, decided { $0.removedTags = [DiaryModel.Tag("t1")] },
        ] {
            guard case .events(let events) = decision else {
                Issue.record("\(decision)")
                continue
            }
            #expect(events.count == 1)
        }
        #expect(decided { $0.addedTags = [DiaryModel.Tag("new")] } == .refused(.tooManyTags(count: 301)))
    }

    @Test("of an entry its first 32 tags are paired, and all of them are counted")
    func pairs() throws {
        func seconds(_ count: Int) -> Double {
            let many = (0..<count).map { "t\(10_000 + $0)" }
            return threadTime {
                var counts = TagCounts()
                counts.add(many)
                #expect(counts.sorted.count == count)
                #expect(counts.beside("t10000").count == 31 && counts.beside("t10032").isEmpty)
                counts.remove(many)
                #expect(counts == TagCounts())
            }
        }
        _ = seconds(100)
        #expect(seconds(1_600) < max(seconds(100), 0.001) * 80)
    }
}
