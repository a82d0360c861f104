import Foundation
import Testing

extension PageTests {
    /// What another site, another program or a broken client may try, byte by byte at the socket.
    @Suite struct Attacks {
        @Test func `a name that was made to point here is refused`() throws {
            let server = try WebServer(Diary.sample())
            let port = server.port
            let hosts = [
                "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:\(port).evil.example",
                "127.0.0.1:\(port)@evil.example", "0.0.0.0:\(port)", "127.0.0.1:\(port + 1)", "",
            ]
            for host in hosts {
                for path in ["/", try server.file("page.js"), "/api/state"] {
                    let answer = try server.ask("GET", path, ["Host": host])
                    #expect(answer.status == 421, "Host \(host.debugDescription), \(path)")
                    #expect(!answer.body.contains("김장"))
                }
            }
            #expect(try server.ask("GET", "/api/state").status == 200)
            #expect(try server.ask("GET", "/api/state", ["Host": "localhost:\(port)"]).status == 200)
        }

        @Test func `no host and two hosts are refused`() throws {
            let server = try WebServer(Diary.sample())
            let none = try Wire.ask(
                "GET /api/state HTTP/1.1\r\nAuthorization: Bearer \(server.token)\r\n\r\n", port: server.port)
            #expect([400, 421].contains(none.status))
            let two = try Wire.ask(
                """
                GET /api/state HTTP/1.1\r\nHost: \(server.host)\r\nHost: evil.example\r\n\
                Authorization: Bearer \(server.token)\r\n\r\n
                """, port: server.port)
            #expect([400, 421].contains(two.status))
            let twice = try Wire.ask(
                """
                GET /api/state HTTP/1.1\r\nHost: evil.example\r\nHost: \(server.host)\r\n\
                Authorization: Bearer \(server.token)\r\n\r\n
                """, port: server.port)
            #expect([400, 421].contains(twice.status))
        }

        @Test func `nothing of the diary is told without the token`() throws {
            let server = try WebServer(Diary.sample())
            let id = try server.diary.id("김장")
            let wrong = String(repeating: "0", count: 64)
            let almost = String(server.token.dropLast()) + (server.token.hasSuffix("0") ? "1" : "0")
            let tokens: [String?] = [
                nil, "", "Bearer", "Bearer ", "Bearer \(wrong)", "Bearer \(almost)", "Basic \(server.token)",
                "bearer\(server.token)", "Bearer \(server.token)x", "Bearer \(server.token), Bearer \(server.token)",
            ]
            for token in tokens {
                for path in ["/api/state", "/api/entries", "/api/entries/\(id)", "/api/live", "/api/nothing"] {
                    let answer = try server.ask("GET", path, ["Authorization": token])
                    #expect(answer.status == 401, "\(token.debugDescription) \(path)")
                    #expect(answer.json["error"]["code"] == "token")
                }
            }
            #expect(try server.ask("GET", "/api/state?token=\(server.token)", ["Authorization": nil]).status == 401)
            #expect(
                try server.ask("GET", "/api/state", ["Authorization": nil, "Cookie": "token=\(server.token)"]).status
                    == 401)
        }

        @Test func `the cookie that every port of the host is sent opens nothing by itself`() throws {
            let server = try WebServer(Diary.sample())
            let page: [String: String?] = ["Origin": server.origin, "Sec-Fetch-Site": "same-origin"]
            let begun = try server.ask("POST", "/api/session", page, body: "{}")
            let cookie = String(try #require(begun.header("set-cookie")).prefix { $0 != ";" })
            let half = begun.json["half"].string
            #expect(begun.status == 200 && half.count == 64)
            func ask(_ headers: [String: String?]) throws -> Wire.Answer {
                try server.ask("GET", "/api/entries", page.merging(headers) { $1 })
            }
            let tab: [String: String?] = ["Authorization": "Half \(half)", "Cookie": cookie]
            #expect(try ask(tab).status == 200)
            let attempts: [([String: String?], Int)] = [
                (["Authorization": nil], 401), (["Authorization": "Half " + String(repeating: "0", count: 64)], 401),
                (["Cookie": nil], 401), (["Cookie": "\(cookie.prefix { $0 != "=" })=\(half)"], 401),
                (["Origin": nil, "Sec-Fetch-Site": nil], 401), (["Sec-Fetch-Site": "same-site"], 403),
                (["Origin": "http://127.0.0.1:\(server.port + 1)"], 403),
                (["Host": "evil.example:\(server.port)"], 421),
                (["Host": "localhost:\(server.port)"], 403),
            ]
            for (attempt, status) in attempts {
                let answer = try ask(tab.merging(attempt) { $1 })
                #expect(answer.status == status, "\(attempt)")
                #expect(!answer.body.contains("김장"))
            }
            let other = try WebServer(server.diary)
            let elsewhere: [String: String?] = [
                "Authorization": "Half \(half)", "Cookie": cookie, "Sec-Fetch-Site": "same-origin",
            ]
            #expect(try other.ask("GET", "/api/state", elsewhere).status == 401)
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

        @Test func `another site may not ask, even with the token`() throws {
            let server = try WebServer(Diary.sample())
            for site in ["cross-site", "same-site", "none"] {
                let answer = try server.ask("GET", "/api/state", ["Sec-Fetch-Site": site])
                #expect(answer.status == 403, "\(site)")
            }
            for origin in [
                "https://evil.example", "null", "http://127.0.0.1:\(server.port + 1)", "https://\(server.host)",
            ] {
                let answer = try server.ask(
                    "POST", "/api/undo", ["Origin": origin, "Sec-Fetch-Site": nil], body: "{}")
                #expect(answer.status == 403, "\(origin)")
            }
            #expect(try server.diary.titles.first == "김장")
            let own = try server.ask(
                "POST", "/api/undo", ["Origin": server.origin, "Sec-Fetch-Site": "same-origin"], body: "{}")
            #expect(own.status == 200)
        }

        @Test func `a preflight gets no leave`() throws {
            let server = try WebServer(Diary.sample())
            let answer = try server.ask(
                "OPTIONS", "/api/entries",
                [
                    "Origin": "https://evil.example", "Access-Control-Request-Method": "DELETE",
                    "Access-Control-Request-Headers": "authorization", "Authorization": nil,
                ])
            #expect(answer.status >= 400)
            #expect(!answer.head.lowercased().contains("access-control-allow"))
        }

        @Test func `a form of another site writes nothing`() throws {
            let server = try WebServer(Diary.sample())
            let types = [
                "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil,
            ]
            for type in types {
                let answer = try server.ask("POST", "/api/entries", ["Content-Type": type], body: "{\"text\":\"x\"}")
                #expect((400..<500).contains(answer.status), "\(type ?? "none") \(answer.status)")
            }
            #expect(try server.diary.titles.count == 21)
        }

        @Test func `no path reaches the file system`() throws {
            let server = try WebServer(Diary.sample())
            let paths = [
                "/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                "/page.html/../../CURRENT", "/CURRENT", "/log-000001.mdb", "/page.js%00.html", "/.%00/",
                "/api/../page.js",
                "/api/entries/..%2f..%2fstate", "/%", "/%zz", "/\u{FEFF}", "/page.js/", "/Page/page.js",
            ]
            for path in paths {
                let answer = try server.ask("GET", path)
                #expect([400, 404].contains(answer.status), "\(path) \(answer.status)")
                #expect(!answer.body.contains("root:"))
            }
        }

        @Test func `another method is not another way in`() throws {
            let server = try WebServer(Diary.sample())
            let id = try server.diary.id("김장")
            for method in ["HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "PUT"] {
                let answer = try server.ask(method, "/api/state")
                #expect((400..<500).contains(answer.status), "\(method) \(answer.status)")
            }
            for header in ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] {
                _ = try server.ask("POST", "/api/entries/\(id)", [header: "DELETE"], body: "{}")
                _ = try server.ask("GET", "/api/entries/\(id)?_method=DELETE", [header: "DELETE"])
            }
            #expect(try server.diary.titles.contains("김장"))
        }

        @Test func `two lengths are no request, and nothing is smuggled behind one`() throws {
            let server = try WebServer(Diary.sample())
            let head = "POST /api/undo HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\n"
            let hidden = """
                POST /api/undo HTTP/1.1\r\nHost: \(server.host)\r\nAuthorization: Bearer \(server.token)\r\n\
                Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}
                """
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
            #expect(
                try tab.js(
                    "new Promise(r => { const f = document.createElement('iframe'); f.onload = () => r('loaded'); f.onerror = () => r('error'); f.src = '\(server.origin)/'; document.body.append(f); setTimeout(() => r('none'), 1500) }).then(() => { try { return document.querySelector('iframe').contentDocument ? 'own' : 'closed' } catch { return 'closed' } })"
                ) != .null)
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
