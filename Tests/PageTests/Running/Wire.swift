import Foundation

/// A connection that sends the bytes of an attack as they are: no client in between that would put them right.
final class Wire {
    struct Failed: Error {}

    /// An answer as it came.
    struct Answer {
        var status = 0
        var head = ""
        var body = ""
        var json: Value { Value(json: body.utf8) }

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        guard code == 0 else { throw Failed() }
        var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes; false once the other side has closed, or if it takes none for too long.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Says that nothing more will be sent.
    func sendNoMore() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The bytes that come next; none once the other side has closed, nil if nothing comes in so many seconds.
    func receive(for seconds: Double) -> [UInt8]? {
        let end = Date(timeIntervalSinceNow: seconds)
        while end.timeIntervalSinceNow > 0 {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, Int32(end.timeIntervalSinceNow * 1000) + 1) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            return Array(buffer.prefix(max(count, 0)))
        }
        return nil
    }

    /// Reads what comes until the other side closes, or for so many seconds; and whether it closed.
    func read(
        for seconds: Double = patience, until enough: (String) -> Bool = { _ in false }
    ) -> (text: String, closed: Bool) {
        var bytes: [UInt8] = []
        let end = Date(timeIntervalSinceNow: seconds)
        while let more = receive(for: end.timeIntervalSinceNow) {
            if more.isEmpty { return (String(decoding: bytes, as: UTF8.self), true) }
            bytes += more
            if enough(String(decoding: bytes, as: UTF8.self)) { break }
        }
        return (String(decoding: bytes, as: UTF8.self), false)
    }

    /// Reads one answer, of the length that it says itself.
    func answer() -> Answer {
        Self.answer(
            read { text in
                guard let end = text.range(of: "\r\n\r\n") else { return false }
                let length = Answer(head: String(text[..<end.lowerBound])).header("content-length").flatMap { Int($0) }
                return length.map { text[end.upperBound...].utf8.count >= $0 } ?? false
            }.text)
    }

    /// Sends a request on a connection of its own and reads its answer, of the length that the answer itself says.
    static func ask(_ request: String, port: Int) throws -> Answer {
        let wire = try Wire(port: port)
        wire.send(request)
        return wire.answer()
    }

    static func answer(_ text: String) -> Answer {
        guard let end = text.range(of: "\r\n\r\n") else { return Answer(head: text) }
        let head = String(text[..<end.lowerBound])
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, head: head, body: String(text[end.upperBound...]))
    }
}

extension WebServer {
    /// Where a file of the page is, as the page says.
    func file(_ name: String) throws -> String {
        let page = try ask("GET", "/", ["Authorization": nil]).body
        return page.split { "\" ".contains($0) }.map(String.init).first { $0.hasSuffix("/" + name) } ?? "/" + name
    }

    /// A plain request of a client that may ask; headers of the same name take the place of the usual ones.
    func ask(
        _ method: String, _ path: String, _ headers: [String: String?] = [:], body: String? = nil
    ) throws -> Wire.Answer {
        var all: [String: String?] = ["Host": host, "Authorization": "Bearer \(token)", "Connection": "close"]
        if let body {
            all["Content-Length"] = String(body.utf8.count)
            all["Content-Type"] = "application/json"
        }
        all.merge(headers) { $1 }
        let lines = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.sorted().joined()
        return try Wire.ask("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")", port: port)
    }
}
