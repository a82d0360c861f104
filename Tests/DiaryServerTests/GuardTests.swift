/// Who is let in: each attack that a page of elsewhere, or another user of the machine, may try.

import DiaryEngine
import DiaryServer
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("The guard", .timed) struct GuardTests {
    private func refused(
        _ asked: Asked, _ method: String = "GET", _ target: String = "/api/state", _ body: JSONValue? = nil,
        changing: [String: String?]
    ) async throws -> (Int, String?) {
        let reply = await asked.answer(asked.request(method, target, body, changing: changing))
        var reader = try JSONReader(reply.body)
        return (reply.status, try reader.value()["error", "code"]?.text)
    }

    @Test("nobody gets in without the token, with a part of it, or with another")
    func token() async throws {
        let asked = try Asked()
        let wrong = [nil, "", asked.token, "Bearer ", "Bearer " + asked.token.dropLast(), "Bearer \(asked.token)0"]
        for given in wrong + ["bearer " + asked.token, "Basic " + asked.token] {
            #expect(try await refused(asked, changing: ["authorization": given]) == (401, "token"), "\(given ?? "-")")
        }
    }

    @Test("HEAD is answered where the page's files lie, and nowhere else")
    func head() async throws {
        let asked = try Asked()
        let reply = await asked.answer(asked.request("HEAD", "/"))
        #expect(reply.status == 200 && !reply.body.isEmpty)
        #expect(try await refused(asked, "HEAD", changing: [:]) == (405, "method"))
    }

    @Test("a name that was made to point here is refused, for the page as for its answers")
    func rebinding() async throws {
        let asked = try Asked()
        for host in [nil, "evil.example:4321", "localhost:4321", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:4321."] {
            #expect(try await refused(asked, changing: ["host": host]) == (421, "host"))
            #expect(try await refused(asked, "GET", "/", changing: ["host": host]) == (421, "host"))
        }
    }

    @Test("the server shows that it knows the key before the page says it, and nobody can hand that on")
    func proof() async throws {
        let asked = try Asked()
        func proof(_ nonce: String, changing: [String: String?] = ["authorization": nil]) async throws -> String {
            let reply = await asked.answer(asked.request("GET", "/api/proof?nonce=" + nonce, changing: changing))
            var reader = try JSONReader(reply.body)
            return try #require(try reader.value()["proof"]?.text)
        }
        let (one, other) = (String(repeating: "0a", count: 32), String(repeating: "0b", count: 32))
        func code(_ host: String, _ nonce: String) -> String {
            Digest(authenticating: Array("proof\n\(host)\n\(nonce)".utf8), secret: Array(asked.token.utf8)).hexadecimal
        }
        #expect(try await proof(one) == code(asked.host, one))
        #expect(try await proof(other) == code(asked.host, other))
        // A server that passes the question on is asked under a name that is not this one's.
        let passed: [String: String?] = ["authorization": nil, "host": "127.0.0.1:4322"]
        #expect(try await refused(asked, "GET", "/api/proof?nonce=" + one, changing: passed) == (421, "host"))
        for nonce in ["", "nonce=short", "nonce=" + one + "0", "nonce=" + one.uppercased(), "nonce=\(one)&more=1"] {
            let answer = try await refused(asked, "GET", "/api/proof?" + nonce, changing: ["authorization": nil])
            #expect(answer == (400, "usage"), "\(nonce)")
        }
        for site in ["cross-site", "same-site"] {
            let changing: [String: String?] = ["authorization": nil, "sec-fetch-site": site]
            #expect(
                try await refused(asked, "GET", "/api/proof?nonce=" + one, changing: changing) == (403, "cross-site"))
        }
        #expect(try await refused(asked, "POST", "/api/proof", [:], changing: ["authorization": nil]) == (401, "token"))
    }

    @Test("a page of another site, or of another port, is refused even with the token")
    func crossSite() async throws {
        let asked = try Asked()
        for site in ["cross-site", "same-site", "none", "nonsense"] {
            #expect(try await refused(asked, changing: ["sec-fetch-site": site]) == (403, "cross-site"))
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:4321"] {
            #expect(try await refused(asked, changing: ["origin": origin]) == (403, "cross-site"))
        }
        // A program on this machine, such as curl, says neither.
        let plain = await asked.answer(
            asked.request("GET", "/api/state", changing: ["sec-fetch-site": nil, "origin": nil]))
        #expect(plain.status == 200)
    }

    @Test("what a form of another site can send is refused: text/plain, and no type")
    func forms() async throws {
        let asked = try Asked()
        for type in [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            let answer = try await refused(
                asked, "POST", "/api/entries", ["text": .text("x")], changing: ["content-type": type])
            #expect(answer == (415, "type"))
        }
        #expect(try asked.diary.totals().live == 0)
    }

    @Test("no path leads to a file, and other methods lead nowhere")
    func paths() async throws {
        let asked = try Asked()
        for path in ["/../../etc/passwd", "/etc/passwd", "/%2e%2e/page.html", "//page.html", "/page.html/", "/api"] {
            #expect(try await refused(asked, "GET", path, changing: [:]).0 == 404, "\(path)")
        }
        for path in ["/api/entries/../state", "/api/entries/zz", "/api/drafts/1", "/api/drafts/d0", "/api/"] {
            #expect(try await refused(asked, "GET", path, changing: [:]).0 == 404, "\(path)")
        }
        for method in ["PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", ""] {
            #expect(try await refused(asked, method, changing: [:]) == (405, "method"), "\(method)")
            if method == "HEAD" { continue }
            #expect(try await refused(asked, method, "/", changing: [:]) == (405, "method"), "\(method)")
        }
        // Whether a path exists is not told to those without the token.
        let blind = try await refused(asked, "GET", "/api/nothing", changing: ["authorization": nil])
        #expect(blind == (401, "token"))
    }

    @Test("a reader changes nothing")
    func readOnly() async throws {
        let asked = try Asked(readOnly: true)
        let id = "00112233445566778899aabbccddeeff"
        for (method, path) in [
            ("POST", "/api/entries"), ("PUT", "/api/entries/" + id), ("DELETE", "/api/entries/" + id),
            ("POST", "/api/undo"), ("POST", "/api/redo"), ("POST", "/api/restore"), ("POST", "/api/drafts"),
            ("PUT", "/api/drafts/d1"), ("DELETE", "/api/drafts/d1"), ("POST", "/api/drafts/d1/commit"),
            ("POST", "/api/entries/\(id)/restore"),
        ] {
            #expect(try await refused(asked, method, path, [:], changing: [:]) == (403, "read-only"), "\(path)")
        }
        #expect(try await asked.get("/api/state")["readOnly"] == .bool(true))
    }

    @Test("what shows the key is told from what anybody may ask")
    func strangers() throws {
        let asked = try Asked()
        func showsKey(_ request: PageRequest) -> Bool? {
            if case .admitted(_, let showsKey) = asked.server.admit(request) { showsKey } else { nil }
        }
        let nonce = String(repeating: "0", count: 32)
        for path in ["/", "/api/proof?nonce=" + nonce] {
            #expect(showsKey(asked.request("GET", path)) == false, "\(path)")
        }
        #expect(showsKey(asked.request("GET", "/api/state")) == true)
        #expect(showsKey(asked.request("POST", "/api/undo")) == true)
        #expect(showsKey(asked.request("GET", "/api/state", changing: ["authorization": nil])) == nil)
    }

    @Test("a body has a limit, which is known before it is read")
    func bodies() async throws {
        let asked = try Asked()
        guard case .admitted(let none, _) = asked.server.admit(asked.request("GET", "/api/state")),
            case .admitted(let most, _) = asked.server.admit(asked.request("POST", "/api/entries"))
        else { throw Missing() }
        #expect(none == 0)
        #expect(most == 40 << 20)
        var request = asked.request("GET", "/api/state")
        request.body = [0x7B]
        #expect(await asked.answer(request).status == 413)
        request = asked.request("POST", "/api/entries")
        request.body = [UInt8](repeating: 0x20, count: most + 1)
        #expect(await asked.answer(request).status == 413)
    }

    private struct Missing: Error {}

    @Test("every answer forbids to keep it, to guess its type, to frame it, and to run what is not ours")
    func headers() async throws {
        let asked = try Asked()
        for target in ["/", "/api/state", "/api/nothing", "/nothing", "/api/live"] {
            let reply = await asked.answer(asked.request("GET", target))
            let headers = Dictionary(reply.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            #expect(headers["cache-control"] == "no-store")
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(headers["cross-origin-opener-policy"] == "same-origin")
            let policy = try #require(headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe"))
            #expect(headers["access-control-allow-origin"] == nil)
            #expect(headers["set-cookie"] == nil)
        }
    }
}
