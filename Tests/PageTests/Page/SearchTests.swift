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
    }
}
