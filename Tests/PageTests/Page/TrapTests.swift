import Foundation
import Testing

extension PageTests {
    /// Answers that come late, in another order, or for somebody who has gone on.
    @Suite struct Traps {
        @Test func `an answer that comes after its entry was left does not show it`() throws {
            let page = try Opened()
            let slow = try page.diary.id("수능 끝")
            try page.tab.hold("*/api/entries/\(slow)*", answers: true)
            try page.tab.js(
                "[...document.querySelectorAll('#rows .row')].find(r => r.textContent.includes('수능 끝')).click()")
            _ = try wait("the held answer") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.open("김장")
            try page.tab.stopWriting()
            try page.tab.quiet()
            #expect(try page.tab.text("#reading").contains("배추"))
            #expect(try page.tab.data("#entry", "id") != slow)
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `where the browser refuses storage the page works, and says what it cannot keep`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            try page.tab.engine.refuseStorage(at: page.server.address)
            try page.tab.go(to: page.server.address)
            try page.tab.until(
                "document.querySelector('#toast-text').textContent.includes('keeps nothing typed across a crash')")
            try page.tab.until("document.body.dataset.ready === '1'")
            try page.tab.open("김장")
            #expect(try page.tab.text("#reading").contains("배추"))
            try page.close()
        }

        @Test func `nothing can be typed into an entry that is not loaded yet`() throws {
            let page = try Opened()
            let id = try page.diary.id("수능 끝")
            let events = try page.diary.events
            try page.tab.open("김장")
            try page.tab.hold("*/api/entries/\(id)*", answers: true)
            try page.tab.js(
                "[...document.querySelectorAll('#rows .row')].find(r => r.textContent.includes('수능 끝')).click()")
            _ = try wait("the held answer") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.press("e")
            try page.tab.type("zu früh")
            #expect(try page.tab.data("#entry", "state") == "loading")
            try page.tab.stopWriting()
            try page.tab.until("['reading', 'editing'].includes(document.querySelector('#entry').dataset.state)")
            try page.tab.quiet()
            meanwhile(0.5)
            try page.tab.quiet()
            #expect(try page.diary.events == events)
            #expect(try page.diary.drafts.isEmpty)
            try page.close()
        }

        @Test func `deleting while a save is under way deletes, and the draft is not left behind`() throws {
            let page = try Opened()
            try page.tab.open("수능 끝")
            try page.tab.edit()
            try page.tab.hold("*/api/drafts*")
            try page.tab.type(" 지워질 말")
            _ = try wait("the held save") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.click("#delete")
            try page.tab.answer("delete")
            try page.tab.stopWriting()
            try page.tab.untilNotListed("수능 끝")
            try page.tab.quiet()
            #expect(!(try page.diary.titles.contains("수능 끝")))
            _ = try wait("no draft of it") { try page.diary.drafts.isEmpty ? true : nil }
            try page.close(complaints: ["404", "409", "422"])
        }

        @Test func `a list that answers an older question does not take the place of a newer`() throws {
            let page = try Opened()
            try page.tab.hold("*/api/search*")
            try page.tab.press("/")
            try page.tab.type("은")
            _ = try wait("the first question, after \(page.tab.requests.suffix(5))") {
                page.tab.heldBack > 0 ? true : nil
            }
            let release = page.tab
            try page.tab.js("document.querySelector('#search').select()")
            try page.tab.type("herons")
            // Time for the newer question to be asked beside the older one; asked behind it, it is answered as well.
            meanwhile(0.3)
            try release.stopWriting()
            try page.tab.untilAnswered("herons")
            try page.tab.quiet()
            #expect(try page.tab.titles == ["Walking to work"])
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `typing goes on while a save is slow, and the last word is kept`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.hold("*/api/drafts*")
            try page.tab.type(" 하나")
            _ = try wait("the held save") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.type(" 둘 셋")
            try page.tab.stopWriting()
            try page.tab.type(" 넷")
            try page.tab.done()
            _ = try wait("all words") { try page.diary.text(id).contains("하나 둘 셋 넷") ? true : nil }
            #expect(try page.diary.json("show", id)["version"] == 2)
            try page.close()
        }

        @Test func `a server that stands still is waited for`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            page.server.pause()
            try page.tab.type(" 멈춘 동안")
            meanwhile(1)
            #expect(try page.tab.value("#text").hasSuffix("멈춘 동안"))
            page.server.goOn()
            try page.tab.done()
            _ = try wait("the words") { try page.diary.text(id).contains("멈춘 동안") ? true : nil }
            try page.close()
        }

        @Test func `a commit whose answer is lost is not made twice`() throws {
            let page = try Opened()
            let events = try page.diary.events
            try page.tab.new()
            try page.tab.type("한 번만")
            try page.tab.untilState("kept")
            // The commit of ten idle seconds: a request that may outlive the page is not shown to the driver.
            try page.tab.hold("*/api/drafts/*/commit", answers: true)
            _ = try wait("the held answer") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.failHeld()
            _ = try wait("one event") { try page.diary.events == events + 1 ? true : nil }
            try page.tab.untilState("saved", "")
            try page.tab.quiet()
            #expect(try page.diary.events == events + 1)
            #expect(try page.diary.titles.filter { $0 == "한 번만" }.count == 1)
            page.tab.close()
        }

        @Test(arguments: Browser.installed)
        func `who types on while the answer to a commit is lost has one entry, with all words`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            try page.tab.new()
            try page.tab.type("한 번만")
            try page.tab.untilState("kept")
            // The commit of ten idle seconds.
            try page.tab.hold("*/api/drafts/*/commit", answers: true)
            _ = try wait("the held answer") { page.tab.heldBack > 0 ? true : nil }
            try page.tab.type(" 쓴 글")
            try page.tab.failHeld()
            try page.tab.untilState("kept")
            try page.tab.press(.enter, .control)
            _ = try wait("all words") { try page.diary.titles.contains("한 번만 쓴 글") ? true : nil }
            try page.tab.quiet()
            #expect(try page.diary.titles.filter { $0.hasPrefix("한 번만") } == ["한 번만 쓴 글"])
            #expect(try page.diary.drafts.isEmpty)
            page.tab.close()
        }

        @Test func `another program that writes for long is waited for, and the words are kept`() throws {
            let page = try Opened()
            try page.tab.new()
            try page.tab.type("기다린 글")
            try page.tab.untilState("kept")
            let holder = try Held(page.diary)
            try page.tab.press(.enter, .control)
            // It is refused and asks again, more than once where there is time for that.
            meanwhile(3)
            holder.release()
            _ = try wait("the entry") { try page.diary.titles.contains("기다린 글") ? true : nil }
            try page.close(complaints: ["503"])
        }

        @Test func `a script in a text is text`() throws {
            let page = try Opened()
            try page.diary.run(
                "add",
                "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script> & <b>bold</b>")
            try page.tab.until(
                "document.querySelector('.row[data-index=\"0\"] .row-title')?.textContent.includes('<img')")
            try page.tab.js("document.querySelector('.row[data-index=\"0\"]').click()")
            try page.tab.until("document.querySelector('#reading').textContent.includes('<b>bold</b>')")
            #expect(
                try page.tab.js("document.querySelectorAll('#reading img, #reading script, #reading b').length") == 0)
            #expect(try page.tab.js("document.title").string != "pwned")
            try page.close()
        }
    }
}

/// Another process that holds the diary's writer lock.
private final class Held {
    private let process = Process()
    private let input = Pipe()

    init(_ diary: Diary) throws {
        process.executableURL = URL(filePath: "/bin/bash")
        // The lock is one of open file descriptions, as the program's own.
        process.arguments = ["-c", Self.script, diary.folder]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    private static let script = """
        exec python3 -c '
        import fcntl, struct, sys, os
        file = open(sys.argv[1] + "/lock", "r+b")
        F_OFD_SETLKW = 38
        fcntl.fcntl(file, F_OFD_SETLKW, struct.pack("hhqqi", fcntl.F_WRLCK, 0, 1, 1, 0))
        print("held", flush=True)
        sys.stdin.read()
        ' "$0"
        """

    func release() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
