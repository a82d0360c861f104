import Foundation
import Testing

extension PageTests {
    /// What comes, or does not, while a person decides what devices wrote against each other.
    @Suite struct ConflictsMeanwhile {
        @Test func `a text that comes while one looks stands there at once, and it is said`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.come("Evening\n\nThe evening was short. We ate rice and soup.")
            try entry.tab.until("document.querySelector('#conflict-passages').textContent.includes('short')")
            try entry.untilSides()
            #expect(try entry.tab.text("#conflict-text").contains("Another text has come"))
            try entry.page.close()
        }

        @Test func `a text that comes while one decides is not decided against`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.tab.hold("*/api/entries/*")
            try entry.keep("loud")
            try entry.tab.until("document.body.dataset.requests !== '0'")
            _ = try wait("the decision") { entry.tab.heldBack > 0 ? true : nil }
            try entry.come("Evening\n\nThe evening was short. We ate rice and soup.")
            try entry.tab.stopWriting()
            try entry.tab.until("document.querySelector('#conflict-passages').textContent.includes('short')")
            try entry.tab.until("document.querySelector('#toast-text').textContent.includes('Nothing was decided')")
            #expect(try entry.isConflict)
            try entry.keep("short")
            try entry.untilSettled()
            #expect(try entry.text.contains("short"))
            try entry.page.close(complaints: ["409"])
        }

        @Test func `a text that comes while one puts them together keeps what was typed, beside all texts`() throws {
            let entry = try Contested()
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            try entry.tab.js(
                """
                (t => { t.value = 'Evening\\n\\nMine, of both.';
                t.dispatchEvent(new Event('input', {bubbles: true})) })(document.querySelector('#text'))
                """)
            try entry.tab.untilState("kept")
            try entry.come("Evening\n\nThe evening was short. We ate rice and soup.")
            try entry.tab.press(.enter, .control)
            try entry.untilSides(3)
            let words = try entry.tab.texts(".passage .words")
            #expect(words.contains { $0.contains("Mine, of both.") } && words.contains { $0.contains("short") })
            #expect(try entry.tab.focus == "conflict")
            #expect(try entry.isConflict)
            try entry.tab.click("#edit-all")
            try entry.tab.untilEditing()
            let both = try entry.tab.value("#text")
            #expect(["Mine, of both.", "short"].allSatisfy(both.contains))
            // What came took the place of one of the two.
            #expect(both.contains("long") != both.contains("loud"))
            try entry.tab.done()
            #expect(try entry.text == both)
            #expect(!(try entry.isConflict))
            #expect(try entry.diary.drafts.isEmpty)
            try entry.page.close(complaints: ["409"])
        }

        @Test func `what was typed on one text while another came can be kept, or all can`() throws {
            let diary = try Diary.empty()
            let id = try diary.run("add", Contested.base).trimmingCharacters(in: .whitespacesAndNewlines)
            let (other, third) = (try diary.copy(), try diary.copy())
            let page = try Opened(diary)
            try page.tab.open("Evening")
            try page.tab.edit()
            try page.tab.type(" Mine.")
            try page.tab.untilState("kept")
            try other.run("edit", id, "--text", Contested.there)
            try third.run("edit", id, "--text", Contested.here)
            try diary.take(other)
            try diary.take(third)
            try page.tab.press(.enter, .control)
            try page.tab.until("document.querySelectorAll('.side').length === 3")
            #expect(try page.tab.texts(".passage .words").contains { $0.contains("Mine.") })
            try page.tab.click("#keep-both")
            try page.tab.until("document.querySelector('#conflict').hidden")
            try page.tab.quiet()
            let text = try wait("all") { try diary.json("show", id)["status"] == .null ? diary.text(id) : nil }
            #expect(text.contains("loud") && text.contains("long") && text.contains("Mine."))
            #expect(text.components(separatedBy: "We ate").count == 2)
            #expect(try diary.drafts.isEmpty)
            try page.close(complaints: ["409"])
        }

        @Test(arguments: Browser.installed)
        func `the past shows an entry as it was then, and what is not settled waits for the way back`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("십일월")
            let first = try page.diary.text(id)
            try page.diary.run("edit", id, "--text", "십일월\n\n두 번째.", "--tag", "둘째")
            try page.tab.open("십일월")
            try page.tab.until("document.querySelector('#reading').textContent.includes('두 번째.')")
            try page.tab.edit()
            try page.tab.type(" 여기서")
            try page.tab.untilState("kept")
            try page.diary.run("edit", id, "--text", "십일월\n\n저기서 고쳤다.")
            try page.tab.press(.enter, .control)
            try page.tab.untilState("conflict")
            try page.tab.until("(({ max, value }) => max > 0 && max === value)(document.querySelector('#slider'))")
            try page.tab.js("document.querySelector('#step-back').click()")
            try page.tab.js("document.querySelector('#step-back').click()")
            try page.tab.untilState("past")
            #expect(try page.tab.text("#reading").split(separator: "\n") == first.split(separator: "\n"))
            #expect(try !page.tab.sees("#conflict") && !page.tab.sees(".tag[data-tag='둘째']"))
            try page.tab.click("#past-leave")
            try page.tab.untilState("conflict")
            try page.tab.until("document.querySelector('#conflict').checkVisibility()")
            #expect(try page.tab.texts(".passage .words").contains { $0.hasSuffix("여기서") })
            try page.tab.click("#keep-mine")
            _ = try wait("mine") { try page.diary.text(id).hasSuffix("여기서") ? true : nil }
            try page.close(complaints: ["409"])
        }

        @Test func `without a network nothing is decided, it is said, and the same button decides later`() throws {
            let entry = try Contested()
            try entry.untilSides()
            try entry.tab.offline(true)
            try entry.keep("loud")
            try entry.tab.until("document.querySelector('#toast').checkVisibility()")
            try entry.untilSides()
            #expect(try entry.isConflict)
            try entry.tab.offline(false)
            try entry.keep("loud")
            try entry.untilSettled()
            #expect(try entry.text == Contested.here)
            try entry.page.close(complaints: ["ERR_INTERNET_DISCONNECTED", "ERR_"])
        }
    }
}
