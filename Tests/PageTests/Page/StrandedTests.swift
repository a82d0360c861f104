import Foundation
import Testing

extension PageTests {
    /// Nothing that was typed is stranded: not by a killed server, a full browser, or an entry that is gone.
    @Suite struct Stranded {
        /// What the page would put into the clipboard.
        private static let clipboard = """
            Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text }}})
            """

        @Test(arguments: Browser.installed)
        func `what was typed and saved is there when the page is loaded again`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            try page.tab.new()
            try page.tab.type("첫눈이 온 날\n\nAll day, 하루 종일.")
            try page.tab.done()
            try page.tab.loadAgain()
            try page.tab.open("첫눈이 온 날")
            #expect(try page.tab.text("#reading").contains("All day, 하루 종일."))
            #expect(try page.diary.text(page.diary.id("첫눈이 온 날")).contains("하루 종일."))
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `a server that is killed and begun again is found by the tab that was left`(in browser: Browser) throws {
            let diary = try Diary.sample()
            let server = try WebServer(diary, port: nil, token: nil)
            let page = try Opened(diary, in: browser, server: server)
            let id = try diary.id("Walking to work")
            try page.tab.open("Walking to work")
            try page.tab.edit()
            try page.tab.type(" before")
            try page.tab.untilState("kept")
            server.kill()
            try page.tab.type(" meanwhile")
            try page.tab.untilState("offline")
            let again = try WebServer(diary, port: nil, token: nil)
            try page.tab.until("document.querySelector('#offline').hidden")
            try page.tab.untilState("kept", "saved")
            try page.tab.press(.enter, .control)
            _ = try wait("both words") { try diary.text(id).contains("before meanwhile") ? true : nil }
            page.tab.close()
            #expect(try again.end() == 0)
        }

        @Test(arguments: Browser.installed)
        func `a damaged table is told, and made anew at the press of a button`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let rows = try page.tab.titles
            // The record in which the file describes itself, wherever it lies.
            let file = page.diary.folder + "/log-000001.mdb"
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
            let magic = Array("DLM1".utf8)
            for index in bytes.indices.dropLast(60) where bytes[index] == magic[0] {
                guard Array(bytes[index..<index + 4]) == magic else { continue }
                try handle.seek(toOffset: UInt64(index + 50))
                try handle.write(contentsOf: Data([bytes[index + 50] ^ 1]))
            }
            try handle.close()
            try page.tab.click("#search")
            try page.tab.type("은행")
            try page.tab.until("!document.querySelector('#damaged').hidden")
            #expect(try page.tab.text("#damaged-text").isEmpty == false)
            try page.tab.click("#damaged-rebuild")
            try page.tab.until("document.querySelector('#damaged').hidden")
            try page.tab.untilAnswered("은행")
            try page.tab.press(.escape)
            try page.tab.untilListed(rows[0])
            #expect(try page.tab.titles == rows)
            try page.close(complaints: ["500"])
        }

        @Test(arguments: Browser.installed) func `the banner names the address to try, and copies what was typed`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.js(Self.clipboard)
            try page.tab.new()
            try page.tab.type("넷이서 만두를 빚었다")
            try page.tab.untilState("kept")
            page.server.kill()
            try page.tab.type(", 밤까지")
            try page.tab.untilState("offline")
            try page.tab.until("!document.querySelector('#offline').hidden")
            #expect(try page.tab.text("#offline-text").contains(page.server.origin + "/"))
            try page.tab.click("#offline-copy")
            try page.tab.until("window.copied === '넷이서 만두를 빚었다, 밤까지'")
            // A button takes the caret, and so the sitting wants to end: the words still are the tab's.
            let server = try page.server.again()
            _ = try wait("the entry") {
                try page.diary.titles.contains("넷이서 만두를 빚었다, 밤까지") ? true : nil
            }
            try page.tab.until("document.querySelector('#offline').hidden")
            page.tab.close()
            #expect(try server.end() == 0)
        }

        @Test(arguments: Browser.installed) func `what only the browser has is offered by the next tab`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            try page.tab.new()
            try page.tab.type("강가에서")
            try page.tab.untilState("kept")
            page.server.kill()
            try page.tab.type(", 바람 속에서")
            try page.tab.untilState("offline")
            let other = try Tab(beside: page.tab)
            page.tab.close()
            let server = try page.server.again()
            try other.visit(server.address)
            _ = try wait("the words, in the diary or offered") {
                let kept = try page.diary.titles.joined() + page.diary.run("draft", "list")
                return (kept + (try other.text("#draft-rows"))).contains("바람 속에서") ? true : nil
            }
            other.close()
            #expect(try server.end() == 0)
        }

        @Test(arguments: Browser.installed)
        func `a full disk is said, and what was typed meanwhile is an entry once there is room`(in browser: Browser)
            throws
        {
            guard let disk = try SmallDisk() else { return }
            let page = try Opened(Diary.sample(in: disk.path), in: browser)
            try page.tab.new()
            try page.tab.type("강가에서")
            try page.tab.untilState("kept")
            try disk.fill()
            // More than the pages that are free in the file.
            let text = String(repeating: " 바람 속에서", count: 20_000)
            try page.tab.paste(text)
            // In one look: the page tries again in between.
            try page.tab.until(
                "(({ textContent, dataset }) => textContent.startsWith('The disk is full') && dataset.state === 'offline')"
                    + "(document.querySelector('#state-line'))")
            #expect(try page.tab.sees("#offline") == false)
            try disk.makeRoom()
            try page.tab.press(.enter, .control)
            _ = try wait("the entry") { try page.diary.text("@1").contains("강가에서" + text) ? true : nil }
            try page.close(complaints: ["503"])
        }

        @Test(arguments: Browser.installed)
        func `where there is no room in the browser the older copy goes, and the page has the newer`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let said = try page.tab.js(
                """
                (async () => {
                  const file = '\(page.server.file("page.js"))';
                  await import(file.replace('page.js', 'parts.js'));
                  const { modules } = await import(file);
                  const { keepCopy, typedText, dropCopy } = modules['storage.js'];
                  const key = 'diarylog.sitting.x', said = [];
                  const copy = text => ({ diary: 'diary', content: { text } });
                  keepCopy('x', copy('short'));
                  said.push(typedText());
                  for (let size = 1 << 22; size >= 1; size >>= 1) {
                    for (;;) { try { localStorage.setItem(`fill${localStorage.length}`, 'x'.repeat(size)) } catch { break } }
                  }
                  keepCopy('x', copy('long' + 'y'.repeat(100)));
                  said.push(localStorage.getItem(key) === null ? 'gone' : 'left', typedText().slice(0, 4));
                  for (const name of Object.keys(localStorage)) if (name.startsWith('fill')) localStorage.removeItem(name);
                  dropCopy('x');
                  return [...said, typedText()];
                })()
                """)
            #expect(said.strings == ["short", "gone", "long", ""])
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `what was typed into an entry that was forgotten becomes an entry of its own`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type(" 아직 쓰는 중")
            try page.tab.untilState("kept")
            try page.diary.run("forget", id, "--yes")
            try page.tab.press(.enter, .control)
            try page.tab.until("document.querySelector('#forgotten-offer').checkVisibility()")
            #expect(try !page.tab.sees("#deleted-offer") && !page.tab.sees("#bring-back"))
            try page.tab.click("#forgotten-save")
            try page.tab.untilState("saved", "")
            try page.tab.quiet()
            let other = try page.tab.data("#entry", "id")
            #expect(other != id)
            #expect(try page.diary.text(other).contains("아직 쓰는 중"))
            #expect(try page.diary.drafts.isEmpty && !page.tab.sees("#forgotten-offer"))
            try page.close(complaints: ["404", "409", "422"])
        }

        @Test func `an open entry that is forgotten says so, with no day and no way back`() throws {
            let page = try Opened()
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.diary.run("forget", id, "--yes")
            try page.tab.until("document.querySelector('#entry-time').textContent.includes('erased for ever')")
            #expect(try !page.tab.sees("#entry-notice") && !page.tab.sees("#bring-back"))
            #expect(try page.tab.js("document.querySelector('#edit').disabled").isTrue)
            try page.close(complaints: ["404"])
        }

        @Test(arguments: Browser.installed)
        func `an entry that was deleted elsewhere while one typed is brought back with what was typed`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let id = try typedIntoDeleted(page)
            try page.tab.click("#deleted-restore")
            try page.tab.untilState("saved", "")
            try page.tab.quiet()
            #expect(try page.diary.text(id).contains("아직 쓰는 중"))
            #expect(try page.diary.titles.contains("십일월 아직 쓰는 중") || page.diary.titles.contains("십일월"))
            #expect(try page.diary.drafts.isEmpty)
            #expect(!(try page.tab.sees("#deleted-offer")))
            try page.close(complaints: ["409", "404", "422"])
        }

        @Test func `what was refused because its entry was deleted is committed once that is brought back elsewhere`()
            throws
        {
            let page = try Opened()
            let id = try typedIntoDeleted(page)
            try page.diary.run("undo")
            _ = try wait("the text") { try? page.diary.text(id).contains("아직 쓰는 중") ? true : nil }
            try page.tab.until("!document.querySelector('#deleted-offer').checkVisibility()")
            try page.close(complaints: ["404", "409", "422"])
        }

        @Test func `what is not finished is not built anew while nothing of it changes, so that no press is lost`()
            throws
        {
            let page = try Opened()
            let begun = try page.server.ask("POST", "/api/drafts", body: #"{"text":"쓰다 만 것"}"#)
            #expect(begun.status == 200)
            try page.tab.until("document.querySelector('.draft')?.checkVisibility()")
            try page.tab.js("window.before = document.querySelector('.draft-resume'); 0")
            try page.tab.open("김장")
            try page.diary.run("add", "다른 곳에서")
            try page.tab.untilListed("다른 곳에서")
            try page.tab.quiet()
            #expect(try page.tab.js("document.contains(window.before)").isTrue)
            try page.tab.click(".draft-resume")
            try page.tab.until("document.querySelector('#text').value.includes('쓰다 만 것')")
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `a draft that was refused stands among what is not finished, and can be gone on with`(in browser: Browser)
            throws
        {
            let page = try Opened(in: browser)
            let id = try typedIntoDeleted(page)
            try page.tab.until("document.querySelector('.draft[data-draft=\"d1\"]')")
            try page.tab.open("김장")
            try page.tab.quiet()
            try page.tab.click(".draft[data-draft='d1'] .draft-resume")
            try page.tab.until("document.querySelector('#reading').textContent.includes('아직 쓰는 중')")
            try page.tab.click("#deleted-restore")
            _ = try wait("the text") { try? page.diary.text(id).contains("아직 쓰는 중") ? true : nil }
            try page.tab.until("document.querySelector('#drafts').hidden")
            try page.tab.quiet()
            #expect(try page.diary.drafts.isEmpty)
            try page.close(complaints: ["409", "404", "422"])
        }

        /// Types into an entry that is deleted elsewhere meanwhile, so that it is refused; returns the entry.
        private func typedIntoDeleted(_ page: Opened) throws -> String {
            let id = try page.diary.id("십일월")
            try page.tab.open("십일월")
            try page.tab.edit()
            try page.tab.type(" 아직 쓰는 중")
            try page.tab.untilState("kept")
            try page.diary.run("delete", id, "--yes")
            try page.tab.press(.enter, .control)
            try page.tab.untilState("refused")
            return id
        }
    }
}
