/// The other tabs of a browser: what lets them in. What does not is among `RefusedRequests`.

import DiaryEngine
import DiarylogTestSupport
import Interchange
import Testing

@testable import DiaryServer

@Suite(.timed) final class SessionTests: InAsked {
    private func status(_ asked: Asked, _ cookie: String, _ half: String, _ method: String = "GET") async -> Int {
        let headers = ["authorization": "Half " + half, "cookie": cookie]
        let (target, body): (String, JSONValue?) =
            method == "GET" ? ("/api/state", nil) : ("/api/entries", ["text": .text("x")])
        return await asked.answer(asked.request(method, target, body, changing: headers)).status
    }

    @Test func `both halves of a session let a tab write`() async throws {
        let held = try await asked.beginSession()
        #expect(await status(asked, held.cookie, held.half, "POST") == 200)
        #expect(try asked.diary.totals().live == 1)
    }

    @Test
    func `the cookie is the browser session's, unseen by scripts, for this host alone and never for another site`()
        async throws
    {
        let reply = await asked.answer(asked.request("POST", "/api/session", [:]))
        let set = try #require(reply.named["set-cookie"])
        let words = set.split(separator: ";").map { $0.drop { $0 == " " } }.dropFirst()
        #expect(words == ["Path=/api/", "HttpOnly", "SameSite=Strict"])
        #expect(!set.contains(asked.token) && !reply.text.contains(asked.token))
    }

    @Test func `a session is of one diary, one port and one token`() async throws {
        let held = try await Asked().beginSession()
        let others = [
            try Asked(place: "/home/me/diary\n4322"), try Asked(place: "/home/me/other\n4321"),
            try Asked(token: String(repeating: "8e", count: 32)),
        ]
        for other in others {
            let theirs = try await other.beginSession()
            #expect(await status(other, held.cookie, held.half) == 401)
            #expect(await status(other, held.cookie, theirs.half) == 401)
            #expect(await status(other, theirs.cookie, held.half) == 401)
            #expect(await status(other, theirs.cookie, theirs.half) == 200)
        }
        // A run after this one, of the same diary, port and token.
        #expect(await status(try Asked(), held.cookie, held.half) == 200)
    }

    @Test func `a browser that has a session goes on with it, so that no tab is thrown out`() async throws {
        let held = try await asked.beginSession()
        #expect(try await asked.beginSession(cookie: held.cookie) == held)
        #expect(try await asked.beginSession().half != held.half)
        // One that another port has set is taken, and the half that belongs to it is told to this page alone.
        let planted = "\(held.cookie.prefix { $0 != "=" })=" + String(repeating: "a", count: 64)
        let mine = try await asked.beginSession(cookie: planted)
        #expect(mine.cookie == planted && mine.half != held.half)
    }

    @Test func `a tab with a session has the server show that it knows it`() async throws {
        let held = try await asked.beginSession()
        let nonce = String(repeating: "0a", count: 32)
        let target = "/api/proof?session=1&nonce=" + nonce
        let reply = await asked.answer(
            asked.request("GET", target, changing: ["authorization": nil, "cookie": held.cookie]))
        #expect(try reply.json["proof"]?.text == Proof(host: asked.host, key: held.half).code(for: nonce))
    }
}
