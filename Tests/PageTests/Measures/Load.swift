import Foundation
import Synchronization
import Testing

extension PageTests {
    /// The server under a crowd, and how soon a person sees what they asked for; `make load` runs it on the program as
    /// it is installed.
    @Suite(.enabled(if: WebServer.measured != nil), .serialized) struct Load {
        /// How long the crowd stays.
        static let seconds = Double(ProcessInfo.processInfo.environment["DIARYLOG_LOAD_SECONDS"] ?? "") ?? 60

        private static let hundredThousand = Result { try Diary.filled(100_000) }

        /// What threads count together.
        private final class Tally: Sendable {
            struct Numbers {
                var lists: [Double] = []
                var writes: [Double] = []
                var busy = 0
                var heads = 0
                var errors: [String] = []
                var isOver = false
            }
            let numbers = Mutex(Numbers())
            var isOver: Bool { numbers.withLock { $0.isOver } }
            func error(_ text: String) { numbers.withLock { $0.errors.append(text) } }
        }

        private func percentiles(_ values: [Double]) -> (p50: Double, p99: Double, most: Double) {
            let sorted = values.sorted()
            guard let most = sorted.last else { return (.nan, .nan, .nan) }
            return (sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 99 / 100)], most)
        }

        private func say(_ text: String) { print("MEASURED \(text)") }

        @Test func `50 streams and 20 writers for a minute cost no error, and a list at most 20 ms in 99 of 100`()
            throws
        {
            let server = try WebServer(Self.hundredThousand.get())
            let before = try server.anonymousMemory
            let tally = Tally()
            let group = DispatchGroup()
            func work(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
                for number in 0..<count {
                    group.enter()
                    Thread.detachNewThread {
                        body(number)
                        group.leave()
                    }
                }
            }
            work(50) { _ in
                guard let wire = try? Wire(port: server.port) else { return tally.error("no connection for a stream") }
                wire.send(
                    "GET /api/live HTTP/1.1\r\nHost: \(server.host)\r\nAuthorization: Bearer \(server.token)\r\n\r\n")
                while !tally.isOver {
                    let (text, closed) = wire.read(for: 1)
                    tally.numbers.withLock { $0.heads += text.components(separatedBy: "event: head").count - 1 }
                    if closed { return tally.error("a stream was closed") }
                }
            }
            work(20) { number in
                guard let client = try? KeptAlive(server) else { return tally.error("no connection for a writer") }
                var count = 0
                while !tally.isOver {
                    count += 1
                    let body =
                        "{\"text\":\"writer \(number), entry \(count)\",\"key\":\"w\(number)-\(count)-\(UUID().uuidString)\"}"
                    let start = Date()
                    let answer = client.ask("POST", "/api/entries", body: body)
                    let took = Date().timeIntervalSince(start) * 1000
                    if answer.status == 503 {
                        tally.numbers.withLock { $0.busy += 1 }
                    } else if answer.status != 200 {
                        return tally.error("a write: \(answer.status) \(answer.body.prefix(200))")
                    } else {
                        tally.numbers.withLock { $0.writes.append(took) }
                    }
                    Thread.sleep(forTimeInterval: 0.1)
                }
            }
            work(1) { _ in
                guard let client = try? KeptAlive(server) else { return tally.error("no connection for a reader") }
                while !tally.isOver {
                    let start = Date()
                    let answer = client.ask("GET", "/api/entries?limit=50")
                    let took = Date().timeIntervalSince(start) * 1000
                    guard answer.status == 200 else { return tally.error("a list: \(answer.status)") }
                    tally.numbers.withLock { $0.lists.append(took) }
                    Thread.sleep(forTimeInterval: 0.02)
                }
            }
            Thread.sleep(forTimeInterval: Self.seconds)
            tally.numbers.withLock { $0.isOver = true }
            group.wait()
            let numbers = tally.numbers.withLock { $0 }
            let (lists, writes) = (percentiles(numbers.lists), percentiles(numbers.writes))
            let after = try server.anonymousMemory
            say(
                """
                load: \(numbers.lists.count) lists p50 \(lists.p50) p99 \(lists.p99) most \(lists.most) ms; \
                \(numbers.writes.count) writes p50 \(writes.p50) p99 \(writes.p99) most \(writes.most) ms; \
                busy \(numbers.busy); heads heard \(numbers.heads); memory \(before >> 10) to \(after >> 10) KiB
                """)
            #expect(numbers.errors == [])
            #expect(numbers.busy == 0)
            #expect(lists.p99 <= 20)
            #expect(numbers.heads > 50)
            #expect(after < 128 << 20)
            #expect(try server.end() == 0)
        }

        @Test func `from the start to the first list`() throws {
            let diary = try Self.hundredThousand.get()
            var times: [Double] = []
            for _ in 0..<10 {
                let start = Date()
                let server = try WebServer(diary)
                #expect(try server.ask("GET", "/api/entries?limit=50").status == 200)
                times.append(Date().timeIntervalSince(start) * 1000)
                say("start: memory \(try server.anonymousMemory >> 10) KiB after the first list")
                try server.end()
            }
            say("start to first list: p50 \(percentiles(times).p50) most \(percentiles(times).most) ms")
            let path = try Programs.path("diarylog-web")
            say("size: \(try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0) bytes")
        }

        @Test func `from the address to the first painted list, for the first time and again`() throws {
            let server = try WebServer(Self.hundredThousand.get())
            var (first, again, busy, empty): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
            var (steps, thread): ([String: [Double]], [String: [Double]]) = ([:], [:])
            for round in 0..<10 {
                empty.append(try processorOfNothing(server))
                // A context of its own has an empty cache.
                let tab = try Tab()
                defer { tab.close() }
                try tab.chromium.call(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
                          if (document.body.dataset.shown && !window.painted) { window.painted = -1;
                            requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now() })) }
                        }).observe(document.body, {attributes: true}))
                        """
                    ])
                try tab.chromium.call("Performance.enable")
                for address in [server.address, server.origin + "/"] {
                    let before = try tab.chromium.received
                    let worked = try processor(tab, server)
                    try tab.go(to: address)
                    try tab.until("window.painted > 0")
                    let painted = try tab.js("window.painted").double
                    let (shown, whenShown) = (try tab.chromium.received, try processor(tab, server))
                    let own = try spent(tab)
                    try tab.until("document.body.dataset.ready && document.body.dataset.requests === '0'")
                    let isFirst = address == server.address
                    if isFirst {
                        first.append(painted)
                        busy.append(whenShown - worked)
                        for (name, end) in try ends(tab) { steps[name, default: []].append(end) }
                        for (name, spent) in own { thread[name, default: []].append(spent) }
                    } else {
                        again.append(painted)
                    }
                    if round > 0 { continue }
                    let whole = try tab.chromium.received
                    for (when, now) in [("list", shown), ("all of the page", whole)] {
                        say(
                            """
                            \(isFirst ? "first" : "again"), until \(when): \(now.answers - before.answers) answers, \
                            \(now.bytes - before.bytes) bytes
                            """)
                    }
                }
            }
            say("address to first painted list: p50 \(percentiles(first).p50) most \(percentiles(first).most) ms")
            say("of it, p50 until each had come: \(listed(steps)) ms")
            say("the same, loaded again: p50 \(percentiles(again).p50) most \(percentiles(again).most) ms")
            say("processor until the first list, in the browser and the server: p50 \(percentiles(busy).p50) ms")
            say("of it in the page's own thread, p50: \(listed(thread)) ms")
            say("processor for a small picture in the list's place: p50 \(percentiles(empty).p50) ms")
        }

        private func listed(_ values: [String: [Double]]) -> String {
            let sorted = values.mapValues { percentiles($0).p50 }.sorted { $0.value < $1.value }
            return sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }

        /// What the page's thread did so far, in milliseconds: all of its tasks, and of them three kinds.
        private func spent(_ tab: Tab) throws -> [(String, Double)] {
            try tab.chromium.call("Performance.getMetrics")["metrics"].array
                .filter {
                    ["TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration"]
                        .contains($0["name"].string)
                }
                .map { ($0["name"].string, $0["value"].double * 1000) }
        }

        /// What a window of its own costs the processor that shows a file of a few hundred bytes.
        private func processorOfNothing(_ server: WebServer) throws -> Double {
            let tab = try Tab()
            defer { tab.close() }
            let worked = try processor(tab, server)
            try tab.go(to: server.origin + "/icon.svg")
            try tab.until("document.readyState === 'complete' && location.pathname === '/icon.svg'")
            try tab.js("new Promise(shown => requestAnimationFrame(() => setTimeout(shown, 0))).then(() => 0)")
            return try processor(tab, server) - worked
        }

        /// When what the first list waits for had come, in milliseconds from the address on.
        private func ends(_ tab: Tab) throws -> [(String, Double)] {
            let found = try tab.js(
                """
                performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
                .map(one => [one.name.replace(/[?#].*/, '').split('/').at(-1) || 'html', one.responseEnd])
                .filter(([name]) => ['html', 'page.css', 'page.js', 'proof', 'days', 'entries'].includes(name))
                """)
            return found.array.map { ($0[0].string, $0[1].double) }
        }

        /// The processor's time of all processes of the browser, and of the server, in milliseconds.
        private func processor(_ tab: Tab, _ server: WebServer) throws -> Double {
            let browser = try tab.chromium.program.call("SystemInfo.getProcessInfo")["processInfo"].array
            return try browser.reduce(server.processor) { $0 + $1["cpuTime"].double * 1000 }
        }

        @Test func `a slider move, a key of a search and another's write, until they are painted`() throws {
            let page = try Opened(Self.hundredThousand.get())
            let slide = try page.tab.js(
                """
                (async () => { const s = document.querySelector('#slider'), times = []; let seed = 7;
                const painted = () => new Promise(r => requestAnimationFrame(() => setTimeout(r, 0)));
                for (let i = 0; i < 100; i++) { seed = (seed * 48271) % 2147483647;
                  const shown = document.body.dataset.shown; s.value = 1 + seed % (+s.max - 1);
                  const t = performance.now(); s.dispatchEvent(new Event('input', {bubbles: true}));
                  while (document.body.dataset.shown === shown) { if (performance.now() - t > 3000) break;
                    await new Promise(r => setTimeout(r, 0)) }
                  await painted(); times.push(performance.now() - t) }
                s.value = s.max; s.dispatchEvent(new Event('input', {bubbles: true}));
                s.dispatchEvent(new Event('change', {bubbles: true})); return times })()
                """
            ).array.map(\.double)
            say("slider move to painted list: p50 \(percentiles(slide).p50) p99 \(percentiles(slide).p99) ms")
            try page.tab.untilAt("head")
            let search = try page.tab.js(
                """
                (async () => { const q = document.querySelector('#search'), rows = document.querySelector('#rows'), times = [];
                for (const word of ['ㅂ','바','바다','바다ㅇ','바다에','ㄴ','나','날','날ㅆ','날씨','w','wa','wal','walk','영','영ㅎ',
                    '영화','영화ㄹ','영화를','영화를 ㅂ','영화를 보','the','the r','the rain']) {
                  q.focus(); q.value = word; const t = performance.now(); q.dispatchEvent(new InputEvent('input', {bubbles: true}));
                  await new Promise(r => { const o = new MutationObserver(() => { o.disconnect(); r() });
                    o.observe(rows, {childList: true, subtree: true, characterData: true, attributes: true}); setTimeout(r, 3000) });
                  await new Promise(r => requestAnimationFrame(() => setTimeout(r, 0)));
                  times.push(performance.now() - t);
                  while (document.body.dataset.requests !== '0') await new Promise(r => setTimeout(r, 5));
                  await new Promise(r => setTimeout(r, 100)) }
                return times })()
                """
            ).array.map(\.double)
            say("search key to paint: p50 \(percentiles(search).p50) most \(percentiles(search).most) ms")
            try page.tab.js(
                "(q => { q.value = ''; q.dispatchEvent(new InputEvent('input', {bubbles: true})) })(document.querySelector('#search'))"
            )
            try page.tab.quiet()
            var writes: [Double] = []
            for number in 0..<20 {
                try page.tab.js(
                    """
                    window.seen = new Promise(r => { const look = () => {
                      if ([...document.querySelectorAll('#rows .row-title')].some(t => t.textContent === 'seen \(number)'))
                        requestAnimationFrame(() => r(Date.now())); else requestAnimationFrame(look) }; look() }); 0
                    """)
                try page.diary.run("add", "seen \(number)", "--date", "now")
                let done = Date().timeIntervalSince1970 * 1000
                writes.append(try page.tab.js("window.seen").double - done)
            }
            say(
                "another's write on screen: p50 \(percentiles(writes).p50) most \(percentiles(writes).most) ms after it returned"
            )
            say("memory after all this: \(try page.server.anonymousMemory >> 10) KiB")
            try page.close()
        }
    }
}

/// A connection that is kept for many requests, as a browser does.
private final class KeptAlive {
    private let server: WebServer
    private var wire: Wire

    init(_ server: WebServer) throws {
        self.server = server
        wire = try Wire(port: server.port)
    }

    func ask(_ method: String, _ path: String, body: String? = nil) -> Wire.Answer {
        let length = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
        wire.send(
            """
            \(method) \(path) HTTP/1.1\r\nHost: \(server.host)\r\nAuthorization: Bearer \(server.token)\r\n\(length)\r\n\
            \(body ?? "")
            """)
        return wire.answer()
    }
}
