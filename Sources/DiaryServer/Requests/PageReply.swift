internal import Interchange

/// An answer as a value, with the headers that keep a browser from doing more with it than the page needs.
public struct PageReply: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names in small letters, with their values.
    public var headers: [(name: String, value: String)]
    /// The body's bytes.
    public var body: [UInt8]

    /// What every answer carries: nothing is kept, guessed, framed, or given to another origin.
    private static let always: [(name: String, value: String)] = [
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        ),
    ]

    init(_ status: Int, type: String, _ body: [UInt8], _ more: [(name: String, value: String)] = []) {
        self.status = status
        self.body = body
        headers = [("content-type", type)] + Self.always + more
    }

    static func json(_ value: JSONValue, status: Int = 200) -> PageReply {
        PageReply(status, type: "application/json; charset=utf-8", JSONWriter.bytes(value))
    }

    static func text(_ bytes: [UInt8], type: String = "text/plain") -> PageReply {
        PageReply(200, type: type + "; charset=utf-8", bytes)
    }
}
