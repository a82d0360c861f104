import DiarylogTestSupport
import Testing

extension PageTests {
    /// A diary that is locked while its page is open.
    @Suite struct Locked {
        @Test(arguments: Browser.installed)
        func `the page turns to a lock by itself, and goes on with what was typed when the diary is open again`(
            in browser: Browser
        ) throws {
            guard let disk = try EncryptedDisk() else { return }
            let diary = try Diary.sample(in: disk.path)
            let key = try diary.encrypt()
            let page = try Opened(diary, in: browser)
            try page.tab.new()
            try page.tab.type("강가에서")
            try page.tab.untilState("kept")
            try page.tab.until("document.body.dataset.live === 'open'")
            // Its server lets the diary go: otherwise this would fail.
            try diary.run("lock")
            try page.tab.until("!document.querySelector('#problem').hidden")
            #expect(try page.tab.data("#problem", "code") == "locked" && page.tab.sees("#problem .icon"))
            #expect(try page.tab.text("#problem-text").contains("diarylog unlock"))
            try diary.run("unlock", "--key", key)
            try page.tab.until("document.querySelector('#problem').hidden")
            try page.tab.type(", 바람 속에서")
            try page.tab.press(.enter, .control)
            _ = try wait("the entry") { try diary.titles.contains("강가에서, 바람 속에서") ? true : nil }
            try page.close(complaints: ["423"])
        }

        @Test func `an entry that is asked for while the diary is locked comes when it is open again`() throws {
            guard let disk = try EncryptedDisk() else { return }
            let diary = try Diary.sample(in: disk.path)
            let id = try diary.id("Persimmons")
            let key = try diary.encrypt()
            let page = try Opened(diary)
            try page.tab.until("document.body.dataset.live === 'open'")
            try diary.run("lock")
            try page.tab.until("!document.querySelector('#problem').hidden")
            try page.tab.js("location.hash = '#/entry/\(id)'")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'missing'")
            try diary.run("unlock", "--key", key)
            try page.tab.until("document.querySelector('#problem').hidden")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            try page.close(complaints: ["423"])
        }
    }
}
