internal import DiaryEngine
internal import DiarylogHost
package import EventStore

/// Makes a copy of a diary of what lies on its remote.
///
/// `folder` keeps what was fetched until the diary is there: a killed join goes on with it. Events are taken by the
/// time that they show, as `Diary.create(at:fromEvents:)` says. Held are some 200 bytes an event and one object.
package struct Join {
    let remote: any Remote
    let seal: any Seal
    let folder: SyncFolder
    /// Objects that could not be used.
    package private(set) var unreadable: [String] = []
    /// Objects that only a key opens which was replaced: their events are held apart.
    package private(set) var older: [String] = []

    /// What another diary put there, which is not this one's.
    private let others: DiaryTraces?

    package init(from remote: any Remote, seal: any Seal, folder: SyncFolder, besides others: DiaryTraces? = nil) {
        (self.remote, self.seal, self.folder, self.others) = (remote, seal, folder, others)
    }

    /// Makes the diary at a path, which must be free. Throws `noMarker` where no diary lies, `severalDiaries` where
    /// there are more, `notYet` where its events are still to come, and `seal(.refused)` if the key opens none of the
    /// objects.
    package mutating func make(
        at path: String, in context: WriteContext, allowingNetwork: Bool = false
    ) throws(ExchangeTrouble) -> AdoptedLog {
        try local(folder.prepare())
        let listing = try Listing(from: remote).without(others)
        guard let marked = listing.diaries.first else { throw .noMarker }
        guard listing.diaries.count == 1, let diary = StoreID(hexadecimal: marked) else { throw .severalDiaries }
        try Marker.check(marked, on: remote, folder)
        let here = Set(folder.files(in: folder.incoming))
        let absent = listing.objects.map(\.path).filter { !here.contains($0) }
        try remotely(remote.get(absent, into: folder.incoming))
        let opener = ObjectOpener(seal: seal, folder: folder, diary: diary)
        var spool = try local(EventSpool(at: folder.spool + "/events"))
        defer { spool.remove() }
        (unreadable, older) = ([], [])
        for object in listing.objects {
            guard case .segment(let segment, let isVouched) = try opener.open(object, in: folder.incoming) else {
                unreadable.append(object.path)
                try? FileSystem.removeFile("\(folder.incoming)/\(object.path)")
                continue
            }
            if !isVouched {
                older.append(object.path)
                continue
            }
            for record in segment.records { try local(spool.append(record)) }
        }
        try local(spool.finish())
        if spool.count == 0 { throw unreadable.isEmpty ? .notYet : .seal(.refused) }
        do throws(EventStoreError) {
            return try Diary.create(
                at: path, fromEvents: { try spool.record($0) }, in: context, allowingNetwork: allowingNetwork)
        } catch .refused(_, .notYet) {
            // Somebody is still putting what these events follow. The next exchange brings the others.
            let made = try make(at: path, of: spool, in: context, allowingNetwork: allowingNetwork)
            guard let made else { throw .notYet }
            return made
        } catch {
            throw .engine(error)
        }
    }

    /// Makes the diary of those events whose ancestors have all come; nil if there are none.
    private func make(
        at path: String, of spool: borrowing EventSpool, in context: WriteContext, allowingNetwork: Bool
    ) throws(ExchangeTrouble) -> AdoptedLog? {
        do throws(EventStoreError) {
            let whole = try AncestralEvents(of: spool).records
            if whole.isEmpty { return nil }
            return try Diary.create(
                at: path, fromEvents: { $0 < whole.count ? try spool.record(whole[$0]) : nil }, in: context,
                allowingNetwork: allowingNetwork)
        } catch {
            throw .engine(error)
        }
    }
}
