/// The processes of this machine: which one this is, and which have a file open.

internal import Glibc

/// Processes, by their numbers.
package enum Processes {
    /// The number of this one.
    package static var own: Int32 { getpid() }

    /// The processes, other than this one, that have a file mapped, by the name it had and its inode; those of other
    /// users are seen only by root.
    ///
    /// It may be removed already. Costs a read of a small file for each process.
    package static func mapping(_ name: String, _ identity: FileIdentity) -> [Int32] {
        let names = (try? FileSystem.contents(of: "/proc")) ?? []
        let wanted = " \(identity.inode) "
        return names.compactMap { Int32($0) }.filter { process in
            guard process != own, let bytes = try? FileSystem.read("/proc/\(process)/maps") else { return false }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
                line.contains(wanted) && line.contains("/" + name)
            }
        }.sorted()
    }

    /// The processes, other than this one, that have one of some files or folders open or stand in it, with the names
    /// of their programs; those of other users are seen only by root.
    ///
    /// Costs a look at each open file of the machine.
    package static func using(_ files: Set<FileIdentity>) -> [(number: Int32, name: String)] {
        let numbers = ((try? FileSystem.contents(of: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        return numbers.filter { $0 != own }.compactMap { process in
            let folder = "/proc/\(process)"
            let open = ((try? FileSystem.contents(of: folder + "/fd")) ?? []).map { "/fd/" + $0 } + ["/cwd", "/root"]
            let isUsing = open.contains { path in
                guard let identity = try? FileSystem.identity(of: folder + path) else { return false }
                return files.contains(identity)
            }
            guard isUsing else { return nil }
            let name = String(decoding: (try? FileSystem.read(folder + "/comm")) ?? [], as: UTF8.self)
            return (process, name.filter { $0 != "\n" })
        }
    }
}
