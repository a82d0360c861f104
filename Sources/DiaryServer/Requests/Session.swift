internal import EventStore
internal import Interchange

/// Lets in the other tabs of a browser that was let in once, by two halves of which neither is enough.
///
/// One half is a cookie, which no script reads and which goes with the browser's session. Browsers send it to every
/// port of the host, where programs of other users may listen; so the other half lies in the page's own storage, which
/// belongs to this port alone. The second half follows from the first, the token, the diary and the port: nothing is
/// kept here, a restart changes nothing, and a new token ends all sessions.
struct Session {
    let token: String
    /// The diary's folder and the port.
    let place: String
    let isBehindTLS: Bool

    init(_ options: ServerOptions) {
        (token, place, isBehindTLS) = (options.token, options.place, options.isBehindTLS)
    }

    /// Says nothing of the place, and is another for each.
    var name: String { "diarylog-" + Digest(hashing: Array("cookie\n\(place)".utf8)).hexadecimal.prefix(16) }

    /// The half that the page keeps, for a cookie.
    func half(for cookie: String) -> String {
        Digest(authenticating: Array("session\n\(place)\n\(cookie)".utf8), secret: Array(token.utf8)).hexadecimal
    }

    /// The cookie that a request brings; nil if it has none of ours.
    ///
    /// Another port of the host can set one of this name. The half that belongs to it is known to nobody then.
    func cookie(of request: [String: String]) -> String? {
        for pair in (request["cookie"] ?? "").split(separator: ";") {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name, let value = PageToken(parts[1]) { return value.text }
        }
        return nil
    }

    /// A cookie of the browser's session, for this host alone, never sent for another site.
    func setting(_ cookie: String) -> (name: String, value: String) {
        let secure = isBehindTLS ? "; Secure" : ""
        return ("set-cookie", "\(name)=\(cookie); Path=/api/; HttpOnly; SameSite=Strict\(secure)")
    }
}

extension DiaryServer {
    /// Begins a session, or goes on with that of the browser: the cookie, and the half for the page.
    func beginSession(_ call: Call) throws -> PageReply {
        let session = Session(options)
        let cookie = session.cookie(of: call.headers) ?? PageToken().text
        var reply = PageReply.json(["half": .text(session.half(for: cookie))])
        reply.headers.append(session.setting(cookie))
        return reply
    }
}
