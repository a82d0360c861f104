import Foundation
import Testing

extension PageTests {
    /// How the page looks to different eyes and on different screens.
    @Suite struct Looks {
        @Test(arguments: ["ko", "en"], [false, true])
        func `on a phone nothing scrolls sideways, in any view`(language: String, isDark: Bool) throws {
            var look = Tab.Look.phone
            look.language = language
            look.isDark = isDark
            let page = try Opened(look: look)
            try expectNoSideways(page.tab, "list")
            #expect(try page.tab.data("body", "view") == "list")
            try page.tab.open("Repair")
            try page.tab.until("document.body.dataset.view === 'entry'")
            try expectNoSideways(page.tab, "entry")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelector('#diff .line')")
            try expectNoSideways(page.tab, "history")
            try page.tab.click("#history-close")
            try page.tab.edit()
            try page.tab.type("\n" + String(repeating: "길", count: 200))
            try expectNoSideways(page.tab, "editor")
            try page.tab.press(.enter, .control)
            try page.tab.quiet()
            try page.tab.click("#entry-back")
            try page.tab.until("document.body.dataset.view === 'list'")
            try page.tab.slide(to: 4)
            try page.tab.until("document.body.dataset.past === '1'")
            try expectNoSideways(page.tab, "past")
            try page.tab.click("#past-leave")
            try page.tab.click("#year-open")
            try page.tab.until("document.querySelectorAll('#heatmap .cell').length >= 365")
            try expectNoSideways(page.tab, "year")
            try page.close()
        }

        private func expectNoSideways(
            _ tab: Tab, _ view: String, _ location: SourceLocation = #_sourceLocation
        ) throws {
            let sides = try tab.js("[document.documentElement.scrollWidth, innerWidth, scrollX]")
            #expect(sides[0].int <= sides[1].int, "\(view) is \(sides[0].int) wide", sourceLocation: location)
            #expect(sides[1].int == 390 && sides[2].int == 0, "\(view)", sourceLocation: location)
        }

        @Test func `dark is dark and light is light`() throws {
            let page = try Opened()
            #expect(try brightness(page.tab) > 0.8)
            var dark = Tab.Look.desktop
            dark.isDark = true
            try page.tab.show(dark)
            #expect(try brightness(page.tab) < 0.2)
            try page.close()
        }

        private func brightness(_ tab: Tab) throws -> Double {
            try tab.js(
                "(c => (c[0] + c[1] + c[2]) / 765)(getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number))"
            ).double
        }

        @Test func `the page speaks the language of the browser, and the other on request`() throws {
            var look = Tab.Look.desktop
            look.language = "ko"
            let page = try Opened(look: look)
            #expect(try page.tab.js("document.documentElement.lang") == "ko")
            #expect(try page.tab.text("#new").contains(/\p{Hangul}/))
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-language")
            try page.tab.until("document.documentElement.lang === 'en'")
            #expect(try page.tab.text("#new").contains(/[A-Za-z]/))
            try page.close()
        }

        @Test(arguments: [false, true])
        func `all text has a contrast of at least 4,5`(isDark: Bool) throws {
            var look = Tab.Look.desktop
            look.isDark = isDark
            let page = try Opened(look: look)
            try page.tab.open("도서관")
            try expectStrong(page.tab, "entry")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelector('#diff .line')")
            try expectStrong(page.tab, "history")
            try page.tab.click("#history-close")
            try page.tab.slide(to: 4)
            try page.tab.until("document.body.dataset.past === '1'")
            try page.tab.quiet()
            try expectStrong(page.tab, "past")
            try page.tab.click("#past-leave")
            try page.tab.untilAt("head")
            try page.tab.click("#year-open")
            try page.tab.until("document.querySelectorAll('#heatmap .cell').length >= 365")
            try page.tab.quiet()
            try expectStrong(page.tab, "year")
            // What is open did not exist then.
            try page.close(complaints: ["404"])
        }

        private func expectStrong(_ tab: Tab, _ view: String, _ location: SourceLocation = #_sourceLocation) throws {
            let faint = try tab.js(Self.faint).strings
            #expect(faint == [], "\(view): \(faint)", sourceLocation: location)
        }

        /// Texts whose colour is too near to what is behind them, with their ratio.
        static let faint = """
            (() => {
            const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
            const rgba = c => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1);
              const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255] };
            const over = (t, u) => t.slice(0, 3).map((v, i) => v * t[3] + u[i] * (1 - t[3])).concat(1);
            const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
              return .2126 * r + .7152 * g + .0722 * b };
            const behind = e => { const layers = [];
              for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor);
                if (c[3] > 0) layers.push(c); if (c[3] === 1) break }
              return layers.reverse().reduce((u, t) => over(t, u), matchMedia('(prefers-color-scheme: dark)').matches
                ? [0, 0, 0, 1] : [255, 255, 255, 1]) };
            const faint = new Map();
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
              const e = walk.currentNode.parentElement;
              if (!walk.currentNode.textContent.trim() || !e.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
              if (e.closest('[disabled], [aria-disabled=true], noscript, script, style, option')) continue;
              const r = e.getBoundingClientRect(); if (r.width < 2 || r.height < 2) continue;
              const s = getComputedStyle(e), u = behind(e);
              let opacity = 1; for (let p = e; p; p = p.parentElement) opacity *= +getComputedStyle(p).opacity;
              const t = rgba(s.color); t[3] *= opacity;
              const [a, b] = [light(over(t, u)), light(u)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
              const big = parseFloat(s.fontSize) >= 24 || (parseFloat(s.fontSize) >= 18.66 && +s.fontWeight >= 700);
              if (ratio < (big ? 3 : 4.5)) faint.set((e.id || e.className || e.tagName) + ' in ' + (e.closest('[id]')?.id ?? ''),
                ratio.toFixed(2) + ' ' + walk.currentNode.textContent.trim().slice(0, 20));
            }
            return [...faint].map(f => f.join(': ')) })()
            """

        @Test func `whatever can be used has a name and a role for a screen reader`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            try expectNames(page.tab, "entry")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelector('#diff .line')")
            try expectNames(page.tab, "history")
            try page.tab.click("#history-close")
            try page.tab.edit()
            try expectNames(page.tab, "editor")
            try page.tab.press(.enter, .control)
            try page.tab.quiet()
            try page.tab.click("#year-open")
            try page.tab.until("document.querySelectorAll('#heatmap .cell').length >= 365")
            try expectNames(page.tab, "year")
            try page.close()
        }

        private func expectNames(_ tab: Tab, _ view: String, _ location: SourceLocation = #_sourceLocation) throws {
            let used: Set = [
                "button", "link", "textbox", "searchbox", "combobox", "listbox", "slider", "menuitem", "tab", "dialog",
                "option", "Date",
            ]
            let tree = try tab.chromium.call("Accessibility.getFullAXTree")["nodes"].array
            let nodes = tree.filter { $0["ignored"] != true && used.contains($0["role"]["value"].string) }
            #expect(nodes.count > 10, sourceLocation: location)
            let nameless = nodes.filter {
                $0["name"]["value"].string.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
            }.map { "\($0["role"]["value"].string) \($0["backendDOMNodeId"].int)" }
            #expect(nameless == [], "\(view)", sourceLocation: location)
            for role in ["main", "heading", "slider", "listbox"] {
                #expect(
                    view == "year" || tree.contains { $0["role"]["value"].string == role }, "\(view) has no \(role)",
                    sourceLocation: location)
            }
        }

        @Test(arguments: Browser.installed)
        func `printing a list prints all of its rows, and an entry that is open itself`(in browser: Browser) throws {
            let page = try Opened(Diary.filled(400), in: browser)
            let count = try page.diary.json("stats")["entries"].int
            try page.tab.js(
                "(window.print = () => { dispatchEvent(new Event('beforeprint')); window.printed = 1 }) && 1")
            try page.tab.press(.print, .control)
            try page.tab.until("window.printed === 1")
            #expect(try page.tab.js("document.querySelectorAll('#printed article').length").int == count)
            #expect(try page.tab.js("document.querySelector('#printed').checkVisibility()") == false)
            if browser == .chromium {
                try page.tab.chromium.call("Emulation.setEmulatedMedia", ["media": "print"])
                #expect(try page.tab.sees("#printed article") && !page.tab.sees("#main"))
                try page.tab.chromium.call("Emulation.setEmulatedMedia", ["media": ""])
            }
            try page.tab.js("(dispatchEvent(new Event('afterprint')), window.printed = 0)")
            try page.tab.press("j")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            try page.tab.press(.print, .control)
            try page.tab.until("window.printed === 1")
            #expect(try page.tab.js("document.querySelectorAll('#printed article').length") == 0)
            try page.close()
        }

        @Test(arguments: [(320, 256), (400, 300), (512, 320)])
        func `enlarged two to four times the list keeps its height, and now is not cut`(width: Int, height: Int) throws
        {
            var look = Tab.Look.desktop
            (look.width, look.height) = (width, height)
            let page = try Opened(look: look)
            #expect(try page.tab.js("document.querySelector('#list').clientHeight").int >= 120)
            let isWhole = "(e => e.scrollWidth <= e.clientWidth)(document.querySelector('#moment'))"
            #expect(try page.tab.js("document.querySelector('#moment').textContent") == "Now")
            #expect(try page.tab.js(isWhole).isTrue)
            #expect(try page.tab.js("document.documentElement.scrollHeight > innerHeight").isTrue)
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `each paragraph goes in the direction of its first letter, read and written`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            try page.diary.run("add", "שלום עולם\n\nfrom left to right\n\nمرحبا")
            try page.tab.untilListed("שלום עולם")
            try page.tab.open("שלום עולם")
            let sides = try page.tab.js(
                """
                (() => { const box = document.querySelector('#reading'), room = box.getBoundingClientRect();
                const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), found = [];
                for (let node; (node = walk.nextNode());) for (const line of node.nodeValue.matchAll(/\\S.*/g)) {
                  const range = document.createRange();
                  range.setStart(node, line.index); range.setEnd(node, line.index + line[0].length);
                  const b = [...range.getClientRects()].find(({width}) => width > 0);
                  found.push(room.right - b.right < b.left - room.left ? 'right' : 'left') }
                return found })()
                """
            ).strings
            #expect(sides == ["right", "left", "right"])
            let text = "- שלום\n- left\n\n> ציטוט\n\n| א | ב |\n|---|---|\n| ג | ד |"
            try page.diary.run("edit", page.diary.id("שלום עולם"), "--text", "שלום עולם\n\n" + text)
            try page.tab.until("document.querySelector('#reading table')")
            // Where the bullet, the bar and the first column stand.
            let places = try page.tab.js(
                """
                (() => { const box = document.querySelector('#reading'), all = s => [...box.querySelectorAll(s)];
                const [one, other] = all('th').map(c => c.getBoundingClientRect().x), bar = getComputedStyle(all('blockquote')[0]);
                const gap = li => parseFloat(getComputedStyle(li).marginRight) > parseFloat(getComputedStyle(li).marginLeft);
                return [...all('li').map(gap), parseFloat(bar.borderRightWidth) > parseFloat(bar.borderLeftWidth), one > other] })()
                """
            ).array.map(\.isTrue)
            #expect(places == [true, false, true, true])
            try page.tab.edit()
            #expect(try page.tab.js("getComputedStyle(document.querySelector('#text')).unicodeBidi") == "plaintext")
            try page.close()
        }

        @Test func `a page for print has the text and no controls`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            try page.tab.chromium.call("Emulation.setEmulatedMedia", ["media": "print"])
            #expect(try page.tab.sees("#reading"))
            for control in ["#bar", "#time", "#list-pane", "#entry-tools"] {
                #expect(!(try page.tab.sees(control)), "\(control)")
            }
            try page.close()
        }
    }
}
