import Foundation
import Testing

extension PageTests {
    /// Writing: what is typed is kept without a button.
    @Suite struct Editor {
        @Test(arguments: Browser.installed)
        func `a new entry has the focus, is a draft while typing and one event when left`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let events = try page.diary.events
            try page.tab.new()
            #expect(try page.tab.focus == "text")
            try page.tab.type("웹에서 쓴 일기")
            try page.tab.untilState("kept")
            #expect(try page.diary.run("draft", "list").contains("웹에서 쓴 일기"))
            #expect(try page.diary.events == events)
            try page.tab.type("\n\n바람이 분다.")
            try page.tab.open("수능 끝")
            try page.tab.untilListed("웹에서 쓴 일기")
            try page.tab.quiet()
            #expect(try page.diary.titles.first == "웹에서 쓴 일기")
            #expect(try page.diary.text(page.diary.id("웹에서 쓴 일기")).contains("바람이 분다."))
            #expect(try page.diary.events == events + 1)
            #expect(try page.diary.drafts.isEmpty)
            try page.close()
        }

        @Test func `a new entry with nothing to see is not made`() throws {
            let page = try Opened()
            let events = try page.diary.events
            try page.tab.new()
            try page.tab.type("   \n ")
            try page.tab.open("수능 끝")
            try page.tab.quiet()
            meanwhile(0.6)
            try page.tab.quiet()
            #expect(try page.diary.events == events)
            #expect(try page.diary.drafts.isEmpty)
            try page.close()
        }

        @Test func `what was looked at and not changed makes no event`() throws {
            let page = try Opened()
            let events = try page.diary.events
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type("!")
            try page.tab.press(.backspace)
            try page.tab.open("수능 끝")
            try page.tab.quiet()
            #expect(try page.diary.events == events)
            try page.close()
        }

        @Test(arguments: Browser.installed) func `what was typed is saved by leaving at once`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            let id = try page.diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" Tomorrow again.")
            try page.tab.open("수능 끝")
            _ = try wait("the commit") { try page.diary.text(id).contains("Tomorrow again.") ? true : nil }
            #expect(!(try page.diary.text(page.diary.id("수능 끝"))).contains("Tomorrow again."))
            try page.close()
        }

        @Test(arguments: Browser.installed) func `what was typed is saved when the page is hidden`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            let id = try page.diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" Hidden.")
            try page.tab.js(
                """
                Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
                Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                document.dispatchEvent(new Event('visibilitychange'))
                """)
            _ = try wait("the commit") { try page.diary.text(id).contains("Hidden.") ? true : nil }
            try page.tab.until("document.body.dataset.live === 'closed'")
            try page.close()
        }

        @Test(arguments: Browser.installed) func `what was typed is kept when the tab is closed in the middle`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" Closed.")
            page.tab.close()
            let id = try page.diary.id("Walking to work")
            _ = try wait("the commit, or a draft") {
                let isKept =
                    try page.diary.text(id).contains("Closed.") || page.diary.run("draft", "list").contains("Walking")
                return isKept ? true : nil
            }
        }

        @Test(arguments: Browser.installed)
        func `the last keys before a tab is closed are committed with the draft before them`(in browser: Browser) throws
        {
            let page = try Opened(in: browser)
            let id = try page.diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" Kept.")
            try page.tab.untilState("kept")
            try page.tab.type(" And closed.")
            page.tab.close()
            _ = try wait("the commit") { try page.diary.text(id).contains("Kept. And closed.") ? true : nil }
            #expect(try page.diary.drafts.isEmpty)
        }

        @Test func `what was typed is committed after ten idle seconds`() throws {
            let page = try Opened()
            let id = try page.diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" Idle.")
            try page.tab.untilState("kept")
            _ = try wait("the commit") { try page.diary.text(id).contains("Idle.") ? true : nil }
            #expect(try page.tab.data("#entry", "state") == "editing")
            #expect(try page.tab.focus == "text")
            try page.tab.type(" And on.")
            try page.tab.done()
            #expect(try page.diary.text(id).contains("Idle. And on."))
            try page.close()
        }

        @Test func `Ctrl+S writes a version, and writing goes on`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type("손으로 저장. ")
            try page.tab.press("s", .control)
            try page.tab.until("document.querySelector('#state-line').dataset.state === 'saved'")
            #expect(try page.diary.text(id).contains("손으로 저장. "))
            #expect(try page.tab.sees("#text"))
            try page.close()
        }

        @Test func `an emptied entry offers to be deleted, or keeps its old text`() throws {
            let page = try Opened()
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.js("document.querySelector('#text').select()")
            try page.tab.press(.backspace)
            try page.tab.press(.enter, .control)
            try page.tab.until("!document.querySelector('#empty-offer').hidden")
            try page.tab.click("#empty-keep")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            try page.tab.until("document.querySelector('#reading').textContent.includes('달력을 한 장')")
            try page.tab.edit()
            try page.tab.js("document.querySelector('#text').select()")
            try page.tab.press(.backspace)
            try page.tab.press(.enter, .control)
            try page.tab.until("!document.querySelector('#empty-offer').hidden")
            try page.tab.click("#empty-delete")
            if try page.tab.js("document.querySelector('#ask').open") == true { try page.tab.answer("delete") }
            try page.tab.untilNotListed("십일월")
            try page.tab.quiet()
            #expect(!(try page.diary.titles.contains("십일월")))
            try page.close()
        }

        @Test func `the old text is kept beside what else was set`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            let text = try page.diary.text(id)
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.click("#tag-add")
            try page.tab.type("비")
            try page.tab.press(.enter)
            try page.tab.js("document.querySelector('#text').focus(); document.querySelector('#text').select()")
            try page.tab.press(.backspace)
            try page.tab.press(.enter, .control)
            try page.tab.until("!document.querySelector('#empty-offer').hidden")
            try page.tab.click("#empty-keep")
            _ = try wait("the tag") { try page.diary.json("show", id)["tags"].strings.contains("비") ? true : nil }
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            #expect(try page.diary.text(id) == text)
            #expect(try page.diary.drafts.isEmpty)
            try page.close()
        }

        @Test func `who types on asks for nothing but to keep it`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" One.")
            try page.tab.untilState("kept")
            try page.tab.until("document.querySelector('.row-draft:not([hidden])')")
            try page.tab.quiet()
            let before = page.tab.requests.count
            try page.tab.type(" Two.")
            _ = try wait("the draft") {
                try page.diary.run("draft", "show", "d1").contains("Two.") ? true : nil
            }
            meanwhile(0.6)
            try page.tab.quiet()
            #expect(page.tab.requests.dropFirst(before) == ["PUT /api/drafts/d1"])
            try page.close()
        }

        @Test func `links that are pasted stand on their own words`() throws {
            let page = try Opened()
            try page.tab.new()
            try page.tab.js(
                """
                (() => { const data = new DataTransfer(), area = document.querySelector('#text');
                data.setData('text/plain', 'Click here or here and here');
                data.setData('text/html', 'Click here or <a href="https://a.b/">here</a> and <a href="https://c.d/">here</a>');
                area.focus();
                area.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) })()
                """)
            #expect(try page.tab.value("#text") == "Click here or [here](https://a.b/) and [here](https://c.d/)")
            try page.close()
        }

        @Test func `another writer's change while typing shows both texts, and mine can be kept`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try conflict(page, id)
            let words = try page.tab.texts(".passage .words")
            #expect(words.contains { $0.contains("여기서") } && words.contains { $0.contains("저기서") })
            #expect(try page.diary.text(id).contains("저기서"))
            try page.tab.click("#keep-mine")
            _ = try wait("mine") { try page.diary.text(id).contains("여기서") ? true : nil }
            #expect(!(try page.diary.text(id).contains("저기서")))
            #expect(try page.diary.text(id + "@v2").contains("저기서"))
            try page.close(complaints: ["409"])
        }

        @Test(arguments: Browser.installed)
        func `who types on while a conflict comes writes text, and decides once the text is left`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type(" 여기서")
            try page.tab.untilState("kept")
            try page.diary.run("edit", id, "--text", "십일월\n\n저기서 고쳤다.")
            let before = try page.diary.run("log")
            try page.tab.press("s", .control)
            try page.tab.untilState("conflict")
            for sign in " sunny e" { try page.tab.press(sign) }
            #expect(try page.tab.value("#text").hasSuffix(" 여기서 sunny e"))
            #expect(try page.diary.run("log") == before)
            try page.tab.press(.escape)
            try page.tab.until("!document.querySelector('#conflict').hidden")
            #expect(try page.tab.focus == "conflict")
            #expect(try page.tab.texts(".passage .words").contains { $0.hasSuffix("여기서 sunny e") })
            try page.tab.click("#keep-mine")
            _ = try wait("mine") { try page.diary.text(id).hasSuffix("여기서 sunny e") ? true : nil }
            try page.close(complaints: ["409"])
        }

        @Test func `after a conflict theirs can be kept`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try conflict(page, id)
            let events = try page.diary.events
            try page.tab.click("#keep-theirs")
            try page.tab.until("document.querySelector('#conflict').hidden")
            try page.tab.quiet()
            #expect(try page.diary.events == events)
            #expect(try page.diary.drafts.isEmpty)
            #expect(
                try page.tab.js("Object.keys(localStorage).some(name => name.startsWith('diarylog.sitting.'))") == false
            )
            #expect(try page.diary.text(id).contains("저기서"))
            try page.close(complaints: ["409"])
        }

        @Test func `after a conflict both can be kept`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try conflict(page, id)
            try page.tab.click("#keep-both")
            _ = try wait("both") {
                let texts = try page.diary.titles.filter { $0.contains("십일월") }
                let all = try page.diary.run("export")
                let drafts = try page.diary.drafts
                return all.contains("여기서") && all.contains("저기서") && !texts.isEmpty && drafts.isEmpty ? true : nil
            }
            try page.close(complaints: ["409"])
        }

        /// Types here while another process edits there, and leaves.
        private func conflict(_ page: Opened, _ id: String) throws {
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type(" 여기서 고쳤다.")
            try page.tab.untilState("kept")
            try page.diary.run("edit", id, "--text", "십일월\n\n저기서 고쳤다.")
            try page.tab.press(.enter, .control)
            try page.tab.untilState("conflict")
            try page.tab.until("!document.querySelector('#conflict').hidden")
        }

        @Test(arguments: Browser.installed)
        func `a syllable that is being composed is not disturbed by saving or by others`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type("\n첫눈")
            try page.tab.compose("ㅇ")
            try page.tab.compose("이")
            meanwhile(0.5)
            try page.diary.run("add", "다른 프로세스가 쓴 글", "--date", "now")
            try page.tab.untilListed("다른 프로세스가 쓴 글")
            try page.tab.compose("일")
            meanwhile(0.5)
            #expect(try page.tab.value("#text").hasSuffix("첫눈일"))
            try page.tab.paste("이")
            try page.tab.type(" 온다")
            try page.tab.done()
            #expect(try page.diary.text(id).contains("첫눈이 온다"))
            try page.close()
        }

        @Test(arguments: Browser.installed) func `a draft that was left behind is offered, resumed and discarded`(
            in browser: Browser
        ) throws {
            let diary = try Diary.sample()
            let first = try Opened(diary, in: browser)
            try first.tab.new()
            try first.tab.type("두고 간 초안")
            try first.tab.untilState("kept")
            first.server.kill()
            first.tab.close()
            let page = try Opened(diary, in: browser)
            try page.tab.until("document.querySelector('.draft')")
            #expect(try page.tab.text("#draft-rows").contains("두고 간 초안"))
            try page.tab.click(".draft-resume")
            try page.tab.untilEditing()
            #expect(try page.tab.value("#text") == "두고 간 초안")
            try page.tab.type(" 이어서")
            try page.tab.untilState("kept")
            try page.tab.done()
            #expect(try diary.titles.contains("두고 간 초안 이어서"))
            try page.close()
        }
    }
}
