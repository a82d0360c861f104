import Foundation
import Testing

extension PageTests {
    /// More than one writer, and servers that come and go.
    @Suite struct Live {
        @Test func `what another process writes stands on the page at once`() throws {
            let page = try Opened()
            try page.tab.until("document.body.dataset.live === 'open'")
            try page.diary.run("add", "다른 프로세스가 쓴 글")
            try page.tab.untilListed("다른 프로세스가 쓴 글")
            try page.close()
        }

        @Test func `an entry that another process changes while it is read shows the change`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.diary.run("edit", id, "--text", "십일월\n\n저기서 고쳤다.")
            try page.tab.until("document.querySelector('#reading').textContent.includes('저기서')")
            try page.close()
        }

        @Test func `an entry that another process deletes while it is typed into is not lost`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type(" 아직 쓰는 중")
            try page.tab.untilState("kept")
            try page.diary.run("delete", id, "--yes")
            try page.tab.type(" 계속")
            try page.tab.untilState("kept", "changed", "conflict", "refused")
            try page.tab.quiet()
            #expect(try page.tab.value("#text").hasSuffix("아직 쓰는 중 계속"))
            _ = try wait("the draft") {
                try page.diary.drafts.isEmpty ? nil : true
            }
            try page.close(complaints: ["409", "404", "422"])
        }

        @Test func `two tabs show each other's changes, and neither offers what is being written in the other`()
            throws
        {
            let one = try Opened()
            let other = try Opened(one.diary, beside: one.tab, server: one.server)
            try other.tab.js(
                """
                (window.offered = 0, new MutationObserver(() => window.offered += document.querySelectorAll('.draft').length)
                .observe(document.querySelector('#draft-rows'), {childList: true}), 0)
                """)
            for number in 1...3 {
                try one.tab.new()
                try one.tab.type("글 \(number)")
                try one.tab.untilState("kept")
                try one.tab.done()
                try other.tab.untilListed("글 \(number)")
            }
            try other.tab.quiet()
            #expect(try other.tab.js("window.offered") == 0)
            try one.tab.new()
            try one.tab.type("첫째 탭에서")
            try one.tab.done()
            try other.tab.untilListed("첫째 탭에서")
            try other.tab.open("첫째 탭에서")
            try other.tab.click("#star")
            try one.tab.until(
                """
                [...document.querySelectorAll('#rows .row')].find(r => r.textContent.includes('첫째 탭에서'))
                ?.querySelector('.row-star')
                """)
            #expect(other.tab.complaints == [])
            other.tab.close()
            try one.close()
        }

        @Test func `two tabs that type into one entry lose neither text`() throws {
            let one = try Opened()
            let other = try Opened(one.diary, beside: one.tab, server: one.server)
            let id = try one.diary.id("십일월")
            for tab in [one.tab, other.tab] {
                try tab.open("십일월")
                try tab.edit()
            }
            try one.tab.type(" 하나")
            try other.tab.type(" 둘")
            try one.tab.untilState("kept", "saved")
            try one.tab.press(.enter, .control)
            _ = try wait("the first commit") { try one.diary.text(id).contains("하나") ? true : nil }
            try other.tab.press(.enter, .control)
            try other.tab.untilState("conflict", "refused", "saved")
            try other.tab.quiet()
            let shown = try other.tab.text("#conflict-passages") + other.tab.value("#text")
            #expect(shown.contains("둘"))
            #expect(try one.diary.text(id).contains("하나"))
            other.tab.close()
            try one.close(complaints: ["409"])
        }

        @Test(arguments: Browser.installed)
        func `a server that is killed while one types costs nothing that was typed`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" before")
            try page.tab.untilState("kept")
            page.server.kill()
            try page.tab.type(" meanwhile")
            try page.tab.untilState("offline")
            #expect(try page.tab.sees("#offline"))
            let server = try page.server.again()
            try page.tab.type(" after")
            try page.tab.until("document.querySelector('#offline').hidden")
            try page.tab.untilState("kept", "saved")
            try page.tab.press(.enter, .control)
            _ = try wait("all three") {
                try page.diary.text(id).contains("before meanwhile after") ? true : nil
            }
            try page.tab.until("document.body.dataset.live === 'open'")
            try page.diary.run("add", "wieder da")
            try page.tab.untilListed("wieder da")
            page.tab.close()
            #expect(try server.end() == 0)
        }

        @Test(arguments: Browser.installed) func `a tab that is reloaded while the server is away has what was typed`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.new()
            try page.tab.type("기차에서 쓰기 시작한 글")
            try page.tab.untilState("kept")
            page.server.kill()
            try page.tab.type(", 터널 안에서도")
            try page.tab.untilState("offline")
            let server = try page.server.again()
            try page.tab.loadAgain()
            _ = try wait("the words, in the diary or as a draft") {
                let kept = try page.diary.run("draft", "list") + page.diary.run("list", "--limit", "1")
                let offered = try page.tab.text("#draft-rows")
                return (kept + offered).contains("터널 안에서도") ? true : nil
            }
            page.tab.close()
            #expect(try server.end() == 0)
        }

        @Test(arguments: Browser.installed) func `without a network one types on, and all is kept when it is back`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.offline(true)
            try page.tab.type(" on a train")
            try page.tab.untilState("offline")
            try page.tab.offline(false)
            try page.tab.untilState("kept", "saved")
            try page.tab.press(.enter, .control)
            _ = try wait("the words") { try page.diary.text(id).contains("on a train") ? true : nil }
            page.tab.close()
        }

        @Test func `a server with another token says what to do`() throws {
            let page = try Opened()
            page.server.kill()
            let server = try WebServer(page.diary, port: page.server.port, token: nil)
            try page.tab.go(to: page.server.address)
            try page.tab.until("document.querySelector('#problem')?.dataset.code === 'token'")
            try page.tab.go(to: server.origin + "/?again")
            page.tab.close()
            let bare = try Tab()
            try bare.go(to: server.origin + "/")
            try bare.until("document.querySelector('#problem')?.dataset.code === 'no-token'")
            bare.close()
        }

        @Test func `streams that nobody hears any more are closed`() throws {
            let page = try Opened()
            let descriptors = {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(page.server.number)/fd").count
            }
            let before = try descriptors()
            for _ in 0..<8 {
                let other = try Opened(page.diary, server: page.server)
                try other.tab.until("document.body.dataset.live === 'open'")
                other.tab.close()
            }
            _ = try wait("closed connections") { try descriptors() <= before + 2 ? true : nil }
            try page.close()
        }
    }
}
