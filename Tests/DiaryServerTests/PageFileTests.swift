/// The page's files: all of them are given out, and they run nothing that is not theirs.

import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import DiarylogZlib
import Testing

@Suite("The page's files", .timed) final class PageFileTests: InAsked {
    private static let folder = projectFile("Sources/DiaryServer/Page")

    private func text(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(Self.folder + "/" + name), as: UTF8.self)
    }

    /// What anybody may ask for: the reply, and its headers by name.
    private func get(
        _ asked: Asked, _ path: String, encodings: String? = nil
    ) async -> (reply: PageReply, headers: [String: String]) {
        let request = asked.request("GET", path, changing: ["authorization": nil, "accept-encoding": encodings])
        let reply = await asked.answer(request)
        return (reply, reply.named)
    }

    /// The page as this server gives it out, and where its files are.
    private func page(_ asked: Asked) async throws -> (text: String, folder: String) {
        let text = await get(asked, "/").reply.text
        let parts = try #require(text.split(separator: "/page.css\"").first).split(separator: "\"")
        return (text, String(try #require(parts.last)))
    }

    /// The files that the page loads, by the names under which they are given out.
    private let names = ["page.js", "parts.js", "page.css"]

    private func modules() throws -> [String] {
        try FileSystem.contents(of: Self.folder).filter { $0.hasSuffix(".js") }
    }

    /// A file as it is given out: without comments.
    private func given(_ name: String) throws -> String {
        let lines = try text(name).replacing(/(?m)^ *\/\*(?s:.)*?\*\/\n/, with: "").split(separator: "\n")
        return lines.map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    }

    @Test(
        "no module has a text over several lines, or a comment in the middle of one, which might be taken for another")
    func lines() throws {
        for name in try FileSystem.contents(of: Self.folder) where name.hasSuffix(".js") {
            for line in try text(name).split(separator: "\n") {
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(name): \(line)")
                let code = line.drop { $0 == " " }
                #expect(!code.hasPrefix("/*") || code.hasPrefix("/**"), "\(name): \(line)")
                #expect(!code.hasPrefix("/*") || !code.contains("*/") || code.hasSuffix("*/"), "\(name): \(line)")
            }
        }
    }

    @Test("the table of modules in Docs/Page.md has every one")
    func named() throws {
        let page = String(decoding: try FileSystem.read(projectFile("Docs/Page.md")), as: UTF8.self)
        let rows = try #require(page.split(separator: "## For developers: the modules").last)
        let table = rows.split(separator: "\n").filter { $0.hasPrefix("| ") }.joined()
        for name in try FileSystem.contents(of: Self.folder) where name.hasSuffix(".js") {
            #expect(table.contains("`\(name.dropLast(3))`"), "\(name)")
        }
    }

    @Test("every file of the folder is given out, with its type, to be kept; the page itself never is kept")
    func all() async throws {
        let (page, folder) = try await page(asked)
        var scripts = ""
        for name in names {
            let (reply, headers) = await get(asked, "\(folder)/\(name)")
            #expect(reply.status == 200, "\(name)")
            if name.hasSuffix(".js") { scripts += reply.text }
            // All that says how the page looks is one file.
            for style in try FileSystem.contents(of: Self.folder) where name == "page.css" && style.hasSuffix(".css") {
                #expect(reply.text.contains(try given(style)), "\(style)")
            }
            #expect(
                headers["content-type"] == (name.hasSuffix(".js") ? "text/javascript" : "text/css") + "; charset=utf-8")
            #expect(headers["cache-control"] == "private, max-age=31536000, immutable")
            #expect(page.contains("\(folder)/\(name)\"") == (name != "parts.js"), "\(name)")
        }
        // Each module stands once, behind those that it imports, with all its lines but its imports and exports.
        var ends: [String: Int] = [:]
        let lines = scripts.split(separator: "\n")
        for (index, line) in lines.enumerated() where line.hasPrefix("modules[\"") {
            ends[String(line.split(separator: "\"")[1]), default: index] = index
        }
        #expect(ends.count == (try modules().count))
        for name in try modules() {
            let start = try #require(ends[name], "\(name)")
            #expect(lines[...start].last == "modules[\"\(name)\"] = (() => {")
            #expect(lines.count { $0.hasPrefix("modules[\"\(name)\"] =") } == 1, "\(name)")
            let code = try given(name).split(separator: "\n")
            #expect(
                code.count { $0.hasPrefix("import ") && !$0.contains(#/^import (\{ .* \} from )?"\./[a-z-]+\.js";$/#) }
                    == 0)
            for file in code.filter({ $0.hasPrefix("import ") }).map({ $0.split(separator: "\"")[1].dropFirst(2) }) {
                #expect(try #require(ends[String(file)]) < start, "\(name) imports \(file)")
            }
            let exports = code.filter { $0.hasPrefix("export ") }
            let isPlain = exports.allSatisfy {
                $0.contains(#/^export (async function|function|class|const) [\w$]+|^export \{ \w+ as \w+ \};$/#)
                    && !$0.contains(#/^export const \w+ = [^({"]*, \w+ = /#)
            }
            #expect(isPlain, "\(name)")
            let own = code.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("export {") }
                .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
            let shown = lines[(start + 1)...].drop { $0.hasPrefix("const { ") && $0.contains(" } = modules[") }
            #expect(Array(shown.prefix(own.count)) == own, "\(name)")
        }
        let (icon, iconHeaders) = await get(asked, "/icon.svg")
        #expect(icon.body == (try FileSystem.read(Self.folder + "/icon.svg")))
        #expect(iconHeaders["content-type"] == "image/svg+xml; charset=utf-8")
        #expect(iconHeaders["cache-control"] == "no-store")
        let headers = await get(asked, "/").headers
        #expect(headers["cache-control"] == "no-store" && headers["content-type"] == "text/html; charset=utf-8")
    }

    @Test func `a file is compressed for who can take that, and says that it depends on it`() async throws {
        let path = try await page(asked).folder + "/parts.js"
        let plain = await get(asked, path).reply.body
        for encodings in ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8", "GZIP", "deflate,gzip ; q=0.001"] {
            let (reply, headers) = await get(asked, path, encodings: encodings)
            #expect(headers["content-encoding"] == "gzip" && headers["vary"] == "accept-encoding", "\(encodings)")
            var inflation = Inflation(.gzip)
            #expect(inflation.step(reply.body.span, room: plain.count + 1)?.bytes == plain)
            #expect(reply.body.count < plain.count / 2)
        }
        for encodings in [nil, "", "br", "gzip;q=0", "gzip; q=0.000, br", "xgzip", "identity"] {
            let (reply, headers) = await get(asked, path, encodings: encodings)
            #expect(headers["content-encoding"] == nil && headers["vary"] == "accept-encoding")
            #expect(reply.body == plain, "\(encodings ?? "-")")
        }
    }

    @Test("what stands before the first list is at most 60 KB as it is sent, and all that the page loads 120 KB")
    func size() async throws {
        let (page, folder) = try await page(asked)
        var first = await get(asked, "/", encodings: "gzip").reply.body.count
        var rest = 0
        for name in names {
            let (reply, _) = await get(asked, "\(folder)/\(name)", encodings: "gzip")
            let sent = reply.body.count + reply.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            if page.contains("\(folder)/\(name)\"") { first += sent } else { rest += sent }
        }
        #expect(first <= 60_000 && rest > 10_000, "\(first), \(rest)")
        #expect(first + rest <= 120_000, "\(first), \(rest)")
    }

    @Test func `a long answer is compressed for who can take that, a short one and a stream are not`() async throws {
        try await asked.add(String(repeating: "가나다 ", count: 1000))
        let id = try #require(try await asked.get("/api/entries")["entries"]?.list.first?["id"]?.text)
        for (path, isLong) in [("/api/entries/\(id)", true), ("/api/tags", false), ("/api/live", false)] {
            let plain = await asked.answer(asked.request("GET", path))
            let reply = await asked.answer(asked.request("GET", path, changing: ["accept-encoding": "gzip"]))
            let isCompressed = reply.headers.contains { $0 == ("content-encoding", "gzip") }
            #expect(isCompressed == isLong, "\(path)")
            #expect(!plain.headers.contains { $0.name == "content-encoding" })
            if !isLong { continue }
            var inflation = Inflation(.gzip)
            #expect(inflation.step(reply.body.span, room: plain.body.count + 1)?.bytes == plain.body)
        }
    }

    @Test func `where the files are is another place at every start, and nobody can say it before`() async throws {
        let (one, other) = (try Asked(), try Asked())
        let (here, there) = (try await page(one).folder, try await page(other).folder)
        #expect(here != there && here.count == 17)
        for path in ["/page.js", there + "/page.js", here + "/page.html", here + "/", here, here + "/../page.js"] {
            #expect(await get(one, path).reply.status == 404, "\(path)")
        }
    }

    @Test func `what a module imports is there, and every module is imported by another or by the page`() throws {
        let names = try FileSystem.contents(of: Self.folder).filter { $0.hasSuffix(".js") }
        var imported: Set<String> = []
        for name in names {
            for line in try text(name).split(separator: "\n")
            where line.hasPrefix("import ") || line.hasPrefix("} from ") || line.contains("await import(") {
                guard let file = line.split(separator: "\"").dropFirst().first else { continue }
                #expect(names.contains(String(file.dropFirst(2))), "\(name): \(line)")
                imported.insert(String(file.dropFirst(2)))
            }
        }
        let page = try text("page.html")
        for name in names where !page.contains("/\(name)\"") && !page.contains("\"\(name)\"") {
            #expect(imported.contains(name), "nothing imports \(name)")
        }
    }

    @Test func `no text becomes markup, and nothing is asked of another host`() throws {
        for name in try FileSystem.contents(of: Self.folder) {
            let text = try text(name)
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                #expect(!text.contains(word), "\(name) says \(word)")
            }
            for address in ["http://", "https://", "@import", "url("]
            where name != "fields.js" && name != "words.js" {
                #expect(!text.replacing("http://www.w3.org/", with: "").contains(address), "\(name) names \(address)")
            }
            if name == "page.html" {
                #expect(!text.contains(" style=") && !text.contains(" onclick=") && !text.contains("<style"))
            }
        }
    }
}
