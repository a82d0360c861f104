internal import CFetch

/// What a server said.
package struct FetchedReply: Equatable, Sendable {
    package var status: Int
    /// Seconds after which it wants to be asked again; nil if it does not say.
    package var retryAfter: Int?
    package var body: [UInt8]
}

/// Why there is no reply.
package enum FetchProblem: Error, Equatable, Sendable {
    case timeout
    case tooLarge
    /// The connection ended before the reply did.
    case cut
    /// The server could not show that it is who it should be; the reason is libcurl's.
    case untrusted(String)
    case unreachable(String)
}

/// Asks for an address with GET, over https alone; over http if it is `plain`.
///
/// Follows no redirect, gives up after so many seconds, and takes at most `limit` bytes.
package func fetch(_ url: String, plain: Bool, seconds: Int32, limit: Int) throws(FetchProblem) -> FetchedReply {
    var body = [UInt8](repeating: 0, count: limit)
    var reply = fetch_reply()
    unsafe body.withUnsafeMutableBufferPointer { buffer in
        unsafe fetch_get(url, plain, seconds, buffer.baseAddress, buffer.count, &reply)
    }
    let reason = unsafe String(cString: fetch_reason(reply.code))
    switch Int(reply.outcome) {
    case FETCH_DONE: break
    case FETCH_TIMEOUT: throw .timeout
    case FETCH_TOO_LARGE: throw .tooLarge
    case FETCH_CUT: throw .cut
    case FETCH_UNTRUSTED: throw .untrusted(reason)
    default: throw .unreachable(reason)
    }
    return FetchedReply(
        status: Int(clamping: reply.status), retryAfter: reply.retry_after > 0 ? Int(clamping: reply.retry_after) : nil,
        body: Array(body.prefix(reply.count)))
}
