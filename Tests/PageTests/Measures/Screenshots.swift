import Foundation
import Testing

private let folderOfPictures = ProcessInfo.processInfo.environment["DIARYLOG_SCREENSHOTS"]

extension PageTests {
    /// The pictures of the page in Docs/Screenshots; `make screenshots` makes them.
    @Suite(.enabled(if: folderOfPictures != nil)) struct Screenshots {
        private func look(
            _ language: String, isDark: Bool = false, isPhone: Bool = false
        ) -> Tab.Look {
            var look = isPhone ? Tab.Look.phone : .desktop
            (look.language, look.isDark) = (language, isDark)
            return look
        }

        private func keep(_ tab: Tab, _ name: String) throws {
            try tab.quiet()
            try tab.js(
                "document.fonts.ready.then(() => new Promise(r => requestAnimationFrame(() => setTimeout(r, 250))))")
            let file = URL(filePath: try #require(folderOfPictures)).appending(path: name + ".png")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try tab.picture().write(to: file)
        }

        @Test func `a desktop in Korean`() throws {
            let page = try Opened(look: look("ko"))
            try page.tab.open("김장")
            try keep(page.tab, "desktop-ko")
            try page.close()
        }

        @Test func `a dark desktop in English with a history`() throws {
            let page = try Opened(look: look("en", isDark: true))
            try page.tab.open("Persimmons")
            try page.tab.click("#history-open")
            try page.tab.until("document.querySelector('#diff .line')")
            try keep(page.tab, "desktop-dark-history")
            try page.close()
        }

        @Test func `the past`() throws {
            let page = try Opened(look: look("ko"))
            let step = try withPictures(page)
            try page.tab.open("김장")
            try page.tab.slide(to: step)
            try page.tab.until("document.body.dataset.past === '1' && document.body.dataset.settled !== 'no'")
            try page.tab.until("document.querySelectorAll('#attachments canvas').length === 1")
            try keep(page.tab, "desktop-past")
            try page.close()
        }

        /// Draws a landscape, another one for each number: hills under a low sun.
        private func landscape(_ tab: Tab, _ number: Int) throws -> String {
            let drawn = try tab.js(
                """
                (() => { const c = document.createElement('canvas'), p = c.getContext('2d'); [c.width, c.height] = [1200, 800];
                const hue = [28, 205, 340, 150][\(number) % 4], sky = p.createLinearGradient(0, 0, 0, 620);
                sky.addColorStop(0, `hsl(${hue + 170} 45% 72%)`); sky.addColorStop(1, `hsl(${hue} 75% 86%)`);
                p.fillStyle = sky; p.fillRect(0, 0, 1200, 800);
                p.fillStyle = `hsl(${hue} 90% 92%)`; p.beginPath(); p.arc(830, 330, 70, 0, 7); p.fill();
                for (let hill = 0; hill < 4; hill += 1) { p.fillStyle = `hsl(${hue + 20 * hill} 26% ${58 - 11 * hill}%)`;
                  p.beginPath(); p.moveTo(0, 800);
                  for (let x = 0; x <= 1200; x += 10) p.lineTo(x, 430 + 85 * hill + 42 * Math.sin(x / (150 + 40 * hill) + 2 * hill + \(number))
                    + 15 * Math.sin(x / 47 + hill)); p.lineTo(1200, 800); p.fill(); }
                return c.toDataURL('image/jpeg', .85).split(',')[1] })()
                """
            ).string
            let folder = NSTemporaryDirectory() + "diarylog-landscape-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/\(["hills", "stream", "evening", "garden"][number % 4]).jpg"
            try #require(Data(base64Encoded: drawn)).write(to: URL(filePath: path))
            return path
        }

        /// Puts landscapes into some entries of the sample; the step at which the first of them stood there.
        private func withPictures(_ page: Opened) throws -> Int {
            let date = "2026-11-2"
            for (number, title) in ["김장", "Walking to work", "도서관", "북한산", "Walking to work"].enumerated() {
                let picture = try landscape(page.tab, number)
                defer { try? FileManager.default.removeItem(at: URL(filePath: picture).deletingLastPathComponent()) }
                let id = try page.diary.id(title)
                try page.diary.run("files", "add", id, picture, at: date + "\(2 + number / 2)T1\(number):00:00+09:00")
                if number > 0 { continue }
                try page.tab.until("document.querySelectorAll('.row-picture canvas').length === 1")
            }
            try page.tab.until("document.querySelectorAll('.row-picture canvas').length >= 3")
            try page.tab.quiet()
            return try page.tab.js("document.querySelector('#slider').max - 4").int
        }

        /// An entry that a phone changed as well.
        private func conflict(_ look: Tab.Look) throws -> Opened {
            let diary = try Diary.empty(on: "laptop")
            for text in ["A list for the winter", "다시 도서관\n\n창가 자리가 비어 있었다.", "Soup\n\nToo much pepper."] {
                try diary.run("add", text, "--date", "2026-11-14", at: "2026-11-14T21:00:00+09:00")
            }
            let start = "Walking to work\n\nForty minutes along the stream. "
            let id = try diary.run("add", start + "A heron.", "--date", "2026-11-17", at: "2026-11-17T09:00:00+09:00")
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let phone = try diary.exchange(with: "phone")
            let (here, there) = ("2026-11-18T21:12:00+09:00", "2026-11-18T20:40:00+09:00")
            try diary.run("edit", id, "--text", start + "A heron stood on the wall instead of the cat.", at: here)
            try phone.run("edit", id, "--star", at: there)
            try phone.run("edit", id, "--text", start + "Two herons stood on the wall, and no cat.", at: there)
            try phone.run("edit", id, "--date", "2026-11-16", at: there)
            try diary.run("edit", id, "--date", "2026-11-18", at: here)
            try phone.run("sync")
            try diary.run("sync")
            let page = try Opened(diary, look: look)
            try page.tab.open("Walking to work")
            try page.tab.until("document.querySelectorAll('.side').length === 2")
            return page
        }

        @Test func `a conflict`() throws {
            let page = try conflict(look("en"))
            try keep(page.tab, "desktop-conflict")
            page.tab.close()
            let phone = try conflict(look("ko", isDark: true, isPhone: true))
            try keep(phone.tab, "phone-conflict")
            try phone.tab.click("#entry-back")
            try phone.tab.click("#sync")
            try phone.tab.until("document.querySelector('#sync-words').textContent.includes('phone')")
            try keep(phone.tab, "phone-sync")
            phone.tab.close()
        }

        @Test func `a phone in Korean and a dark one in English`() throws {
            let list = try Opened(look: look("ko", isPhone: true))
            try keep(list.tab, "phone-ko")
            let entry = try Opened(list.diary, look: look("en", isDark: true, isPhone: true), server: list.server)
            try entry.tab.open("Repair")
            try keep(entry.tab, "phone-dark-entry")
            entry.tab.close()
            list.tab.close()
        }

        @Test func `an empty diary`() throws {
            let page = try Opened(Diary.empty(), look: look("en", isPhone: true))
            try keep(page.tab, "phone-empty")
            try page.close()
        }

        @Test func `a search among a hundred thousand`() throws {
            let page = try Opened(Diary.filled(100_000), look: look("en"))
            try page.tab.press("/")
            try page.tab.type("바다 ㄴㅆ")
            try page.tab.until("document.querySelector('#rows mark')")
            try page.tab.js("document.querySelector('.row[data-index=\"0\"]').click()")
            try page.tab.until("document.querySelector('#entry').dataset.state === 'reading'")
            try keep(page.tab, "desktop-100000")
            try page.close()
        }
    }
}
