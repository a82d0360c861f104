/// Files that are dropped on the page: looked at first, then imported, and never left behind.
import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import Interchange
import Synchronization
import Testing

/// The program `diarylog`, which notes what it is asked, and what lies in the file that it is to import.
private final class Importer: Sendable {
    struct Call: Equatable {
        var options: [String]
        var path: String
        var bytes: [UInt8]
    }

    let calls = Mutex<[Call]>([])
    let isGood: Bool
    let words: String

    init(isGood: Bool = true, words: String = "2 entries") { (self.isGood, self.words) = (isGood, words) }

    @Sendable func say(_ words: [String]) async -> (isDone: Bool, words: [UInt8])? {
        let path = words.last ?? ""
        let bytes = (try? FileSystem.read(path)) ?? []
        calls.withLock {
            $0.append(Call(options: words.dropLast().filter { $0.hasPrefix("--") }, path: path, bytes: bytes))
        }
        return (isGood, Array("\(self.words) from \(path)\n".utf8))
    }
}

@Suite("Files that are dropped on the page", .timed, .timeLimit(.minutes(5))) struct ImportingTests {
    private func drop(_ asked: Asked, _ name: String, _ bytes: [UInt8]) async throws -> (status: Int, JSONValue) {
        try await asked.put("/api/imports?name=\(name)", bytes)
    }

    @Test func `a name with a NUL is none: 400, and nothing is put aside`() async throws {
        let importer = Importer()
        let asked = try Asked(speaker: importer.say)
        for name in ["a%00b.md", "%00", "x/%00.json"] {
            #expect(try await drop(asked, name, [0x61]).status == 400)
        }
        #expect(importer.calls.withLock { $0.isEmpty })
    }

    @Test func `a file is looked at under its own name, imported when that is asked, and gone then`() async throws {
        let importer = Importer()
        let asked = try Asked(speaker: importer.say)
        let bytes = [UInt8](repeating: 0x61, count: 3_000)
        let (status, looked) = try await drop(asked, "%EC%9D%BC%EA%B8%B0.json", bytes)
        #expect(status == 200 && looked["done"] == .bool(true))
        // Where it lies is nobody's business.
        #expect(looked["words"]?.text == "2 entries from 일기.json")
        let name = try #require(looked["import"]?.text)
        let first = try #require(importer.calls.withLock { $0.first })
        #expect(first.options == ["--dry-run", "--lang", "--diary"] && first.bytes == bytes)
        #expect(try FileSystem.isPrivate(FileSystem.parent(of: first.path)))
        let done = try await asked.send("POST", "/api/imports/\(name)")
        #expect(done["done"] == .bool(true))
        let second = try #require(importer.calls.withLock { $0.last })
        #expect(second.options == ["--lang", "--diary"] && second.bytes == bytes)
        #expect(try FileSystem.kind(of: FileSystem.parent(of: first.path)) == .missing)
        #expect(try await asked.ask("POST", "/api/imports/\(name)", [:]).status == 404)
    }

    @Test("what cannot be imported, is given up, is one too many, or waits at the end, leaves nothing behind")
    func forgotten() async throws {
        let bad = Importer(isGood: false)
        let (_, answer) = try await drop(try Asked(speaker: bad.say), "x.zip", [1])
        #expect(answer["done"] == .bool(false) && answer["import"] == .null)
        let importer = Importer()
        var left: [String] = [try #require(bad.calls.withLock { $0.first?.path })]
        do {
            let asked = try Asked(speaker: importer.say)
            var names: [String] = []
            for index in 0..<66 { names.append(try #require(try await drop(asked, "\(index)", [1]).1["import"]?.text)) }
            #expect(try await asked.ask("POST", "/api/imports/\(names[1])", [:]).status == 404)
            try await asked.send("DELETE", "/api/imports/\(names[65])", nil)
            asked.server.stop()
            left += importer.calls.withLock { $0.map(\.path) }
        }
        #expect(left.count == 67)
        for path in left { #expect(try FileSystem.kind(of: FileSystem.parent(of: path)) == .missing, "\(path)") }
    }

    @Test("what a server that was killed had put aside goes with the next file")
    func killed() async throws {
        let left = try FileSystem.makeTemporaryDirectory(
            in: FileSystem.temporaryDirectory, prefix: "diarylog-import-")
        for name in ["lock", "secret.md"] { try FileSystem.write([UInt8](name.utf8).span, to: "\(left)/\(name)") }
        _ = try await drop(try Asked(speaker: Importer().say), "lock", [1])
        #expect(try FileSystem.kind(of: left) == .missing)
    }

    @Test("no option, and no word that a terminal's messages begin with, is said to who has no terminal")
    func plain() async throws {
        let said = "오류: 아는 형식이 아닙니다\nhint: Nothing was imported. --format names one.\nhint: Nothing came,"
        let (_, answer) = try await drop(try Asked(speaker: Importer(isGood: false, words: said).say), "x.zip", [1])
        #expect(answer["words"]?.text == "아는 형식이 아닙니다\nNothing came, from x.zip")
    }

    @Test func `a name that would lead elsewhere leads nowhere, and who may not write drops nothing`() async throws {
        let importer = Importer()
        let asked = try Asked(speaker: importer.say)
        for name in ["..%2F..%2Fetc%2Fx", ".hidden", "%2F", ""] { _ = try await drop(asked, name, [1]) }
        let names = importer.calls.withLock { $0.map { $0.path.split(separator: "/").last.map(String.init) } }
        #expect(names == ["x", "import", "import", "import"])
        #expect(try await drop(try Asked(), "a", [1]).status == 404)
        asked.server.stop()
    }

    @Test func `the places that have names are those that the program keeps`() async throws {
        let asked = try Asked(diarylog: { words in
            words == ["config", "--json"]
                ? Array(
                    #"{"file":"f","settings":[{"name":"lang","value":"ko","source":""},{"name":"places.집","value":"37.5,127.0","source":""}]}"#
                        .utf8) : nil
        })
        #expect(try await asked.get("/api/places")["places"]?.list.first?["name"]?.text == "집")
        #expect(try await Asked().get("/api/places")["places"]?.list.isEmpty == true)
    }
}
