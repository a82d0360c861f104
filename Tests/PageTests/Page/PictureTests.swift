import Foundation
import Testing

extension PageTests {
    /// Pictures in the list, the calendar and large; places with names.
    @Suite struct Pictures {
        /// A picture of one colour, drawn by the browser itself; of `noise`, one of 900 × 600 random pixels.
        private func picture(_ tab: Tab, _ colour: String) throws -> String {
            let data = try tab.js(
                """
                (() => { const c = document.createElement('canvas'), p = c.getContext('2d');
                [c.width, c.height] = [300, 200]; p.fillStyle = '\(colour)'; p.fillRect(0, 0, 300, 200);
                return c.toDataURL('image/png').split(',')[1] })()
                """
            ).string
            let folder = NSTemporaryDirectory() + "diarylog-picture-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/\(colour).png"
            try #require(Data(base64Encoded: data)).write(to: URL(filePath: path))
            return path
        }

        /// The colour in the middle of a canvas: "255,0,0".
        private func colour(_ tab: Tab, _ selector: String) throws -> String {
            try tab.js(
                """
                (() => { const c = \(tab.element(selector));
                return [...c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data].slice(0, 3).join() })()
                """
            ).string
        }

        @Test func `the first picture of an entry is small in its row and in the month, and arrows go through all`()
            throws
        {
            let page = try Opened()
            let tab = page.tab
            // They are named in the order of their names.
            let files = try ["lime", "red", "blue"].map { try picture(tab, $0) }
            defer {
                for file in files {
                    try? FileManager.default.removeItem(at: URL(filePath: file).deletingLastPathComponent())
                }
            }
            let id = try page.diary.id("김장")
            try page.diary.run("files", "add", id, files[0], files[1])
            try page.diary.run("files", "add", page.diary.id("도서관"), files[2])
            try tab.until("document.querySelectorAll('.row-picture canvas').length === 2")
            #expect(try colour(tab, ".row[data-id='\(id)'] canvas") == "0,255,0")
            try tab.open("김장")
            try tab.until("document.querySelectorAll('#attachments canvas').length === 2")
            try tab.click("#attachments .picture")
            try tab.until("document.querySelector('#picture-dialog').open")
            #expect(try tab.text("#picture-name").hasSuffix("lime.png · 1/2"))
            #expect(try tab.text("#picture-where").contains("November 21, 2026"))
            try tab.press(.right)
            try tab.until("document.querySelector('#picture-name').textContent.endsWith('red.png · 2/2')")
            try tab.until("document.querySelector('#picture').naturalWidth === 300")
            try tab.press(.right)
            try tab.quiet()
            #expect(try tab.text("#picture-name").hasSuffix("2/2"))
            // A finger that goes to the right looks at the one before.
            try tab.js(
                """
                (() => { const p = document.querySelector('#picture'), o = {bubbles: true, isPrimary: true, pointerType: 'touch'};
                p.dispatchEvent(new PointerEvent('pointerdown', {...o, clientX: 100, clientY: 100}));
                p.dispatchEvent(new PointerEvent('pointerup', {...o, clientX: 220, clientY: 110})) })()
                """)
            try tab.until("document.querySelector('#picture-name').textContent.endsWith('1/2')")
            try tab.click("#picture-close")
            try tab.click("#year-open")
            try tab.until("document.querySelectorAll('.month-day canvas').length === 2")
            #expect(try colour(tab, ".month-day[data-day='2026-11-04'] canvas") == "0,0,255")
            try tab.click(".month-day[data-day='2026-11-04']")
            try tab.until("document.querySelector('#search').value === 'date:2026-11-04'")
            try tab.untilListed("도서관")
            try page.close()
        }

        @Test func `a large picture comes once, and small to everybody who looks after, on a phone as well`() throws {
            let page = try Opened(look: .phone)
            let tab = page.tab
            let file = try picture(tab, "teal")
            defer { try? FileManager.default.removeItem(at: URL(filePath: file).deletingLastPathComponent()) }
            // Behind its end a picture may have anything, such as a phone's second one.
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: 1_200_000))
            try handle.close()
            try page.diary.run("files", "add", page.diary.id("김장"), file)
            func loads(_ query: String) -> String {
                "performance.getEntriesByType('resource').filter(r => /attachments\\/[0-9a-f]{64}\(query)$/.test(r.name))"
            }
            try tab.until("\(loads("\\?small=1")).some(r => r.encodedBodySize > 1e6)")
            try tab.until("\(loads("")).length === 1 && document.body.dataset.requests === '0'")
            try tab.reload()
            try tab.until(
                """
                \(loads("\\?small=1")).every(r => r.encodedBodySize > 0 && r.encodedBodySize <= 131072)
                && \(loads("")).length === 0 && document.querySelectorAll('.row-picture canvas').length === 1
                """)
            try tab.open("김장")
            try tab.until("document.querySelectorAll('#attachments canvas').length === 1")
            #expect(try tab.js("\(loads("")).length") == 0)
            try page.close()
        }

        @Test func `a file that only says it is a picture takes no room in its row`() throws {
            let page = try Opened()
            let path = NSTemporaryDirectory() + "diarylog-\(UUID().uuidString).png"
            defer { try? FileManager.default.removeItem(atPath: path) }
            try (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 400)).write(
                to: URL(filePath: path))
            let id = try page.diary.id("김장")
            try page.diary.run("files", "add", id, path)
            try page.tab.open("김장")
            try page.tab.until("document.querySelectorAll('#attachments .file').length === 1")
            try page.tab.until("!document.querySelector('.row[data-id=\"\(id)\"]').querySelector('.row-picture')")
            try page.close()
        }

        @Test func `a place is chosen by its name, said by it, and leads to the map of choice`() throws {
            let diary = try Diary.sample()
            try diary.run("config", "set", "places.집", "37.5,127.0")
            let page = try Opened(diary)
            try page.tab.open("김장")
            try page.tab.click("#place")
            try page.tab.until("document.querySelector('#place-dialog').open")
            try page.tab.choose("집", in: "#place-named")
            try page.tab.choose("카카오맵", in: "#place-map")
            try page.tab.click("#place-save")
            try page.tab.until("document.querySelector('#place-text').textContent === '집'")
            #expect(try page.tab.attribute("#place-link", "href") == "https://map.kakao.com/link/map/37.5,127")
            #expect(try page.tab.attribute("#place-link", "rel") == "noopener noreferrer")
            _ = try wait("the place") {
                let place = try diary.json("show", page.diary.id("김장"))["place"]
                return place["lat"].double == 37.5 ? true : nil
            }
            try page.close()
        }
    }
}
