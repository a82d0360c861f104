import Foundation
import Testing

extension PageTests {
    /// Texts by their Markdown.
    @Suite struct Marks {
        private static let text = """
            # 장보기 *토요일*

            오늘은 **시장**에 갔다.
            둘째 줄이다.

            - [ ] 감 사기
            - [x] 쌀 **사기**
            1. 하나

            > 인용

            `let a` [누리집](https://example.org/a) https://example.com/b_c_d
            """

        @Test func `marks are elements, and what stands between them stays as it was written`() throws {
            let page = try Opened()
            try page.diary.run("add", Self.text)
            try page.tab.open("장보기 토요일")
            func count(_ selector: String) throws -> Value {
                try page.tab.js("document.querySelectorAll('#reading \(selector)').length")
            }
            #expect(try page.tab.text("#reading h2 .title") == "장보기 ")
            #expect(try page.tab.texts(".row-preview").contains { $0.hasPrefix("오늘은 시장에 갔다. 둘째 줄이다.") })
            #expect(try page.tab.texts("#reading :is(strong:not(.title), em, code)") == ["토요일", "시장", "사기", "let a"])
            #expect(try count("li") == 3 && count(".tick") == 2 && count(".tick:checked") == 1)
            #expect(try count("blockquote") == 1 && count("ol") == 1)
            #expect(
                try page.tab.texts("#reading a.link").contains("https://example.com/b_c_d")
                    && page.tab.js("document.querySelector('#reading a.link').href") == "https://example.org/a")
            #expect(try page.tab.text("#reading").contains("갔다.\n둘째 줄이다."))
            #expect(try !page.tab.text("#reading").contains("**"))
            // A click into a word is where the caret goes.
            try page.tab.click("#reading blockquote")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'editing'")
            let caret = try page.tab.js(
                "document.querySelector('#text').value.slice(0, document.querySelector('#text').selectionStart)"
            ).string
            #expect(caret.contains("> ") && !caret.contains("let a"))
            try page.close()
        }

        @Test func `a task is ticked by the mouse and by the keyboard, and undo takes the tick back`() throws {
            let page = try Opened()
            try page.diary.run("add", Self.text)
            try page.tab.open("장보기 토요일")
            let events = try page.diary.events
            try page.tab.click("#reading .tick")
            try page.tab.until("document.querySelector('#reading .tick').checked")
            try page.tab.until("document.querySelector('#state-line').dataset.state === 'saved'")
            try page.tab.quiet()
            #expect(try page.diary.text("@1") == Self.text.replacing("[ ] 감", with: "[x] 감"))
            #expect(try page.diary.events == events + 1)
            #expect(try page.tab.data("#entry", "state") == "reading")
            // The focus is still on the box.
            #expect(try page.tab.js("document.activeElement.className") == "tick")
            #expect(try page.tab.js("document.activeElement.ariaLabel") == "감 사기")
            try page.tab.press(Tab.Key(name: " ", code: "Space", number: 32, text: " "))
            try page.tab.until("!document.querySelector('#reading .tick').checked")
            try page.tab.until("document.querySelector('#state-line').dataset.state === 'saved'")
            try page.tab.quiet()
            #expect(try page.diary.text("@1") == Self.text)
            try page.tab.click("#undo")
            try page.tab.until("document.querySelector('#reading .tick').checked")
            #expect(try page.diary.text("@1") == Self.text.replacing("[ ] 감", with: "[x] 감"))
            try page.close()
        }

        @Test func `a picture stands where the text names it, and not below once more`() throws {
            let page = try Opened()
            let file = page.diary.folder + ".png"
            let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
            try (Data(base64Encoded: dot) ?? Data()).write(to: URL(filePath: file))
            try page.diary.run("add", "강가\n\n![석양](attachment:diary.png) 아래 글\n\n![밖](https://example.org/x.png)")
            try page.diary.run("files", "add", "@1", file)
            try page.tab.open("강가")
            try page.tab.until("document.querySelector('#reading .place-of-picture canvas')?.width === 1")
            #expect(try page.tab.js("document.querySelector('#reading .picture').ariaLabel").string.contains("석양"))
            #expect(try page.tab.js("document.querySelectorAll('.attachment').length") == 0)
            #expect(try page.tab.text("#reading").contains("![밖](https://example.org/x.png)"))
            #expect(try page.tab.js("document.querySelectorAll('#reading img').length") == 0)
            try page.tab.click("#reading .picture")
            try page.tab.until("document.querySelector('#picture-dialog').open")
            try page.tab.click("#picture-close")
            try page.close()
        }

        @Test func `a hit is marked within marks, and texts stand as written where that is wanted`() throws {
            let page = try Opened()
            try page.diary.run("add", "표\n\n| 가 | 나 |\n|---|---|\n| **늦가을볕** | 라 |")
            try page.tab.press("/")
            try page.tab.type("늦가을볕")
            try page.tab.untilAnswered("늦가을볕")
            try page.tab.open("표")
            #expect(try page.tab.texts("#reading td strong mark") == ["늦가을볕"])
            try page.close()
            let plain = try Opened(page.diary, options: ["--as-written"])
            try plain.tab.open("표")
            #expect(try plain.tab.text("#reading").contains("| **늦가을볕** | 라 |"))
            try plain.close()
        }

        /// What a forged text would need: elements of its own, an address that runs, an attribute that hears.
        @Test func `no text, however it is forged, inserts an element of its own`() throws {
            let page = try Opened()
            let forged = [
                "<img src=x onerror=alert(1)>", "**<script>window.ran=1</script>**", "[a](javascript:window.ran=1)",
                "[a](JaVaScRiPt:window.ran=1)", "[a](&#106;avascript:window.ran=1)",
                "[a](data:text/html,<script>window.ran=1</script>)",
                "<javascript:window.ran=1>", "![a](x \\\" onerror=\\\"window.ran=1)",
                "[a](https://a.b/\\\"onmouseover=\\\"window.ran=1)",
                "<https://a.b/\\\"onclick=window.ran=1>",
                "```<svg/onload=window.ran=1>\\n<svg onload=window.ran=1>\\n```",
                "|<img src=x onerror=window.ran=1>|\\n|-|\\n|<iframe src=javascript:window.ran=1>|",
                "- [x] <input autofocus onfocus=window.ran=1>",
                "![a](attachment:../x.png)",
                "[a](vbscript:x) [b](file:///etc/passwd) [c](//evil.example) [d](ftp://a.b)",
                "<a href=\\\"javascript:window.ran=1\\\">**x**</a>", "# <style>*{display:none}</style>",
                "> <form action=//evil.example>",
            ].map { $0.replacing("\\n", with: "\n").replacing("\\\"", with: "\"") }
            try page.diary.run("add", "forged\n\n" + forged.joined(separator: "\n\n"))
            try page.tab.open("forged")
            let foreign = """
                [...document.querySelectorAll('#reading *')].filter(e => !['P','STRONG','EM','DEL','CODE','PRE','A','SPAN','UL','OL','LI',
                'INPUT','BLOCKQUOTE','HR','TABLE','TR','TD','TH','H2','H3','H4','H5','H6','MARK'].includes(e.tagName)
                || [...e.attributes].some(a => !['class','data-kind','href','target','rel','type','data-box','aria-label','checked','disabled',
                'data-align','value','data-hash','scope'].includes(a.name) && !(a.name === 'dir' && a.value === 'auto'))
                || (e.tagName === 'INPUT' && e.type !== 'checkbox')
                || (e.tagName === 'A' && !/^(https?:|mailto:|tel:|#)/.test(e.getAttribute('href')))).map(e => e.outerHTML)
                """
            #expect(try page.tab.js(foreign).strings == [])
            #expect(try page.tab.text("#reading").contains("<script>window.ran=1</script>"))
            #expect(try page.tab.js("window.ran ?? 0") == 0)
            // Random texts of such pieces, one entry of many.
            var chance = UInt64(20_261_126)
            func below(_ limit: Int) -> Int {
                chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(chance >> 33) % limit
            }
            let pieces =
                forged + [
                    "*", "**", "`", "[", "](", ")", "![", "<", ">", "\n", "\n\n", "> ", "- [ ] ", "|", "\n|-|\n", "가",
                    " ", "\\", "&lt;", "\u{202E}",
                ]
            for round in 0..<20 {
                let text = (0..<150).map { _ in pieces[below(pieces.count)] }.joined()
                try page.diary.run("add", "random \(round)\n\n" + text)
                try page.tab.open("random \(round)")
                #expect(try page.tab.js(foreign).strings == [], "\(text.debugDescription)")
            }
            #expect(try page.tab.js("window.ran ?? 0") == 0)
            try page.close()
        }
    }
}
