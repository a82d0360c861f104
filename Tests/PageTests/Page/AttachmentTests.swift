import Foundation
import Testing

extension PageTests {
    /// Pictures and other files of an entry.
    @Suite struct Attachments {
        /// Drops files on the entry, or gives them to a field: pictures of one colour, or texts.
        private func give(_ names: [String], to target: String, in page: Opened) throws {
            let list = Value.array(names.map { .string($0) }).json
            try page.tab.js(
                """
                (async () => { const data = new DataTransfer();
                for (const name of \(list)) {
                  const canvas = document.createElement('canvas'); canvas.width = 40; canvas.height = 30;
                  const pen = canvas.getContext('2d'); pen.fillStyle = 'hsl(' + name.length * 40 + ' 80% 50%)'; pen.fillRect(0, 0, 40, 30);
                  const bytes = name.endsWith('.png') ? await new Promise(r => canvas.toBlob(r, 'image/png')) : new Blob(['<script>window.ran = 1</script> ' + name]);
                  data.items.add(new File([bytes], name)) }
                const node = document.querySelector('\(target)');
                if (node.type === 'file') { node.files = data.files; node.dispatchEvent(new Event('change', {bubbles: true})) }
                else node.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})) })()
                """)
        }

        private func files(_ page: Opened, _ title: String) throws -> [String] {
            try page.diary.json("show", page.diary.id(title))["attachments"].array.map { $0["name"].string }
        }

        @Test func `a picture that is dropped is shown small, opens large, and goes and comes with undo`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try give(["한강.png", "notes.html"], to: "#reading", in: page)
            try page.tab.until("document.querySelectorAll('.attachment').length === 2")
            try page.tab.until("document.querySelector('.attachment canvas')?.width === 40")
            #expect(try files(page, "Walking to work") == ["notes.html", "한강.png"])
            try page.tab.click(".picture")
            try page.tab.until(
                "document.querySelector('#picture-dialog').open && document.querySelector('#picture').naturalWidth === 40"
            )
            try page.tab.click("#picture-close")
            try page.tab.quiet()
            try page.tab.click(".attachment[data-name='한강.png'] .attachment-remove")
            try page.tab.until("document.querySelectorAll('.attachment').length === 1")
            #expect(try files(page, "Walking to work") == ["notes.html"])
            try page.tab.click("#undo")
            try page.tab.until("document.querySelectorAll('.attachment').length === 2")
            #expect(try page.tab.js("window.ran ?? 0") == 0)
            try page.close()
        }

        @Test func `a new entry may begin with a picture, and what is typed before and after it is kept`() throws {
            let page = try Opened()
            try page.tab.new()
            try give(["가을.png"], to: "#camera-files", in: page)
            try page.tab.until("document.querySelectorAll('.attachment').length === 1")
            #expect(try files(page, "가을") == ["가을.png"])
            try page.tab.type(" 산길")
            try page.tab.done()
            #expect(try files(page, "가을 산길") == ["가을.png"])
            try page.tab.new()
            try page.tab.type("단풍")
            try give(["하나.png"], to: "#attach-files", in: page)
            try page.tab.type(" 구경")
            try page.tab.until("document.querySelectorAll('.attachment').length === 1")
            try page.tab.done()
            #expect(try files(page, "단풍 구경") == ["하나.png"])
            #expect(try page.diary.drafts.isEmpty)
            try page.close()
        }

        @Test func `a video that the browser plays is played, and a picture that it cannot read is a chip with a name`()
            throws
        {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try page.tab.js(
                """
                (async () => { const c = Object.assign(document.createElement('canvas'), {width: 64, height: 48});
                const pen = c.getContext('2d');
                const recorder = new MediaRecorder(c.captureStream(25), {mimeType: 'video/webm'});
                const parts = [], ended = new Promise(r => recorder.onstop = r);
                recorder.ondataavailable = e => parts.push(e.data); recorder.start();
                for (let i = 0; i < 20; i += 1) { pen.fillRect(i, i, 9, 9); await new Promise(r => setTimeout(r, 40)) }
                recorder.stop(); await ended;
                const heic = Uint8Array.from('\\0\\0\\0\\u0018ftypheic\\0\\0\\0\\0mif1heic', c => c.charCodeAt(0));
                const d = new DataTransfer();
                d.items.add(new File(parts, 'walk.webm', {type: 'video/webm'}));
                d.items.add(new File([heic], 'leaf.heic', {type: ''}));
                document.querySelector('#reading').dispatchEvent(
                new DragEvent('drop', {dataTransfer: d, bubbles: true, cancelable: true})) })()
                """)
            try page.tab.until(
                "[...document.querySelectorAll('.file-name')].map(n => n.textContent).sort().join() === 'leaf.heic,walk.webm'"
            )
            try page.tab.click(".attachment[data-name='walk.webm'] .file")
            try page.tab.until("document.querySelector('#film').videoWidth === 64")
            #expect(try page.tab.sees("#film") && !page.tab.sees("#picture"))
            try page.tab.click("#picture-close")
            #expect(
                try page.tab.attribute(".attachment[data-name='leaf.heic'] .file", "aria-label") == "Save leaf.heic")
            try page.close()
        }

        @Test
        func `on a phone pictures stand in two columns, one alone has all the width, and large all the screen`() throws
        {
            let page = try Opened(look: .phone)
            try page.tab.open("Walking to work")
            try give(["a.png"], to: "#entry", in: page)
            try page.tab.until("document.querySelectorAll('.attachment canvas').length === 1")
            let widths = """
                [...document.querySelectorAll('.picture')].map(p =>
                p.getBoundingClientRect().width / document.querySelector('#attachments').clientWidth)
                """
            #expect(try page.tab.js(widths)[0].double > 0.98)
            try give(["bc.png"], to: "#entry", in: page)
            try page.tab.until("document.querySelectorAll('.attachment canvas').length === 2")
            for index in 0..<2 { #expect((0.4...0.5).contains(try page.tab.js(widths)[index].double)) }
            try page.tab.click(".picture")
            try page.tab.until("document.querySelector('#picture-dialog').open")
            let fills = try page.tab.js(
                """
                (() => { const b = document.querySelector('#picture-dialog').getBoundingClientRect();
                const tops = new Set([...document.querySelectorAll('#picture-dialog button')].map(n => {
                  const r = n.getBoundingClientRect(); return Math.round((r.top + r.bottom) / 2) }));
                return [b.left, b.top, innerWidth - b.width, innerHeight - b.height, tops.size - 1].map(Math.round).join() })()
                """)
            #expect(fills == "0,0,0,0,0")
            try page.close()
        }

        @Test func `as of a moment an entry has the files of then, and nothing is added there`() throws {
            let page = try Opened()
            try page.tab.open("Walking to work")
            try give(["a.png"], to: "#entry", in: page)
            try page.tab.until("document.querySelectorAll('.attachment').length === 1")
            try page.tab.quiet()
            try page.tab.click("#step-back")
            try page.tab.until("document.querySelectorAll('.attachment').length === 0")
            #expect(try page.tab.sees("#attach-tools") == false)
            try give(["b.png"], to: "#entry", in: page)
            try page.tab.quiet()
            #expect(try files(page, "Walking to work") == ["a.png"])
            try page.close()
        }
    }
}
