internal import DiaryServer
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// Hands each request to the server of the diary, and its reply back.
///
/// Reads block: they have threads of their own. Writes wait for their turn without one, so that a writer who waits
/// never holds up a list.
struct Answers: HTTPResponder {
    let opening: Opening
    let readers: NIOThreadPool

    func respond(to request: Request, context: Connection) async throws -> Response {
        guard let server = opening.server else { return Response(status: .serviceUnavailable) }
        var asked = PageRequest(request)
        let limit: Int
        switch server.admit(asked) {
        case .refused(let reply): return Response(reply, to: request, closes: true)
        case .admitted(let bodyLimit): limit = bodyLimit
        case .receiving(let upload): return try await receive(upload, request, server, asked)
        }
        if let length = asked.headers["content-length"].flatMap({ Int($0) }), length > limit {
            return Response(server.tooLarge(asked), to: request, closes: true)
        }
        do {
            asked.body = Array(buffer: try await request.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            return Response(server.tooLarge(asked), to: request, closes: true)
        }
        switch server.handle(asked) {
        case .reply(let reply): return Response(reply, to: request)
        case .reading(let read):
            let reply = try await readers.runIfActive { read() }
            guard let file = reply.file else { return Response(reply, to: request) }
            return Response(reply, file, readBy: readers, to: request)
        case .writing(let write): return Response(await write(), to: request)
        case .stream(let head, let stream): return Response(head, stream, over: context.channel)
        }
    }

    /// Passes a file on to the diary as it arrives. Whoever is refused in the middle sends no more.
    private func receive(
        _ upload: Upload, _ request: Request, _ server: DiaryServer, _ asked: PageRequest
    ) async throws -> Response {
        var room = Upload.limit
        if let length = asked.headers["content-length"].flatMap({ Int($0) }), length > room {
            return Response(server.tooLarge(asked), to: request, closes: true)
        }
        for try await buffer in request.body {
            room -= buffer.readableBytes
            if room < 0 { return Response(server.tooLarge(asked), to: request, closes: true) }
            let part = Array(buffer: buffer)
            if let refusal = try await readers.runIfActive({ upload.receive(part) }) {
                return Response(refusal, to: request, closes: true)
            }
        }
        if let refusal = try await readers.runIfActive({ upload.settle() }) { return Response(refusal, to: request) }
        return Response(await upload.commit(), to: request)
    }
}

extension PageRequest {
    /// The request as it was sent. Of a header that was repeated all values are kept: two hosts are no host.
    init(_ request: Request) {
        let target = request.head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        if let host = request.head.authority { headers["host"] = host }
        for field in request.headers {
            let name = field.name.canonicalName
            headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
        }
        self.init(
            method: request.method.rawValue, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
            headers: headers, body: [])
    }
}

extension Response {
    /// A whole reply. One that was made before the body was read closes the connection.
    init(_ reply: PageReply, to request: Request, closes: Bool = false) {
        var headers = HTTPFields(reply)
        if closes { headers[.connection] = "close" }
        // An answer to HEAD has the length of what it leaves out.
        let isHead = request.method == .head
        if isHead { headers[.contentLength] = String(reply.body.count) }
        self.init(
            status: .init(code: reply.status), headers: headers,
            body: isHead ? .init() : .init(byteBuffer: ByteBuffer(bytes: reply.body)))
    }

    /// A file, a part at a time: the next one is read when the client has taken the one before.
    init(_ reply: PageReply, _ file: PageReply.FileBody, readBy readers: NIOThreadPool, to request: Request) {
        self.init(
            status: .init(code: reply.status), headers: HTTPFields(reply),
            body: .init(contentLength: file.size) { writer in
                var place = 0
                while place < file.size {
                    let from = place
                    let part = try await readers.runIfActive { try file.part(at: from) }
                    if part.isEmpty { throw HTTPError(.internalServerError) }
                    place += part.count
                    try await writer.write(ByteBuffer(bytes: part))
                }
                try await writer.finish(nil)
            })
    }

    /// A reply without an end: it ends with the client, or with the program.
    init(_ head: PageReply, _ stream: AsyncStream<[UInt8]>, over channel: any Channel) {
        self.init(
            status: .init(code: head.status), headers: HTTPFields(head),
            body: .init { writer in
                // As the stream itself, it drops the oldest for a reader that is too slow.
                let (messages, sender) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(64))
                let sending = Task {
                    for await bytes in stream.cancelOnGracefulShutdown() { sender.yield(bytes) }
                    sender.finish()
                }
                // Whoever is gone is noticed at once, not when something is next to be told.
                channel.closeFuture.whenComplete { _ in
                    sending.cancel()
                    sender.finish()
                }
                defer { sending.cancel() }
                for await bytes in messages { try await writer.write(ByteBuffer(bytes: bytes)) }
                try await writer.finish(nil)
            })
    }
}

/// What a request came over.
struct Connection: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

extension HTTPFields {
    init(_ reply: PageReply) {
        self.init()
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}
