/// The page's files: all of them are given out, and they run nothing that is not theirs.

import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("The page's files") struct PageFileTests {
    private static let folder = projectFile("Sources/DiaryServer/Page")

    private func text(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(Self.folder + "/" + name), as: UTF8.self)
    }

    @Test("every file of the folder is given out as it is, with its type")
    func all() async throws {
        let asked = try Asked()
        let types = ["html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"]
        let names = try FileSystem.contents(of: Self.folder)
        #expect(names.count > 3)
        for name in names {
            let reply = await asked.answer(asked.request("GET", "/" + name, changing: ["authorization": nil]))
            #expect(reply.status == 200, "\(name)")
            #expect(reply.body == (try FileSystem.read(Self.folder + "/" + name)), "\(name)")
            let type = reply.headers.first { $0.name == "content-type" }?.value
            #expect(type?.hasPrefix(types[String(name.split(separator: ".").last ?? "")] ?? "-") == true, "\(name)")
        }
        #expect(await asked.answer(asked.request("GET", "/")).body == Array(try text("page.html").utf8))
    }

    @Test("what a module imports is there, and every module is imported by another or by the page")
    func imports() throws {
        let names = try FileSystem.contents(of: Self.folder).filter { $0.hasSuffix(".js") }
        var imported: Set<String> = []
        for name in names {
            for line in try text(name).split(separator: "\n")
            where line.hasPrefix("import ") || line.hasPrefix("} from ") {
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

    @Test("no text becomes markup, and nothing is asked of another host")
    func harmless() throws {
        for name in try FileSystem.contents(of: Self.folder) {
            let text = try text(name)
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                #expect(!text.contains(word), "\(name) says \(word)")
            }
            for address in ["http://", "https://", "@import", "url("] where name != "strings.js" {
                #expect(!text.replacing("http://www.w3.org/", with: "").contains(address), "\(name) names \(address)")
            }
            if name == "page.html" {
                #expect(!text.contains(" style=") && !text.contains(" onclick=") && !text.contains("<style"))
            }
        }
    }
}
