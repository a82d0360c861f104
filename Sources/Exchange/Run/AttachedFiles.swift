internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

/// Which attached files a copy fetches.
package enum AttachedFileChoice: String, CaseIterable, Sendable {
    /// Those of every version.
    case all
    /// Those that entries name as they are now.
    case shown
}

// Attached files: put before the events that name them, fetched after events. They are streamed, never in memory.

extension Exchange {
    /// Puts the files that events name, this copy has, and the remote lacks.
    mutating func putFiles(_ listing: Listing) throws(ExchangeTrouble) {
        let there = Set(listing.files.filter { state.unreadable[$0.path] == nil }.map(\.name))
        for file in state.files.sorted(by: { $0.hash < $1.hash }) {
            guard let name = try remoteName(of: file), !there.contains(name) else { continue }
            let reader: AttachmentReader?
            do throws(EventStoreError) { reader = try diary.openAttachment(file.hash.bytes) } catch { continue }
            guard let reader else { continue }
            let plain = folder.spool + "/sealing"
            let sealed = folder.spool + "/sealed"
            defer { try? FileSystem.removeFile(plain) }
            try copy(reader, to: plain)
            // What is damaged here another device may have whole, and would not put beside it.
            guard (try? Digest.ofFile(plain)) == file.hash else { continue }
            try? FileSystem.removeFile(sealed)
            try sealing(seal.seal(plain, as: sealed))
            let object = try local(FileName(name: name, size: FileSystem.size(of: sealed), hash: Digest.ofFile(sealed)))
            try local(FileSystem.rename(from: sealed, to: "\(folder.outgoing)/\(object.path)"))
            if try isThere(after: [object.path]) { fresh.insert(object.path) }
            try? FileSystem.removeFile("\(folder.outgoing)/\(object.path)")
        }
    }

    /// Fetches the files that events name and this copy lacks. What is not there costs that file alone.
    mutating func fetchFiles(_ listing: Listing) throws(ExchangeTrouble) {
        let objects = Dictionary(grouping: listing.files, by: \.name)
        let absent = state.files.filter { diary.state(of: Attachment($0, name: "", mediaType: "")) != .present }
        for file in try wanted(absent).sorted(by: { $0.hash < $1.hash }) {
            guard let name = try remoteName(of: file) else { continue }
            var hasCome = false
            for object in objects[name] ?? [] where !hasCome { hasCome = try take(object, as: file) }
            if hasCome { report.files += 1 } else { report.missingFiles += 1 }
        }
    }

    /// Those of some files that this copy fetches.
    private func wanted(_ absent: Set<AttachedFile>) throws(ExchangeTrouble) -> Set<AttachedFile> {
        if files == .all || absent.isEmpty { return absent }
        var shown: Set<AttachedFile> = []
        for named in try engine(diary.namedAttachments()) where absent.contains(named.file) {
            for id in named.entries {
                guard let entry = try engine(diary.entry(id)), !entry.isDeleted else { continue }
                if entry.content.attachments.contains(where: { $0.file == named.file }) { shown.insert(named.file) }
            }
        }
        return shown
    }

    /// Fetches a sealed file and takes it in, if it is the one that events name.
    private func take(_ object: FileName, as file: AttachedFile) throws(ExchangeTrouble) -> Bool {
        let opened = folder.spool + "/opened"
        defer { try? FileSystem.removeFile(opened) }
        guard try fetch(object, as: opened) == nil, (try? Digest.ofFile(opened)) == file.hash else { return false }
        let intake = try engine(diary.beginAttaching())
        defer { intake.end() }
        _ = try engine(intake.put(fileAt: opened))
        return true
    }

    /// Fetches a sealed file and opens it as another; what is wrong with the sealed one, if anything.
    func fetch(_ file: FileName, as opened: String) throws(ExchangeTrouble) -> Segment.Fault? {
        let path = "\(folder.back)/\(file.path)"
        try? FileSystem.removeFile(path)
        defer { try? FileSystem.removeFile(path) }
        try remotely(remote.get([file.path], into: folder.back))
        guard (try? FileSystem.kind(of: path)) == .file else { return .absent }
        guard (try? FileSystem.size(of: path)) == file.size, let hash = try? Digest.ofFile(path),
            String(hash.hexadecimal.prefix(32)) == file.hash
        else { return .torn }
        return try sealing(seal.open(path, as: opened)) == .closed ? .sealed : nil
    }

    func remoteName(of file: AttachedFile) throws(ExchangeTrouble) -> String? {
        try engine(diary.remoteName(of: file))
    }

    private func copy(_ reader: AttachmentReader, to path: String) throws(ExchangeTrouble) {
        var target = try local(FileReplacement(of: path))
        var offset = 0
        while true {
            let part = try engine(reader.read(at: offset, count: 1 << 20))
            if part.isEmpty { break }
            try local(target.write(part))
            offset += part.count
        }
        try local(target.finish())
    }
}
