import DiarylogHost
import Testing

/// Programs of the system that tests read and write archives with.
enum SystemTool {
    /// Whether there is such a program; says aloud if not.
    static func isThere(_ name: String) throws -> Bool {
        let isThere = try ChildProcess.run(["sh", "-c", "command -v \(name) > /dev/null"]) == 0
        if !isThere { print("skipped: there is no \(name)") }
        return isThere
    }

    /// Runs a line of the shell, which must succeed.
    static func run(_ line: String) throws {
        #expect(try ChildProcess.run(["sh", "-c", line]) == 0, "\(line)")
    }
}
