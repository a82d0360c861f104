internal import DiaryServer
internal import NIOCore
internal import NIOPosix

/// Where the program listens.
enum ListenAddress {
    /// Without a port, at the diary's own.
    case port(host: String, UInt16?)
    case socket(path: String)

    /// The place that the options ask for; throws where others could connect and nobody said `--i-know`.
    init(_ options: Options) throws(Problem) {
        if let path = options.socket {
            self = .socket(path: path)
        } else {
            let host = options.host
            guard options.iKnow || Self.isLoopback(host) else {
                throw Problem(
                    3, "at \(host) others could connect, and what they see would travel in the clear",
                    "\(host)에서는 다른 사람도 접속할 수 있고, 내용이 암호화되지 않은 채 오갑니다",
                    hint: "Leave --host out. Or put a server that speaks TLS in front, and say --i-know.",
                    "--host를 빼세요. 또는 TLS를 쓰는 서버를 앞에 두고 --i-know를 붙이세요.")
            }
            self = .port(host: host, options.port)
        }
    }

    /// Whether only programs on this machine can connect to an address.
    static func isLoopback(_ host: String) -> Bool {
        guard host != "localhost" else { return true }
        guard let address = try? SocketAddress(ipAddress: host, port: 0) else { return false }
        switch address {
        case .v4: return host.hasPrefix("127.")
        case .v6: return address.ipAddress == "::1"
        case .unixDomainSocket: return false
        }
    }

    /// The values of `Host` that mean this server, exactly: a name that was made to point here is none of them.
    func hosts(port: Int?, names: [String]) -> Set<String> {
        switch self {
        case .socket: return Set(["localhost"] + names)
        case .port(let host, _):
            var spelled = ["127.0.0.1", "localhost"]
            let own = host.contains(":") ? "[\(host)]" : host
            if !spelled.contains(own) { spelled.append(own) }
            let port = port ?? 0
            return Set(spelled.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] } + names)
        }
    }

    /// The address that a browser is sent to; nil for a socket, which no browser opens.
    func address(port: Int, token: PageToken) -> String {
        switch self {
        case .socket(let path): return "unix:\(path)#\(token.text)"
        case .port(let host, _):
            let shown = host.contains(":") ? "[\(host)]" : host
            return "http://\(shown):\(port)/#\(token.text)"
        }
    }

    /// Whether the diary's own port is wanted.
    var isOwnPort: Bool {
        if case .port(_, nil) = self { true } else { false }
    }

    /// The place in a message.
    var spelled: String {
        switch self {
        case .port(let host, let port): "\(host):\(port ?? 0)"
        case .socket(let path): path
        }
    }

    /// Throws if another program listens at the socket. What a killed program left there is in nobody's way.
    func throwIfOccupied() async throws(Problem) {
        guard case .socket(let path) = self else { return }
        let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        guard let channel = try? await client.connect(unixDomainSocketPath: path).get() else { return }
        try? await channel.close()
        throw Problem(
            3, "another program listens at \(path)", "다른 프로그램이 \(path)에서 듣고 있습니다",
            hint: "End it, or choose another path with --socket.", "그 프로그램을 끝내거나 --socket으로 다른 경로를 고르세요.")
    }
}
