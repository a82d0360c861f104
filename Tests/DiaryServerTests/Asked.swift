import DiaryEngine
import DiaryServer
import DiarylogRefusedRequests
import DiarylogTestSupport
import Interchange
import Testing

/// A diary behind a server, asked as the page asks.
final class Asked: Sendable {
    let folder: Folder
    let path: String
    let diary: Diary
    let server: DiaryServer
    let host = "127.0.0.1:4321"
    let token: String

    init(
        token: String = String(repeating: "7f", count: 32), place: String = "/home/me/diary\n4321",
        readOnly: Bool = false, patience: Int = 120_000, heartbeat: Int = 10_000,
        diarylog: ServerOptions.Program? = nil, arrivals: ServerOptions.Arrivals? = nil, syncsWhenAsked: Bool = false,
        isMarkdown: Bool = true, speaker: ServerOptions.Speaker? = nil, at path: String? = nil
    ) throws {
        folder = try Folder()
        self.path = path ?? folder("diary")
        diary = try Diary.create(at: self.path)
        self.token = token
        var options = ServerOptions(token: token, hosts: [host, "localhost:4321"])
        options.place = place
        options.isReadOnly = readOnly
        options.patience = patience
        options.heartbeat = heartbeat
        options.isMarkdown = isMarkdown
        (options.diarylog, options.arrivals, options.syncsWhenAsked) = (diarylog, arrivals, syncsWhenAsked)
        options.speaker = speaker
        server = try DiaryServer(diary: self.path, options)
    }

    /// The headers that the page's own requests have.
    var headers: [String: String] {
        [
            "host": host, "authorization": "Bearer " + token, "sec-fetch-site": "same-origin",
            "origin": "http://" + host, "content-type": "application/json",
        ]
    }

    func request(
        _ method: String, _ target: String, _ body: JSONValue? = nil, changing: [String: String?] = [:]
    ) -> PageRequest {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var headers = headers
        for (name, value) in changing { headers[name] = value }
        return PageRequest(
            method: method, path: parts[0], query: parts.count > 1 ? parts[1] : "", headers: headers,
            body: body.map { JSONWriter.bytes($0) } ?? [])
    }

    /// What the server answers, as an HTTP library would have it.
    func answer(_ request: PageRequest) async -> PageReply {
        switch server.admit(request) {
        case .refused(let reply): return reply
        case .receiving(let upload): return await put(request.body, by: upload)
        case .admitted: break
        }
        switch server.handle(request) {
        case .reply(let reply): return reply
        case .reading(let read): return read()
        case .writing(let write): return await write()
        }
    }

    /// Sends a file as an HTTP library would, in several parts.
    private func put(_ bytes: [UInt8], by upload: Upload) async -> PageReply {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let refusal = upload.receive(Array(rest.prefix(1000))) { return refusal }
            rest = rest.dropFirst(1000)
        }
        if let refusal = upload.settle() { return refusal }
        return await upload.commit()
    }

    func ask(_ method: String, _ target: String, _ body: JSONValue? = nil) async throws -> (status: Int, JSONValue) {
        let reply = await answer(request(method, target, body))
        return (reply.status, try reply.json)
    }

    /// The same with a file as the body.
    func put(
        _ target: String, _ bytes: [UInt8], method: String = "POST"
    ) async throws -> (status: Int, JSONValue) {
        var request = request(method, target, changing: ["content-type": "application/octet-stream"])
        request.body = bytes
        let reply = await answer(request)
        return (reply.status, try reply.json)
    }

    /// Begins a session: the cookie, as a browser sends it, and the half that its page keeps.
    func beginSession(cookie: String? = nil) async throws -> (cookie: String, half: String) {
        let reply = await answer(request("POST", "/api/session", [:], changing: ["cookie": cookie]))
        let cookie = try #require(reply.named["set-cookie"]?.prefix { $0 != ";" })
        return (String(cookie), try #require(try reply.json["half"]?.text))
    }

    /// What those know of the server who were let in, and a diary with an entry in it.
    func door() async throws -> Door {
        let session = try await beginSession()
        return Door(
            port: 4321, token: token, cookie: session.cookie, half: session.half,
            entry: try await diary.add("one").id.hexadecimal)
    }

    /// The value of an answer that is fine.
    func get(_ target: String) async throws -> JSONValue {
        let (status, value) = try await ask("GET", target)
        try #require(status == 200, "\(target): \(value)")
        return value
    }

    /// The receipt of a change that is fine.
    @discardableResult
    func send(_ method: String, _ target: String, _ body: JSONValue? = [:]) async throws -> JSONValue {
        let (status, value) = try await ask(method, target, body)
        try #require(status == 200, "\(method) \(target): \(value)")
        return value
    }

    /// Adds an entry, and returns its id.
    @discardableResult
    func add(_ text: String, _ more: [JSONMember] = []) async throws -> String {
        let receipt = try await send("POST", "/api/entries", .object([JSONMember("text", .text(text))] + more))
        return try #require(receipt["entry"]?["id"]?.text)
    }
}

/// Tests of a server, each of one of its own.
class InAsked {
    let asked: Asked

    init() throws { asked = try Asked() }
}

extension PageRequest {
    init(_ asked: GuardedRequest) {
        let parts = asked.target.split(separator: "?", maxSplits: 1).map(String.init)
        self.init(
            method: asked.method, path: parts[0], query: parts.count > 1 ? parts[1] : "", headers: asked.headers,
            body: Array((asked.body ?? "").utf8))
    }
}

extension PageReply {
    var json: JSONValue {
        get throws {
            var reader = try JSONReader(body)
            return try reader.value()
        }
    }

    /// The headers by their names.
    var named: [String: String] { Dictionary(headers.map { ($0.name, $0.value) }) { $1 } }

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension JSONValue {
    var text: String? {
        guard case .string(let bytes) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    var whole: Int? {
        guard case .integer(let number) = self else { return nil }
        return Int(number)
    }

    var list: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    /// The value at the end of a path of names.
    subscript(_ names: String...) -> JSONValue? {
        names.reduce(Optional(self)) { $0?[$1] }
    }
}
