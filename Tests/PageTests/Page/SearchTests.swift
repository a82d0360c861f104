import Foundation
import Testing

extension PageTests {
    /// Search while one types.
    @Suite struct Search {
        @Test func `the slash key begins a search, hits are marked, Escape ends it`() throws {
            let page = try Opened()
            try page.tab.press("/")
            #expect(try page.tab.focus == "search")
            try page.tab.type("은행")
            try page.tab.untilAnswered("은행")
            #expect(Set(try page.tab.titles) == ["은행", "추석이 지나고"])
            #expect(Set(try page.tab.texts("#rows mark")) == ["은행"])
            try page.tab.open("추석이 지나고")
            #expect(try page.tab.texts("#reading mark") == ["은행"])
            try page.tab.click("#search")
            try page.tab.press(.escape)
            try page.tab.untilListed("김장")
            #expect(try page.tab.value("#search") == "")
            try page.close()
        }

        @Test func `a half-typed syllable finds what it begins`() throws {
            let page = try Opened()
            try page.tab.press("/")
            try page.tab.compose("ㄷ")
            try page.tab.compose("도")
            try page.tab.compose("돗")
            try page.tab.compose("도서")
            try page.tab.untilAnswered("도서")
            #expect(try page.tab.titles.contains("도서관"))
            try page.tab.paste("도서")
            try page.tab.type("ㄱ")
            try page.tab.untilAnswered("도서ㄱ")
            #expect(try page.tab.titles.contains("도서관"))
            try page.close()
        }

        @Test func `first consonants find a title`() throws {
            let page = try Opened()
            try page.tab.press("/")
            try page.tab.type("ㅂㅎㅅ")
            try page.tab.untilAnswered("ㅂㅎㅅ")
            #expect(try page.tab.titles.contains("북한산"))
            try page.close()
        }

        @Test func `the query language works, and a mistake is marked in its place`() throws {
            let page = try Opened()
            try page.tab.press("/")
            try page.tab.type("tag:가족 -전화")
            try page.tab.untilAnswered("tag:가족 -전화")
            #expect(Set(try page.tab.titles).isSuperset(of: ["김장", "추석이 지나고"]))
            #expect(!(try page.tab.titles.contains("전화")))
            try page.tab.js("document.querySelector('#search').select()")
            try page.tab.type("은행 OR")
            try page.tab.until("!document.querySelector('#search-mistake').hidden")
            #expect(try page.tab.text("#search-mistake") != "")
            #expect(try page.tab.text("#search-echo .wrong") != "")
            try page.close(complaints: ["400"])
        }

        @Test func `nothing found says so`() throws {
            let page = try Opened()
            try page.tab.press("/")
            try page.tab.type("zzyzx")
            try page.tab.until("document.querySelector('#none').dataset.why === 'search'")
            #expect(try page.tab.sees("#none"))
            try page.close()
        }

        @Test func `a search is narrowed by star and tag and ordered by relevance`() throws {
            let page = try Opened()
            try page.tab.press("/")
            try page.tab.type("the")
            try page.tab.untilAnswered("the")
            let all = try page.tab.titles.count
            try page.tab.choose("relevance", in: "#filter-sort")
            try page.tab.quiet()
            #expect(try page.tab.titles.count == all)
            try page.tab.click("#filter-star")
            try page.tab.untilNotListed("Walking to work")
            #expect(try page.tab.titles.contains("Persimmons"))
            try page.close()
        }

        @Test func `a search looks into the past when the page is there`() throws {
            let page = try Opened()
            try page.tab.press("/")
            try page.tab.type("herons")
            try page.tab.untilAnswered("herons")
            try page.tab.slide(to: 4)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.until(
                "document.querySelector('#none').dataset.why !== undefined && !document.querySelector('#none').hidden")
            try page.tab.click("#past-leave")
            try page.tab.untilListed("Walking to work")
            try page.close()
        }

        @Test func `Enter goes from hit to hit, within an entry and on to the next, and Shift goes back`() throws {
            let diary = try Diary.empty()
            for (day, text) in [(1, "감 하나"), (2, "제목 없이\n\n감을 따고, 감을 깎고, 감을 말렸다."), (3, "감나무\n\n잎이 졌다.")] {
                try diary.run("add", text, "--date", "2026-11-0\(day)")
            }
            let page = try Opened(diary)
            /// The open entry's day, and which of its hits is looked at.
            func stands() throws -> String {
                try page.tab.quiet()
                return try page.tab.js(
                    """
                    (() => { const all = [...document.querySelectorAll('#reading mark')];
                    return document.querySelector('#entry-time').dateTime.slice(8, 10) + ' '
                    + all.filter(m => m.hasAttribute('data-current')).map(m => all.indexOf(m)).join() + '/' + all.length })()
                    """
                ).string
            }
            try page.tab.press("/")
            try page.tab.type("감")
            try page.tab.untilAnswered("감")
            #expect(try page.tab.texts(".row-title mark") == ["감", "감"])
            var seen: [String] = []
            for _ in 0..<5 {
                try page.tab.press(.enter)
                seen.append(try stands())
            }
            #expect(seen == ["03 0/1", "02 0/3", "02 1/3", "02 2/3", "01 0/1"])
            try page.tab.press(.enter, .shift)
            #expect(try stands() == "02 2/3")
            #expect(try page.tab.focus == "search")
            try page.close()
        }
    }
}
