internal import EventStore
internal import Interchange

/// An answer as a value, with the headers that keep a browser from doing more with it than the page needs.
public struct PageReply: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names in small letters, with their values.
    public var headers: [(name: String, value: String)]
    /// The body's bytes; empty where there is a `file` or a `stream`.
    public var body: [UInt8]
    /// A body that is read part by part.
    public private(set) var file: FileBody?
    /// A body whose parts come until the stream ends or its task is cancelled. A reader too slow for 64 parts loses the
    /// oldest, and is told so by the next one's `since`.
    public private(set) var stream: AsyncStream<[UInt8]>?

    /// A body that lies in a file.
    public struct FileBody: Sendable {
        /// How many bytes it has.
        public let size: Int
        private let reader: AttachmentReader

        fileprivate init(_ reader: AttachmentReader) { (size, self.reader) = (reader.size, reader) }

        /// The bytes from an offset on, 256 KiB at most; blocks its thread. Throws what the system says.
        public func part(at offset: Int) throws -> [UInt8] { try reader.read(at: offset, count: 256 << 10) }
    }

    /// What every answer carries, but that the page's files may be kept: nothing is kept, guessed, framed, or given to
    /// another origin.
    private static let always: [(name: String, value: String)] = [
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(self), microphone=()"),
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
                + "media-src blob:; "
                + "manifest-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        ),
    ]

    init(_ status: Int, type: String, _ body: [UInt8], _ more: [(name: String, value: String)] = []) {
        self.status = status
        self.body = body
        headers = [("content-type", type)] + Self.always + more
    }

    /// A file of an entry. What is opened from it by itself can run nothing, and is saved rather than shown.
    init(file: AttachmentReader, type: String) {
        self.init(
            200, type: type, [],
            [("content-disposition", type.hasPrefix("image/") ? "inline" : "attachment")])
        headers.removeAll { $0.name == "content-security-policy" }
        headers.append(("content-security-policy", "default-src 'none'; sandbox"))
        self.file = FileBody(file)
    }

    /// What is told to who listens, as server-sent events.
    init(stream: AsyncStream<[UInt8]>) {
        self.init(200, type: "text/event-stream; charset=utf-8", [])
        self.stream = stream
    }

    static func json(_ value: JSONValue, status: Int = 200) -> PageReply {
        PageReply(status, type: "application/json; charset=utf-8", JSONWriter.bytes(value))
    }

    static func text(_ bytes: [UInt8], type: String = "text/plain") -> PageReply {
        PageReply(200, type: type + "; charset=utf-8", bytes)
    }
}
