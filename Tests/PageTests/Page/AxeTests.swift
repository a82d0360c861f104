import Foundation
import Testing

private let axeRules = ProcessInfo.processInfo.environment["AXE"].flatMap {
    $0.isEmpty ? nil : try? String(contentsOfFile: $0, encoding: .utf8)
}

extension PageTests {
    /// What the rules of axe find on the page. They come from outside: `make test-page AXE=…/axe.min.js` names the
    /// file.
    @Suite(.enabled(if: axeRules != nil, "no AXE=…/axe.min.js was given")) struct Axe {
        @Test(arguments: [390, 820, 1440], [false, true])
        func `axe finds nothing in any view`(width: Int, isDark: Bool) throws {
            var look = width < 1000 ? Tab.Look.phone : .desktop
            (look.width, look.isDark) = (width, isDark)
            let page = try Opened(look: look)
            try page.tab.js(try #require(axeRules) + ";0")
            let planted = try page.tab.js(
                """
                (b => { document.body.append(b);
                  return axe.run(b).then(r => { b.remove(); return r.violations.map(v => v.id) }) })
                (document.createElement('button'))
                """
            ).strings
            #expect(planted.contains("button-name"))
            func expectNothing(_ view: String, _ location: SourceLocation = #_sourceLocation) throws {
                try Self.expectNothing(view, in: page.tab, location)
            }
            try expectNothing("list")
            try page.tab.click("#menu-button")
            try expectNothing("menu")
            try page.tab.press(.escape)
            try page.tab.press("?")
            try page.tab.until("document.querySelector('#keys').open")
            try expectNothing("keys")
            try page.tab.click("#keys-close")
            try page.tab.open("Persimmons")
            try expectNothing("entry")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelector('#diff .line')")
            try expectNothing("history")
            try page.tab.click("#history-close")
            try page.tab.click("#entry-date")
            try page.tab.until("document.querySelector('#date-dialog').open")
            try expectNothing("date")
            try page.tab.click("#date-cancel")
            try page.tab.edit()
            try expectNothing("editor")
            try page.tab.press(.enter, .control)
            if try page.tab.sees("#entry-back") { try page.tab.click("#entry-back") }
            try page.diary.run("delete", page.diary.id("Persimmons"), "--yes")
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-deleted")
            try page.tab.untilListed("Persimmons")
            try expectNothing("deleted")
            try page.tab.click("#trash-leave")
            try page.tab.click("#year-open")
            try page.tab.until("document.querySelectorAll('#heatmap .cell').length >= 365")
            try expectNothing("year")
            try page.tab.click("#year-close")
            try page.tab.press("x")
            try page.tab.click(".row[data-index=\"0\"]:not([hidden])")
            try expectNothing("several")
            try page.tab.click("#chosen-tag")
            try page.tab.until("document.querySelector('#tag-dialog').open")
            try expectNothing("a tag for several")
            try page.tab.click("#tag-cancel")
            try page.tab.click("#chosen-end")
            try page.tab.js("document.querySelector('#import-dialog').showModal()")
            try page.tab.js("document.querySelector('#import-title').textContent = 'Import diary.json'")
            try expectNothing("import")
            try page.tab.js("document.querySelector('#import-dialog').close()")
            try page.tab.open("도서관")
            try page.tab.click("#place")
            try page.tab.until("document.querySelector('#place-dialog').open")
            try expectNothing("place")
            try page.tab.click("#place-cancel")
            if try page.tab.sees("#entry-back") { try page.tab.click("#entry-back") }
            try page.tab.slide(to: 12)
            try page.tab.until("document.body.dataset.past === '1' && document.body.dataset.settled === 'yes'")
            if !(try page.tab.sees("#changed")) { try page.tab.click("#moment") }
            try page.tab.until("document.querySelector('.changed')?.checkVisibility()")
            try expectNothing("the past")
            try page.tab.click("#by-day")
            try expectNothing("the past by days")
            try page.close(complaints: ["404"])
        }

        @Test(arguments: [390, 820, 1440], [false, true])
        func `axe finds nothing where two texts stand`(width: Int, isDark: Bool) throws {
            var look = width < 1000 ? Tab.Look.phone : .desktop
            (look.width, look.isDark) = (width, isDark)
            let contested = try Contested(look: look, opens: false)
            try contested.tab.js(try #require(axeRules) + ";0")
            try contested.open()
            try contested.untilSides()
            try Self.expectNothing("two texts", in: contested.tab)
            try contested.page.close()
        }

        private static func expectNothing(
            _ view: String, in tab: Tab, _ location: SourceLocation = #_sourceLocation
        ) throws {
            try tab.quiet()
            let found = try tab.js(
                """
                axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.flatMap(v => v.nodes.map(n =>
                  `${v.impact} ${v.id}: ${n.target.join(' ')}`)))
                """
            ).strings
            #expect(found == [], "\(view)", sourceLocation: location)
        }
    }
}
