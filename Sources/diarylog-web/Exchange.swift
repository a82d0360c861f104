internal import DiaryServer
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// One request and the way back to who asked. Each `send` says whether another request may come on the connection.
struct Exchange {
    let head: HTTPRequestHead
    let outgoing: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    let channel: any Channel
    let readers: NIOThreadPool

    /// The answer to what is no request.
    static let unreadable = HTTPResponseHead(
        version: .http1_1, status: .badRequest, headers: ["connection": "close", "content-length": "0"])

    /// Sends a reply. One that was made before the body was read is the last.
    func send(_ reply: PageReply, isLast: Bool = false) async throws -> Bool {
        if let file = reply.file { return try await send(reply, file) }
        if let stream = reply.stream { return try await send(reply, stream) }
        let isLast = isLast || !head.isKeepAlive
        let body = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: reply.body)))
        // An answer to HEAD has the length of what it leaves out.
        try await outgoing.write(
            contentsOf: [begin(reply, length: reply.body.count, isLast: isLast)]
                + (head.method == .HEAD ? [] : [body]) + [.end(nil)])
        return !isLast
    }

    /// A file, a part at a time: the next one is read when the client has taken the one before.
    private func send(_ reply: PageReply, _ file: PageReply.FileBody) async throws -> Bool {
        try await outgoing.write(begin(reply, length: file.size, isLast: !head.isKeepAlive))
        var offset = 0
        while offset < file.size {
            let from = offset
            let part = try await readers.runIfActive { try file.part(at: from) }
            // The connection ends short of the length that was said: the client sees that something is missing.
            if part.isEmpty { throw ChannelError.eof }
            offset += part.count
            try await outgoing.write(.body(.byteBuffer(ByteBuffer(bytes: part))))
        }
        try await outgoing.write(.end(nil))
        return head.isKeepAlive
    }

    /// A reply without an end: it ends with the client, or with the program.
    private func send(_ reply: PageReply, _ stream: AsyncStream<[UInt8]>) async throws -> Bool {
        try await outgoing.write(begin(reply, length: nil, isLast: !head.isKeepAlive))
        let sending = Task {
            for await bytes in stream { try await outgoing.write(.body(.byteBuffer(ByteBuffer(bytes: bytes)))) }
        }
        // Whoever is gone is noticed at once, not when something is next to be told.
        channel.closeFuture.whenComplete { _ in sending.cancel() }
        try await sending.value
        try await outgoing.write(.end(nil))
        return head.isKeepAlive
    }

    private func begin(_ reply: PageReply, length: Int?, isLast: Bool) -> HTTPServerResponsePart {
        var headers = HTTPHeaders(reply.headers)
        if let length { headers.add(name: "content-length", value: String(length)) }
        if isLast { headers.add(name: "connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: reply.status)
        return .head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
    }
}
