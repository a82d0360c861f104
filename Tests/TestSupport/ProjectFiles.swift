/// Files that tests read: the project's own, its fixtures, and what lies beside it.

import DiarylogHost

/// Where a file of this project is, said from the project's folder.
package func projectFile(_ path: String) -> String {
    let root = (0..<3).reduce(#filePath) { path, _ in FileSystem.parent(of: path) }
    return "\(root)/\(path)"
}

/// A file of `Tests/Fixtures`: written once, read the same for ever.
package struct Fixture: Sendable {
    package let path: String

    package init(_ name: String) { path = projectFile("Tests/Fixtures/" + name) }

    /// Whether it is missing and a person asks for it with `DIARYLOG_WRITE_FIXTURES`.
    package var isWanted: Bool {
        get throws {
            try ProcessEnvironment.value("DIARYLOG_WRITE_FIXTURES") != nil && FileSystem.kind(of: path) == .missing
        }
    }

    package var bytes: [UInt8] { get throws { try FileSystem.read(path) } }

    package var text: String { get throws { String(decoding: try bytes, as: UTF8.self) } }

    /// Makes the file; one that is there stays as it is.
    package func write(_ text: String) throws {
        try FileSystem.write(Array(text.utf8).span, to: path, mode: 0o644, exclusive: true)
    }
}

/// Material that several projects share, in a folder `shared` beside this one or above the working folder.
package enum SharedMaterial {
    /// Where a file of it is; nil, said aloud, if absent.
    package static func path(_ name: String) throws -> String? {
        for start in [#filePath, try FileSystem.canonicalPath(".") + "/x"] {
            var folder = start
            repeat {
                folder = FileSystem.parent(of: folder)
                let path = "\(folder)/shared/\(name)"
                if (try? FileSystem.kind(of: path)) == .file { return path }
            } while folder.count > 1
        }
        print("skipped: no shared/\(name) beside this project")
        return nil
    }

    /// The bytes of a file of it; nil, said aloud, if absent.
    package static func bytes(_ name: String) throws -> [UInt8]? {
        try path(name).map { path in try FileSystem.read(path) }
    }
}
