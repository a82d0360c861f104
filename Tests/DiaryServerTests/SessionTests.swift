/// The other tabs of a browser: what lets them in, and everything that does not.

import DiaryEngine
import DiarylogTestSupport
import Interchange
import Testing

@testable import DiaryServer

@Suite(.timed) struct SessionTests {
    /// What a browser that was let in has: the cookie, as it sends it, and the half that its page keeps.
    private struct Held {
        var cookie: String
        var half: String

        /// The headers of a tab that has no token.
        func headers(_ more: [String: String?] = [:]) -> [String: String?] {
            ["authorization": "Half " + half, "cookie": cookie].merging(more) { $1 }
        }
    }

    private func begin(_ asked: Asked, changing: [String: String?] = [:]) async throws -> Held {
        let reply = await asked.answer(asked.request("POST", "/api/session", [:], changing: changing))
        var reader = try JSONReader(reply.body)
        let set = try #require(reply.headers.first { $0.name == "set-cookie" }?.value)
        let half = try #require(try reader.value()["half"]?.text)
        return Held(cookie: String(set.prefix { $0 != ";" }), half: half)
    }

    private func status(
        _ asked: Asked, _ method: String = "GET", _ target: String = "/api/state", _ body: JSONValue? = nil,
        with headers: [String: String?]
    ) async -> Int { await asked.answer(asked.request(method, target, body, changing: headers)).status }

    @Test func `both halves of a session let a tab read and write`() async throws {
        let asked = try Asked()
        let held = try await begin(asked)
        #expect(await status(asked, with: held.headers()) == 200)
        #expect(await status(asked, "POST", "/api/entries", ["text": .text("x")], with: held.headers()) == 200)
        #expect(try asked.diary.totals().live == 1)
        let among = held.headers(["cookie": "a=b; \(held.cookie); theme=dark"])
        #expect(await status(asked, with: among) == 200)
    }

    @Test
    func `the cookie is the browser session's, unseen by scripts, for this host alone and never for another site`()
        async throws
    {
        let asked = try Asked()
        let reply = await asked.answer(asked.request("POST", "/api/session", [:]))
        let set = try #require(reply.headers.first { $0.name == "set-cookie" }?.value)
        let words = set.split(separator: ";").map { $0.drop { $0 == " " } }.dropFirst()
        #expect(words == ["Path=/api/", "HttpOnly", "SameSite=Strict"])
        #expect(!set.contains(asked.token) && !String(decoding: reply.body, as: UTF8.self).contains(asked.token))
    }

    @Test func `neither half is enough, and nothing that is made up`() async throws {
        let asked = try Asked()
        let held = try await begin(asked)
        let zeros = String(repeating: "0", count: 64)
        let name = held.cookie.prefix { $0 != "=" }
        let attempts: [[String: String?]] = [
            // A program at another port is sent the cookie.
            held.headers(["authorization": nil]), held.headers(["authorization": "Half "]),
            held.headers(["authorization": "Half \(zeros)"]), held.headers(["authorization": "Bearer \(held.half)"]),
            held.headers(["authorization": "Half \(asked.token)"]),
            held.headers(["authorization": "Half \(held.cookie.drop { $0 != "=" }.dropFirst())"]),
            held.headers(["authorization": "Half \(held.half)0"]),
            // A script of this page reads the half.
            held.headers(["cookie": nil]), held.headers(["cookie": ""]), held.headers(["cookie": "\(name)=\(zeros)"]),
            held.headers(["cookie": "\(name)=\(held.half)"]), held.headers(["cookie": "\(name)=short"]),
            held.headers(["cookie": "other\(held.cookie)"]),
            held.headers(["cookie": "\(name)=\(zeros); \(held.cookie)"]),
        ]
        for attempt in attempts { #expect(await status(asked, with: attempt) == 401, "\(attempt)") }
    }

    @Test func `a session is of one diary, one port and one token`() async throws {
        let asked = try Asked()
        let held = try await begin(asked)
        let others = [
            try Asked(place: "/home/me/diary\n4322"), try Asked(place: "/home/me/other\n4321"),
            try Asked(token: String(repeating: "8e", count: 32)),
        ]
        for other in others {
            let theirs = try await begin(other)
            #expect(await status(other, with: held.headers()) == 401)
            #expect(await status(other, with: theirs.headers(["cookie": held.cookie])) == 401)
            #expect(await status(other, with: theirs.headers(["authorization": "Half " + held.half])) == 401)
            #expect(await status(other, with: theirs.headers()) == 200)
        }
        // A run after this one, of the same diary, port and token.
        #expect(await status(try Asked(), with: held.headers()) == 200)
    }

    @Test func `a session does not get round the guard: other sites, other ports, other names, no origin`() async throws
    {
        let asked = try Asked()
        let held = try await begin(asked)
        for site in ["cross-site", "same-site", "none"] {
            #expect(await status(asked, with: held.headers(["sec-fetch-site": site])) == 403)
        }
        for origin in ["http://127.0.0.1:4322", "http://localhost:4321", "https://127.0.0.1:4321", "null"] {
            #expect(await status(asked, with: held.headers(["origin": origin])) == 403)
        }
        for host in ["evil.example:4321", "localhost:4321", "127.0.0.1:4322", "127.0.0.1"] {
            #expect(await status(asked, with: held.headers(["host": host])) == 421)
        }
        #expect(await status(asked, with: held.headers(["origin": nil, "sec-fetch-site": nil])) == 401)
        for type in [nil, "text/plain", "application/x-www-form-urlencoded"] {
            let headers = held.headers(["content-type": type])
            #expect(await status(asked, "POST", "/api/entries", ["text": .text("x")], with: headers) == 415)
        }
        #expect(try asked.diary.totals().live == 0)
    }

    @Test func `whoever is not let in begins no session, and no other answer sets a cookie`() async throws {
        let asked = try Asked()
        #expect(await status(asked, "POST", "/api/session", [:], with: ["authorization": nil]) == 401)
        #expect(await status(asked, "POST", "/api/session", [:], with: ["sec-fetch-site": "same-site"]) == 403)
        #expect(await status(asked, "POST", "/api/session", [:], with: ["content-type": "text/plain"]) == 415)
        #expect(await status(asked, "POST", "/api/session", ["half": .text("x")], with: [:]) == 413)
        #expect(await status(asked, "GET", "/api/session", with: [:]) == 405)
        let reader = try Asked(readOnly: true)
        let held = try await begin(reader)
        #expect(await status(reader, with: held.headers()) == 200)
        #expect(await status(reader, "POST", "/api/undo", [:], with: held.headers()) == 403)
    }

    @Test func `a browser that has a session goes on with it, so that no tab is thrown out`() async throws {
        let asked = try Asked()
        let held = try await begin(asked)
        let again = try await begin(asked, changing: ["cookie": held.cookie])
        #expect(again.cookie == held.cookie && again.half == held.half)
        #expect(try await begin(asked).half != held.half)
        // One that another port has set is taken, and the half that belongs to it is told to this page alone.
        let name = held.cookie.prefix { $0 != "=" }
        let planted = "\(name)=" + String(repeating: "a", count: 64)
        let mine = try await begin(asked, changing: ["cookie": planted])
        #expect(mine.cookie == planted && mine.half != held.half)
    }

    @Test func `a tab with a session has the server show that it knows it`() async throws {
        let asked = try Asked()
        let held = try await begin(asked)
        let nonce = String(repeating: "0a", count: 32)
        let target = "/api/proof?session=1&nonce=" + nonce
        let reply = await asked.answer(
            asked.request("GET", target, changing: ["authorization": nil, "cookie": held.cookie]))
        var reader = try JSONReader(reply.body)
        #expect(try reader.value()["proof"]?.text == Proof(host: asked.host, key: held.half).code(for: nonce))
        #expect(await status(asked, "GET", target, nil, with: ["authorization": nil]) == 401)
    }
}
