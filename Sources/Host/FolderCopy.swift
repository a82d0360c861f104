/// A folder copied as it is, byte for byte.

internal import Glibc

extension FileSystem {
    /// Copies all that lies in a folder into one that is there: files and folders, with their modes, as they are.
    ///
    /// What the copy has is on the disk when this returns. `skipping` are names in the folder itself that are left out.
    /// Throws EINVAL for what is neither file nor folder, a link as well.
    package static func copyContents(
        of folder: String, into other: String, skipping: (String) -> Bool = { _ in false }
    ) throws(SystemError) {
        for name in try contents(of: folder) where !skipping(name) {
            let (from, to) = ("\(folder)/\(name)", "\(other)/\(name)")
            let isLink = try ownership(of: from) == .link
            switch isLink ? .other : try kind(of: from) {
            case .missing: break
            case .file: try copyFile(from, to)
            case .directory:
                try makeDirectory(to, mode: permissions(of: from))
                try copyContents(of: from, into: to)
            case .other: throw SystemError(code: EINVAL, call: "open", path: from)
            }
        }
        try syncDirectory(other)
    }

    private static func copyFile(_ from: String, _ to: String) throws(SystemError) {
        let source = try FileReader(plain: from)
        let mode = try permissions(of: from)
        let target = try FileDescriptor(opening: to, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        var offset = 0
        while true {
            let part = try source.read(at: offset, count: 1 << 20)
            if part.isEmpty { break }
            do throws(SystemError) { try target.write(part.span) } catch {
                throw SystemError(code: error.code, call: error.call, path: to)
            }
            offset += part.count
        }
        try target.sync()
    }

    /// What is at a path and below it.
    package static func identities(below path: String) -> Set<FileIdentity> {
        var found = Set([try? identity(of: path)].compactMap { $0 ?? nil })
        guard (try? ownership(of: path)) != .link, (try? kind(of: path)) == .directory else { return found }
        for name in (try? contents(of: path)) ?? [] { found.formUnion(identities(below: "\(path)/\(name)")) }
        return found
    }

    /// A place of a file or folder where two folders differ; nil if they have the same, byte for byte.
    package static func difference(
        between folder: String, _ other: String, skipping: (String) -> Bool = { _ in false }
    ) throws(SystemError) -> String? {
        let names = try contents(of: folder).filter { !skipping($0) }
        guard try contents(of: other).filter({ !skipping($0) }) == names else { return folder }
        for name in names {
            let (one, two) = ("\(folder)/\(name)", "\(other)/\(name)")
            if try kind(of: one) == .directory {
                if let found = try difference(between: one, two) { return found }
                continue
            }
            let (first, second) = (try FileReader(plain: one), try FileReader(plain: two))
            guard first.size == second.size else { return one }
            for offset in stride(from: 0, to: first.size, by: 1 << 20) {
                let isEqual = try first.read(at: offset, count: 1 << 20) == second.read(at: offset, count: 1 << 20)
                guard isEqual else { return one }
            }
        }
        return nil
    }
}
