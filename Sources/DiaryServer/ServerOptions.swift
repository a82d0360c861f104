/// Who may ask, and for what.
public struct ServerOptions: Sendable {
    /// What a request must bear: at least 32 characters that nobody can guess.
    public var token: String
    /// The values of `Host` under which the server is known, as `127.0.0.1:8080`. Under any other name, a page of
    /// elsewhere may have been made to point here.
    public var hosts: Set<String>
    /// What makes this page another than any other: the diary's folder and the port. A session is good here alone.
    public var place = ""
    /// Whether a proxy in front speaks TLS, so that the page's origin is `https`.
    public var isBehindTLS = false
    /// Whether nothing may be written.
    public var isReadOnly = false
    /// Whether the page shows texts by their Markdown.
    public var isMarkdown = true
    /// How long a change waits for another program's, in milliseconds, before it is answered with 503.
    public var patience = 2_000
    /// Whether the diary may lie on a network file system: its user knows that one machine alone uses it.
    public var allowsNetwork = false
    /// How long a live stream stays silent at most, in milliseconds.
    public var heartbeat = 10_000

    /// Runs a program with these words to its end, without a terminal: what it wrote to standard output, or nil if it
    /// could not be run or did not end well.
    public typealias Program = @Sendable ([String]) async -> [UInt8]?

    /// Runs a program in the same way: whether it ended well, and all that it said to people; nil if it could not be
    /// run.
    public typealias Speaker = @Sendable ([String]) async -> (isDone: Bool, words: [UInt8])?

    /// Tells of each time when something has come into the folder of a remote, until nobody listens; nil if it is no
    /// folder that can be watched.
    public typealias Arrivals = @Sendable (String) -> AsyncStream<Void>?

    /// Runs `diarylog`, which exchanges the diary with other devices; without it the page shows nothing of them.
    public var diarylog: Program?
    /// Runs `diarylog`, which imports files; without it a page can import none.
    public var speaker: Speaker?
    /// Watches the remote; without it, what others put there is taken by the clock.
    public var arrivals: Arrivals?
    /// Whether the diary is exchanged only when the page asks for it.
    public var syncsWhenAsked = false

    /// Options for a token and the names of a server.
    public init(token: String, hosts: Set<String>) {
        self.token = token
        self.hosts = hosts
    }
}
