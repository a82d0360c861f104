import Foundation
import Testing

extension PageTests {
    /// What a finger meets, and what the page says besides texts.
    @Suite struct Touch {
        /// What can be pressed, is seen, and is smaller than a finger in any direction. Days of the year are squares,
        /// and a link stands in its line.
        private static let small = """
            [...document.querySelectorAll('button, select, input, [role=option]')].filter(e => {
              if (!e.checkVisibility() || e.closest('.cell')) return false;
              const b = e.getBoundingClientRect();
              return b.width > 0 && b.right > 0 && b.left < innerWidth
                && (b.height < 43.5 || b.width < (e.matches('.tag-name') ? 24 : 43.5)) })
            .map(e => `${e.id || e.className} ${e.getBoundingClientRect().width} x ${e.getBoundingClientRect().height}`)
            """

        @Test func `on a phone nothing that can be pressed is smaller than a finger`() throws {
            let page = try Opened(look: .phone)
            #expect(try page.tab.js(Self.small).strings == [], "list")
            try page.tab.open("Persimmons")
            try page.tab.quiet()
            #expect(try page.tab.js(Self.small).strings == [], "entry")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelector('#diff .line')")
            #expect(try page.tab.js(Self.small).strings == [], "history")
            try page.tab.click("#history-close")
            try page.tab.click("#entry-date")
            try page.tab.until("document.querySelector('#date-dialog').open")
            #expect(try page.tab.js(Self.small).strings == [], "date")
            try page.close()
        }

        @Test func `the button for a new entry has its name on a phone, and an entry its heading`() throws {
            let page = try Opened(look: .phone)
            #expect(try page.tab.attribute("#new", "aria-label") == "New")
            try page.tab.open("Persimmons")
            #expect(try page.tab.text("h1#entry-title") == "Persimmons")
            #expect(try page.tab.js("document.querySelector('h1#entry-title').checkVisibility()").isTrue)
            try page.close()
        }

        @Test func `what was deleted stands under a heading, with its day, and comes back by one press`() throws {
            let page = try Opened()
            let id = try page.diary.id("Persimmons")
            try page.diary.run("delete", id, "--yes")
            try page.tab.untilNotListed("Persimmons")
            #expect(!(try page.tab.sees("#trash")))
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-deleted")
            try page.tab.untilListed("Persimmons")
            #expect(try page.tab.text("#trash h2") == "Deleted entries")
            let row = ".row[data-id='\(id)']"
            #expect(try page.tab.text(row + " .row-date").hasPrefix("deleted "))
            try page.tab.click(row + " .row-restore")
            try page.tab.untilNotListed("Persimmons")
            try page.tab.click("#trash-leave")
            try page.tab.untilListed("Persimmons")
            #expect(!(try page.tab.sees("#trash")))
            #expect(!(try page.tab.sees(row + " .row-restore")))
            #expect(try page.diary.titles.contains("Persimmons"))
            try page.close()
        }

        @Test func `a page that can only be read says so`() throws {
            let free = try Opened()
            #expect(!(try free.tab.sees("#read-only")))
            try free.close()
            let page = try Opened(options: ["--read-only"])
            try page.tab.until("document.body.dataset.readOnly === '1'")
            #expect(try page.tab.sees("#read-only"))
            #expect(try page.tab.text("#read-only") == "read only")
            try page.diary.run("delete", page.diary.id("Persimmons"), "--yes")
            try page.tab.untilNotListed("Persimmons")
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-deleted")
            try page.tab.untilListed("Persimmons")
            #expect(!(try page.tab.sees(".row-restore")))
            try page.close(complaints: ["403"])
        }

        @Test(arguments: ["en", "ko"])
        func `a date is said in words, in either language, and read as the commands read it`(language: String) throws {
            var look = Tab.Look.desktop
            look.language = language
            let page = try Opened(look: look)
            try page.tab.open("Persimmons")
            try page.tab.click("#entry-date")
            try page.tab.until("document.querySelector('#date-dialog').open")
            #expect(try page.tab.focus == "date-words")
            for (words, day, time) in [
                ("2024년 3월 1일", "2024-03-01", ""), ("march 5 2024 9pm", "2024-03-05", "21:00"),
                ("24년 3월 6일 밤 11시", "2024-03-06", "23:00"),
            ] {
                try page.tab.choose(words, in: "#date-words")
                try page.tab.until("document.querySelector('#date-field').value === '\(day)'")
                #expect(try page.tab.value("#time-field") == time, "\(words)")
            }
            #expect(try page.tab.text("#date-said").contains(language == "ko" ? "수요일" : "Wednesday"))
            try page.tab.choose("내일모레글피", in: "#date-words")
            let mistake = language == "ko" ? "아직 날짜가 아닙니다." : "Not a date yet."
            try page.tab.until("document.querySelector('#date-said').textContent === '\(mistake)'")
            #expect(try page.tab.value("#date-field") == "2024-03-06")
            try page.tab.click("#date-save")
            _ = try wait("the date") {
                let date = try page.diary.json("show", page.diary.id("Persimmons"))["date"].string
                return date.hasPrefix("2024-03-06T23:00") ? true : nil
            }
            try page.close()
        }

        @Test func `the mark of focus stands off the letters, and no letter is cut below`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            try page.tab.js("document.querySelector('#reading').focus({focusVisible: true})")
            let gap = try page.tab.js(
                """
                (() => { const e = document.querySelector('#reading'), s = getComputedStyle(e), r = document.createRange();
                r.selectNodeContents(e); return [r.getBoundingClientRect().left - e.getBoundingClientRect().left
                  - parseFloat(s.borderLeftWidth), parseFloat(s.borderLeftWidth), s.borderLeftColor] })()
                """)
            #expect(gap[0].double >= 8 && gap[1].double >= 2 && gap[2].string != "rgba(0, 0, 0, 0)")
            let cut = try page.tab.js(
                """
                [...document.querySelectorAll('.row:not([hidden]) :is(.row-title, .row-line)')].filter(e =>
                  e.scrollHeight > e.clientHeight).map(e => e.className)
                """
            ).strings
            #expect(cut == [])
            try page.close()
        }
    }
}

extension PageTests.Touch {
    @Test func `the browser can install the page, under the name of the diary, and no worker keeps texts`() throws {
        let page = try Opened()
        try page.tab.until("document.querySelector('#app').href.startsWith('data:')")
        let found = try page.tab.chromium.call("Page.getAppManifest")
        #expect(found["errors"].array == [], "\(found["errors"].json)")
        let manifest = Value(json: found["data"].string.utf8)
        #expect(manifest["name"].string == page.diary.folder.split(separator: "/").last.map(String.init))
        #expect(manifest["start_url"].string == page.server.origin + "/")
        let errors = try page.tab.chromium.call("Page.getInstallabilityErrors")["installabilityErrors"].array
        // A private window, as every test has, installs nothing.
        #expect(errors.map { $0["errorId"].string }.filter { $0 != "in-incognito" } == [])
        #expect(try page.tab.js("navigator.serviceWorker.getRegistrations().then(r => r.length)").int == 0)
        try page.close()
    }
}
