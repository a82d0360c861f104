import Foundation
import Testing

extension PageTests {
    /// The driver itself, on a page that has nothing to do with a diary.
    @Suite struct Driver {
        @Test(arguments: Browser.installed) func `the driver types, composes, clicks and sees`(in browser: Browser)
            throws
        {
            let tab = try Tab(in: browser)
            defer { tab.close() }
            try tab.go(
                to: """
                    data:text/html,<h1>hi</h1><button id=b onclick="this.textContent='pressed'">b</button>\
                    <textarea id=t></textarea>
                    """)
            try tab.until("document.querySelector('h1')")
            #expect(try tab.text("h1") == "hi")
            try tab.click("#b")
            #expect(try tab.text("#b") == "pressed")
            try tab.click("#t")
            try tab.type("가나")
            try tab.compose("ㄷ")
            try tab.compose("다")
            #expect(try tab.value("#t") == "가나다")
            try tab.paste("달")
            try tab.press("x")
            try tab.press(.backspace)
            #expect(try tab.value("#t") == "가나달")
            #expect(try tab.focus == "t")
            #expect(tab.complaints == [])
            try tab.js("setTimeout(() => { throw new Error('planted') })")
            _ = try wait("the complaint") { tab.complaints.first { $0.contains("planted") } }
            #expect(try tab.picture().count > 1_000)
        }

        @Test(.enabled(if: Browser.firefox.isInstalled, "firefox-esr is not installed: NOTHING was tested in Firefox"))
        func `a Firefox goes with its profile when those who drive it are gone`() throws {
            let firefox = try Firefox()
            #expect(FileManager.default.fileExists(atPath: firefox.folder.path + "/prefs.js"))
            firefox.unleash()
            #expect(!FileManager.default.fileExists(atPath: firefox.folder.path))
            #expect(throws: Browser.Failed.self) { try firefox.open(in: 1) }
        }
    }
}
