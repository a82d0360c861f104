/// Tags that texts say: lists, filters and searches know them, now and as of then, and edits take them along.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Testing

@testable import DiaryEngine

@Suite(.timed) final class TextTagsTests: InScratch {
    private func listed(_ scratch: Scratch, _ tag: String, at point: DiaryPoint = .head) throws -> [String] {
        return try scratch.diary.list { ($0.filter, $0.point) = (.tag(Tag(tag)), point) }.entries.map(\.text)
    }

    private func found(_ scratch: Scratch, _ query: String, at point: DiaryPoint = .head) throws -> [String] {
        let request = try with(SearchRequest(query)) { $0.point = point }
        let page = try scratch.diary.search(request)
        return try scratch.diary.found(page.hits, by: request, at: page.at).map(\.entry.text)
    }

    @Test("a tag in the text is found as one that was given, and an edit that takes the word out takes the tag")
    func follows() throws {
        let id = try scratch.add("바다에 갔다 #여행 @민수").id
        try scratch.add("집에 있었다")
        let then = DiaryPoint.event(try scratch.diary.list(ListRequest()).at)
        for _ in 0..<2 {
            #expect(try listed(scratch, "여행") == ["바다에 갔다 #여행 @민수"])
            #expect(try found(scratch, "tag:@민수") == ["바다에 갔다 #여행 @민수"])
            #expect(try found(scratch, "tag:#여행") == ["바다에 갔다 #여행 @민수"])
            try scratch.flushTail()
        }
        _ = try scratch.edit(id, text: "바다에 갔다")
        for _ in 0..<2 {
            #expect(try listed(scratch, "여행").isEmpty)
            #expect(try found(scratch, "tag:여행").isEmpty)
            #expect(try listed(scratch, "여행", at: then) == ["바다에 갔다 #여행 @민수"])
            #expect(try found(scratch, "tag:여행", at: then) == ["바다에 갔다 #여행 @민수"])
            try scratch.flushTail()
        }
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `a tag that was given stays when the word goes out of the text`() throws {
        let id = try scratch.add("#여행 글").id
        try scratch.edit(id) { $0.addedTags = [Tag("여행")] }
        _ = try scratch.edit(id, text: "글")
        #expect(try listed(scratch, "여행") == ["글"])
        #expect(try found(scratch, "tag:여행") == ["글"])
    }
}
