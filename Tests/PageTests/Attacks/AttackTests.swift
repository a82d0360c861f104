import DiarylogRefusedRequests
import Foundation
import Testing

extension PageTests {
    /// What another site, another program or a broken client may try, byte by byte at the socket.
    @Suite struct Attacks {
        @Test func `each request of the list is refused by its rule, tells nothing, and writes nothing`() throws {
            let server = try WebServer(Diary.sample())
            let door = try server.door()
            let reader = try WebServer(server.diary, options: ["--read-only"])
            let atReader = RefusedRequests.whereNothingMayBeWritten(at: try reader.door())
            let before = try server.diary.titles
            for request in RefusedRequests.all(at: door) { try refuses(request, server) }
            for request in atReader { try refuses(request, reader) }
            #expect(try server.diary.titles == before && server.diary.drafts.isEmpty)
        }

        private func refuses(_ request: GuardedRequest, _ server: WebServer) throws {
            let answer = try server.ask(request)
            // What is no HTTP never comes to the guard.
            let isUnreadable = answer.status == 400 && answer.body.isEmpty && request.isOdd
            #expect(answer.status == request.status || isUnreadable, "\(request): \(answer.head)")
            if !answer.body.isEmpty {
                #expect(answer.json["error"]["code"].string == request.code, "\(request): \(answer.body)")
            }
            #expect(!answer.body.contains("김장") && !answer.body.contains("root:"), "\(request)")
            #expect(!answer.head.lowercased().contains("access-control-allow"), "\(request)")
        }

        @Test func `what the page asks is let in`() throws {
            let server = try WebServer(Diary.sample())
            var door = try server.door()
            for request in RefusedRequests.admitted(at: door) {
                #expect(try server.ask(request).status == request.status, "\(request)")
            }
            // What lets in at one port, without the token, does not at another of the same diary.
            let elsewhere = try WebServer(server.diary)
            door.port = elsewhere.port
            for request in RefusedRequests.admitted(at: door) where request.headers["cookie"] != nil {
                #expect(try elsewhere.ask(request).status == 401, "\(request)")
            }
        }

        @Test func `two hosts are refused, whichever comes first`() throws {
            let server = try WebServer(Diary.sample())
            let hosts = ["Host: \(server.host)\r\n", "Host: evil.example\r\n"]
            for two in [hosts, hosts.reversed()] {
                let key = "Authorization: Bearer \(server.token)\r\n\r\n"
                let answer = try Wire.ask("GET /api/state HTTP/1.1\r\n" + two.joined() + key, port: server.port)
                #expect([400, 421].contains(answer.status))
            }
        }

        @Test func `the page itself has no secret in it`() throws {
            let server = try WebServer(Diary.sample())
            let page = try server.ask("GET", "/", ["Authorization": nil])
            #expect(page.status == 200)
            #expect(!page.body.contains(server.token) && !page.body.contains("김장"))
            #expect(page.header("set-cookie") == nil)
        }

        @Test func `every answer forbids what a page could be led to`() throws {
            let server = try WebServer(Diary.sample())
            let file = try server.ask("GET", try server.file("page.js"))
            #expect(file.status == 200)
            let answers = [
                try server.ask("GET", "/"), try server.ask("GET", "/api/state"),
                try server.ask("GET", "/api/state", ["Authorization": nil]), try server.ask("GET", "/nothing"),
                try server.ask("GET", "/", ["Host": "evil.example"]),
            ]
            for answer in answers {
                #expect(answer.header("referrer-policy") == "no-referrer", "\(answer.head)")
                #expect(answer.header("cross-origin-opener-policy") == "same-origin")
                #expect(answer.header("cache-control") == "no-store")
                let policy = try #require(answer.header("content-security-policy"))
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe-") && !policy.contains("*"))
            }
            for answer in answers + [file] {
                #expect(answer.header("x-content-type-options") == "nosniff", "\(answer.head)")
                #expect(answer.header("cross-origin-resource-policy") == "same-origin")
                #expect(answer.header("access-control-allow-origin") == nil)
            }
        }

        @Test func `two lengths are no request, and nothing is smuggled behind one`() throws {
            let server = try WebServer(Diary.sample())
            let head = "POST /api/undo HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\n"
            let body = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
            let hidden = server.request("POST", "/api/undo") + body
            let attempts = [
                "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
                "Content-Length: 0\r\nContent-Length: 9\r\n\r\n", "Content-Length: +0\r\n\r\n",
                "Content-Length: 0x0\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length : 0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n", "Transfer-Encoding: chunked, identity\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding:\u{0B}chunked\r\n\r\n0\r\n\r\n",
            ]
            for attempt in attempts {
                let wire = try Wire(port: server.port)
                wire.send(head + attempt + hidden)
                // Time for an answer to the hidden request, where the connection stays open.
                let all = wire.read(for: 2).text
                #expect(!all.contains("HTTP/1.1 200"), "\(attempt.debugDescription): \(all.prefix(300))")
            }
            #expect(try server.diary.titles.first == "김장")
        }

        @Test func `a target with another host in it is no way round`() throws {
            let server = try WebServer(Diary.sample())
            let answer = try Wire.ask(
                "GET http://evil.example/api/state HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer \(server.token)\r\n\r\n",
                port: server.port)
            #expect([400, 404, 421].contains(answer.status))
            let split = try Wire.ask(
                "GET / HTTP/1.1\r\nHost: \(server.host)\r\nX: a\nX-Evil: b\r\n\r\n", port: server.port)
            #expect(!split.head.contains("Evil"))
        }

        @Test func `a page of another site that knows the token gets nothing in a real browser`() throws {
            let server = try WebServer(Diary.sample())
            let evil = try WebServer(Diary.empty())
            let tab = try Tab()
            try tab.visit(evil.address)
            let read = try tab.js(
                """
                fetch('\(server.origin)/api/state', {headers: {Authorization: 'Bearer \(server.token)'}})
                .then(r => r.text(), () => 'refused')
                """)
            #expect(read == "refused")
            let blind = try tab.js(
                """
                fetch('\(server.origin)/api/undo', {method: 'POST', mode: 'no-cors', body: '{}'}).then(() => 'sent', () => 'refused')
                """)
            #expect(blind != .null)
            let framed = try tab.js(
                """
                new Promise(done => {
                  const frame = document.createElement('iframe');
                  frame.onload = frame.onerror = () => done(frame.contentDocument ? 'own' : 'closed');
                  frame.src = '\(server.origin)/';
                  document.body.append(frame);
                })
                """)
            #expect(framed == "closed")
            #expect(try server.diary.titles.first == "김장")
            tab.close()
        }

        @Test func `a page of another port has no session, though the browser sends it the cookie`() throws {
            let page = try Opened()
            try page.tab.until("localStorage.getItem('diarylog.half') !== null")
            let evil = try WebServer(Diary.empty())
            let tab = try Tab(beside: page.tab)
            try tab.visit(evil.address)
            #expect(
                try tab.js("localStorage.getItem('diarylog.half')").string
                    != page.tab.js("localStorage.getItem('diarylog.half')").string)
            #expect(try tab.js("document.cookie") == "")
            for mode in ["cors", "no-cors"] {
                let read = try tab.js(
                    """
                    fetch('\(page.server.origin)/api/state', {credentials: 'include', mode: '\(mode)'})
                    .then(r => r.text(), () => 'refused')
                    """)
                #expect(read == "refused" || read == "", "\(mode)")
            }
            tab.close()
            try page.close()
        }
    }
}

extension WebServer {
    /// What those know of it who were let in.
    fileprivate func door() throws -> Door {
        let page: [String: String?] = ["Origin": origin, "Sec-Fetch-Site": "same-origin"]
        let begun = try ask("POST", "/api/session", page, body: "{}")
        let cookie = try #require(begun.header("set-cookie")?.prefix { $0 != ";" })
        return Door(
            port: port, token: token, cookie: String(cookie), half: begun.json["half"].string,
            entry: try String(diary.json("show", diary.id("김장"))["id"].string))
    }

    /// Sends a request with its own headers and no others.
    fileprivate func ask(_ request: GuardedRequest) throws -> Wire.Answer {
        var headers = request.headers.map { "\($0): \($1)\r\n" }.sorted().joined() + "connection: close\r\n"
        if let body = request.body { headers += "content-length: \(body.utf8.count)\r\n" }
        return try Wire.ask(
            "\(request.method) \(request.target) HTTP/1.1\r\n\(headers)\r\n\(request.body ?? "")", port: port)
    }
}
