import Foundation
import Testing

extension PageTests {
    /// Deletions and values that stand against each other.
    @Suite struct Deciding {
        @Test func `deleted there and edited here, the entry says so, and keeping it ends that`() throws {
            let entry = try Contested([["edit", "--text", Contested.here]], [["delete", "--yes"]])
            try entry.tab.until("document.querySelector('.deleted-there')?.checkVisibility()")
            #expect(try entry.tab.text(".deleted-there").contains("Deleted on"))
            #expect(try entry.tab.text("#reading").contains("loud"))
            try entry.tab.click(".keep-entry")
            try entry.tab.until("!document.querySelector('.deleted-there')?.checkVisibility()")
            #expect(try entry.diary.json("show", entry.id)["contested"] != true)
            #expect(try entry.text == Contested.here)
            try entry.page.close()
        }

        @Test func `deleted there and edited here, it can be deleted, which is asked`() throws {
            let entry = try Contested([["edit", "--text", Contested.here]], [["delete", "--yes"]])
            try entry.tab.click(".delete-entry")
            try entry.tab.answer("delete", yes: false)
            #expect(try entry.diary.titles.contains("Evening"))
            try entry.tab.click(".delete-entry")
            try entry.tab.answer("delete")
            try entry.tab.untilNotListed("Evening")
            #expect(!(try entry.diary.titles.contains("Evening")))
            try entry.page.close()
        }

        @Test func `a value that gave way is two buttons, with both devices; each can be taken, one after the other`()
            throws
        {
            let entry = try Contested(
                [["edit", "--date", "2026-11-11"], ["edit", "--place", "37.5,127"]],
                [["edit", "--date", "2026-11-12"], ["edit", "--place", "35.1,129"]])
            try entry.tab.until("document.querySelectorAll('#gave-way .lost').length === 2")
            let date = try entry.tab.text(".lost[data-field=date]")
            #expect(date.contains("November 11") && date.contains("November 12"))
            #expect(try entry.tab.texts(".lost[data-field=date] .take").count == 2)
            try entry.tab.click(".lost[data-field=date] .take:not([aria-pressed])")
            // The line goes at once, the toast tells that it is written.
            try entry.tab.until("!document.querySelector('.lost[data-field=date]')")
            try entry.tab.until("document.querySelector('#toast-text').textContent.includes('Taken: date')")
            #expect(try entry.diary.json("show", entry.id)["date"].string.hasPrefix("2026-11-11"))
            #expect(try entry.diary.json("show", entry.id)["datePrecision"] == "day")
            try entry.tab.click(".lost[data-field=place] .take:not([aria-pressed])")
            try entry.tab.until("document.querySelector('#gave-way').hidden")
            try entry.tab.until("document.querySelector('#toast-text').textContent.includes('Taken: place')")
            #expect(try entry.diary.json("show", entry.id)["place"]["lat"].double == 37.5)
            #expect(try entry.tab.text("#toast-text").contains("Undo takes that back"))
            try entry.page.close()
        }

        @Test func `values that gave way can be left, and the entry wants no look any more`() throws {
            let entry = try Contested(
                [["edit", "--date", "2026-11-11"]], [["edit", "--date", "2026-11-12"]])
            try entry.tab.until("document.querySelector('#filter-conflicts').checkVisibility()")
            try entry.tab.click(".lost .take[aria-pressed=true]")
            try entry.tab.until("document.querySelector('#gave-way').hidden")
            try entry.tab.until("document.querySelector('#filter-conflicts').hidden")
            #expect(try entry.diary.json("show", entry.id)["date"].string.hasPrefix("2026-11-12"))
            #expect(throws: Programs.Failed.self) { try entry.diary.run("conflicts") }
            try entry.page.close()
        }

        @Test func `a value that is left as it stands leaves what was written meanwhile as well`() throws {
            let entry = try Contested(
                [["edit", "--date", "2026-11-11"]], [["edit", "--date", "2026-11-12"]])
            try entry.tab.until("document.querySelectorAll('#gave-way .lost').length === 1")
            try entry.tab.edit()
            try entry.tab.type(" And tea.")
            try entry.tab.done()
            try entry.tab.click(".lost .take[aria-pressed=true]")
            try entry.tab.until("document.querySelector('#gave-way').hidden")
            try entry.tab.until("document.querySelector('#toast-text').textContent.includes('Kept')")
            #expect(try entry.text.contains("And tea."))
            try entry.page.close()
        }
    }

    /// Two copies that exchange through a folder while the page is open.
    @Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/age-keygen")))
    struct Exchanging {
        /// A laptop with its page, and a phone.
        private func pair(_ options: [String] = []) throws -> (page: Opened, phone: Diary, id: String) {
            let laptop = try Diary.empty(on: "laptop")
            let id = try laptop.run("add", Contested.base).trimmingCharacters(in: .whitespacesAndNewlines)
            let phone = try laptop.exchange(with: "phone")
            return (try Opened(laptop, options: options), phone, id)
        }

        @Test func `what a phone wrote meanwhile comes into the open page under its name, and both end alike`() throws {
            let (page, phone, id) = try pair()
            try page.tab.open("Evening")
            try page.diary.run("edit", id, "--text", Contested.here)
            try phone.run("edit", id, "--text", Contested.there)
            try phone.run("sync")
            try page.diary.run("sync")
            try page.tab.until("document.querySelectorAll('.side').length === 2")
            #expect(try page.tab.texts(".side h2").contains { $0.hasPrefix("phone") })
            #expect(try page.tab.texts(".side h2").contains { $0.hasPrefix("laptop") })
            let phones = try page.tab.js(
                "[...document.querySelectorAll('.side')].findIndex(s => s.querySelector('h2').textContent.startsWith('phone'))"
            ).int
            try page.tab.click("#side-\(phones) .keep")
            try page.tab.until("document.querySelector('#conflict').hidden")
            try page.tab.quiet()
            try page.diary.run("sync")
            try phone.run("sync")
            #expect(try phone.text(id) == Contested.there && page.diary.text(id) == Contested.there)
            #expect(try phone.json("show", id)["status"] == .null)
            #expect(try phone.json("replay")["stateHash"] == page.diary.json("replay")["stateHash"])
            try page.close()
        }

        @Test func `what a phone sends while one types here is kept beside it, and typing goes on undisturbed`() throws
        {
            let (page, phone, id) = try pair()
            try page.tab.open("Evening")
            try page.tab.edit()
            try page.tab.type(" Mine")
            try page.tab.untilState("kept")
            try phone.run("edit", id, "--text", Contested.there)
            try phone.run("sync")
            try page.diary.run("sync")
            try page.tab.untilState("changed")
            try page.tab.type(" goes on.")
            #expect(try page.tab.value("#text").hasSuffix("Mine goes on."))
            try page.tab.press(.enter, .control)
            try page.tab.until("!document.querySelector('#conflict').hidden")
            let words = try page.tab.texts(".passage .words")
            #expect(words.contains { $0.hasSuffix("Mine goes on.") } && words.contains { $0.contains("long") })
            try page.tab.click("#keep-mine")
            _ = try wait("mine") { try page.diary.text(id).hasSuffix("Mine goes on.") ? true : nil }
            try page.tab.quiet()
            try page.close(complaints: ["409"])
        }

        @Test func `an entry that a phone deleted while it is edited here stays, and the page asks what to do`() throws
        {
            let (page, phone, id) = try pair()
            try page.tab.open("Evening")
            try page.diary.run("edit", id, "--text", Contested.here)
            try phone.run("delete", id, "--yes")
            try phone.run("sync")
            try page.diary.run("sync")
            try page.tab.until("document.querySelector('.deleted-there')?.checkVisibility()")
            #expect(try page.tab.text(".deleted-there").contains("Deleted on phone"))
            try page.tab.click(".keep-entry")
            try page.tab.until("!document.querySelector('.deleted-there')?.checkVisibility()")
            try page.tab.quiet()
            try page.diary.run("sync")
            try phone.run("sync")
            #expect(try phone.text(id) == Contested.here)
            try page.close()
        }

        @Test func `a dot by the diary's name says that all is sent, and what is written here goes by itself`() throws {
            let (page, phone, id) = try pair()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'sent'")
            #expect(try page.dot == "All is sent.")
            try page.tab.open("Evening")
            try page.tab.edit()
            try page.tab.type(" Mine")
            try page.tab.press(.enter, .control)
            // Two seconds after the change; `sync.auto` is off, so that nobody else carries it.
            _ = try wait("the phone") {
                try phone.run("sync")
                return try phone.text(id).hasSuffix("Mine") ? true : nil
            }
            try page.close()
        }

        @Test
        func `what waits is shown until a press on now, which brings what a phone put and names its last exchange`()
            throws
        {
            let (page, phone, _) = try pair(["--sync-when-asked"])
            try page.tab.until("document.querySelector('#sync').dataset.state === 'sent'")
            try phone.run("add", "From the phone")
            try phone.run("sync")
            #expect(!(try page.tab.titles.contains("From the phone")))
            try page.diary.run("add", "From here")
            try page.tab.until("document.querySelector('#sync').dataset.state === 'waiting'")
            try page.tab.click("#sync")
            try page.exchangeNow()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'sent'")
            try page.tab.untilListed("From the phone")
            try page.tab.until("document.querySelector('#sync-words').textContent.includes('phone: last heard of')")
            #expect(try page.tab.text("#sync-words").contains("last exchange"))
            try page.tab.press(.escape)
            try page.tab.until("!document.querySelector('#sync-dialog').open && document.activeElement.id === 'sync'")
            try page.close()
        }

        @Test func `an edit of a phone in a shared folder is in the list at once`() throws {
            let (page, phone, id) = try pair()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'sent'")
            try phone.run("edit", id, "--text", "From the phone")
            try phone.run("sync")
            try page.tab.untilListed("From the phone")
            try page.close()
        }

        @Test func `a remote that is gone is said with the last exchange, and a key that is gone as what is wanted`()
            throws
        {
            let (page, _, _) = try pair()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'sent'")
            let away = page.diary.cloud + "-away"
            try FileManager.default.moveItem(atPath: page.diary.cloud, toPath: away)
            try page.tab.click("#sync")
            try page.exchangeNow()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'unreachable'")
            #expect(try page.dot.hasPrefix("Not reachable; the last exchange was "))
            try page.tab.until("document.querySelector('#sync-words').textContent.includes('was not reached')")
            try FileManager.default.moveItem(atPath: away, toPath: page.diary.cloud)
            try page.exchangeNow()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'sent'")
            try FileManager.default.removeItem(atPath: page.diary.folder + "/sync/key")
            try page.exchangeNow()
            try page.tab.until("document.querySelector('#sync').dataset.state === 'key'")
            try page.close()
        }

        @Test func `a diary that takes no part has no dot, and one that begins gets it without a new page`() throws {
            let diary = try Diary.empty(on: "laptop")
            try diary.run("add", Contested.base)
            let page = try Opened(diary)
            try page.tab.quiet()
            #expect(try page.tab.js("document.querySelector('#sync').hidden") == true)
            _ = try diary.exchange(with: "phone")
            // A change is what the server looks at; else each minute.
            try diary.run("add", "Another")
            try page.tab.until("!document.querySelector('#sync').hidden")
            try page.close()
        }

        @Test func `words of two devices that were put together are said in the entry, until it is edited`() throws {
            let (page, phone, id) = try pair()
            try page.diary.run("edit", id, "--text", Contested.base + "\n\nA line below.")
            try phone.run("edit", id, "--text", Contested.base.replacing("quiet", with: "still"))
            try phone.run("sync")
            try page.diary.run("sync")
            try page.tab.open("Evening")
            try page.tab.until("document.querySelector('#entry-notice-text').checkVisibility()")
            #expect(try page.tab.text("#entry-notice-text").contains("their words do not touch"))
            let text = try page.tab.text("#reading")
            #expect(text.contains("still") && text.contains("A line below."))
            try page.tab.edit()
            try page.tab.type(" Settled.")
            try page.tab.press(.enter, .control)
            try page.tab.until("!document.querySelector('#entry-notice-text').checkVisibility()")
            try page.close()
        }
    }
}

extension Opened {
    /// Presses "now" once the words stand, which move it, and waits until that is done.
    fileprivate func exchangeNow() throws {
        try tab.until("document.querySelector('#sync-words').textContent !== ''")
        try tab.quiet()
        try tab.click("#sync-now")
        try tab.until("document.querySelector('#sync-now').ariaBusy === 'false'")
    }

    /// What the dot by the diary's name is called.
    fileprivate var dot: String {
        get throws { try tab.js("document.querySelector('#sync').getAttribute('aria-label')").string }
    }
}
