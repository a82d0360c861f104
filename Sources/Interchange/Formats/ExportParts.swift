/// An export that is handed out in several archives, as Takeout and Notion do with large ones, is one source.

internal import DiarylogHost

/// Puts the parts of an export together.
package enum ExportParts {
    /// The sources, where archives whose names differ by a number alone, and that share no file, are one.
    package static func joined(_ sources: [Source]) -> [Source] {
        var groups: [(stem: String?, folders: [SourceFolder], sources: [Source])] = []
        for source in sources {
            guard case .folder(let folder) = source, let stem = stem(of: folder.path) else {
                groups.append((nil, [], [source]))
                continue
            }
            if groups.last?.stem != stem { groups.append((stem, [], [])) }
            groups[groups.count - 1].folders.append(folder)
            groups[groups.count - 1].sources.append(source)
        }
        return groups.flatMap { _, folders, sources in
            folders.count > 1 && SourceFolder.areParts(folders)
                ? [.folder(SourceFolder(path: folders[0].path, parts: folders))] : sources
        }
    }

    /// How the names of archives end.
    private static let endings = [".zip", ".tgz", ".tar.gz", ".tar", ".jex", ".bear2bk", ".textpack"]

    static func isArchive(_ name: String) -> Bool { endings.contains { name.lowercased().hasSuffix($0) } }

    /// The archives in a folder that has nothing else, which are read as those given together; else the path alone.
    package static func paths(at path: String) -> [String] {
        guard (try? FileSystem.kind(of: path)) == .directory, let names = try? FileSystem.contents(of: path) else {
            return [path]
        }
        let shown = names.filter(Source.isShown).sorted()
        let paths = shown.map { (path.last == "/" ? path : path + "/") + $0 }
        let areArchives = shown.allSatisfy(isArchive) && paths.allSatisfy { (try? FileSystem.kind(of: $0)) == .file }
        return shown.isEmpty || !areArchives ? [path] : paths
    }

    /// The path of an archive without the number at its end: `takeout-20240501T000000Z-001.zip`, `Export-Part-2.zip`,
    /// `photos (3).tgz`. Nil for what has no number, or nothing before it.
    static func stem(of path: String) -> String? {
        guard let ending = endings.first(where: { path.lowercased().hasSuffix($0) }) else { return nil }
        var name = path.dropLast(ending.count)
        if name.last == ")" { name.removeLast() }
        let digits = name.reversed().prefix { $0.isASCII && $0.isWholeNumber }.count
        guard digits > 0 else { return nil }
        name.removeLast(digits)
        while let last = name.last, "-_ (.".contains(last) { name.removeLast() }
        if name.lowercased().hasSuffix("part") { name.removeLast("part".count) }
        while let last = name.last, "-_ .".contains(last) { name.removeLast() }
        return name.isEmpty || name.last == "/" ? nil : String(name)
    }
}
