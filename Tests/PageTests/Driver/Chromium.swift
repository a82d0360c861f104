import Foundation

/// One Chromium, driven over its debugging pipe: JSON, each message ended by a zero byte.
///
/// Chromium reads its descriptor 3 and writes its descriptor 4. A shell puts two FIFOs there, since Foundation gives a
/// child no descriptors beyond the three usual ones.
final class Chromium: @unchecked Sendable {
    /// The one that all tests share: each page has a context of its own, as in a private window.
    static let shared = Result { try Chromium() }

    private let folder: URL
    private let process = Process()
    private let input: FileHandle
    private let output: FileHandle
    private let lock = NSCondition()
    private var number = 0
    private var answers: [Int: Value] = [:]
    private var listeners: [String: @Sendable (_ method: String, _ parameters: Value) -> Void] = [:]
    private var hasEnded = false

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "diarylog-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (requests, replies) = (folder.path + "/requests", folder.path + "/replies")
        guard unsafe mkfifo(requests, 0o600) == 0, unsafe mkfifo(replies, 0o600) == 0 else {
            throw Browser.Failed(description: "no FIFO can be made in \(folder.path)")
        }
        let flags = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--force-color-profile=srgb", "--font-render-hinting=none", "--lang=en", "--window-size=1280,800",
            "--remote-debugging-pipe", "--user-data-dir=\(folder.path)/profile", "about:blank",
        ]
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            [
                "-c", "exec \"$0\" \"$@\" 3<'\(requests)' 4>'\(replies)'",
                ProcessInfo.processInfo.environment["CHROMIUM"] ?? "chromium",
            ] + flags
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        guard let input = FileHandle(forWritingAtPath: requests), let output = FileHandle(forReadingAtPath: replies)
        else { throw Browser.Failed(description: "Chromium did not open its pipe") }
        self.input = input
        self.output = output
        Thread.detachNewThread { [self] in listen() }
        _ = try call("Target.getTargets")
        atexit { try? Chromium.shared.get().end() }
    }

    func end() {
        _ = try? call("Browser.close", patience: 5)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a command and waits for its answer.
    @discardableResult
    func call(
        _ method: String, _ parameters: Value = [:], session: String? = nil, patience: TimeInterval = 180
    ) throws -> Value {
        let number = try send(method, parameters, session: session)
        lock.lock()
        defer { lock.unlock() }
        let end = Date(timeIntervalSinceNow: patience)
        while answers[number] == nil {
            guard !hasEnded, lock.wait(until: end) else {
                throw Browser.Failed(description: "Chromium did not answer \(method)")
            }
        }
        let answer = answers.removeValue(forKey: number) ?? .null
        guard answer["error"] == .null else {
            throw Browser.Failed(description: "\(method): \(answer["error"]["message"].string)")
        }
        return answer["result"]
    }

    /// Sends a command without waiting; its answer is dropped if nobody asks for the number.
    @discardableResult
    func send(_ method: String, _ parameters: Value, session: String?) throws -> Int {
        lock.lock()
        defer { lock.unlock() }
        number += 1
        var message: [String: Value] = [
            "id": .number(Double(number)), "method": .string(method), "params": parameters,
        ]
        if let session { message["sessionId"] = .string(session) }
        try input.write(contentsOf: Data(Value.object(message).json.utf8) + [0])
        return number
    }

    /// Hears the events of a session, on the browser's own thread: a listener must not wait for answers.
    func listen(to session: String, _ listener: (@Sendable (_ method: String, _ parameters: Value) -> Void)?) {
        lock.withLock { listeners[session] = listener }
    }

    private func listen() {
        var rest = Data()
        while let piece = Optional(output.availableData), !piece.isEmpty {
            rest += piece
            while let end = rest.firstIndex(of: 0) {
                receive(Value(json: rest[rest.startIndex..<end]))
                rest = Data(rest[(end + 1)...])
            }
        }
        lock.withLock {
            hasEnded = true
            lock.broadcast()
        }
    }

    private func receive(_ message: Value) {
        if case .number(let number) = message["id"] {
            lock.withLock {
                answers[Int(number)] = message
                lock.broadcast()
            }
        } else if let listener = lock.withLock({ listeners[message["sessionId"].string] }) {
            listener(message["method"].string, message["params"])
        }
    }
}
