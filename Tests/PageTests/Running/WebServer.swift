import Foundation

/// `diarylog-web` as a process of its own, which the test starts, kills and starts again.
final class WebServer: @unchecked Sendable {
    /// The program that is measured instead of the one that was built with the tests.
    static let measured = ProcessInfo.processInfo.environment["DIARYLOG_LOAD"]
    static let token = String(repeating: "0123456789abcdef", count: 4)

    let diary: Diary
    let port: Int
    let token: String
    private let process: Process
    private let errors: URL

    /// Starts the program and waits until it says its address.
    /// Without a port, at the diary's own; without a token, with the diary's own.
    init(
        _ diary: Diary, port: Int? = 0, token: String? = WebServer.token, options: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        self.diary = diary
        process = Process()
        process.executableURL = URL(filePath: try Programs.path("diarylog-web"))
        process.arguments =
            ["--diary", diary.folder] + (port.map { ["--port", String($0)] } ?? []) + options
        process.environment = Programs.environment(
            ["XDG_STATE_HOME": diary.state, "XDG_CONFIG_HOME": diary.settings].merging(environment) { $1 }
                .merging(token.map { ["DIARYLOG_WEB_TOKEN": $0] } ?? [:]) { $1 })
        errors = FileManager.default.temporaryDirectory.appending(path: "diarylog-web-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = line.split(separator: "/").dropFirst().first?.split(separator: ":").last.flatMap({ Int($0) }),
            let said = line.split(separator: "#").last
        else {
            process.waitUntilExit()
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Programs.Failed(description: "diarylog-web said \(line.debugDescription) and \(said)")
        }
        self.port = port
        self.token = said.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
        if process.isRunning { kill() }
        try? FileManager.default.removeItem(at: errors)
    }

    var origin: String { "http://127.0.0.1:\(port)" }
    var address: String { "\(origin)/#\(token)" }
    var host: String { "127.0.0.1:\(port)" }
    var number: Int32 { process.processIdentifier }

    /// Ends it at once, as a crash or a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end, and waits until it has; its exit code.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) throws -> Int32 {
        Foundation.kill(process.processIdentifier, signal)
        try wait("the server ends") { process.isRunning ? nil : () }
        return process.terminationStatus
    }

    /// Stops it without ending it: connections stay, and nothing answers.
    func pause() { Foundation.kill(process.processIdentifier, SIGSTOP) }
    func goOn() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// The same diary, port and token again, after an end.
    func again() throws -> WebServer { try WebServer(diary, port: port, token: token) }

    /// What it wrote to standard error.
    var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// The bytes of memory that are its own, and no page of a file.
    var anonymousMemory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
        }
    }

    /// The processor's time that it has used, in milliseconds; the system counts ten at a time.
    var processor: Double {
        get throws {
            let line = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
            let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.dropFirst(11).prefix(2).reduce(0) { $0 + (Double($1) ?? 0) * 10 }
        }
    }

    var isRunning: Bool { process.isRunning }
}
