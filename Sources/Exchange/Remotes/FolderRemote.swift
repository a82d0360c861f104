internal import DiarylogHost
internal import EventStore

/// A folder that something else carries: a cloud's client, Syncthing, a stick.
///
/// A file is written under another name, synced, and renamed, and the folder is synced: whoever carries it sees whole
/// files only.
package struct FolderRemote: Remote {
    /// Where it is.
    package let path: String

    package init(path: String) { self.path = path }

    /// What lies there, and in our folders and such as a carrier makes of ours: events (conflicted copy). Of a diary
    /// that lies there, its log.
    package func list() throws(RemoteTrouble) -> [RemoteFile] {
        try Self.files(in: path, "", following: true) { name in
            [ObjectName.folder, FileName.folder].contains { name.hasPrefix($0.dropLast()) }
        }
    }

    /// All files of a folder and of those in it that are `wanted`, at any depth below those. No link is followed, or
    /// with `following` none behind another one: some lead in a circle.
    static func files(
        in folder: String, _ prefix: String, following: Bool = false, where isWanted: (String) -> Bool = { _ in true }
    ) throws(RemoteTrouble) -> [RemoteFile] {
        let names: [String]
        do throws(SystemError) { names = try FileSystem.contents(of: folder) } catch {
            // A folder in it may have gone meanwhile.
            if error.isMissing, !prefix.isEmpty { return [] }
            throw .unreachable(error.description)
        }
        if !prefix.isEmpty, let log = names.first(where: StorePaths.isGeneration) {
            return [RemoteFile(name: prefix + log, size: 0)]
        }
        var files: [RemoteFile] = []
        for name in names {
            let path = "\(folder)/\(name)"
            let isLink = (try? FileSystem.ownership(of: path)) == .link
            if isLink, !following { continue }
            switch try? FileSystem.kind(of: path) {
            case .directory? where isWanted(name):
                files += try Self.files(in: path, "\(prefix)\(name)/", following: following && !isLink)
            case .directory? where prefix.isEmpty:
                let logs = (try? FileSystem.contents(of: path, beginning: "log-")) ?? []
                files += logs.filter(StorePaths.isGeneration).prefix(1).map {
                    RemoteFile(name: "\(name)/\($0)", size: 0)
                }
            case .file?:
                guard let size = try? FileSystem.size(of: path) else { continue }
                let time = try? FileSystem.modificationTime(of: path)
                files.append(RemoteFile(name: prefix + name, size: size, changedAt: time))
            default: continue
            }
        }
        return files
    }

    package func get(_ names: [String], into folder: String) throws(RemoteTrouble) {
        for name in names {
            let reader: FileReader
            do throws(SystemError) { reader = try FileReader(plain: "\(path)/\(name)") } catch {
                // Gone since it was listed, or no plain file: it does not come, and the caller sees that.
                continue
            }
            try Self.copy(reader, to: "\(folder)/\(name)") { .local($0) }
        }
    }

    package func put(_ names: [String], from folder: String) throws(RemoteTrouble) {
        for name in names {
            let reader: FileReader
            do throws(SystemError) { reader = try FileReader(plain: "\(folder)/\(name)") } catch {
                throw .local(error)
            }
            try Self.copy(reader, to: "\(path)/\(name)") { .unreachable($0.description) }
        }
    }

    package func delete(_ names: [String]) throws(RemoteTrouble) {
        for name in names {
            do throws(SystemError) { try FileSystem.removeFile("\(path)/\(name)") } catch {
                if !error.isMissing { throw .unreachable(error.description) }
            }
        }
    }

    private static func copy(
        _ reader: FileReader, to path: String, _ trouble: (SystemError) -> RemoteTrouble
    ) throws(RemoteTrouble) {
        do throws(SystemError) {
            try FileSystem.makeDirectory(FileSystem.parent(of: path), withParents: true)
            var replacement = try FileReplacement(of: path)
            var offset = 0
            while offset < reader.size {
                let part = try reader.read(at: offset, count: 1 << 20)
                if part.isEmpty { break }
                try replacement.write(part)
                offset += part.count
            }
            try replacement.finish()
        } catch {
            throw trouble(error)
        }
    }
}
