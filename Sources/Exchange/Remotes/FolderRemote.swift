internal import DiarylogHost

/// A folder that something else carries: a cloud's client, Syncthing, a stick.
///
/// A file is written under another name, synced, and renamed, and the folder is synced: whoever carries it sees whole
/// files only.
package struct FolderRemote: Remote {
    /// Where it is.
    package let path: String

    package init(path: String) { self.path = path }

    package func list() throws(RemoteTrouble) -> [RemoteFile] {
        var files: [RemoteFile] = []
        var folders = ["", ObjectName.folder, FileName.folder]
        // Such folders a carrier makes of ours: events (conflicted copy).
        let others = ((try? FileSystem.contents(of: path)) ?? []).map { $0 + "/" }.filter { folder in
            !folders.contains(folder) && folders.dropFirst().contains { folder.hasPrefix($0.dropLast()) }
        }
        folders += others.filter { (try? FileSystem.kind(of: "\(path)/\($0.dropLast())")) == .directory }
        for folder in folders {
            let names: [String]
            do throws(SystemError) { names = try FileSystem.contents(of: "\(path)/\(folder)") } catch {
                if error.isMissing, !folder.isEmpty { continue }
                throw .unreachable(error.description)
            }
            for name in names {
                let file = "\(path)/\(folder)\(name)"
                guard (try? FileSystem.kind(of: file)) == .file, let size = try? FileSystem.size(of: file) else {
                    continue
                }
                files.append(RemoteFile(name: folder + name, size: size))
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
