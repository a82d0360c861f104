/// A server that guards a diary, as those know it who were let in.
package struct Door: Sendable {
    /// The address without a name: the server is known as `127.0.0.1` and as `localhost` at this port.
    package var port: Int
    package var token: String
    /// What a session consists of: the cookie with its name, and the half that the page keeps.
    package var cookie: String
    package var half: String
    /// The id of an entry that is there.
    package var entry: String

    package init(port: Int, token: String, cookie: String, half: String, entry: String) {
        (self.port, self.token, self.cookie, self.half, self.entry) = (port, token, cookie, half, entry)
    }

    var host: String { "127.0.0.1:\(port)" }

    /// The headers of a tab that has no token, but a session.
    func session(_ more: [String: String?] = [:]) -> [String: String?] {
        ["authorization": "Half " + half, "cookie": cookie].merging(more) { $1 }
    }
}

/// A request with all its headers, and what it is answered.
package struct GuardedRequest: Sendable {
    package var method: String
    package var target: String
    /// By names in small letters.
    package var headers: [String: String]
    package var body: String?
    package var status: Int
    /// The code of the JSON error; nil where there is none.
    package var code: String?
    /// What the guard sees to.
    package var rule: String

    /// Whether a parser of HTTP may find that it is none, before any guard sees it.
    package var isOdd: Bool {
        headers["host"] == nil || ["CONNECT", "get"].contains(method) || !target.utf8.allSatisfy { $0 < 0x80 }
    }

    /// The request that the page itself would send, but for the headers that are changed.
    init(
        _ rule: String, _ status: Int, _ code: String?, at door: Door, _ method: String = "GET",
        _ target: String = "/api/state", _ body: String? = nil, changing: [String: String?] = [:]
    ) {
        (self.rule, self.status, self.code) = (rule, status, code)
        (self.method, self.target, self.body) = (method, target, body)
        headers = [
            "host": door.host, "authorization": "Bearer " + door.token, "sec-fetch-site": "same-origin",
            "origin": "http://" + door.host, "content-type": "application/json",
        ]
        for (name, value) in changing { headers[name] = value }
    }
}
