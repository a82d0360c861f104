internal import DiarylogHost
package import EventStore

/// Opens objects that lie in the spool, and proves that they are what their names say.
package struct ObjectOpener: Sendable {
    let seal: any Seal
    let folder: SyncFolder
    let diary: StoreID

    package init(seal: any Seal, folder: SyncFolder, diary: StoreID) {
        (self.seal, self.folder, self.diary) = (seal, folder, diary)
    }

    /// What became of one.
    package enum Outcome: Sendable {
        /// It is what its name says; `isVouched` if the newest key opened it.
        case segment(Segment, isVouched: Bool)
        /// It did not come.
        case absent
        case fault(Segment.Fault)
    }

    /// Opens one in a folder of the spool.
    package func open(_ object: ObjectName, in place: String) throws(ExchangeTrouble) -> Outcome {
        let path = "\(place)/\(object.path)"
        let sealed: [UInt8]
        do throws(SystemError) { sealed = try FileSystem.read(path, limit: Segment.limit) } catch {
            if error.isMissing { return .absent }
            throw .local(error)
        }
        guard sealed.count == object.size, object.hash == String(Digest(hashing: sealed).hexadecimal.prefix(32)) else {
            return .fault(.torn)
        }
        let opened = folder.spool + "/opened"
        try? FileSystem.removeFile(opened)
        defer { try? FileSystem.removeFile(opened) }
        let opening = try sealing(seal.open(path, as: opened))
        guard opening != .closed,
            let bytes = try? FileSystem.read(opened, limit: Segment.limit)
        else { return .fault(.sealed) }
        do throws(Segment.Fault) {
            let segment = try Segment(reading: bytes, of: diary)
            return segment.isNamed(object)
                ? .segment(segment, isVouched: opening == .newest) : .fault(.misnamed)
        } catch {
            return .fault(error)
        }
    }
}
