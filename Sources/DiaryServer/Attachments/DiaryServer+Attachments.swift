internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Files of entries: put to one, taken off it, and given to the page.

extension DiaryServer {
    /// The file that a request brings along; nil if it brings none.
    func upload(_ request: PageRequest, to destination: Destination) throws -> Upload? {
        guard case .receive(let steps) = destination.route.answer else { return nil }
        var call = try Call(request, to: destination, Language(accepting: request))
        // No file's name has a NUL.
        guard let name = try call.items.take("name"), !name.utf8.contains(0) else { throw ServerProblem.usage("name") }
        try call.end()
        return Upload(try steps(self, call, name), call.language)
    }

    /// Lets an entry name a file that was put; looks again where somebody else changed the entry meanwhile.
    func attach(_ file: Attachment, to id: EntryID) async throws -> JSONValue {
        while true {
            let entry = try await reading { try $0.known(id) }
            guard let added = file.added(to: entry.content.attachments) else {
                return Self.receipt("unchanged", nil, [entry])
            }
            var edit = EntryEdit()
            edit.addedAttachments = [added]
            do {
                return try await perform(.edit(edit), of: id, entry.version.rawValue)
            } catch ServerProblem.conflict {}
        }
    }

    func detaching(_ id: EntryID, _ hash: Digest) -> Change {
        { server in
            var edit = EntryEdit()
            edit.removedAttachments = try await server.reading { server in
                try server.known(id).content.attachments.filter { $0.hash == hash.bytes }
            }
            guard !edit.removedAttachments.isEmpty else { throw ServerProblem.notFound }
            return try await server.perform(.edit(edit), of: id)
        }
    }

    /// A file's bytes; with `small`, those of the small picture that was kept of it, if there is one. Only what a page
    /// can show as a picture without running anything has a type of its own.
    func attachment(_ hash: Digest, _ call: inout Call) throws -> PageReply {
        let wantsSmall = try call.items.takeFlag("small")
        let small = wantsSmall ? try? diary.openSmallPicture(of: hash.bytes) : nil
        guard let file = try small ?? diary.openAttachment(hash.bytes) else { throw ServerProblem.notFound }
        let type = MediaType.of(try file.read(at: 0, count: MediaType.wanted), name: "")
        return PageReply(file: file, type: MediaType.isImage(type) ? type : "application/octet-stream")
    }

    /// The most bytes of a small picture: 128 KiB.
    static let smallPictureLimit = 128 << 10

    /// Keeps a small picture that a browser made of a file.
    func keepSmall(_ hash: Digest, _ call: Call) throws -> PageReply {
        try call.end()
        let type = MediaType.of(Array(call.bytes.prefix(MediaType.wanted)), name: "")
        guard MediaType.isImage(type) else { throw ServerProblem.usage("body") }
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        guard try diary.openAttachment(hash.bytes) != nil else { throw ServerProblem.notFound }
        try intake.keep(smallPicture: call.bytes, of: hash)
        return .json([:])
    }
}
