import Foundation
import Testing

extension PageTests {
    /// What devices wrote against each other, and how a person decides it.
    @Suite struct Conflicts {
        @Test func `what two texts share stands once, and the words that differ side by side, each with its time`()
            throws
        {
            let entry = try Contested()
            try entry.untilSides()
            #expect(try entry.tab.texts(".passage .words") == ["long.", "loud.", "Both"])
            let passages = try entry.tab.js(
                "[...document.querySelector('#conflict-passages').childNodes].map(n => n.className ?? n.data)"
            ).strings
            #expect(passages == ["Evening\n\nThe evening was ", "passage", " We ate rice and soup."])
            #expect(try entry.tab.texts(".side h2 small").allSatisfy { $0.contains("202") })
            #expect(try entry.tab.text("#conflict-text").contains("2 texts"))
            #expect(!(try entry.tab.sees("#reading")))
            try entry.page.close()
        }

        @Test func `keeping one text decides, says so, and undo brings back the text that was shown`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.keep("loud")
            try entry.untilSettled()
            #expect(try entry.text == Contested.here)
            #expect(!(try entry.isConflict))
            #expect(try entry.tab.text("#toast-text").contains("in the place of 1 other text"))
            #expect(try entry.tab.focus == "reading")
            try entry.tab.click("#toast-action")
            try entry.tab.until("document.querySelector('#reading').textContent.includes('long')")
            #expect(try entry.text == Contested.there)
            #expect(!(try entry.isConflict))
            try entry.page.close()
        }

        @Test func `the text that is shown can be kept, too`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.keep("long")
            try entry.untilSettled()
            #expect(try entry.text == Contested.there)
            #expect(!(try entry.isConflict))
            try entry.page.close()
        }

        @Test(arguments: Browser.installed)
        func `each passage is settled by itself, and then the text is kept; undo brings the other back`(
            in browser: Browser
        ) throws {
            let entry = try Contested(
                [["edit", "--text", "Evening\n\nIt was loud. We talked.\n\nWe ate rice."]],
                [["edit", "--text", "Evening\n\nIt was long. We talked.\n\nWe ate soup."]], in: browser)
            try entry.untilSides()
            #expect(try entry.tab.texts(".passage").count == 2)
            #expect(try entry.tab.text("#keep-chosen") == "2 passages to choose")
            try entry.pick(String(entry.side("loud")))
            #expect(try entry.tab.js("document.querySelector('#keep-chosen').disabled") == true)
            try entry.pick("both", in: 1)
            try entry.tab.until("document.querySelector('#keep-chosen').textContent === 'Keep what I chose'")
            try entry.tab.click("#keep-chosen")
            try entry.untilSettled()
            let text = try entry.text
            #expect(text == "Evening\n\nIt was loud. We talked.\n\nWe ate soup. rice.")
            #expect(!(try entry.isConflict))
            #expect(try entry.tab.text("#toast-text").contains("in the place of 2 other texts"))
            try entry.page.close()
        }

        @Test func `keeping both says what is equal once`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.tab.click("#keep-both")
            try entry.untilSettled()
            #expect(try entry.text == "Evening\n\nThe evening was long. loud. We ate rice and soup.")
            #expect(!(try entry.isConflict))
            try entry.page.close()
        }

        @Test func `devices of the same name are told apart by a number`() throws {
            let laptop = try Diary.empty(on: "laptop")
            let id = try laptop.run("add", Contested.base).trimmingCharacters(in: .whitespacesAndNewlines)
            let other = try laptop.copy(on: "laptop")
            try laptop.run("edit", id, "--text", Contested.here)
            try other.run("edit", id, "--text", Contested.there)
            try laptop.take(other)
            let page = try Opened(laptop)
            try page.tab.open("Evening")
            try page.tab.until("document.querySelectorAll('.side').length === 2")
            let names = try page.tab.js("[...document.querySelectorAll('.side h2')].map(h => h.firstChild.data)")
                .strings
            #expect(names.sorted() == ["laptop", "laptop 2"])
            #expect(try page.tab.texts(".choice small").sorted() == ["laptop", "laptop 2"])
            try page.close()
        }

        @Test func `to put together by hand opens what was picked, and no line of signs`() throws {
            let entry = try Contested()
            let events = try entry.diary.events
            try entry.untilSides()
            try entry.pick(String(entry.side("loud")))
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            #expect(try entry.tab.value("#text") == Contested.here)
            #expect(try entry.tab.text("#entry-notice-text").contains("The texts stand until"))
            try entry.tab.press(.escape)
            try entry.untilSides()
            #expect(try entry.tab.js("document.querySelector('#passage-0-\(entry.side("loud"))').checked") == true)
            #expect(try entry.diary.events == events && entry.isConflict)
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            try entry.tab.type(" More.")
            try entry.tab.done()
            #expect(!(try entry.isConflict))
            #expect(try entry.text.contains("loud") && entry.text.contains("More."))
            #expect(try entry.diary.drafts.isEmpty)
            try entry.page.close()
        }

        @Test func `what was begun by hand can be given up, and all texts stand as before`() throws {
            let entry = try Contested()
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            try entry.tab.type("More.")
            try entry.tab.untilState("kept")
            try entry.tab.click("#see-texts")
            try entry.tab.answer("discard-draft")
            try entry.untilSides()
            #expect(try entry.diary.drafts.isEmpty && entry.isConflict)
            try entry.page.close()
        }

        @Test func `a look into all texts without a change decides nothing and leaves no draft`() throws {
            let entry = try Contested()
            let events = try entry.diary.events
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            try entry.tab.press(.escape)
            try entry.untilSides()
            try entry.tab.quiet()
            #expect(try entry.diary.events == events && entry.isConflict && entry.diary.drafts.isEmpty)
            try entry.page.close()
        }

        @Test func `no key and no button opens one text of several`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.tab.press("e")
            try entry.tab.untilEditing()
            #expect(try entry.tab.value("#text").contains("long. loud."))
            try entry.tab.press(.escape)
            try entry.untilSides()
            try entry.tab.edit()
            #expect(try entry.tab.value("#text").contains("long. loud."))
            try entry.tab.press(.escape)
            try entry.untilSides()
            try entry.page.close()
        }

        @Test func `a star is given to an entry with two texts, and both stay`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.tab.click("#star")
            try entry.tab.untilState("saved")
            try entry.tab.quiet()
            #expect(try entry.diary.json("show", entry.id)["starred"] == true)
            #expect(try entry.isConflict)
            try entry.untilSides()
            try entry.keep("loud")
            try entry.untilSettled()
            #expect(try entry.text == Contested.here)
            try entry.page.close()
        }

        @Test func `the list marks what wants a look, and a count above it shows only that`() throws {
            let entry = try Contested(opens: false)
            try entry.tab.untilListed("Morning")
            #expect(try entry.tab.texts(".row-stands") == ["2 texts"])
            #expect(try entry.tab.text("#filter-conflicts") == "1 to decide")
            try entry.tab.click("#filter-conflicts")
            try entry.tab.untilNotListed("Morning")
            #expect(try entry.tab.titles == ["Evening"])
            try entry.open()
            try entry.untilSides()
            try entry.keep("loud")
            try entry.tab.until("document.querySelector('#none').dataset.why === 'conflicts'")
            try entry.tab.click("#none-action")
            try entry.tab.untilListed("Morning")
            #expect(!(try entry.tab.sees("#filter-conflicts")))
            #expect(try entry.tab.texts(".row-stands") == [])
            try entry.page.close()
        }

        @Test func `on a phone both words stand below each other, and nothing is too wide`() throws {
            let entry = try Contested(look: .phone)
            try entry.untilSides()
            let places = try entry.tab.js(
                """
                [...document.querySelectorAll('.choice')].map(c => c.getBoundingClientRect()).every((one, at, all) =>
                at === 0 || one.top >= all[at - 1].bottom) && document.documentElement.scrollWidth <= innerWidth
                """)
            #expect(places == true)
            try entry.pick(String(entry.side("loud")))
            try entry.tab.click("#keep-chosen")
            try entry.untilSettled()
            #expect(try entry.text == Contested.here)
            try entry.page.close()
        }

        @Test func `one decides by keys alone`() throws {
            let entry = try Contested(opens: false)
            try entry.tab.js("document.querySelector('#list').focus()")
            try entry.tab.press(.down)
            try entry.tab.press(.enter)
            try entry.untilSides()
            try entry.tab.press(.tab, until: "document.activeElement.name === 'passage-0'")
            try entry.tab.press(.down)
            let wanted = try entry.tab.js("document.querySelector('.choice:has(:checked) .words').textContent").string
            try entry.tab.press(.tab, .shift, until: "document.activeElement.id === 'keep-chosen'")
            try entry.tab.press(.enter)
            try entry.untilSettled()
            #expect(wanted == "loud.")
            #expect(try entry.text == Contested.here)
            #expect(try entry.tab.focus == "reading")
            try entry.page.close()
        }

        @Test func `all of it is said in Korean`() throws {
            var look = Tab.Look.desktop
            look.language = "ko"
            let entry = try Contested(
                [["edit", "--text", Contested.here], ["edit", "--date", "2026-11-11"]],
                [["edit", "--text", Contested.there], ["edit", "--date", "2026-11-12"]], look: look)
            try entry.untilSides()
            for part in [
                "#conflict-text", "#keep-chosen", "#keep-both", "#edit-all", ".side .keep", "#gave-way .lost",
                "#gave-way .take",
                "#filter-conflicts", ".row-stands",
            ] {
                #expect(try entry.tab.texts(part).first?.contains(/\p{Hangul}/) == true, "\(part)")
            }
            #expect(try entry.tab.text("#conflict-text").contains("글이 2개"))
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            #expect(try entry.tab.text("#entry-notice-text").contains(/\p{Hangul}/))
            try entry.page.close()
        }

        @Test func `a page that only reads shows all texts and offers nothing`() throws {
            let entry = try Contested(options: ["--read-only"])
            try entry.untilSides()
            #expect(try entry.tab.texts(".choice .words") == ["long.", "loud."])
            #expect(try entry.tab.texts("#conflict button").isEmpty)
            try entry.page.close()
        }

        @Test func `as of a moment the texts that stood then are read, and nothing is chosen there`() throws {
            let entry = try Contested()
            try entry.untilSides()
            let then = try entry.tab.js("Number(document.querySelector('#slider').max)").int
            try entry.keep("loud")
            try entry.untilSettled()
            try entry.tab.slide(to: then)
            try entry.tab.until("document.body.dataset.past === '1' && document.body.dataset.settled !== 'no'")
            try entry.untilSides()
            #expect(try entry.tab.texts("#conflict button").isEmpty)
            try entry.tab.click("#past-leave")
            try entry.untilSettled()
            #expect(try entry.tab.text("#reading").contains("loud"))
            try entry.page.close()
        }

        @Test(arguments: [false, true])
        func `what is said of a conflict can be read and has a name, by day and by night`(isDark: Bool) throws {
            var look = Tab.Look.desktop
            look.isDark = isDark
            let entry = try Contested(
                [["edit", "--text", Contested.here], ["edit", "--date", "2026-11-11"]],
                [["edit", "--text", Contested.there], ["edit", "--date", "2026-11-12"]], look: look)
            try entry.untilSides()
            let faint = try entry.tab.js(Looks.faint).strings
            #expect(faint == [], "\(faint)")
            let nameless = try entry.tab.js(
                """
                [...document.querySelectorAll('#conflict button, #gave-way button, #filter-conflicts, .side, #conflict')]
                .filter(e => e.checkVisibility() && !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')
                || e.textContent.trim())).length
                """)
            #expect(nameless == 0)
            try entry.page.close()
        }

        @Test func `texts are texts, whatever they say`() throws {
            let trap = "Evening\n\n<img src=x onerror=\"document.title='hit'\"> <b>loud</b>"
            let entry = try Contested([["edit", "--text", trap]])
            try entry.untilSides()
            #expect(try entry.tab.texts(".choice").contains { $0.contains("<img src=x onerror") })
            #expect(try entry.tab.js("document.querySelectorAll('#conflict img, #conflict b').length") == 0)
            try entry.page.close()
        }
    }
}
