internal import DiarylogZlib

/// Answers in fewer bytes, for who can take that. What an answer says and who asked is never mixed with words of
/// another site, which may not ask at all, so that the length of an answer tells nobody anything.
enum Compression {
    /// Answers of other lengths go as they are: shorter ones gain nothing, and longer ones, two texts of 1 MB side by
    /// side, would wait longer for the compression than for the wire, which mostly is this machine.
    static let lengths = 1_024...262_144

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var deflation = Deflation(.gzip)
        return deflation.step(bytes.span) + deflation.finish()
    }

    /// Whether the `Accept-Encoding` of a request lets its answer be compressed.
    static func isAccepted(_ headers: [String: String]) -> Bool {
        (headers["accept-encoding"] ?? "").lowercased().split(separator: ",").contains { part in
            let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
            let isRefused = words.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
            return words.first == "gzip" && !isRefused
        }
    }
}

extension PageReply {
    /// The same reply, with its body compressed if there is one that is worth it; a file and a stream have none.
    func compressed() -> PageReply {
        guard Compression.lengths.contains(body.count) else { return self }
        var reply = self
        reply.body = Compression.gzip(body)
        reply.headers += [("content-encoding", "gzip"), ("vary", "accept-encoding")]
        return reply
    }
}
