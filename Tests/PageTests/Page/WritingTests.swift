import Foundation
import Testing

extension PageTests {
    /// What the text area's keys do beside typing, and what becomes of the ends of lines.
    @Suite struct Writing {
        @Test(arguments: Browser.installed)
        func `Enter goes on with a list, Tab indents in it, and the browser's own undo takes that back`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.new()
            try page.tab.type("장보기")
            try page.tab.press(.enter)
            try page.tab.type("- 우유")
            try page.tab.press(.enter)
            try page.tab.type("빵")
            try page.tab.press(.tab)
            #expect(try page.tab.value("#text") == "장보기\n- 우유\n  - 빵")
            #expect(try page.tab.focus == "text")
            try page.tab.press("z", .control)
            #expect(try page.tab.value("#text") == "장보기\n- 우유\n- 빵")
            // The browser puts the caret back to where it changed the line.
            try page.tab.press(.end)
            try page.tab.press(.enter)
            try page.tab.press(.enter)
            let text = try page.tab.value("#text")
            #expect(text == "장보기\n- 우유\n- 빵\n")
            try page.tab.untilState("kept")
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `a text with the ends of lines of another system keeps them, opened or changed`(in browser: Browser) throws
        {
            let page = try Opened(in: browser)
            let id = try String(page.diary.run("add", "첫 줄\r\n둘째 줄\r\n셋째 줄").prefix(8))
            try page.tab.untilListed("첫 줄")
            try page.tab.open("첫 줄")
            try page.tab.edit()
            try page.tab.open("수능 끝")
            try page.tab.quiet()
            #expect(try page.diary.text(id) == "첫 줄\r\n둘째 줄\r\n셋째 줄")
            try page.tab.open("첫 줄")
            try page.tab.until("document.title.startsWith('첫 줄 · ')")
            try page.tab.edit()
            try page.tab.type(" 끝")
            try page.tab.open("수능 끝")
            _ = try wait("the commit") { try page.diary.text(id).contains(" 끝") ? true : nil }
            #expect(try page.diary.text(id) == "첫 줄\r\n둘째 줄\r\n셋째 줄 끝")
            try page.close()
        }

        @Test func `a pasted page keeps its links as Markdown, and the text is spelled in its own language`() throws {
            let page = try Opened()
            try page.tab.new()
            try page.tab.type("오늘 읽은 글 ")
            try page.tab.js(
                """
                (() => { const data = new DataTransfer();
                data.setData('text/plain', 'see the herons (by the stream)');
                data.setData('text/html', '<p>see <a href="https://example.org/a_(b)">the herons</a> (by the stream)</p>');
                document.querySelector('#text').dispatchEvent(
                  new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) })()
                """)
            #expect(
                try page.tab.value("#text")
                    == "오늘 읽은 글 see [the herons](https://example.org/a_%28b%29) (by the stream)")
            try page.tab.press("z", .control)
            #expect(try page.tab.value("#text") == "오늘 읽은 글 ")
            try page.tab.done()
            try page.tab.open("Persimmons")
            try page.tab.edit()
            let area = "document.querySelector('#text')"
            #expect(try page.tab.js("[\(area).lang, \(area).spellcheck]") == ["en", true])
            try page.tab.open("김장")
            try page.tab.edit()
            #expect(try page.tab.js("\(area).lang") == "ko")
            try page.close()
        }

        @Test func `a link to an entry opens it, and one to an entry that is not here is text`() throws {
            let page = try Opened()
            let id = try page.diary.id("수능 끝")
            let gone = String(repeating: "a", count: 32)
            _ = try page.diary.run(
                "add", "# 잇기\n\n[그날](dayone://view?entryId=\(id)), dayone://view?entryId=\(gone) [없음](:/\(gone))")
            try page.tab.untilListed("잇기")
            try page.tab.open("잇기")
            #expect(try page.tab.texts("#reading a") == ["그날"])
            try page.tab.click("#reading a")
            try page.tab.until("document.title.startsWith('수능 끝')")
            try page.close()
        }
    }
}
