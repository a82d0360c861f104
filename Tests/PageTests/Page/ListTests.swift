import Foundation
import Testing

extension PageTests {
    /// What is in the list, and what of it is shown.
    @Suite struct List {
        @Test func `the page opens with the newest entry first and no token in the address`() throws {
            let page = try Opened()
            #expect(try page.tab.titles.prefix(3) == ["김장", "Walking to work", "수능 끝"])
            #expect(try page.tab.js("location.href") == .string(page.server.origin + "/"))
            #expect(try page.tab.js("history.length").int <= 2)
            try page.close()
        }

        @Test func `a row shows title, date, preview, tags, star and weather`() throws {
            let page = try Opened()
            let row = "[...document.querySelectorAll('#rows .row')].find(r => r.textContent.includes('김장'))"
            #expect(try page.tab.js("\(row).querySelector('.row-preview').textContent").string.hasPrefix("배추 열두 포기"))
            #expect(try page.tab.js("\(row).querySelector('.row-date').textContent").string.contains("21"))
            #expect(try page.tab.js("\(row).querySelector('.row-tags').textContent").string.contains("부엌"))
            #expect(try page.tab.js("\(row).querySelector('.row-star').checkVisibility()") == true)
            try page.tab.js("document.querySelector('#list').scrollTo(0, 1e6)")
            try page.tab.untilListed("첫 서리")
            #expect(
                try page.tab.js(
                    """
                    [...document.querySelectorAll('#rows .row')].find(r => r.textContent.includes('첫 서리'))
                    .querySelector('.row-weather').textContent
                    """
                ).string != "")
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `the page stands after some twenty requests, and asks for nothing twice`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            try page.tab.until("document.body.dataset.ready === '1' && document.body.dataset.live === 'open'")
            try page.tab.quiet()
            let asked = try page.tab.js(
                "performance.getEntriesByType('resource').map(r => new URL(r.name).pathname)"
            ).strings.filter { $0 != "/favicon.ico" }
            #expect(asked.count <= 20, "\(asked)")
            for path in Set(asked) where path.hasPrefix("/api/") {
                #expect(asked.count { $0 == path } == 1, "\(path) of \(asked)")
            }
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `an empty diary says how to begin in the middle of the page, and begins there on today's date`(
            in browser: Browser
        ) throws {
            let page = try Opened(Diary.empty(), in: browser)
            try page.tab.until("document.querySelector('#none').dataset.why === 'empty'")
            #expect(try page.tab.text("#none-title") != "")
            let offset = try page.tab.js(
                "(b => (b.left + b.right) / 2 - innerWidth / 2)(document.querySelector('#none').getBoundingClientRect())"
            )
            #expect(abs(offset.double) < 20)
            try page.tab.click("#none-action")
            try page.tab.untilEditing()
            let today = try page.tab.js(
                "new Date().toLocaleDateString('en', {year: 'numeric', month: 'long', day: 'numeric'})"
            ).string
            #expect(try page.tab.text("#entry-time").hasSuffix(today))
            try page.tab.type("첫 줄")
            try page.tab.done()
            #expect(try page.diary.titles == ["첫 줄"])
            try page.tab.untilListed("첫 줄")
            try page.close()
        }

        @Test func `the list shows starred entries alone, then all again`() throws {
            let page = try Opened()
            try page.tab.click("#filter-star")
            try page.tab.untilNotListed("Walking to work")
            #expect(
                try page.tab.titles
                    == ["김장", "빼빼로데이", "Persimmons", "북한산", "Grandmother's handwriting", "김치찌개"])
            #expect(try page.tab.attribute("#filter-star", "aria-pressed") == "true")
            try page.tab.click("#filter-clear")
            try page.tab.untilListed("Walking to work")
            try page.close()
        }

        @Test func `the list shows the entries of a tag`() throws {
            let page = try Opened()
            try page.tab.choose("가족", in: "#filter-tag")
            try page.tab.untilNotListed("Walking to work")
            #expect(
                try page.tab.titles == ["김장", "수능 끝", "전화", "Grandmother's handwriting", "추석이 지나고"])
            try page.close()
        }

        @Test func `the list turns round`() throws {
            let page = try Opened()
            try page.tab.choose("oldest", in: "#filter-sort")
            try page.tab.until(
                "document.querySelector('.row[data-index=\"0\"] .row-title')?.textContent === '추석이 지나고'")
            #expect(try page.tab.titles.first == "추석이 지나고")
            try page.close()
        }

        @Test func `a year without entries says so and offers all of them`() throws {
            let diary = try Diary.sample()
            try diary.run("add", "옛날 일기", "--date", "2019-03-01")
            let page = try Opened(diary)
            try page.tab.choose("2019", in: "#filter-year")
            try page.tab.untilNotListed("김장")
            #expect(try page.tab.titles == ["옛날 일기"])
            try page.tab.click("#filter-star")
            try page.tab.until("document.querySelector('#none').dataset.why === 'filter'")
            try page.tab.click("#filter-clear")
            try page.tab.untilListed("김장")
            try page.close()
        }

        @Test func `deleted entries can be looked at and brought back`() throws {
            let page = try Opened()
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-deleted")
            try page.tab.untilListed("Sore")
            try page.tab.open("Sore")
            try page.tab.click("#bring-back")
            if try page.tab.js("document.querySelector('#ask').open") == true { try page.tab.answer("bring-back") }
            try page.tab.quiet()
            try page.tab.until("document.body.dataset.requests === '0'")
            #expect(try page.diary.titles.contains("Sore"))
            try page.close()
        }

        @Test func `a list of thousands has few nodes and reaches its end`() throws {
            let page = try Opened(Diary.filled(3_000))
            let nodes = try page.tab.js("document.querySelectorAll('#rows .row').length").int
            #expect(nodes > 5 && nodes < 120)
            let oldest = try page.diary.oldest
            try page.tab.js("document.querySelector('#list').scrollTo({top: 1e9, behavior: 'instant'})")
            try page.tab.until("document.querySelector('.row[data-id=\"\(oldest)\"][data-state=ready]')")
            #expect(try page.tab.js("document.querySelectorAll('#rows .row').length").int < 120)
            #expect(try page.tab.js("document.documentElement.scrollHeight <= innerHeight") == true)
            try page.close()
        }

        @Test func `a page that only reads offers nothing that writes`() throws {
            let page = try Opened(options: ["--read-only"])
            #expect(try page.tab.data("body", "readOnly") == "1")
            try page.tab.open("도서관")
            for control in ["#new", "#edit", "#delete", "#star", "#undo", "#tag-add"] {
                let offers = try page.tab.js(
                    "(e => e.checkVisibility() && !e.disabled)(document.querySelector('\(control)'))")
                #expect(offers == false, "\(control)")
            }
            let answer = try page.server.ask("POST", "/api/undo", body: "{}")
            #expect(answer.status == 403)
            try page.close()
        }
    }
}
