internal import DiaryModel
internal import Synchronization

/// What becomes of a request before its body is read.
public enum Admission: Sendable {
    /// It is answered so, and its body is not read.
    case refused(PageReply)
    /// It may go on, with a body of at most so many bytes; whether it has shown the key, which not all have to.
    case admitted(bodyLimit: Int, showsKey: Bool)
    /// It brings a file of at most `Upload.limit` bytes, which goes there part by part.
    case receiving(Upload)
}

/// Lets in only the page that this server gave out: it knows the token, or has both halves of a session, and comes from
/// this origin.
///
/// The page itself holds no secret and is given to everybody who can connect; the token is in the fragment of the
/// address, which no browser sends. A cookie alone opens nothing, as all ports of a host are sent it.
final class Guard: Sendable {
    let options: ServerOptions
    /// Names of this machine with another port, as a tunnel has it, under which somebody with the key has asked.
    private let tunnels = Mutex<Set<String>>([])

    init(options: ServerOptions) { self.options = options }

    /// The most bytes of a change: all that an entry may hold, escaped.
    static let bodyLimit = 2 * EntryLimits.content

    /// The limit of the body, and where the request leads: nil for the page's own files. Throws what is wrong with it.
    func admit(_ request: PageRequest) throws -> (bodyLimit: Int, destination: Destination?) {
        guard let host = request.headers["host"], isOurs(host, request) else { throw ServerProblem.host }
        // Only the page's own files are for everybody: whether a path exists is told to those who know the token.
        guard request.path.hasPrefix("/api/") else {
            guard request.path.hasPrefix("/"), request.path.count(where: { $0 == "/" }) <= 2 else {
                throw ServerProblem.notFound
            }
            // HEAD is answered as GET is, but for the body.
            guard ["GET", "HEAD"].contains(request.method) else { throw ServerProblem.method }
            return (0, nil)
        }
        let found = Result { try Destination(of: request) }
        if (try? found.get())?.route.terms != .proof, !isKnown(request) { throw ServerProblem.token }
        if let site = request.headers["sec-fetch-site"], site != "same-origin" { throw ServerProblem.crossSite }
        if let origin = request.headers["origin"], origin != scheme + "://" + host { throw ServerProblem.crossSite }
        let destination = try found.get()
        return (try bodyLimit(request, destination.route.terms), destination)
    }

    private func bodyLimit(_ request: PageRequest, _ terms: Route.Terms) throws -> Int {
        if request.method == "GET" { return 0 }
        let type = request.headers["content-type"] ?? ""
        // Who may read may take what is read along.
        if case .reading(let limit) = terms, type.hasPrefix("application/json") { return limit }
        if options.isReadOnly { throw ServerProblem.readOnly }
        if request.method == "DELETE" { return 0 }
        // What a form of another site can send is of another type.
        if case .bytes(let limit) = terms {
            guard type == "application/octet-stream" else { throw ServerProblem.type }
            return limit
        }
        guard type.hasPrefix("application/json") else { throw ServerProblem.type }
        return Self.bodyLimit
    }

    /// Whether the server is known by a name. At another port of this machine the page is given to everybody, and all
    /// else to who has the key. Before that, no proof is given there: who listens at that port could hand it on to a
    /// page that takes him for this server.
    private func isOurs(_ host: String, _ request: PageRequest) -> Bool {
        if options.hosts.contains(host) { return true }
        // A browser leaves port 80 out.
        let isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains { name in
            host == name || (host.hasPrefix(name + ":") && UInt16(host.dropFirst(name.count + 1)) != nil)
        }
        guard isLoopback else { return false }
        return tunnels.withLock { known in
            if hasToken(request) { known.insert(host) }
            return known.contains(host) || !request.path.hasPrefix("/api/")
        }
    }

    private func hasToken(_ request: PageRequest) -> Bool {
        isSame(request.headers["authorization"] ?? "", "Bearer " + options.token)
    }

    private func isKnown(_ request: PageRequest) -> Bool {
        if hasToken(request) { return true }
        guard let given = request.headers["authorization"] else { return false }
        // A session speaks for a browser, which says where it asks from.
        let session = Session(options)
        guard request.headers["sec-fetch-site"] != nil || request.headers["origin"] != nil,
            let cookie = session.cookie(of: request.headers)
        else { return false }
        return isSame(given, "Half " + session.half(for: cookie))
    }

    private var scheme: String { options.isBehindTLS ? "https" : "http" }

    /// Compares in a time that does not tell how much is right.
    private func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
