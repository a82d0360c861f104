import Foundation
import Testing

extension PageTests {
    /// Versions of an entry; undo, redo, delete.
    @Suite struct History {
        @Test func `versions are shown with what each added and removed`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelectorAll('.version').length === 3")
            try page.tab.until("document.querySelector('#diff .added')")
            // The words that came and went, within the paragraph.
            #expect(try page.tab.texts("#diff .line").joined().contains("Three left."))
            #expect(try page.tab.texts("#diff .added").joined(separator: " ").contains("It is for her."))
            #expect(try page.tab.texts("#diff .removed").joined(separator: " ").contains("Three"))
            try page.tab.click(".version[data-version='2']")
            try page.tab.until("document.querySelector('#diff').textContent.includes('Three left.')")
            try page.tab.until("!document.querySelector('#diff').textContent.includes('One left.')")
            try page.tab.click("#history-close")
            #expect(!(try page.tab.sees("#history")))
            try page.close()
        }

        @Test func `each line says which version wrote it, and its neighbours light up`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            try page.tab.click("#history-open")
            try page.tab.click("#history-tab-lines")
            try page.tab.until("document.querySelectorAll('.blame-line').length >= 3")
            #expect(try page.tab.js("[...document.querySelectorAll('.blame-line')].at(-1).dataset.version") == "3")
            #expect(try page.tab.data(".blame-line", "version") == "1")
            try page.tab.hover(".blame-line")
            try page.tab.until("document.querySelectorAll('.blame-line.lit').length >= 2")
            #expect(
                try page.tab.js(
                    "[...document.querySelectorAll('.blame-line.lit')].every(l => l.dataset.version === '1')")
                    == true)
            try page.close()
        }

        @Test func `an old version is restored as a new one`() throws {
            let page = try Opened()
            let id = try page.diary.id("Persimmons")
            try page.tab.open("Persimmons")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelectorAll('.version').length === 3")
            try page.tab.click(".version[data-version='1']")
            try page.tab.click("#version-restore")
            if try page.tab.js("document.querySelector('#ask').open") == true {
                try page.tab.answer("restore-version")
            }
            _ = try wait("version 4") { try page.diary.json("show", id)["version"] == 4 ? true : nil }
            #expect(!(try page.diary.text(id).contains("One left")))
            try page.tab.until("!document.querySelector('#reading').textContent.includes('One left')")
            try page.close()
        }

        @Test func `undo and redo name what they take back`() throws {
            let page = try Opened()
            #expect(try page.tab.attribute("#undo", "aria-label").contains("김장"))
            #expect(try page.tab.js("document.querySelector('#redo').disabled") == true)
            try page.tab.click("#undo")
            if try page.tab.js("document.querySelector('#ask').open") == true { try page.tab.answer("undo-other") }
            try page.tab.untilNotListed("김장")
            try page.tab.until("!document.querySelector('#redo').disabled")
            let redo = try page.tab.attribute("#redo", "aria-label")
            #expect(redo.contains("김장") && !redo.contains("took back"))
            #expect(!(try page.tab.attribute("#undo", "aria-label").contains("김장")))
            try page.tab.click("#redo")
            if try page.tab.js("document.querySelector('#ask').open") == true { try page.tab.answer("undo-other") }
            try page.tab.untilListed("김장")
            #expect(try page.diary.titles.contains("김장"))
            try page.close()
        }

        @Test func `delete asks with the focus on cancel, and undo brings the entry back`() throws {
            let page = try Opened()
            try page.tab.open("수능 끝")
            try page.tab.click("#delete")
            try page.tab.until("document.querySelector('#ask').open")
            #expect(try page.tab.focus == "ask-no")
            try page.tab.press(.enter)
            try page.tab.until("!document.querySelector('#ask').open")
            #expect(try page.diary.titles.contains("수능 끝"))
            try page.tab.click("#delete")
            try page.tab.press(.escape)
            try page.tab.until("!document.querySelector('#ask').open")
            #expect(try page.diary.titles.contains("수능 끝"))
            try page.tab.click("#delete")
            try page.tab.answer("delete")
            try page.tab.untilNotListed("수능 끝")
            #expect(!(try page.diary.titles.contains("수능 끝")))
            try page.tab.until("!document.querySelector('#undo').disabled")
            try page.tab.quiet()
            try page.tab.click("#undo")
            try page.tab.untilListed("수능 끝")
            #expect(try page.diary.titles.contains("수능 끝"))
            try page.close()
        }

        @Test func `the year shows its days, this day through the years, and its tags`() throws {
            let page = try Opened()
            try page.tab.click("#year-open")
            try page.tab.until("document.querySelectorAll('#heatmap .cell').length >= 365")
            try page.tab.quiet()
            let year = try page.tab.data("#year-title", "year")
            if year != "2026" {
                try page.tab.click("#year-prev")
                try page.tab.until("document.querySelector('#year-title').dataset.year === '2026'")
            }
            #expect(try page.tab.data("#heatmap .cell[data-day='2026-11-21']", "count") == "1")
            #expect(try page.tab.data("#heatmap .cell[data-day='2026-10-06']", "count") == "2")
            #expect(try page.tab.text("#stats-entries").contains("21"))
            #expect(
                try page.tab.js("[...document.querySelectorAll('.year-tag')].map(t => t.dataset.tag)").strings
                    .contains("가족"))
            try page.tab.press(.escape)
            try page.tab.until("document.querySelector('#year-view').hidden")
            try page.close()
        }
    }
}
