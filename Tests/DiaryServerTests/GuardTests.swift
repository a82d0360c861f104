/// Who is let in: each attack that a page of elsewhere, or another user of the machine, may try.

import DiaryEngine
import DiaryModel
import DiaryServer
import DiarylogRefusedRequests
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("The guard", .timed) final class GuardTests: InAsked {
    private func refuses(_ requests: [GuardedRequest], _ asked: Asked) async throws {
        let head = try asked.diary.resolve(.head)
        for request in requests {
            let reply = await asked.answer(PageRequest(request))
            let code = (try? reply.json)?["error", "code"]?.text
            #expect(reply.status == request.status && code == request.code, "\(request): \(reply.text)")
        }
        #expect(try asked.diary.resolve(.head) == head && asked.diary.drafts().isEmpty)
    }

    @Test func `each rule refuses what it is there for, and nothing is written`() async throws {
        let door = try await asked.door()
        try await refuses(RefusedRequests.all(at: door), asked)
        // A method of no letters is one that no socket lets through.
        #expect(await asked.answer(asked.request("", "/api/state")).status == 405)
    }

    @Test func `a reader changes nothing`() async throws {
        let asked = try Asked(readOnly: true)
        let door = try await asked.door()
        try await refuses(RefusedRequests.whereNothingMayBeWritten(at: door), asked)
        #expect(try await asked.get("/api/state")["readOnly"] == .bool(true))
    }

    @Test func `what the page asks is let in, and so is a program of this machine`() async throws {
        for asked in [try Asked(), try Asked(readOnly: true)] {
            for request in RefusedRequests.admitted(at: try await asked.door()) {
                let reply = await asked.answer(PageRequest(request))
                #expect(reply.status == request.status && !reply.body.isEmpty, "\(request): \(reply.text)")
            }
        }
    }

    @Test func `the server shows that it knows the key before the page says it`() async throws {
        for nonce in ["0a", "0b"].map({ String(repeating: $0, count: 32) }) {
            let target = "/api/proof?nonce=" + nonce
            let reply = await asked.answer(asked.request("GET", target, changing: ["authorization": nil]))
            let said = Array("proof\n\(asked.host)\n\(nonce)".utf8)
            let code = Digest(authenticating: said, secret: Array(asked.token.utf8)).hexadecimal
            #expect(try reply.json["proof"]?.text == code)
        }
    }

    @Test func `what shows the key is told from what anybody may ask`() throws {
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

    @Test func `a body has a limit, which is known before it is read`() async throws {
        var request = asked.request("POST", "/api/entries")
        guard case .admitted(let most, _) = asked.server.admit(request) else { throw Absent() }
        #expect(most == 2 * EntryLimits.content)
        request.body = [UInt8](repeating: 0x20, count: most + 1)
        #expect(await asked.answer(request).status == 413)
    }

    @Test("every answer forbids to keep it, to guess its type, to frame it, and to run what is not ours")
    func headers() async throws {
        for target in ["/", "/api/state", "/api/nothing", "/nothing", "/api/live"] {
            let headers = await asked.answer(asked.request("GET", target)).named
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
