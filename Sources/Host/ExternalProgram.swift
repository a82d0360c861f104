/// A program that this one runs: one of ours, which lies beside it, or one of the system's.
package struct ExternalProgram: Sendable {
    /// Its name and where it is.
    package let name: String
    package let path: String

    /// Looks for it: beside this program, whatever name that was called by, if it is one of ours; then along `PATH`, in
    /// absolute folders only. Nil if it is not installed.
    package init?(_ name: String, isOurs: Bool = false) {
        let own = isOurs ? (try? FileSystem.canonicalPath("/proc/self/exe")).map { FileSystem.parent(of: $0) } : nil
        let folders = (ProcessEnvironment.value("PATH") ?? "").split(separator: ":").map(String.init)
        for folder in (own.map { [$0] } ?? []) + folders where folder.hasPrefix("/") {
            let path = "\(folder)/\(name)"
            guard (try? FileSystem.kind(of: path)) == .file else { continue }
            (self.name, self.path) = (name, path)
            return
        }
        return nil
    }

    /// Runs it unseen, with fixed words, and returns its exit code and what it wrote to standard output.
    package func run(
        _ arguments: [String], input: [UInt8] = [], seconds: Int32, limit: Int = 64 << 10
    ) throws(SystemError) -> (code: Int32, output: [UInt8]) {
        try ChildProcess.ask(
            path, [name] + arguments, input: input, milliseconds: seconds * 1000, limit: limit)
    }
}
