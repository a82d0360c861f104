public import DiaryModel
package import DiarylogHost
public import EventStore

// The files that belong to entries. An entry's content says which they are; here they are put, opened and looked at.

extension Diary {
    /// Begins to put files: hold what it returns until the change that names them is written, and end it then.
    ///
    ///     let intake = try diary.beginAttaching()
    ///     defer { intake.end() }
    ///     let file = try diary.put(fileAt: "/home/me/han.jpg", by: intake)
    ///     var edit = EntryEdit()
    ///     edit.addedAttachments = [file]
    ///     try diary.perform([EntryRequest(entry: id, command: .edit(edit))])
    ///
    /// A file is on the disk, whole, before `put` returns. If no event comes to name it, a later sweep removes it.
    /// Throws `busy` while files are removed.
    public func beginAttaching() throws(EventStoreError) -> AttachmentIntake {
        try store.beginAttaching()
    }

    /// Puts a file of the system, and says what an entry is to name: it is called as in its folder, or by `name`.
    ///
    /// It goes through a buffer, whatever its size, and is read once. Throws what the system says of the file.
    public func put(
        fileAt path: String, name: String? = nil, by intake: AttachmentIntake
    ) throws(EventStoreError) -> Attachment {
        let file = try intake.put(fileAt: path)
        return try attachment(file, name: name ?? path)
    }

    /// The same of a file that is open.
    package func put(
        _ file: FileReader, at path: String, by intake: AttachmentIntake
    ) throws(EventStoreError) -> Attachment {
        try attachment(intake.put(file, at: path), name: path)
    }

    /// What an entry is to name of a file that was put: its media type is told by what it holds, and by the name.
    public func attachment(_ file: AttachedFile, name: String) throws(EventStoreError) -> Attachment {
        let name = Attachment.properName(name)
        let start = try store.attachment(file.hash)?.read(at: 0, count: MediaType.wanted) ?? []
        return Attachment(file, name: name, mediaType: MediaType.of(start, name: name))
    }

    /// Opens an attached file for reading, by the hash that an entry names; nil if it is not there.
    ///
    /// The bytes are those on the disk; whether they are those that were put, `state` tells.
    public func openAttachment(_ hash: [UInt8]) throws(EventStoreError) -> AttachmentReader? {
        guard hash.count == 32 else { return nil }
        return try store.attachment(Digest(hash.span))
    }

    /// Opens the small picture that was kept of an attached file (`AttachmentIntake.keep`); nil if there is none.
    public func openSmallPicture(of hash: [UInt8]) throws(EventStoreError) -> AttachmentReader? {
        guard hash.count == 32 else { return nil }
        return try store.smallPicture(of: Digest(hash.span))
    }

    /// Whether an attached file is there with its size; with `proving`, whether it is what was put, which reads it.
    public func state(of attachment: Attachment, proving: Bool = false) -> AttachedFileState {
        attachment.file.map { store.state(of: $0, proving: proving) } ?? .missing
    }

    /// Every file that an event up to a point names, and as of the head also those that only a draft names. Costs a
    /// pass over the log.
    public func namedAttachments(at point: DiaryPoint = .head) throws(EventStoreError) -> [NamedAttachment] {
        try read(point) { view, sequence in
            try NamedAttachments(in: view, through: sequence, withDrafts: point == .head).all
        }
    }

    /// The attached files that neither an event nor a draft names, and with `removing`, their end.
    ///
    /// Nothing is counted or removed where an event or a draft cannot be read or understood, as it may name any of
    /// them. Throws `store(.busy)` if somebody is putting files for longer than the diary's patience.
    @available(*, noasync)
    public func sweepAttachments(removing: Bool = false) throws(EventStoreError) -> AttachmentSweep {
        try store.sweepAttachments(removing: removing) {
            let named = try NamedAttachments(in: store.beginRead().view)
            return named.unread.isEmpty ? named.hashes : nil
        }
    }
}
