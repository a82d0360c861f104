import Foundation
import Testing

extension PageTests {
    /// A server that is away, stands still, or is not ours: what is shown is not called an answer, and nothing is told.
    @Suite struct SilentServer {
        @Test(arguments: Browser.installed)
        func `a search and an entry that were asked while the server was away are asked again`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            page.server.kill()
            try page.tab.press("/")
            try page.tab.type("herons")
            try page.tab.until("!document.querySelector('#offline').hidden")
            try page.tab.js(
                "[...document.querySelectorAll('#rows .row')].find(r => r.textContent.includes('김장')).click()")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'missing'")
            let server = try page.server.again()
            try page.tab.until("document.querySelector('#offline').hidden")
            try page.tab.untilAnswered("herons")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            #expect(try page.tab.text("#reading").contains("배추"))
            #expect(try page.tab.titles == ["Walking to work"])
            page.tab.close()
            #expect(try server.end() == 0)
        }

        @Test func `a server that stands still is said to give no answer, and since when, and a search comes late`()
            throws
        {
            let page = try Opened()
            try page.tab.until("document.body.dataset.live === 'open'")
            page.server.pause()
            try page.tab.press("/")
            try page.tab.type("herons")
            // What stands there is no answer, long before it is said that none comes.
            try page.tab.until("document.querySelector('#list').ariaBusy === 'true'")
            #expect(try page.tab.text("#count").isEmpty && !page.tab.sees("#offline"))
            try page.tab.until("!document.querySelector('#offline').hidden")
            let said = try page.tab.text("#offline-text")
            #expect(said.contains("\(page.server.origin)/ since ") && said.contains(/\d:\d\d/), "\(said)")
            page.server.goOn()
            try page.tab.until("document.querySelector('#offline').hidden")
            try page.tab.untilAnswered("herons")
            #expect(try page.tab.attribute("#list", "aria-busy") == "false")
            page.tab.close()
        }

        @Test func `what the server does not give yet is not called the past, and nobody writes on it`() throws {
            let page = try Opened()
            let id = try page.diary.id("수능 끝")
            try page.tab.open("수능 끝")
            try page.tab.edit()
            try page.tab.type(" 쓰는 중")
            try page.tab.untilState("kept")
            page.server.pause()
            try page.tab.js("document.querySelector('#step-back').click()")
            try page.tab.untilState("loading")
            #expect(try !page.tab.sees("#text") && !page.tab.sees("#entry-notice"))
            page.server.goOn()
            try page.tab.untilState("past")
            #expect(try !page.tab.text("#reading").contains("쓰는 중"))
            try page.tab.click("#past-leave")
            try page.tab.until("document.querySelector('#reading').textContent.includes('쓰는 중')")
            _ = try wait("the text") { try page.diary.text(id).contains("쓰는 중") ? true : nil }
            try page.close()
        }

        @Test(arguments: Browser.installed) func `a heartbeat clears the banner that one lost request has raised`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.until("document.body.dataset.live === 'open'")
            try page.tab.hold("*/api/search*")
            try page.tab.press("/")
            try page.tab.type("배")
            _ = try wait("the question") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.failHeld()
            try page.tab.until("!document.querySelector('#offline').hidden")
            try page.tab.until("document.querySelector('#offline').hidden")
            try page.tab.untilAnswered("배")
            #expect(try page.tab.data("body", "live") == "open")
            page.tab.close()
        }

        @Test(arguments: Browser.installed) func `a server that does not know the key is told nothing`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.new()
            try page.tab.type("비밀")
            try page.tab.untilState("kept")
            page.server.kill()
            try page.tab.type("이야기")
            try page.tab.untilState("offline")
            let before = page.tab.requests.count
            let stranger = try WebServer(
                Diary.empty(), port: page.server.port, token: String(repeating: "fedcba9876543210", count: 4))
            try page.tab.until("document.querySelector('#problem')?.dataset.code === 'token'")
            #expect(try page.tab.sees("#problem-copy"))
            // Whatever else the tab would ask is not asked, either: the star is one more request.
            let asked = page.tab.requests.count
            try page.tab.js("document.querySelector('#filter-star').click()")
            _ = try wait("one more question") { page.tab.requests.count > asked ? true : nil }
            try page.tab.quiet()
            // The picture of the tab is asked for by the browser, and without a word of ours.
            let told = page.tab.requests.dropFirst(before).filter { $0 != "GET /icon.svg" }
            #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("GET /api/proof?nonce=") }, "\(told)")
            #expect(try stranger.diary.drafts.isEmpty)
            page.tab.close()
        }
    }
}
