import Foundation
import Testing

extension PageTests {
    /// Which first line is a title: one rule for reading and writing, in every browser.
    @Suite struct Titles {
        @Test(arguments: Browser.installed)
        func `a first line is large in both views where it fits on one row, and in neither where it does not`(
            browser: Browser
        ) throws {
            let page = try Opened(Diary.empty(), in: browser)
            func isLarge(_ selector: String) throws -> Bool {
                try page.tab.js("document.querySelector('\(selector)').hasAttribute('data-titled')").isTrue
            }
            let long = "이 종이의 너비로는 한 줄에 다 들어가지 않을 만큼 긴, 그래도 여든 글자는 안 되는 첫 줄"
            for (title, fits) in [("짧은 제목", true), (long, false)] {
                try page.tab.click("#new")
                try page.tab.until("document.activeElement.id === 'text'")
                try page.tab.type(title)
                #expect(try isLarge("#text") == fits)
                try page.tab.paste("\n\n본문")
                #expect(try isLarge("#text") == fits)
                try page.tab.press(.escape)
                try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
                try page.tab.quiet()
                #expect(try isLarge("#reading") == fits)
                #expect(try page.tab.js("document.querySelector('#reading .title') !== null").isTrue == fits)
                // Firefox makes no row of a text area large: there the title is as large as the text, so nothing jumps.
                if !fits { continue }
                let size = try page.tab.js("getComputedStyle(document.querySelector('#reading .title')).fontSize")
                    .string
                #expect(size == (browser == .firefox ? "18px" : "26px"))
            }
            // In a narrower window the same line is asked again.
            try page.tab.open("짧은 제목")
            try page.tab.show(Tab.Look(width: 800, height: 800))
            #expect(try isLarge("#reading"))
            try page.close()
        }
    }
}
