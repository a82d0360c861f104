package import DiarylogHost

/// A program of the system that this one runs, found once along `PATH`, in absolute folders only.
package struct ToolPath: Sendable {
    /// Its name and where it is.
    package let name: String
    package let path: String

    /// Looks for it; nil if it is not installed.
    package init?(_ name: String) {
        let folders = (ProcessEnvironment.value("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        for folder in folders {
            let path = "\(folder)/\(name)"
            guard (try? FileSystem.kind(of: path)) == .file else { continue }
            (self.name, self.path) = (name, path)
            return
        }
        return nil
    }

    /// Runs it with fixed words, and returns its exit code and what it wrote to standard output.
    package func run(
        _ arguments: [String], input: [UInt8] = [], seconds: Int32, limit: Int = 64 << 10
    ) throws(SystemError) -> (code: Int32, output: [UInt8]) {
        try ChildProcess.ask(
            path, [name] + arguments, input: input, milliseconds: seconds * 1000, limit: limit)
    }
}
