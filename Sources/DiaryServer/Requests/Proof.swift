internal import EventStore
internal import Interchange

/// Shows a page that this server knows its key, before the page tells anything: the port stays the same from run to
/// run, and while no run has it, another user of the machine may listen there.
///
/// The page draws a nonce and checks the answer, a code that only the key gives. The name by which the server was asked
/// is part of it, so that nobody hands on the answer of a server that is elsewhere.
struct Proof {
    /// The name by which the server was asked; one that it is known by.
    let host: String
    let key: String

    /// HMAC-SHA256 over the name and the nonce, in hexadecimal digits.
    func code(for nonce: String) -> String {
        Digest(authenticating: Array("proof\n\(host)\n\(nonce)".utf8), secret: Array(key.utf8)).hexadecimal
    }
}

extension DiaryServer {
    /// What a page that draws a nonce is shown.
    func proof(_ call: inout Call) throws -> JSONValue {
        let nonce = try call.items.take("nonce") ?? ""
        let isBySession = try call.items.takeFlag("session")
        guard (32...64).contains(nonce.utf8.count), nonce.utf8.allSatisfy({ Self.digits.contains($0) }) else {
            throw ServerProblem.usage("nonce")
        }
        var key = options.token
        if isBySession {
            let session = Session(options)
            guard let cookie = session.cookie(of: call.headers) else { throw ServerProblem.token }
            key = session.half(for: cookie)
        }
        return ["proof": .text(Proof(host: call.headers["host"] ?? "", key: key).code(for: nonce))]
    }

    private static let digits = Set("0123456789abcdef".utf8)
}
