/// What a browser asks, as a value: whoever speaks HTTP makes one, and tests do.
public struct PageRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`; others are refused.
    public var method: String
    /// The path as it was sent, without the query.
    public var path: String
    /// What follows the `?`, as it was sent.
    public var query: String
    /// By lower-case names; repeated ones joined by a comma and a space. `host` is the request's authority.
    public var headers: [String: String]
    /// Empty while only `admit` is asked.
    public var body: [UInt8]

    /// A request.
    public init(
        method: String, path: String, query: String = "", headers: [String: String] = [:], body: [UInt8] = []
    ) {
        (self.method, self.path, self.query, self.headers, self.body) = (method, path, query, headers, body)
    }
}
