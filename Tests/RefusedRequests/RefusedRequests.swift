/// What a page of elsewhere, another program, another user of the machine or a broken client may ask: one list, which
/// the guard is asked as values, and the program at its socket.

private let octets = "application/octet-stream"
private let nonce = String(repeating: "0a", count: 32)
private let zeros = String(repeating: "0", count: 64)

package enum RefusedRequests {
    package static func all(at door: Door) -> [GuardedRequest] {
        names(door) + ports(door) + keys(door) + sessions(door) + sites(door) + types(door) + paths(door)
            + methods(door) + bodies(door)
    }

    private static func names(_ door: Door) -> [GuardedRequest] {
        let hosts = [
            nil, "", "evil.example", "evil.example:\(door.port)", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:1:1",
            "[::1", "[::1]:", "[::1]9", "::1", "[::2]:9",
            "\(door.host).", "\(door.host).evil.example", "\(door.host)@evil.example",
            "0.0.0.0:\(door.port)", "\(door.host), \(door.host)",
        ]
        let rule = "a name that was made to point here is refused, for the page as for its answers"
        return hosts.flatMap { host in
            ["/", "/icon.svg", "/api/state", "/api/proof?nonce=" + nonce].flatMap { target in
                [["host": host], door.session(["host": host])].map {
                    GuardedRequest(rule, 421, "host", at: door, "GET", target, changing: $0)
                }
            }
        }
    }

    private static func ports(_ door: Door) -> [GuardedRequest] {
        let rule = "at another port of this machine nobody is answered without the key, and no proof can be handed on"
        return ["127.0.0.1:\(door.port + 1)", "127.0.0.1:80", "localhost:1", "localhost", "[::1]:1"].flatMap { host in
            let none: [String: String?] = ["host": host, "authorization": nil, "origin": "http://" + host]
            let wrong = none.merging(["authorization": "Bearer " + zeros]) { $1 }
            let session = door.session(["host": host, "origin": "http://" + host])
            let targets = ["/api/state", "/api/proof?nonce=" + nonce, "/api/proof?session=1&nonce=" + nonce]
            return targets.flatMap { target in
                [none, wrong, session].map {
                    GuardedRequest(rule, 421, "host", at: door, "GET", target, changing: $0)
                }
            }
        }
    }

    private static func keys(_ door: Door) -> [GuardedRequest] {
        let almost = door.token.dropLast() + (door.token.hasSuffix("0") ? "1" : "0")
        let keys = [
            nil, "", door.token, "Bearer", "Bearer ", "Bearer " + zeros, "Bearer " + almost,
            "Bearer " + door.token.dropLast(), "Bearer \(door.token)0", "bearer " + door.token, "bearer" + door.token,
            "Basic " + door.token, "Bearer \(door.token), Bearer \(door.token)",
        ]
        let targets = ["/api/state", "/api/entries", "/api/entries/" + door.entry, "/api/live", "/api/nothing"]
        let rule = "nobody gets in without the token, and whether a path exists is told to nobody else"
        let none: [String: String?] = ["authorization": nil]
        let preflight: [String: String?] = [
            "authorization": nil, "origin": "https://evil.example", "access-control-request-method": "DELETE",
            "access-control-request-headers": "authorization",
        ]
        return keys.flatMap { key in
            targets.map { GuardedRequest(rule, 401, "token", at: door, "GET", $0, changing: ["authorization": key]) }
        }
            + [
                ("GET", "/api/state?token=" + door.token, nil, none),
                ("GET", "/api/state", nil, none.merging(["cookie": "token=" + door.token]) { $1 }),
                ("GET", "/api/proof?session=1&nonce=" + nonce, nil, none), ("POST", "/api/proof", "{}", none),
                ("POST", "/api/session", "{}", none), ("OPTIONS", "/api/entries", nil, preflight),
                ("POST", attachments(door), "x", ["authorization": nil, "content-type": octets]),
            ].map { GuardedRequest(rule, 401, "token", at: door, $0, $1, $2, changing: $3) }
    }

    private static func sessions(_ door: Door) -> [GuardedRequest] {
        let name = door.cookie.prefix { $0 != "=" }
        let changes: [[String: String?]] = [
            // A program at another port is sent the cookie.
            ["authorization": nil], ["authorization": "Half "], ["authorization": "Half " + zeros],
            ["authorization": "Bearer " + door.half], ["authorization": "Half " + door.token],
            ["authorization": "Half " + door.cookie.dropFirst(name.count + 1)],
            ["authorization": "Half \(door.half)0"],
            // A script of this page reads the half.
            ["cookie": nil], ["cookie": ""], ["cookie": "\(name)=\(zeros)"], ["cookie": "\(name)=\(door.half)"],
            ["cookie": "\(name)=short"], ["cookie": "other" + door.cookie],
            ["cookie": "\(name)=\(zeros); \(door.cookie)"],
            // A program sends both, and does not say where it asks from.
            ["origin": nil, "sec-fetch-site": nil],
        ]
        let rule = "of a session neither half is enough, nor anything that is made up"
        return changes.map { GuardedRequest(rule, 401, "token", at: door, changing: door.session($0)) }
    }

    private static func sites(_ door: Door) -> [GuardedRequest] {
        let origins = [
            "http://evil.example", "https://evil.example", "null", "http://127.0.0.1:\(door.port + 1)",
            "http://localhost:\(door.port)", "https://" + door.host,
        ]
        let changes: [[String: String?]] =
            ["cross-site", "same-site", "none", "nonsense"].map { ["sec-fetch-site": $0, "origin": nil] }
            + origins.map { ["sec-fetch-site": nil, "origin": $0] } + [["host": "localhost:\(door.port)"]]
        let rule = "a page of another site, or of another port, is refused even with what lets others in"
        return changes.flatMap { change in
            [("GET", "/api/state", nil), ("POST", "/api/undo", "{}")].flatMap { method, target, body in
                [change, door.session(change)].map {
                    GuardedRequest(rule, 403, "cross-site", at: door, method, target, body, changing: $0)
                }
            }
                + [
                    ("GET", "/api/proof?nonce=" + nonce, nil, ["authorization": nil]),
                    ("POST", "/api/session", "{}", [:]),
                    ("POST", attachments(door), "x", ["content-type": octets] as [String: String?]),
                ].map { method, target, body, more in
                    GuardedRequest(
                        rule, 403, "cross-site", at: door, method, target, body, changing: change.merging(more) { $1 })
                }
        }
    }

    private static func types(_ door: Door) -> [GuardedRequest] {
        let rule = "what a form of another site can send is refused, by its type"
        let types = [nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
        return types.flatMap { type in
            [
                ("/api/entries", #"{"text":"x"}"#), ("/api/session", "{}"), ("/api/export", "{}"), ("/api/undo", "{}"),
                (attachments(door), "x"), ("/api/imports?name=a", "x"),
            ].flatMap { target, body in
                [["content-type": type], door.session(["content-type": type])].map {
                    GuardedRequest(rule, 415, "type", at: door, "POST", target, body, changing: $0)
                }
            }
        } + [
            GuardedRequest(rule, 415, "type", at: door, "POST", attachments(door), "{}"),
            GuardedRequest(
                rule, 415, "type", at: door, "POST", "/api/entries", "{}", changing: ["content-type": octets]),
        ]
    }

    private static func paths(_ door: Door) -> [GuardedRequest] {
        [
            "/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
            "/etc/passwd", "/%2e%2e/page.html", "//page.html", "/page.html/", "/page.html/../../lock", "/lock",
            "/log-000001.mdb", "/page.js%00.html", "/.%00/", "/page.js", "/page.js/", "/Page/page.js", "/%", "/%zz",
            "/\u{FEFF}", "/api", "/api/", "/api/nothing", "/api/../page.js", "/api/entries/../state",
            "/api/entries/..%2f..%2fstate", "/api/entries/zz", "/api/drafts/1", "/api/drafts/d0",
            "/api/attachments/..%2f..%2fetc", "/api/attachments/" + zeros,
        ].map { GuardedRequest("no path leads to a file", 404, "not-found", at: door, "GET", $0) }
    }

    private static func methods(_ door: Door) -> [GuardedRequest] {
        let methods = ["OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "PUT", "DELETE", "get"]
        let rule = "another method is no other way in"
        let entry = "/api/entries/" + door.entry
        return (["HEAD"] + methods).map { GuardedRequest(rule, 405, "method", at: door, $0) }
            + (["POST"] + methods).map { GuardedRequest(rule, 405, "method", at: door, $0, "/") }
            + ["/api/session", "/api/undo", "/api/many"].map {
                GuardedRequest(rule, 405, "method", at: door, "GET", $0)
            }
            + ["x-http-method-override", "x-http-method", "x-method-override"].map {
                GuardedRequest(rule, 405, "method", at: door, "POST", entry, "{}", changing: [$0: "DELETE"])
            } + [GuardedRequest(rule, 400, "usage", at: door, "GET", entry + "?_method=DELETE")]
    }

    private static func bodies(_ door: Door) -> [GuardedRequest] {
        let nonces = ["", "nonce=", "nonce=short", "nonce=\(nonce)0", "nonce=" + nonce.uppercased()]
        let rule = "what is longer than it can mean, or means nothing, is refused"
        return (nonces + ["nonce=\(nonce)&more=1"]).map {
            GuardedRequest(rule, 400, "usage", at: door, "GET", "/api/proof?" + $0, changing: ["authorization": nil])
        } + [
            GuardedRequest(rule, 413, "too-large", at: door, "GET", "/api/state", "{"),
            GuardedRequest(rule, 413, "too-large", at: door, "DELETE", "/api/entries/" + door.entry, "{"),
            GuardedRequest(rule, 413, "too-large", at: door, "POST", "/api/session", #"{"half":"x"}"#),
        ]
    }

    /// What a server refuses besides where nothing may be written.
    package static func whereNothingMayBeWritten(at door: Door) -> [GuardedRequest] {
        let entry = "/api/entries/" + door.entry
        let changes = [
            ("POST", "/api/entries"), ("PUT", entry), ("DELETE", entry), ("POST", entry + "/restore"),
            ("POST", "/api/many"), ("POST", "/api/undo"), ("POST", "/api/redo"), ("POST", "/api/restore"),
            ("POST", "/api/drafts"), ("PUT", "/api/drafts/d1"), ("DELETE", "/api/drafts/d1"),
            ("POST", "/api/drafts/d1/commit"), ("POST", "/api/sync"), ("POST", "/api/imports/a"),
            ("DELETE", "/api/imports/a"), ("DELETE", entry + "/attachments/" + zeros),
        ]
        let files = [("POST", attachments(door)), ("POST", "/api/imports?name=a")]
        return [[:], door.session()].flatMap { change in
            changes.map { ($0, $1, "{}", change) }
                + files.map { ($0, $1, "x", change.merging(["content-type": octets]) { $1 }) }
        }.map { GuardedRequest("a reader changes nothing", 403, "read-only", at: door, $0, $1, $2, changing: $3) }
    }

    /// What is let in: a guard that refuses everything is none.
    package static func admitted(at door: Door) -> [GuardedRequest] {
        let none: [String: String?] = ["authorization": nil]
        let localhost = "localhost:\(door.port)"
        let tunnels = ["127.0.0.1:9", "127.0.0.1", "[::1]:9"].flatMap { host in
            let tunnel: [String: String?] = ["host": host, "origin": "http://" + host]
            let proven = "from then on the server proves there that it knows it"
            return [
                ("a tunnel leads to the page", "/", tunnel.merging(none) { $1 }),
                ("who comes through one is let in by the key", "/api/state", tunnel),
                (proven, "/api/proof?nonce=" + nonce, tunnel.merging(none) { $1 }),
            ].map { GuardedRequest($0, 200, nil, at: door, "GET", $1, changing: $2) }
        }
        return tunnels
            + [
                ("anybody is given the page", "GET", "/", nil, none),
                ("anybody is given the page", "HEAD", "/", nil, none),
                ("anybody is given the page's files", "GET", "/icon.svg", nil, none),
                ("anybody may ask whether the server knows the key", "GET", "/api/proof?nonce=" + nonce, nil, none),
                (
                    "a tab may ask it of a session", "GET", "/api/proof?session=1&nonce=" + nonce, nil,
                    ["authorization": nil, "cookie": door.cookie]
                ),
                ("the page is let in", "GET", "/api/state", nil, [:]),
                (
                    "a program such as curl says neither site nor origin", "GET", "/api/state", nil,
                    ["origin": nil, "sec-fetch-site": nil]
                ),
                (
                    "both names are the server's", "GET", "/api/state", nil,
                    ["host": localhost, "origin": "http://" + localhost]
                ),
                ("who has the key begins a session", "POST", "/api/session", "{}", [:]),
                (
                    "a type may say more", "POST", "/api/session", "{}",
                    ["content-type": "application/json; charset=utf-8"]
                ),
                ("both halves let a tab in", "GET", "/api/entries", nil, door.session()),
                (
                    "other cookies do no harm", "GET", "/api/state", nil,
                    door.session(["cookie": "a=b; \(door.cookie); theme=dark"])
                ),
                ("who may read may take along", "POST", "/api/export", #"{"entries":["\#(door.entry)"]}"#, [:]),
            ].map { GuardedRequest($0, 200, nil, at: door, $1, $2, $3, changing: $4) }
    }

    private static func attachments(_ door: Door) -> String { "/api/entries/\(door.entry)/attachments?name=a" }
}
