import Foundation
import Testing

extension PageTests {
    /// Several entries at once, tags at the side, and files that are dropped to be imported.
    @Suite struct Choosing {
        @Test func `several entries are chosen by a range, tagged, deleted and brought back by one undo each`() throws {
            let page = try Opened()
            let (tab, before) = (page.tab, try page.diary.titles)
            try tab.press("x")
            try tab.until("!document.querySelector('#choosing').hidden")
            try tab.click(".row[data-index=\"0\"]")
            try tab.js(
                """
                document.querySelector('.row[data-index="3"]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, shiftKey: true}))
                """)
            try tab.until("document.querySelectorAll('.row[data-chosen]').length === 4")
            #expect(try tab.text("#chosen-count") == "4 chosen")
            #expect(try tab.data("#entry", "state") == "none")
            try tab.click("#chosen-tag")
            try tab.until("document.activeElement.id === 'many-tag'")
            try tab.type("가을")
            try tab.press(.enter)
            _ = try wait("the tag") {
                try page.diary.json("list", "--tag", "가을")["entries"].array.count == 4 ? true : nil
            }
            try tab.until("document.querySelector('#choosing').hidden")
            try tab.quiet()
            try tab.press("x")
            for index in [1, 2] { try tab.click(".row[data-index=\"\(index)\"]") }
            try tab.until("document.querySelectorAll('.row[data-chosen]').length === 2")
            try tab.click("#chosen-delete")
            try tab.answer("delete-many")
            _ = try wait("the deletion") { try page.diary.titles.count == before.count - 2 ? true : nil }
            // Until then it is the tag that the toast offers to take back.
            try tab.until("document.querySelector('#toast-text').textContent.includes('deleted')")
            try tab.click("#toast-action")
            _ = try wait("the undo") { try page.diary.titles == before ? true : nil }
            try tab.press("x")
            try tab.press(.escape)
            try tab.until("document.querySelector('#choosing').hidden")
            try page.close()
        }

        @Test func `what is chosen is given as one file, also where the page only reads`() throws {
            let page = try Opened(options: ["--read-only"])
            try page.tab.js(
                """
                (() => { window.saved = [];
                const own = URL.createObjectURL;
                URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return own.call(URL, blob) } })()
                """)
            try page.tab.click("#menu-button")
            try page.tab.click("#menu-choose")
            for index in [1, 0] { try page.tab.click(".row[data-index=\"\(index)\"]") }
            #expect(try !page.tab.sees("#chosen-delete") && !page.tab.sees("#chosen-tag"))
            try page.tab.click("#chosen-export")
            try page.tab.click("#export-txt")
            let saved = try wait("the file") { () -> String? in
                let all = try page.tab.js("window.saved").strings
                return all.first
            }
            // The oldest first.
            #expect(saved.hasPrefix("Walking to work\n") && saved.contains("\n\n\n김장\n"))
            try page.close()
        }

        @Test func `the tags stand at the side of a wide window, and one is asked for by a press`() throws {
            let page = try Opened(look: Tab.Look(width: 1500, height: 900))
            try page.tab.until("document.querySelectorAll('.side-tag').length > 5")
            #expect(try page.tab.sees("#tag-side") && !page.tab.sees("#filter-tag"))
            #expect(try page.tab.text(".side-tag[data-tag='가족'] small") == "5")
            try page.tab.click(".side-tag[data-tag='가족']")
            try page.tab.untilNotListed("도서관")
            try page.tab.quiet()
            #expect(try page.tab.titles.count == 5)
            #expect(try page.tab.attribute(".side-tag[data-tag='가족']", "aria-pressed") == "true")
            try page.tab.click(".side-tag[data-tag='가족']")
            try page.tab.untilListed("도서관")
            try page.tab.show(Tab.Look(width: 1200, height: 900))
            #expect(try page.tab.sees("#filter-tag") && !page.tab.sees("#tag-side"))
            try page.close()
        }

        /// Drops a file on the list, as a person's hand would.
        private func drop(_ tab: Tab, _ name: String, _ text: String) throws {
            try tab.js(
                """
                (() => { const d = new DataTransfer();
                d.items.add(new File([\(Value.string(text).json)], \(Value.string(name).json)));
                for (const kind of ['dragover', 'drop']) document.querySelector('#list').dispatchEvent(
                new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: d})) })()
                """)
            try tab.until("document.querySelector('#import-dialog').open")
            try tab.until("!['looking', 'importing'].includes(document.querySelector('#import-dialog').dataset.state)")
        }

        @Test func `a file that is dropped is looked at, imported by a button, and undone as one change`() throws {
            let page = try Opened()
            let (tab, before) = (page.tab, try page.diary.titles)
            let rows = """
                [{"text": "들여온 글\\n\\n하나", "date": "2026-11-20"}, {"text": "Another", "date": "2026-11-19"},
                 {"text": "no day", "date": "someday"}]
                """
            try drop(tab, "나의 일기.json", rows)
            #expect(try tab.text("#import-title").contains("나의 일기.json"))
            #expect(try tab.text("#import-words").contains("2") && tab.text("#import-words").contains("someday"))
            #expect(try page.diary.titles == before)
            try tab.click("#import-yes")
            try tab.until("document.querySelector('#import-dialog').dataset.state === 'done'")
            try tab.click("#import-close")
            try tab.untilListed("들여온 글")
            #expect(try page.diary.titles.count == before.count + 2)
            try tab.until("!document.querySelector('#undo').disabled")
            try tab.quiet()
            try tab.click("#undo")
            _ = try wait("the undo") { try page.diary.titles == before ? true : nil }
            // The same again, given up; and what cannot be read, said.
            try drop(tab, "나의 일기.json", rows)
            try tab.click("#import-close")
            try drop(tab, "x.zip", "no archive")
            #expect(try tab.data("#import-dialog", "state") == "done")
            #expect(try tab.text("#import-words").contains("x.zip"))
            try tab.click("#import-close")
            #expect(try page.diary.titles == before)
            try page.close()
        }

        @Test(arguments: Browser.installed)
        func `pictures dropped on the list begin entries of their days, and all other files are looked at`(
            in browser: Browser
        ) throws {
            let page = try Opened(in: browser)
            let (tab, before) = (page.tab, try page.diary.titles)
            try tab.js(
                """
                (async () => { const d = new DataTransfer();
                const add = (name, parts, type) => d.items.add(new File(parts, name, {type}));
                const canvas = Object.assign(document.createElement('canvas'), {width: 40, height: 30});
                for (const [name, day] of [['감.jpg', '05'], ['밤.jpg', '05'], ['배.jpg', '07']]) {
                  const pen = canvas.getContext('2d');
                  pen.fillStyle = 'hsl(' + name.charCodeAt(0) % 360 + ' 80% 50%)'; pen.fillRect(0, 0, 40, 30);
                  const jpeg = await new Promise(r => canvas.toBlob(r, 'image/jpeg'));
                  const said = new DataView(new ArrayBuffer(74));
                  const text = (at, t) => [...t].forEach((c, i) => said.setUint8(at + i, c.charCodeAt(0)));
                  said.setUint16(0, 0xffe1); said.setUint16(2, 72); text(4, 'Exif'); text(10, 'MM');
                  said.setUint16(12, 42);
                  said.setUint32(14, 8); said.setUint16(18, 1); said.setUint16(20, 0x8769); said.setUint32(28, 26);
                  said.setUint16(36, 1); said.setUint16(38, 0x9003); said.setUint32(46, 44);
                  text(54, '2025:11:' + day + ' 18:30:17');
                  add(name, [jpeg.slice(0, 2), said, jpeg.slice(2)], 'image/jpeg') }
                for (const [name, text] of [['a.md', '# One\\n\\nof a file'], ['b.md', '# Two\\n\\nof a file'], ['c.xyz', '?']])
                  add(name, [text], '');
                for (const kind of ['dragover', 'drop']) document.querySelector('#list').dispatchEvent(
                new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: d})) })()
                """)
            try tab.until("document.querySelector('#import-dialog').dataset.state === 'ready'")
            // Days come one after the other: the second one's entry says that the first is whole.
            _ = try wait("the entry of the second day") { try page.diary.titles.contains("배") ? true : nil }
            let first = try page.diary.json("show", page.diary.id("감"))
            #expect(first["date"].string.hasPrefix("2025-11-05T18:30"))
            #expect(Set(first["attachments"].array.map { $0["name"].string }) == ["감.jpg", "밤.jpg"])
            #expect(try page.diary.json("show", page.diary.id("배"))["date"].string.hasPrefix("2025-11-07T18:30"))
            let words = try tab.text("#import-words")
            #expect(try tab.text("#import-title") == "Import 3 files")
            let wanted = ["a.md: ", "b.md: ", "c.xyz: ", "  a\n", "  b\n"]
            #expect(wanted.allSatisfy(words.contains) && !words.contains("--"), "\(words)")
            #expect(
                !words.contains("skip") && words.components(separatedBy: "would import 1 entry").count == 3, "\(words)")
            try tab.click("#import-yes")
            try tab.until("document.querySelector('#import-dialog').dataset.state === 'done'")
            #expect(Set(try page.diary.titles).subtracting(before) == ["감", "배", "a", "b"])
            try tab.click("#import-close")
            try page.close()
        }
    }
}
