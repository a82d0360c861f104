internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore

/// Files that were named to be attached, all of them open before the first is copied.
struct AttachmentSources: ~Copyable {
    private var files: [(path: String, reader: FileReader)] = []

    /// Throws for one that is not there, or no file.
    init(_ paths: [String]) throws {
        for path in paths {
            do throws(SystemError) { files.append((path, try FileReader(plain: path))) } catch {
                if error.isNoFile { throw Problem.notAFile(path) }
                throw Problem(error)
            }
        }
    }

    /// Copies them into the diary, and says what an entry that has some already is to name.
    ///
    /// One that it has under any name is said and left out. A name that is taken gets a number.
    func put(
        besides others: [Attachment], in diary: Diary, by intake: AttachmentIntake, _ session: Session
    ) throws -> [Attachment] {
        var (all, new): ([Attachment], [Attachment]) = (others, [])
        for (path, reader) in files {
            let attachment = try diary.put(reader, at: path, by: intake)
            guard let added = attachment.added(to: all) else {
                let known = all.first { $0.hash == attachment.hash }?.name ?? attachment.name
                session.notify(.attachedBefore(OnScreen.safe(known)))
                continue
            }
            if added.name != attachment.name {
                session.notify(.attachedAs(OnScreen.safe(attachment.name), OnScreen.safe(added.name)))
            }
            all.append(added)
            new.append(added)
        }
        return new
    }
}
