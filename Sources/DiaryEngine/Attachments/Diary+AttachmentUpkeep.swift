public import EventStore

// What a diary's upkeep does about attached files: proving them, and getting back those that are gone.

/// What a verification found about attached files.
public struct AttachmentReport: Equatable, Sendable {
    /// How many files events and drafts name.
    public var files = 0
    /// What they take, in bytes.
    public var bytes: UInt64 = 0
    /// Those that are missing, or are not what was put, and why.
    public var lost: [LostAttachment] = []

    /// So many files of so many bytes, none of them lost.
    public init(files: Int = 0, bytes: UInt64 = 0) {
        self.files = files
        self.bytes = bytes
    }
}

/// A file that is named and cannot be had: it costs the attachments of that name, and nothing else.
public struct LostAttachment: Equatable, Sendable {
    /// What it was, and who names it.
    public var attachment: NamedAttachment
    /// What is wrong.
    public var state: AttachedFileState
}

extension Diary {
    /// Looks at each file that an event or a draft names, or, with `proving`, reads it and compares its hash.
    ///
    /// Costs a pass over the log; a proof reads every file.
    public func checkAttachments(proving: Bool) throws(EventStoreError) -> AttachmentReport {
        var report = AttachmentReport()
        for named in try namedAttachments() {
            report.files += 1
            report.bytes = report.bytes.adding(named.file.size)
            let state = store.state(of: named.file, proving: proving)
            if state != .present { report.lost.append(LostAttachment(attachment: named, state: state)) }
        }
        return report
    }

    /// Removes files that were put and that nothing has come to name; at the latest with `catchUp`. Costs a pass over
    /// the log.
    @available(*, noasync)
    package func withdraw(_ files: [AttachedFile]) throws(EventStoreError) {
        try store.noteLeaving(files)
        try? removeLeavingAttachments()
    }

    /// Gets the files that are named and not here from the folders of other diaries, backups among them. What is copied
    /// is proven; what is here with its size stays as it is, unless `proving` finds it to be something else.
    @discardableResult
    public func fetchAttachments(from folders: [String], proving: Bool = false) throws(EventStoreError)
        -> AttachmentCopy
    {
        let lost = try checkAttachments(proving: proving).lost.map(\.attachment.file)
        return try store.fetchAttachments(lost, from: folders)
    }
}
