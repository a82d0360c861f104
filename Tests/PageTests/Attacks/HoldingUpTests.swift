import Foundation
import Testing

extension PageTests {
    /// Who holds the server up: without end, slowly, in a crowd, or by going away in the middle.
    @Suite struct HoldingUp {
        @Test func `headers without end are cut off`() throws {
            let server = try WebServer(Diary.sample())
            let big = String(repeating: "a", count: 20_000)
            #expect(try server.ask("GET", "/", ["X-Big": big]).status >= 400)
            #expect(try server.ask("GET", "/\(String(repeating: big, count: 20))").status >= 400)
            let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("X-\($0)", Optional("a")) })
            #expect(try server.ask("GET", "/", many).status >= 400)
            #expect(try server.ask("GET", "/api/state").status == 200)
        }

        @Test func `a body that is too long is refused, said or not`() throws {
            let server = try WebServer(Diary.sample())
            let head = server.request("POST", "/api/entries") + "Content-Type: application/json\r\n"
            let said = try Wire.ask(head + "Content-Length: 999999999999\r\n\r\n", port: server.port)
            #expect(said.status == 413)
            let wire = try Wire(port: server.port)
            wire.send(head + "Transfer-Encoding: chunked\r\n\r\n")
            let piece = "100000\r\n" + String(repeating: "a", count: 1 << 20) + "\r\n"
            var sent = 0
            while sent < 200, wire.send(piece) { sent += 1 }
            #expect(sent < 200)
            #expect(wire.answer().status == 413 || sent < 60)
            let refused = try Wire(port: server.port)
            refused.send("POST /api/undo HTTP/1.1\r\nHost: \(server.host)\r\nContent-Length: 40000000\r\n\r\n")
            #expect(refused.answer().status == 401)
            let memory = try server.anonymousMemory
            #expect(memory < 300 << 20, "\(memory >> 20) MB")
            #expect(try server.ask("GET", "/api/state").status == 200)
        }

        @Test func `whoever sends a byte now and then is cut off`() throws {
            let server = try WebServer(Diary.sample(), options: ["--patience", "2"])
            let silent = try Wire(port: server.port)
            let head = try Wire(port: server.port)
            let body = try Wire(port: server.port)
            head.send("GET /api/state HTTP/1.1\r\n")
            let length = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
            body.send(server.request("POST", "/api/undo") + length)
            try wait("both are cut off in the midst of sending") {
                let (isHeadOpen, isBodyOpen) = (head.send("X"), body.send(" "))
                return isHeadOpen || isBodyOpen ? nil : ()
            }
            for (wire, name) in [(silent, "silent"), (head, "head"), (body, "body")] {
                #expect(wire.read().closed, "\(name)")
            }
            #expect(try server.diary.titles.first == "김장")
        }

        @Test func `whoever takes no answer is cut off`() throws {
            let server = try WebServer(Diary.filled(2_000), options: ["--patience", "2"])
            let wire = try Wire(port: server.port)
            let request = server.request("GET", "/api/entries?limit=500") + "\r\n"
            // It blocks once nobody reads at either side, until the other one has closed.
            while wire.send(request) {}
            #expect(wire.read().closed)
            #expect(try server.ask("GET", "/api/state").status == 200)
        }

        @Test func `a crowd of connections without an end of their request keeps nobody out`() throws {
            let server = try WebServer(Diary.sample())
            let crowd = try (0..<600).map { _ in try Wire(port: server.port) }
            for wire in crowd { wire.send("GET / HTTP/1.1\r\nX: ") }
            #expect(try server.ask("GET", "/api/state").status == 200)
        }

        @Test func `a crowd that was answered and stays makes room, but for who has shown the key`() throws {
            let server = try WebServer(Diary.sample(), options: ["--patience", "300"])
            let known = try Wire(port: server.port)
            func ask(_ wire: Wire, _ path: String) -> Int {
                wire.send(server.request("GET", path) + "\r\n")
                return wire.answer().status
            }
            #expect(ask(known, "/api/state") == 200)
            let crowd = try (0..<600).map { _ in try Wire(port: server.port) }
            for wire in crowd { _ = ask(wire, "/") }
            #expect(ask(known, "/api/state") == 200)
        }

        @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
        func `a crowd of another user closes nothing of mine`() throws {
            let server = try WebServer(Diary.sample(), options: ["--patience", "300"])
            let request = "GET / HTTP/1.1\r\nHost: \(server.host)\r\n\r\n"
            let mine = try (0..<20).map { _ in try Wire(port: server.port) }
            for wire in mine {
                wire.send(request)
                #expect(wire.answer().status == 200)
            }
            let crowd = """
                for i in {1..900}; do exec {fd}<>/dev/tcp/127.0.0.1/\(server.port) && printf '\(request)' >&$fd; done
                """
            try Programs.run(
                "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c", crowd])
            for wire in mine {
                wire.send(request)
                #expect(wire.answer().status == 200)
            }
        }

        @Test func `streams that are broken off in the middle do no harm`() throws {
            let server = try WebServer(Diary.sample(), options: ["--patience", "3600"])
            for round in 0..<60 {
                let wire = try Wire(port: server.port)
                wire.send(server.request("GET", "/api/live") + "\r\n")
                if round.isMultiple(of: 2) { _ = wire.read() { $0.contains("event: head") } }
            }
            try server.diary.run("add", "nachher")
            let wire = try Wire(port: server.port)
            wire.send(server.request("GET", "/api/live") + "\r\n")
            #expect(wire.read() { $0.contains("event: head") }.text.contains("event: head"))
            #expect(try server.end() == 0)
            #expect(server.said == "")
        }

        @Test func `whoever asks and sends no more has an answer, and a stream goes on for nobody`() throws {
            let server = try WebServer(Diary.sample())
            for (path, hasBegun) in [("/api/state", false), ("/api/live", false), ("/api/live", true)] {
                let wire = try Wire(port: server.port)
                wire.send(server.request("GET", path) + "\r\n")
                if hasBegun { _ = wire.read() { $0.contains("event: head") } }
                wire.sendNoMore()
                let (text, closed) = wire.read()
                #expect(closed, "\(path), begun: \(hasBegun)")
                #expect(path == "/api/live" || text.hasPrefix("HTTP/1.1 200"))
            }
        }
    }
}

extension WebServer {
    /// The head of a request that may ask, but for what ends it.
    func request(_ method: String, _ path: String) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(token)\r\n"
    }
}
