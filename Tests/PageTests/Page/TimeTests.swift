import Foundation
import Testing

extension PageTests {
    /// The slider: the whole diary as it was.
    @Suite struct Time {
        @Test(arguments: Browser.installed)
        func `the slider shows the list and the entry as they were, and lets nothing be changed`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            try page.tab.open("Persimmons")
            try page.tab.slide(to: 4)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.untilNotListed("김장")
            try page.tab.quiet()
            #expect(try page.tab.sees("#past-banner"))
            #expect(try page.tab.titles.first == "Persimmons")
            try page.tab.until("!document.querySelector('#reading').textContent.includes('One left')")
            #expect(try page.tab.data("#state-line", "state") == "past")
            let canEdit = try page.tab.js("(e => e.checkVisibility() && !e.disabled)(document.querySelector('#edit'))")
            #expect(canEdit == false)
            try page.tab.click("#past-leave")
            try page.tab.untilAt("head")
            try page.tab.until("document.querySelector('#reading').textContent.includes('One left')")
            try page.tab.untilListed("김장")
            try page.close()
        }

        @Test(arguments: Browser.installed) func `a step back and forth is an operation, by button and by arrow key`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.click("#step-back")
            try page.tab.untilNotListed("김장")
            try page.tab.quiet()
            let once = try page.tab.data("body", "at")
            try page.tab.js("document.querySelector('#slider').focus()")
            try page.tab.press(.left)
            try page.tab.until("document.body.dataset.at !== '\(once)'")
            try page.tab.press(.right)
            try page.tab.until("document.body.dataset.at === '\(once)'")
            try page.tab.press(.home)
            try page.tab.until(
                "!document.querySelector('#none').hidden && document.querySelector('#none').dataset.why === 'past'")
            try page.tab.press(.end)
            try page.tab.untilAt("head")
            try page.tab.untilListed("김장")
            try page.close()
        }

        @Test func `what changed at a moment is told in the other language as soon as the page speaks it`() throws {
            let page = try Opened()
            try page.tab.slide(to: 4)
            try page.tab.until("document.querySelector('#changed-what').textContent !== ''")
            try page.tab.quiet()
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-language")
            try page.tab.until("/(쓰기|고치기|지우기)$/.test(document.querySelector('#changed-what').textContent)")
            try page.close()
        }

        @Test func `an import is one step`() throws {
            let page = try Opened()
            try page.tab.slide(to: 2)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.untilListed("Sore")
            try page.tab.quiet()
            #expect(try page.tab.titles.count >= 8)
            #expect(!(try page.tab.titles.contains("Persimmons")))
            try page.close()
        }

        @Test func `the calendar jumps to a day`() throws {
            let page = try Opened()
            try page.tab.choose("2026-10-23", in: "#jump")
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.untilListed("Persimmons")
            try page.tab.untilNotListed("First frost on the roof")
            try page.tab.quiet()
            #expect(try page.tab.js("document.querySelector('#slider').getAttribute('aria-valuetext')").string != "")
            try page.close()
        }

        @Test func `what changed at a step is told, and leads to the entry`() throws {
            let page = try Opened()
            try page.tab.click("#step-back")
            try page.tab.until("document.body.dataset.past === '1'")
            if !(try page.tab.sees("#changed")) { try page.tab.click("#moment") }
            let id = try page.diary.id("도서관")
            try page.tab.until("document.querySelector('.changed[data-id=\"\(id)\"]')")
            #expect(try page.tab.data(".changed[data-id=\"\(id)\"]", "change") != "")
            try page.close()
        }

        @Test func `what was edited at a step is told by its words, and what else was done on that day leads there`()
            throws
        {
            let page = try Opened()
            let (titles, day) = (try page.tab.titles, "2026-11-22T")
            try page.diary.run("edit", "@1", "--text", titles[0] + "\n\n첫째 줄은 그대로다.\n둘째 줄.", at: day + "10:00:00+09:00")
            try page.diary.run(
                "edit", "@1", "--text", titles[0] + "\n\n첫째 줄은 정말 그대로다.\n둘째 줄.", at: day + "11:00:00+09:00")
            try page.diary.run("add", "같은 날의 다른 일", at: day + "12:00:00+09:00")
            try page.tab.untilListed("같은 날의 다른 일")
            try page.tab.quiet()
            try page.tab.click("#step-back")
            try page.tab.until("document.querySelectorAll('#changed-words .added').length === 1")
            #expect(try page.tab.text("#changed-words .added").trimmingCharacters(in: .whitespaces) == "정말")
            // A copy of a diary begins with a step of its own.
            #expect(try page.tab.texts(".day-step").count { $0.contains("edited “\(titles[0])”") } == 2)
            #expect(try page.tab.texts(".day-step").last?.contains("같은 날의 다른 일") == true)
            #expect(try page.tab.text(".day-step[aria-current]").contains(titles[0]))
            #expect(try page.tab.attribute("#slider", "aria-valuetext").contains(page.tab.text("#changed-what")))
            let step = try page.tab.data(".day-step", "step")
            try page.tab.click(".day-step")
            try page.tab.until("document.querySelector('#slider').value === '\(step)'")
            try page.close()
        }

        @Test func `by days a step is a day, also a day on which nothing was written, and the choice stays`() throws {
            let page = try Opened()
            try page.tab.click("#by-day")
            #expect(try page.tab.value("#slider") == (try page.tab.attribute("#slider", "max")))
            try page.tab.choose("2026-10-23", in: "#jump")
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.untilListed("Persimmons")
            try page.tab.quiet()
            let (at, place) = (try page.tab.data("body", "at"), try page.tab.value("#slider"))
            // The sample has nothing of that day.
            #expect(try page.tab.text("#changed-what").hasSuffix("no change"))
            try page.tab.js("document.querySelector('#slider').focus()")
            try page.tab.press(.right)
            try page.tab.until("document.body.dataset.at !== '\(at)' && document.body.dataset.settled === 'yes'")
            #expect(try page.tab.value("#slider") == String((Int(place) ?? 0) + 1))
            try page.tab.until("document.querySelectorAll('.day-step').length === 2")
            #expect(try page.tab.attribute("#slider", "aria-valuetext").contains("2 changes"))
            try page.tab.loadAgain()
            #expect(try page.tab.attribute("#by-day", "aria-pressed") == "true")
            try page.close()
        }

        @Test func `on a phone the past takes the slider's bar and no more`() throws {
            let page = try Opened(look: .phone)
            let now = try page.tab.js("document.querySelector('#main').getBoundingClientRect().height").double
            try page.tab.slide(to: 12)
            try page.tab.until("document.body.dataset.past === '1' && document.body.dataset.settled === 'yes'")
            try page.tab.quiet()
            let then = try page.tab.js("document.querySelector('#main').getBoundingClientRect().height").double
            #expect(now - then <= 16)
            #expect(try page.tab.js("document.querySelector('#time').getBoundingClientRect().height").double <= 130)
            #expect(!(try page.tab.sees("#changed")))
            try page.tab.click("#moment")
            try page.tab.until("document.querySelector('.changed')?.checkVisibility()")
            #expect(try page.tab.sees("#restore-all"))
            try page.tab.click("#past-leave")
            try page.tab.untilAt("head")
            try page.close()
        }

        @Test func `one entry is brought back from the past as one operation`() throws {
            let page = try Opened()
            let id = try page.diary.id("김치찌개")
            let events = try page.diary.events
            try page.tab.slide(to: 4)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.open("김치찌개")
            try page.tab.click("#bring-back")
            if try page.tab.js("document.querySelector('#ask').open") == true { try page.tab.answer("bring-back") }
            _ = try wait("the old text") { try page.diary.text(id).contains("두부를 너무 일찍") ? true : nil }
            #expect(try page.diary.events == events + 1)
            try page.close()
        }

        @Test func `the whole diary is brought back, and one undo takes that back`() throws {
            let page = try Opened()
            let before = try page.diary.titles
            try page.tab.slide(to: 2)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.click("#restore-all")
            try page.tab.answer("restore-all")
            _ = try wait("the old diary") { try page.diary.titles.count == 12 ? true : nil }
            try page.tab.untilAt("head")
            try page.tab.untilListed("Sore")
            try page.tab.click("#undo")
            if try page.tab.js("document.querySelector('#ask').open") == true { try page.tab.answer("undo-other") }
            _ = try wait("the diary as it was") { try page.diary.titles == before ? true : nil }
            try page.close()
        }

        @Test func `what others write does not move a page out of the past`() throws {
            let page = try Opened()
            try page.tab.slide(to: 4)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.quiet()
            let (at, head) = (try page.tab.data("body", "at"), try page.tab.data("body", "head"))
            try page.diary.run("add", "나중 일")
            try page.tab.until("document.body.dataset.head !== '\(head)'")
            try page.tab.quiet()
            #expect(try page.tab.data("body", "at") == at)
            #expect(!(try page.tab.titles.contains("나중 일")))
            try page.tab.click("#past-leave")
            try page.tab.untilListed("나중 일")
            try page.close()
        }

        @Test(arguments: Browser.installed, [820, 1024, 1440])
        func `the slider stays under the finger: a drag out of now leaves it once`(in browser: Browser, width: Int)
            throws
        {
            var look = Tab.Look.desktop
            look.width = width
            let page = try Opened(look: look, in: browser)
            let track = try page.tab.js(
                """
                (() => { let was = document.body.dataset.at === 'head'; window.switches = 0;
                new MutationObserver(() => { const is = document.body.dataset.at === 'head';
                  if (is !== was) { was = is; window.switches += 1 } }).observe(document.body, {attributes: true});
                const b = document.querySelector('#slider').getBoundingClientRect();
                return [b.right - 9, b.y + b.height / 2] })()
                """)
            let (right, middle) = (track[0].double, track[1].double)
            try page.tab.engine.drag(along: (0...30).map { (right - Double(5 * $0), middle) })
            try page.tab.until("document.body.dataset.past === '1' && document.body.dataset.settled === 'yes'")
            try page.tab.quiet()
            #expect(try page.tab.js("window.switches").int == 1)
            let place = try page.tab.js(
                """
                (() => { const s = document.querySelector('#slider'), b = s.getBoundingClientRect();
                return b.x + 9 + (b.width - 18) * s.value / s.max })()
                """
            ).double
            let step = try page.tab.js(
                "(s => (s.getBoundingClientRect().width - 18) / s.max)(document.querySelector('#slider'))"
            ).double
            #expect(abs(place - (right - 150)) <= step, "the thumb is at \(place), the finger at \(right - 150)")
            try page.close()
        }

        @Test func `the year of an empty diary opens at this month`() throws {
            let page = try Opened(Diary.empty())
            try page.tab.click("#year-open")
            let now = try page.tab.js("`${new Date().getFullYear()}-${new Date().getMonth() + 1}`").string
            try page.tab.until("document.querySelector('#month-title').dataset.month === '\(now)'")
            try page.close()
        }

        @Test func `dragging ends with the list of where it ended`() throws {
            let page = try Opened()
            let last = try page.tab.js(
                """
                (async () => { const s = document.querySelector('#slider');
                s.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
                for (let i = 0; i < 40; i++) { s.value = 1 + (i * 7) % (+s.max - 1);
                s.dispatchEvent(new Event('input', {bubbles: true})); await new Promise(r => setTimeout(r, 16)) }
                // Back where it was pressed there is no change, and the hand goes all the same.
                s.dispatchEvent(new PointerEvent('pointerup', {bubbles: true})); return s.value })()
                """
            ).string
            try page.tab.until("document.body.dataset.settled === 'yes'")
            try page.tab.quiet()
            #expect(try page.tab.value("#slider") == last)
            #expect(try page.tab.data("body", "shown") == (try page.tab.data("body", "at")))
            try page.close()
        }
    }
}
