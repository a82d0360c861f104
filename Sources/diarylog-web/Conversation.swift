internal import DiaryServer
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// One connection: its requests, one after the other, each handed to the server of the diary.
///
/// Reads block: they have threads of their own. Writes wait for their turn without one, so that a writer who waits
/// never holds up a list.
struct Conversation {
    typealias Socket = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

    let server: DiaryServer
    let readers: NIOThreadPool
    let underWay: UnderWay
    let strangers: Strangers

    /// Answers until either side ends it. Whoever goes away, or is cut off, is told nothing.
    func hold(over socket: Socket) async {
        try? await socket.executeThenClose { incoming, outgoing in
            var parts = incoming.makeAsyncIterator()
            do {
                while case .head(let head)? = try await parts.next() {
                    let exchange = Exchange(head: head, outgoing: outgoing, channel: socket.channel, readers: readers)
                    underWay.begin()
                    defer { underWay.end() }
                    if try await !answer(exchange, &parts) { break }
                }
                outgoing.finish()
                // What was on its way is read, for the second that `SlowClients` gives it.
                while try await parts.next() != nil {}
            } catch is HTTPParserError {
                try await outgoing.write(contentsOf: [.head(Exchange.unreadable), .end(nil)])
                outgoing.finish()
                try await socket.channel.closeFuture.get()
            }
        }
    }

    /// Answers one request; whether another may come.
    private func answer(_ exchange: Exchange, _ parts: inout Parts) async throws -> Bool {
        var asked = PageRequest(exchange.head)
        let limit: Int
        switch server.admit(asked) {
        case .refused(let reply): return try await exchange.send(reply, isLast: true)
        case .admitted(let bodyLimit, let showsKey):
            if showsKey { strangers.go(exchange.channel) }
            limit = bodyLimit
        case .receiving(let upload):
            strangers.go(exchange.channel)
            return try await receive(upload, exchange, &parts)
        }
        let length = asked.headers["content-length"].flatMap { Int($0) } ?? 0
        guard length <= limit else { return try await exchange.send(server.tooLarge(asked), isLast: true) }
        while case .body(let bytes) = try await Self.next(&parts) {
            guard asked.body.count + bytes.readableBytes <= limit else {
                return try await exchange.send(server.tooLarge(asked), isLast: true)
            }
            asked.body.append(contentsOf: bytes.readableBytesView)
        }
        switch server.handle(asked) {
        case .reply(let reply): return try await exchange.send(reply)
        case .reading(let read): return try await exchange.send(try await readers.runIfActive { read() })
        case .writing(let write): return try await exchange.send(await write())
        }
    }

    /// Passes a file on to the diary as it arrives. Whoever is refused in the middle sends no more.
    private func receive(_ upload: Upload, _ exchange: Exchange, _ parts: inout Parts) async throws -> Bool {
        let asked = PageRequest(exchange.head)
        var room = Upload.limit
        let length = asked.headers["content-length"].flatMap { Int($0) } ?? 0
        guard length <= room else { return try await exchange.send(server.tooLarge(asked), isLast: true) }
        while case .body(let bytes) = try await Self.next(&parts) {
            room -= bytes.readableBytes
            guard room >= 0 else { return try await exchange.send(server.tooLarge(asked), isLast: true) }
            let part = Array(buffer: bytes)
            if let refusal = try await readers.runIfActive({ upload.receive(part) }) {
                return try await exchange.send(refusal, isLast: true)
            }
        }
        if let refusal = try await readers.runIfActive({ upload.settle() }) { return try await exchange.send(refusal) }
        return try await exchange.send(await upload.commit())
    }

    /// The next part of a request that has begun; throws if the client is gone.
    private static func next(_ parts: inout Parts) async throws -> HTTPServerRequestPart {
        guard let part = try await parts.next() else { throw ChannelError.inputClosed }
        return part
    }
}

extension PageRequest {
    /// The request as it was sent. Of a header that was repeated all values are kept: two hosts are no host.
    init(_ head: HTTPRequestHead) {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        for (name, value) in head.headers {
            let name = name.lowercased()
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        self.init(
            method: head.method.rawValue, path: parts.first.map { String($0) } ?? "",
            query: parts.count > 1 ? String(parts[1]) : "", headers: headers, body: [])
    }
}
