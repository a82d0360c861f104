import Foundation
import Testing

extension PageTests {
    /// Everything without a mouse.
    @Suite struct Keyboard {
        @Test func `one walks, opens, edits and comes back by keys alone`() throws {
            let page = try Opened()
            try page.tab.js("document.querySelector('#list').focus()")
            try page.tab.press("j")
            try page.tab.press("j")
            try page.tab.press("k")
            try page.tab.press(.down)
            try page.tab.press(.enter)
            try page.tab.until("['reading'].includes(document.querySelector('#entry').dataset.state)")
            let title = try page.tab.text("#reading .title")
            #expect(try page.diary.titles.prefix(4).contains { title.contains($0) })
            let id = try page.tab.data("#entry", "id")
            try page.tab.press("e")
            try page.tab.untilEditing()
            try page.tab.type(" 키보드로.")
            try page.tab.press(.escape)
            _ = try wait("the commit") { try page.diary.text(id).contains("키보드로.") ? true : nil }
            try page.close()
        }

        @Test func `n begins a new entry, s stars, h shows the history, question mark the keys`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try page.tab.press("s")
            try page.tab.until("document.querySelector('#star').ariaPressed === 'true'")
            try page.tab.press("h")
            try page.tab.until("!document.querySelector('#history').hidden")
            try page.tab.press("h")
            try page.tab.press("?")
            try page.tab.until("document.querySelector('#keys').open")
            try page.tab.press(.escape)
            try page.tab.until("!document.querySelector('#keys').open")
            try page.tab.press("y")
            try page.tab.until("!document.querySelector('#year-view').hidden")
            try page.tab.press(.escape)
            try page.tab.until("document.querySelector('#year-view').hidden")
            try page.tab.press("t")
            #expect(try page.tab.focus == "slider")
            try page.tab.js("document.activeElement.blur()")
            try page.tab.press("n")
            try page.tab.untilEditing()
            #expect(try page.tab.data("#entry", "id") == "")
            try page.close()
        }

        @Test func `while Hangul is on, a key is told by its place`() throws {
            let page = try Opened()
            try page.tab.press("j")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            try page.tab.press(Tab.Key(name: "ㅗ", code: "KeyH", number: 72, text: "ㅗ"))
            try page.tab.until("!document.querySelector('#history').hidden")
            try page.tab.press(.escape)
            try page.tab.press(Tab.Key(name: "ㅜ", code: "KeyN", number: 78, text: "ㅜ"))
            try page.tab.untilEditing()
            #expect(try page.tab.value("#text") == "")
            try page.close()
        }

        @Test func `after an entry was left, the keys go on from it, also when another one has come`() throws {
            let page = try Opened()
            let titles = try page.tab.titles
            try page.tab.open(titles[2])
            try page.tab.press(.escape)
            try page.tab.until("document.querySelector('#entry').dataset.state === 'none'")
            try page.diary.run("add", "Come meanwhile", "--date", "2027-01-01")
            try page.tab.untilListed("Come meanwhile")
            try page.tab.quiet()
            try page.tab.press("j")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            #expect(try page.tab.text("#reading").contains(titles[3]))
            try page.close()
        }

        @Test func `letters typed into a text are no commands`() throws {
            let page = try Opened()
            try page.tab.new()
            for sign in "nsehu#?" { try page.tab.press(sign) }
            #expect(try page.tab.value("#text") == "nsehu#?")
            #expect(!(try page.tab.js("document.querySelector('#ask').open").isTrue))
            try page.tab.press("/")
            #expect(try page.tab.focus == "text")
            try page.tab.done()
            try page.close()
        }

        @Test func `the tab key reaches every control in sight, each with a visible focus`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            try page.tab.js("document.activeElement.blur()")
            var seen: [String] = []
            for _ in 0..<60 {
                try page.tab.press(.tab)
                let focus = try page.tab.js(
                    """
                    (() => { const e = document.activeElement; if (!e || e === document.body) return null;
                    const s = getComputedStyle(e), o = parseFloat(s.outlineWidth);
                    const around = e.closest('form, label, #track') ?? e, a = getComputedStyle(around);
                    return [e.id || e.className || e.tagName,
                    // The parts of a date have marks of the browser's own.
                    e.matches('input[type=date]') || (s.outlineStyle !== 'none' && o > 0) || s.boxShadow !== 'none'
                    || (a.outlineStyle !== 'none' && parseFloat(a.outlineWidth) > 0) || a.boxShadow !== 'none'] })()
                    """)
                guard focus != .null else { continue }
                seen.append(focus[0].string)
                #expect(focus[1] == true, "the focus on \(focus[0].string) cannot be seen")
            }
            for control in ["search", "new", "list", "slider", "history-open", "delete", "entry-date"] {
                #expect(seen.contains(control), "\(control) is not among \(seen)")
            }
            try page.close()
        }
    }
}
