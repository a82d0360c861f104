internal import DiaryModel
package import DiarylogArchives
package import DiarylogHost

// What an archive holds, as a folder of files that are read one at a time.

extension Source {
    /// The archive at a path as a folder: zip, tar, or tar in gzip; or a file that gzip has compressed. Nil if the file
    /// is none of them.
    ///
    /// Of a zip or a plain tar no more is held than the file that is being read. A meter counts what is read of it.
    package static func archive(at path: String, counted meter: FileProgress? = nil) throws(ReadProblem) -> Source? {
        let file: FileReader
        do throws(SystemError) {
            guard try FileSystem.kind(of: path) == .file else { return nil }
            file = try FileReader(path)
        } catch { throw ReadProblem(path, .system(error)) }
        let bytes = ByteSource(file: file, counted: meter, hereAndThere: true)
        let found = try archive(bytes, path: ArchiveName.readable(path))
        if found != nil { meter?.expect(file.size) }
        return found
    }

    /// The same of bytes that can be read at any offset.
    package static func archive(_ source: ByteSource, path: String) throws(ReadProblem) -> Source? {
        try archive(source, path: path, depth: 0)
    }

    private static func archive(_ source: ByteSource, path: String, depth: Int) throws(ReadProblem) -> Source? {
        let folder: SourceFolder
        do throws(ArchiveProblem) {
            let start = try source.read(at: 0, count: 512)
            // A program that unpacks itself may stand before a zip.
            if ZipArchive.begins(start.span) || path.lowercased().hasSuffix(".zip") {
                folder = try zip(try ZipArchive(source), path: path)
            } else if TarArchive.begins(start) {
                folder = try tar(source, path: path)
            } else {
                guard Gzip.begins(start.span) else {
                    if isPart(path), start.contains(0) { throw .severalParts }
                    return nil
                }
                // Members of a compressed tar have no place of their own, so it is unfolded as a whole.
                var limits = ArchiveLimits()
                limits.total = mostInMemory
                let bytes = try Gzip.bytes(of: source, limits: limits)
                guard TarArchive.begins(Array(bytes.prefix(512))) else {
                    let name = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(".gz".count)) : path
                    return .file(SourceFile(path: name, bytes: bytes))
                }
                folder = try tar(ByteSource(bytes), path: path)
            }
        } catch { throw ReadProblem(path, .archive(isPart(path) && error != .severalParts ? .severalParts : error)) }
        if folder.names.isEmpty, let first = folder.problems.first { throw first }
        return .folder(
            try unfolded(folder, depth) { (name) throws(ReadProblem) in try kept(name, of: folder) })
    }

    /// The same, of a folder on the disk in whose archives the diary is.
    package func unfolded() throws(ReadProblem) -> Source {
        guard case .folder(let folder) = self else { return self }
        return .folder(
            try Self.unfolded(folder, 0) { (name) throws(ReadProblem) in try folder.file(name).content })
    }

    /// Bytes of a member, and of a compressed tar.
    private static let mostInMemory = 1 << 30

    /// Whether a name is that of a part of an archive: `a.z01`, `a.zip.001`.
    private static func isPart(_ path: String) -> Bool {
        let ending = path.split(separator: ".").last ?? ""
        let digits = ending.lowercased().hasPrefix("z") ? ending.dropFirst() : ending
        return (2...3).contains(digits.count) && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// How deep archives stand in archives at most.
    private static let deepest = 3

    /// What holds archives, and beside them nothing that is a diary, is their parts in one, as Notion hands them out.
    private static func unfolded(
        _ folder: SourceFolder, _ depth: Int, _ open: (String) throws(ReadProblem) -> ByteSource
    ) throws(ReadProblem) -> SourceFolder {
        let archives = folder.names.filter(ExportParts.isArchive)
        var rest = folder
        rest.names.removeAll(where: ExportParts.isArchive)
        guard let first = archives.first, isLess(rest, than: archives.count) else { return folder }
        if depth == deepest { throw ReadProblem(folder.path + "/" + first, .unread(.archive)) }
        var (parts, problems) = ([SourceFolder](), [ReadProblem]())
        for name in archives {
            let path = folder.path + "/" + name
            do throws(ReadProblem) {
                guard case .folder(let part)? = try archive(open(name), path: path, depth: depth + 1) else {
                    throw ReadProblem(path, .archive(.notAnArchive))
                }
                parts.append(part)
            } catch { problems.append(error) }
        }
        if rest.names.isEmpty, parts.isEmpty, let first = (rest.problems + problems).first { throw first }
        let isOne = rest.names.isEmpty || parts.contains { FormatChoice(.folder($0)) != nil }
        var whole = isOne ? SourceFolder(path: folder.path, parts: [rest] + parts) : folder
        whole.problems += problems
        return whole
    }

    /// Whether files are less than a diary beside so many archives: nothing that is known, or a few notes of no day.
    private static func isLess(_ rest: SourceFolder, than archives: Int) -> Bool {
        guard let choice = FormatChoice(.folder(rest)) else { return true }
        return FormatChoice.plain.contains(choice.format) && choice.names.count <= archives
            && !choice.names.contains { FormatChoice.isDated($0, in: rest) }
    }

    /// The bytes of a file, in a file without a name, where they can be read at any offset.
    private static func kept(_ name: String, of folder: SourceFolder) throws(ReadProblem) -> ByteSource {
        do {
            let file = try FileReader(keepingIn: [FileSystem.temporaryDirectory]) { write in
                try folder.stream(name) { (part) throws(ReadProblem) in
                    do throws(SystemError) { try write(part) } catch { throw ReadProblem(name, .cannotKeep(error)) }
                }
            }
            return ByteSource(file: file)
        } catch { throw ReadProblem(error, at: RowOrigin(folder.path + "/" + name)) }
    }

    private static func zip(_ archive: ZipArchive, path: String) throws(ArchiveProblem) -> SourceFolder {
        let names = archive.members.filter { !$0.isFolder && isShown($0.name) }.map(\.name).sorted()
        @Sendable func member(_ name: String) throws(ArchiveProblem) -> ZipMember {
            guard let member = archive.member(name) else { throw .damaged(name) }
            return member
        }
        let folder = SourceFolder(path: path, names: names) { name in
            let member = try member(name)
            let bytes = try archive.bytes(of: member, atMost: mostInMemory)
            let time = member.modifiedAt ?? onClock(member.clock)
            return SourceFile(path: path + "/" + name, bytes: bytes, modifiedAt: time)
        } pour: { name, visit in
            var reader = try archive.read(try member(name))
            while let part = try reader.next() { try visit(part) }
        }
        return folder.without(archive.leftOut, of: archive.members.filter { !$0.isFolder }.map(\.name))
    }

    /// What a clock of DOS showed, taken for that of this machine; the first day that it has is none.
    private static func onClock(_ clock: (day: UInt16, time: UInt16)) -> Int64? {
        let (day, time) = (Int(clock.day), Int64(clock.time))
        guard day > 0x21, let date = CivilTime(year: 1980 + (day >> 9), month: day >> 5 & 15, day: day & 31) else {
            return nil
        }
        let seconds = date.seconds + (time >> 11) * 3600 + (time >> 5 & 63) * 60 + (time & 31) * 2
        return seconds - Int64(ZoneDatabase.offset(of: ZoneDatabase.systemZone, local: seconds))
    }

    private static func tar(_ source: ByteSource, path: String) throws(ArchiveProblem) -> SourceFolder {
        let archive = try TarArchive(source)
        let members = archive.members.filter { !$0.isFolder && isShown($0.name) }
        let found = Dictionary(members.map { (Array($0.name.utf8), $0) }) { $1 }
        @Sendable func member(_ name: String) throws(ArchiveProblem) -> TarMember {
            guard let member = found[Array(name.utf8)] else { throw .damaged(name) }
            return member
        }
        let folder = SourceFolder(path: path, names: members.map(\.name).sorted()) { name in
            let member = try member(name)
            let content = source.part(at: member.offset, size: member.size)
            return SourceFile(path: path + "/" + name, content: content, modifiedAt: member.modifiedAt)
        }
        return folder.without(archive.leftOut, of: archive.members.filter { !$0.isFolder }.map(\.name))
    }

    /// Hidden files are left out, as of a folder, and what a Mac and a Windows put beside files for themselves.
    static func isShown(_ name: String) -> Bool {
        let steps = name.split(separator: "/")
        return !name.hasPrefix("__MACOSX/") && !steps.contains { $0.hasPrefix(".") && $0 != ".." }
            && !["Thumbs.db", "desktop.ini", "Icon\r"].contains(steps.last ?? "")
    }
}

extension SourceFolder {
    /// The same, which says of what it is without, and which of all files are hidden.
    fileprivate func without(_ members: [LeftOutMember], of all: [String]) -> SourceFolder {
        var folder = self
        let hidden = all.filter { name in
            !Source.isShown(name) && !name.hasPrefix("__MACOSX/")
                && name.split(separator: "/").allSatisfy { HiddenFiles.isShown(String($0)) }
        }
        if !hidden.isEmpty { folder.hidden = hidden.sorted() }
        folder.problems += members.filter { Source.isShown($0.name) }.map { ReadProblem(path, .archive($0.problem)) }
        return folder
    }
}
