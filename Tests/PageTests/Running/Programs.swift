import Foundation

/// The built programs, which lie beside the tests, and short runs of them.
enum Programs {
    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    /// The root of the project's files.
    static let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    static func path(_ name: String) throws -> String {
        if name == "diarylog-web", let measured = WebServer.measured { return measured }
        // The runner itself, or where that is the toolchain's helper, the bundle it was given.
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let bundles = [runner] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        for bundle in bundles {
            let path = URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw Failed(description: "\(name) is not beside the tests")
    }

    /// The environment of every program: Seoul, English, and nobody's own settings.
    static func environment(_ more: [String: String] = [:]) -> [String: String] {
        let folder = FileManager.default.temporaryDirectory.path
        return [
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "TZ": "Asia/Seoul", "HOME": folder,
            "TMPDIR": folder,
        ].merging(more) { $1 }
    }

    /// Runs a program to its end; what it wrote to standard output. Throws if it failed.
    @discardableResult
    static func run(
        _ program: String, _ arguments: [String], environment more: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment(more)
        let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Failed(description: "\(program) \(arguments) ended with \(process.terminationStatus): \(said)")
        }
        return text
    }
}
