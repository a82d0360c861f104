package import DiarylogArchives
package import DiarylogHost

// What an archive holds, as a folder of files that are read one at a time.

extension Source {
    /// The archive at a path as a folder: zip, tar, or tar in gzip. Nil if the file is none of them.
    ///
    /// Of a zip or a plain tar no more is held than the file that is being read. A meter counts what is read of it.
    package static func archive(at path: String, counted meter: FileProgress? = nil) throws(ReadProblem) -> Source? {
        let file: FileReader
        do throws(SystemError) {
            guard try FileSystem.kind(of: path) == .file else { return nil }
            file = try FileReader(path)
        } catch { throw ReadProblem(path, .system(error)) }
        let found = try archive(ByteSource(file: file, counted: meter, hereAndThere: true), path: path)
        if found != nil { meter?.expect(file.size) }
        return found
    }

    /// The same of bytes that are in memory.
    package static func archive(_ source: ByteSource, path: String) throws(ReadProblem) -> Source? {
        do throws(ArchiveProblem) {
            let start = try source.read(at: 0, count: 512)
            // A program that unpacks itself may stand before a zip.
            if ZipArchive.begins(start.span) || path.lowercased().hasSuffix(".zip") {
                return .folder(try zip(try ZipArchive(source), path: path))
            }
            if TarArchive.begins(start) { return .folder(try tar(source, path: path)) }
            guard Gzip.begins(start.span) else { return nil }
            // Members of a compressed tar have no place of their own, so it is unfolded as a whole.
            var limits = ArchiveLimits()
            limits.total = mostInMemory
            return .folder(try tar(ByteSource(try Gzip.bytes(of: source, limits: limits)), path: path))
        } catch { throw ReadProblem(path, .archive(error)) }
    }

    /// Bytes of a member, and of a compressed tar.
    private static let mostInMemory = 1 << 30

    private static func zip(
        _ archive: ZipArchive, path: String, depth: Int = 0
    ) throws(ArchiveProblem) -> SourceFolder {
        let names = archive.members.filter { !$0.isFolder && isShown($0.name) }.map(\.name).sorted()
        // What holds nothing but archives is their parts in one, as Notion hands them out.
        if !names.isEmpty, depth < deepest, names.allSatisfy({ $0.lowercased().hasSuffix(".zip") }) {
            var parts: [SourceFolder] = []
            var problems: [ArchiveProblem] = []
            var broken: [ReadProblem] = []
            for name in names {
                guard let member = archive.member(name) else { continue }
                do throws(ArchiveProblem) {
                    let inner = try ZipArchive(try unpacked(member, of: archive))
                    parts.append(try zip(inner, path: path + "/" + name, depth: depth + 1))
                } catch {
                    problems.append(error)
                    broken.append(ReadProblem(path + "/" + name, .archive(error)))
                }
            }
            if parts.isEmpty, let first = problems.first { throw first }
            var whole = SourceFolder(path: path, parts: parts)
            whole.problems += broken
            return whole
        }
        return SourceFolder(path: path, names: names) { (name) throws(ReadProblem) in
            do throws(ArchiveProblem) {
                guard let member = archive.member(name) else { throw .damaged(name) }
                return SourceFile(
                    path: path + "/" + name, bytes: try archive.bytes(of: member, atMost: mostInMemory))
            } catch { throw ReadProblem(path, .archive(error)) }
        } pour: { (name, visit) throws(ReadProblem) in
            guard let member = archive.member(name) else { throw ReadProblem(path, .archive(.damaged(name))) }
            var reader: ZipMemberReader
            do throws(ArchiveProblem) { reader = try archive.read(member) } catch {
                throw ReadProblem(path, .archive(error))
            }
            while true {
                let part: [UInt8]?
                do throws(ArchiveProblem) { part = try reader.next() } catch {
                    throw ReadProblem(path, .archive(error))
                }
                guard let part else { return }
                try visit(part)
            }
        }
    }

    /// How deep archives stand in archives at most.
    private static let deepest = 3

    /// A member's bytes, where they can be read at any offset: large ones in a file without a name.
    private static func unpacked(_ member: ZipMember, of archive: ZipArchive) throws(ArchiveProblem) -> ByteSource {
        if member.size <= 16 << 20 { return ByteSource(try archive.bytes(of: member, atMost: member.size)) }
        do {
            let file = try FileReader(keepingIn: [FileSystem.temporaryDirectory]) { write in
                var reader = try archive.read(member)
                while let part = try reader.next() { try write(part) }
            }
            return ByteSource(file: file)
        } catch let problem as ArchiveProblem { throw problem } catch let error as SystemError {
            throw .system(error)
        } catch { throw .damaged(member.name) }
    }

    private static func tar(_ source: ByteSource, path: String) throws(ArchiveProblem) -> SourceFolder {
        var offsets: [String: (offset: Int, size: Int)] = [:]
        for member in try TarArchive(source).members where !member.isFolder && isShown(member.name) {
            offsets[member.name] = (member.offset, member.size)
        }
        let found = offsets
        return SourceFolder(path: path, names: found.keys.sorted()) { (name) throws(ReadProblem) in
            do throws(ArchiveProblem) {
                guard let (offset, size) = found[name] else { throw .damaged(name) }
                guard size <= mostInMemory else { throw .tooLarge(name, mostInMemory) }
                return SourceFile(path: path + "/" + name, bytes: try source.read(at: offset, count: size))
            } catch { throw ReadProblem(path, .archive(error)) }
        } pour: { (name, visit) throws(ReadProblem) in
            guard let (offset, size) = found[name] else { throw ReadProblem(path, .archive(.damaged(name))) }
            var done = 0
            while done < size {
                let part: [UInt8]
                do throws(ArchiveProblem) {
                    part = try source.read(at: offset + done, count: min(256 << 10, size - done))
                } catch { throw ReadProblem(path, .archive(error)) }
                if part.isEmpty { throw ReadProblem(path, .archive(.endsEarly)) }
                try visit(part)
                done += part.count
            }
        }
    }

    /// Hidden files are left out, as of a folder, and what a Mac adds to a zip.
    private static func isShown(_ name: String) -> Bool {
        !name.hasPrefix("__MACOSX/") && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }
}
