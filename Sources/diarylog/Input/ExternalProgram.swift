internal import DiarylogHost

/// A program that this one runs: one of ours, beside it, or one of the system's.
enum ExternalProgram {
    /// The paths where a program of this name may be: beside this program, whatever name that was called by, and where
    /// programs are.
    static func paths(of name: String) -> [String] {
        let own = (try? FileSystem.canonicalPath("/proc/self/exe")).map { [FileSystem.parent(of: $0)] } ?? []
        let path = ProcessEnvironment.value("PATH") ?? ""
        let folders = own + path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return folders.map { "\($0)/\(name)" }
    }

    /// Whether there is a file of this name where programs are looked for.
    static func isInstalled(_ name: String) -> Bool {
        paths(of: name).contains { (try? FileSystem.kind(of: $0)) == .file }
    }
}
