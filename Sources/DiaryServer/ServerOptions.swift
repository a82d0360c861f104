/// Who may ask, and for what.
public struct ServerOptions: Sendable {
    /// What a request must bear: at least 32 characters that nobody can guess.
    public var token: String
    /// The values of `Host` under which the server is known, as `127.0.0.1:8080`. Under any other name, a page of
    /// elsewhere may have been made to point here.
    public var hosts: Set<String>
    /// Whether a proxy in front speaks TLS, so that the page's origin is `https`.
    public var isBehindTLS = false
    /// Whether nothing may be written.
    public var isReadOnly = false
    /// How long a change waits for another program's, in milliseconds, before it is answered with 503.
    public var patience = 2_000
    /// How long a live stream stays silent at most, in milliseconds.
    public var heartbeat = 10_000

    /// Options for a token and the names of a server.
    public init(token: String, hosts: Set<String>) {
        self.token = token
        self.hosts = hosts
    }
}
