package import DiaryEngine
package import EventStore

// Two diaries came to lie in one folder, and one of them leaves it.

/// By what one knows what a diary has put on a remote that another diary shares.
package struct DiaryTraces: Sendable {
    package var diary: StoreID
    package var devices: Set<DeviceID>
    /// The paths of its key files.
    package var keys: Set<String>

    package init(of diary: Diary, in folder: SyncFolder) throws(EventStoreError) {
        self.diary = try diary.identity()
        devices = Set(try diary.devices().map(\.id))
        keys = SyncState(at: folder.state).keys
    }
}

extension Exchange {
    /// Takes in what others put, and puts nothing. Where the diary has no mark any more there is nothing of it.
    package mutating func takeIn() throws(ExchangeTrouble) {
        do throws(ExchangeTrouble) {
            let listing = try list()
            var map = try place(listing.objects)
            try pull(listing, &map)
            try learnNews()
            try fetchFiles(listing)
        } catch .otherDiary {
            return
        } catch .noMarker {
            return
        }
        noteEnd()
    }

    /// Removes what this diary has on a remote that another diary shares; it lies elsewhere by now. Its mark goes last.
    /// On a remote of its own it removes nothing.
    ///
    /// What a device put of which this copy has not heard, and none of the `others` is, is this diary's where its key
    /// opens it: nobody who stays there can read it, and the device has it.
    package mutating func withdraw(besides others: Set<DeviceID>? = nil) throws(ExchangeTrouble) {
        let listing = try Listing(from: remote)
        let own = try engine(DiaryTraces(of: diary, in: folder))
        let mark = own.diary.hexadecimal
        guard listing.diaries.contains(where: { $0 != mark }) else { return }
        var named = state.gone
        for file in try engine(diary.news(after: 0).files) {
            if let name = try remoteName(of: file) { named.insert(name) }
        }
        var paths = (listing.objects + listing.torn).filter { own.devices.contains($0.device) }.map(\.path)
        if let others {
            let unknown = listing.objects.filter { !own.devices.contains($0.device) && !others.contains($0.device) }
            paths += try ours(of: unknown)
        }
        paths += (listing.files + listing.tornFiles).filter { named.contains($0.name) }.map(\.path)
        paths += listing.keys.filter { own.keys.contains($0) }
        if listing.diaries.contains(mark) { paths.append(Listing.marker(of: mark)) }
        try remotely(remote.delete(paths))
    }

    /// Those of some objects that are this diary's, by what they say.
    private func ours(of objects: [ObjectName]) throws(ExchangeTrouble) -> [String] {
        try local(folder.prepare())
        try remotely(remote.get(objects.map(\.path), into: folder.incoming))
        let opener = ObjectOpener(seal: seal, folder: folder, diary: try identity())
        var paths: [String] = []
        for object in objects {
            if case .segment = try opener.open(object, in: folder.incoming) { paths.append(object.path) }
        }
        return paths
    }
}
