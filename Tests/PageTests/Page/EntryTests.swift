import Foundation
import Testing

extension PageTests {
    /// One entry, beside the list.
    @Suite struct Entry {
        @Test func `a click shows the text as it is kept`() throws {
            let page = try Opened()
            try page.tab.open("Persimmons")
            #expect(try page.tab.text("#reading").contains("One left. It is for her."))
            #expect(try page.tab.text("#reading .title").contains("Persimmons"))
            #expect(try page.tab.data("#entry", "version") == "3")
            try page.close()
        }

        @Test
        func `a first line is large where it is a title, and not where it is a paragraph, in reading and in writing`()
            throws
        {
            let page = try Opened()
            let long = String(repeating: "긴 문장이 이어진다. ", count: 9)
            for (text, title, size) in [
                ("제목줄\n\n글", "제목줄", "26px"), ("한 줄뿐", "한 줄뿐", "18px"), (long + "\n\n글", long, "18px"),
            ] {
                try page.diary.run("add", text)
                try page.tab.open(title.trimmingCharacters(in: .whitespaces))
                for node in ["#reading", "#text"] {
                    if node == "#text" { try page.tab.edit() }
                    let shown = try page.tab.js(
                        "getComputedStyle(document.querySelector('\(node)'), '::first-line').fontSize")
                    #expect(shown == .string(size), "\(node) \(title)")
                }
                try page.tab.press(.escape)
                try page.tab.quiet()
                #expect(
                    try page.tab.js("document.querySelectorAll('#reading .title').length") == (size == "26px" ? 1 : 0))
            }
            try page.close()
        }

        @Test func `links, mail addresses, phone numbers and dates in a text can be followed`() throws {
            let page = try Opened()
            try page.tab.open("도서관")
            let links = "[...document.querySelectorAll('#reading a.link')].map(a => [a.dataset.kind, a.textContent])"
            let korean = try page.tab.js(links)
            #expect(korean.array.contains(["phone", "02-123-4567"]))
            #expect(korean.array.contains(["web", "https://lib.example/"]))
            #expect(korean.array.contains(["date", "2026-11-18"]))
            #expect(
                try page.tab.js("document.querySelector('#reading a[data-kind=phone]').href").string
                    .hasPrefix("tel:"))
            try page.tab.open("Repair")
            let english = try page.tab.js(links)
            #expect(english.array.contains(["mail", "fix@velo.example"]))
            #expect(english.array.contains(["phone", "+44 20 7946 0958"]))
            #expect(try page.tab.js("document.querySelector('#reading a[data-kind=mail]').protocol") == "mailto:")
            #expect(
                try page.tab.js(
                    "[...document.querySelectorAll('#reading a[data-kind=web]')].every(a => a.rel.includes('noopener'))"
                ) == true)
            try page.close()
        }

        @Test func `older and newer walk through the days`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            let (newer, older) = (try page.diary.id("김장"), try page.diary.id("수능 끝"))
            try page.tab.click("#older")
            try page.tab.until("document.querySelector('#entry').dataset.id === '\(older)'")
            try page.tab.quiet()
            try page.tab.click("#newer")
            try page.tab.quiet()
            try page.tab.click("#newer")
            try page.tab.until("document.querySelector('#entry').dataset.id === '\(newer)'")
            try page.close()
        }

        @Test func `a star is given and taken in one click each`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try page.tab.click("#star")
            try page.tab.until("document.querySelector('#star').ariaPressed === 'true'")
            try page.tab.quiet()
            let id = try page.diary.id("Walking to work")
            #expect(try page.diary.json("show", id)["starred"] == true)
            try page.tab.click("#star")
            try page.tab.until("document.querySelector('#star').ariaPressed === 'false'")
            try page.tab.quiet()
            #expect(try page.diary.json("show", id)["starred"] == false)
            try page.close()
        }

        @Test func `a tag that is being typed is of its entry, also where that is left meanwhile`() throws {
            let page = try Opened()
            let (first, second) = (try page.diary.id("Persimmons"), try page.diary.id("김장"))
            try page.tab.open("Persimmons")
            try page.tab.open("김장")
            try page.tab.click("#tag-add")
            try page.tab.type("winter")
            try page.tab.js("history.back()")
            try page.tab.until(
                "(e => e.id === '\(first)' && e.state === 'reading')(document.querySelector('#entry').dataset)")
            try page.tab.js("document.activeElement.blur()")
            _ = try wait("the tag") {
                try page.diary.json("show", second)["tags"].strings.contains("winter") ? true : nil
            }
            #expect(!(try page.diary.json("show", first)["tags"].strings.contains("winter")))
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `a tag that is being typed stays by Escape, and when the tab is closed`(in browser: Browser) throws {
            let page = try Opened(in: browser)
            let id = try page.diary.id("김장")
            try page.tab.open("김장")
            try page.tab.click("#tag-add")
            try page.tab.type("winter")
            try page.tab.press(.escape)
            try page.tab.until("document.querySelector('.tag[data-tag=winter]')")
            #expect(try page.tab.focus == "reading")
            try page.tab.quiet()
            try page.tab.click("#tag-add")
            try page.tab.type("cold")
            page.tab.close()
            // Firefox does not always send what a tab asks for while it is closed: the next page ends that.
            let next = try Opened(page.diary, in: browser, beside: page.tab, server: page.server)
            _ = try wait("the tags") {
                try page.diary.json("show", id)["tags"].strings.filter(["winter", "cold"].contains).count == 2
                    ? true : nil
            }
            try next.close()
        }

        @Test func `tags are added and removed`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try page.tab.click("#tag-add")
            try page.tab.type("산책")
            try page.tab.press(.enter)
            try page.tab.until("document.querySelector('.tag[data-tag=\"산책\"]')")
            try page.tab.quiet()
            let id = try page.diary.id("Walking to work")
            #expect(Set(try page.diary.json("show", id)["tags"].strings) == ["seoul", "work", "산책"])
            try page.tab.click(".tag[data-tag=seoul] .tag-remove")
            try page.tab.until("!document.querySelector('.tag[data-tag=seoul]')")
            try page.tab.quiet()
            #expect(Set(try page.diary.json("show", id)["tags"].strings) == ["work", "산책"])
            try page.tab.click("#tag-add")
            try page.tab.paste("산, #work, 강")
            try page.tab.press(.enter)
            try page.tab.until("document.querySelector('.tag[data-tag=강]')")
            try page.tab.quiet()
            #expect(Set(try page.diary.json("show", id)["tags"].strings) == ["work", "산책", "산", "강"])
            try page.close()
        }

        @Test func `a date in words that is not read yet when Enter is pressed becomes the entry's all the same`()
            throws
        {
            let page = try Opened()
            try page.tab.open("김장")
            try page.tab.click("#entry-date")
            try page.tab.until("document.querySelector('#date-dialog').open")
            try page.tab.hold("*/api/date?*")
            try page.tab.js("document.querySelector('#date-words').focus()")
            try page.tab.type("2026-11-02")
            try page.tab.press(.enter)
            try page.tab.until("!document.querySelector('#date-dialog').open")
            try page.tab.stopWriting()
            try page.tab.quiet()
            #expect(try page.diary.json("show", page.diary.id("김장"))["date"].string.hasPrefix("2026-11-02"))
            try page.close()
        }

        @Test func `the date of an entry is changed, and it moves in the list`() throws {
            let page = try Opened()
            try page.tab.open("김장")
            try page.tab.click("#entry-date")
            try page.tab.until("document.querySelector('#date-dialog').open")
            try page.tab.choose("2026-11-01", in: "#date-field")
            try page.tab.click("#date-save")
            try page.tab.until(
                "document.querySelector('.row[data-index=\"0\"] .row-title').textContent === 'Walking to work'")
            try page.tab.quiet()
            #expect(try page.diary.json("show", page.diary.id("김장"))["date"].string.hasPrefix("2026-11-01"))
            try page.close()
        }

        @Test func `a place is set, refused where there is none, and removed`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try page.tab.click("#place")
            try page.tab.until("document.querySelector('#place-dialog').open")
            try page.tab.choose("37.5665", in: "#place-lat")
            try page.tab.choose("126.978", in: "#place-lon")
            try page.tab.click("#place-save")
            try page.tab.until("!document.querySelector('#place-dialog').open")
            let id = try page.diary.id("Walking to work")
            _ = try wait("a place") { try page.diary.json("show", id)["place"]["lat"] == 37.5665 ? true : nil }
            try page.tab.click("#place")
            try page.tab.choose("137", in: "#place-lat")
            try page.tab.click("#place-save")
            try page.tab.until("!document.querySelector('#place-mistake').hidden")
            try page.tab.click("#place-remove")
            try page.tab.until("!document.querySelector('#place-dialog').open")
            try page.tab.quiet()
            _ = try wait("no place") { try page.diary.json("show", id)["place"] == .null ? true : nil }
            try page.close()
        }

        @Test func `what is copied and saved has the bytes of the share command`() throws {
            let page = try Opened()
            try page.tab.open("도서관")
            let id = try page.diary.id("도서관")
            try page.tab.chromium.program.call(
                "Browser.grantPermissions",
                [
                    "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
                    "origin": .string(page.server.origin), "browserContextId": .string(page.tab.chromium.context),
                ])
            try page.tab.click("#share-button")
            try page.tab.click("#share-copy")
            try page.tab.quiet()
            let copied = try page.tab.js("navigator.clipboard.readText()").string
            #expect(copied == (try page.diary.run("share", id, "--format", "txt")))

            let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try page.tab.chromium.program.call(
                "Browser.setDownloadBehavior",
                [
                    "behavior": "allow", "downloadPath": .string(folder.path),
                    "browserContextId": .string(page.tab.chromium.context),
                ])
            for (control, format, ending) in [("#share-text", "txt", "txt"), ("#share-markdown", "md", "md")] {
                try page.tab.click("#share-button")
                try page.tab.click(control)
                let wanted = Data(try page.diary.run("share", id, "--format", format).utf8)
                let file = try wait("a .\(ending) file") {
                    (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))?
                        .first { $0.pathExtension == ending }
                }
                _ = try wait("its bytes") { (try? Data(contentsOf: file)) == wanted ? true : nil }
            }
            try page.close()
        }
    }
}
