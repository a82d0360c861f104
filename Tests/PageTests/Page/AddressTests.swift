import Foundation
import Testing

extension PageTests {
    /// Every state has an address: reload, Back, Forward, links and other tabs lead to it.
    @Suite struct Addresses {
        private func fragment(_ tab: Tab) throws -> String { try tab.js("location.hash").string }

        private func untilReading(_ tab: Tab, _ text: String) throws {
            try tab.until(
                """
                document.querySelector('#entry').dataset.state === 'reading'
                && document.querySelector('#reading').textContent.includes('\(text)')
                """)
        }

        @Test(arguments: Browser.installed)
        func `moment, search, filters, entry and history stand in the address, and a reload keeps them`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("Persimmons")
            try page.tab.choose("2026-11-15", in: "#jump")
            try page.tab.untilListed("Persimmons")
            try page.tab.quiet()
            #expect(try fragment(page.tab) == "#/at/2026-11-15")
            try page.tab.press("/")
            try page.tab.type("her")
            try page.tab.untilAnswered("her")
            try page.tab.choose("2026", in: "#filter-year")
            try page.tab.quiet()
            try page.tab.open("Persimmons")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelectorAll('.version').length > 0")
            let address = try fragment(page.tab)
            #expect(address == "#/at/2026-11-15/entry/\(id)/history?q=her&year=2026")
            let at = try page.tab.data("body", "at")
            let titles = try page.tab.titles
            try page.tab.loadAgain()
            try page.tab.untilAnswered("her")
            try page.tab.until("document.querySelectorAll('.version').length > 0")
            try page.tab.quiet()
            #expect(try fragment(page.tab) == address)
            #expect(try page.tab.data("body", "at") == at)
            #expect(try page.tab.titles == titles)
            #expect(try page.tab.value("#search") == "her" && page.tab.value("#filter-year") == "2026")
            #expect(try page.tab.data("#entry", "id") == id)
            #expect(try page.tab.sees("#history"))
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `Back and Forward go through entries, searches, moments and the history view`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let start = try fragment(page.tab)
            try page.tab.open("김장")
            try page.tab.open("Persimmons")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelectorAll('.version').length === 3")
            try page.tab.press("/")
            try page.tab.type("herons")
            try page.tab.untilAnswered("herons")
            try page.tab.click("#step-back")
            try page.tab.until("document.body.dataset.past === '1' && document.body.dataset.settled === 'yes'")
            try page.tab.quiet()
            let end = try fragment(page.tab)
            try page.tab.js("history.back()")
            try page.tab.untilAt("head")
            try page.tab.js("history.back()")
            try page.tab.untilAnswered("")
            #expect(try page.tab.value("#search") == "")
            #expect(try page.tab.sees("#history"))
            try page.tab.js("history.back()")
            try page.tab.until("document.querySelector('#history').hidden")
            try untilReading(page.tab, "One left")
            try page.tab.js("history.back()")
            try untilReading(page.tab, "배추")
            try page.tab.js("history.back()")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'none'")
            #expect(try fragment(page.tab) == start)
            try page.tab.js("history.go(5)")
            try page.tab.until("location.hash === '\(end)'")
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.untilAnswered("herons")
            try page.tab.until("document.querySelectorAll('.version').length > 0")
            try page.tab.quiet()
            #expect(try fragment(page.tab) == end)
            try page.close()
        }

        @Test(arguments: Browser.installed) func `the address of a new entry begins one`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            try page.tab.js("(location.hash = '#/new', 0)")
            try page.tab.untilEditing()
            #expect(try page.tab.data("#entry", "id") == "")
            try page.tab.type("새로")
            try page.tab.done()
            try page.tab.untilListed("새로")
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `a drag of the slider is one step of the browser's history, and so are words typed in a row`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let before = try page.tab.js("history.length").int
            try page.tab.js(
                """
                (async () => { const s = document.querySelector('#slider');
                s.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
                for (let i = 0; i < 20; i++) { s.value = 1 + (i * 7) % (+s.max - 1);
                s.dispatchEvent(new Event('input', {bubbles: true}));
                // The hand stops once, as a busy machine does.
                await new Promise(r => i === 10 ? setTimeout(r, 500) : requestAnimationFrame(r)) }
                s.dispatchEvent(new PointerEvent('pointerup', {bubbles: true}));
                s.dispatchEvent(new Event('change', {bubbles: true})) })()
                """)
            try page.tab.until("document.body.dataset.settled === 'yes' && location.hash.startsWith('#/at/')")
            try page.tab.quiet()
            #expect(try page.tab.js("history.length").int == before + 1)
            try page.tab.press("/")
            try page.tab.type("감나무")
            try page.tab.untilAnswered("감나무")
            #expect(try page.tab.js("history.length").int == before + 2)
            try page.tab.js("history.back()")
            try page.tab.untilAnswered("")
            try page.tab.js("history.back()")
            try page.tab.untilAt("head")
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `a row is a link, which another tab of the browser opens without the token`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            try page.tab.press("/")
            try page.tab.type("herons")
            try page.tab.untilAnswered("herons")
            try page.tab.quiet()
            let address = try page.tab.js("document.querySelector('#rows .row:not([hidden])').href").string
            let id = try page.diary.id("Walking to work")
            #expect(address == "\(page.server.origin)/#/entry/\(id)?q=herons")
            try page.tab.until("localStorage.getItem('diarylog.half') !== null")
            let other = try Tab(beside: page.tab)
            try other.visit(address)
            try untilReading(other, "herons")
            #expect(try other.titles == ["Walking to work"])
            #expect(try other.js("sessionStorage.getItem('diarylog.token')") == .null)
            // It writes, and hears what the first one writes.
            try other.click("#star")
            try page.tab.until("document.querySelector('#rows .row .row-star')?.checkVisibility()")
            try other.until("document.body.dataset.live === 'open'")
            #expect(other.complaints == [])
            other.close()
            try page.close()
        }

        @Test(arguments: Browser.installed) func `a click with a key held is the browser's, and opens nothing here`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.js(
                """
                (() => { const row = document.querySelector('#rows .row');
                document.addEventListener('click', event => { window.prevented = event.defaultPrevented; event.preventDefault() });
                row.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ctrlKey: true})) })()
                """)
            #expect(try page.tab.js("window.prevented") == false)
            #expect(try page.tab.data("#entry", "state") == "none")
            try page.tab.js("document.querySelector('#rows .row').click()")
            #expect(try page.tab.js("window.prevented") == true)
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `the session of the other tabs outlives a kill of the server, and ends with the token`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            try page.tab.until("localStorage.getItem('diarylog.half') !== null")
            page.server.kill()
            let server = try page.server.again()
            let other = try Tab(beside: page.tab)
            try other.visit(server.origin + "/")
            #expect(try other.titles.first == "김장")
            server.kill()
            let changed = try WebServer(page.diary, port: server.port, token: String(repeating: "a", count: 64))
            let late = try Tab(beside: page.tab)
            try late.go(to: changed.origin + "/")
            try late.until("document.querySelector('#problem')?.dataset.code === 'no-token'")
            // Whoever opens the new address, here in the same tab, lets the other tabs in again.
            try late.visit(changed.address)
            try late.until("document.body.dataset.live === 'open'")
            try other.visit(changed.origin + "/?again")
            #expect(try other.titles.first == "김장")
            for tab in [page.tab, other, late] { tab.close() }
            #expect(try changed.end() == 0)
        }

        @Test(arguments: Browser.installed)
        func `through a tunnel to another port the page is let in by its key, and goes on when that was away`(
            in browser: Browser
        ) throws {
            let server = try WebServer(Diary.sample())
            let tunnel = try Tunnel(to: server.port)
            let tab = try Tab(in: browser)
            try tab.visit("http://127.0.0.1:\(tunnel.port)/#\(server.token)")
            try tab.new()
            try tab.type("멀리서")
            try tab.untilState("kept")
            tunnel.close()
            try tab.type(" 쓴 글")
            try tab.untilState("offline")
            let again = try Tunnel(to: server.port, at: tunnel.port)
            try tab.until("document.querySelector('#offline').hidden")
            try tab.done()
            #expect(try server.diary.text("@1").contains("멀리서 쓴 글"))
            again.close()
            tab.close()
            try server.end()
        }

        @Test(arguments: Browser.installed) func `another browser has no session`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            try page.tab.until("localStorage.getItem('diarylog.half') !== null")
            let other = try Tab(in: browser)
            try other.go(to: page.server.origin + "/")
            try other.until("document.querySelector('#problem')?.dataset.code === 'no-token'")
            other.close()
            try page.close()
        }

        @Test(arguments: Browser.installed) func `an address of a moment that has not come shows now`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let other = try Tab(beside: page.tab)
            try page.tab.until("localStorage.getItem('diarylog.half') !== null")
            try other.visit(page.server.origin + "/#/at/e999999")
            try other.untilAt("head")
            try other.untilListed("김장")
            #expect(try fragment(other) == "")
            try other.go(to: page.server.origin + "/?x#/at/2099-01-01")
            try other.until("location.hash === '' && document.body?.dataset.ready === '1'")
            other.close()
            try page.close(complaints: ["404"])
        }
    }
}
