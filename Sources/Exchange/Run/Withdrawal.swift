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
    /// Removes what this diary has on a remote that another diary shares; it lies elsewhere by now. Its mark goes last.
    /// On a remote of its own it removes nothing.
    package mutating func withdraw() throws(ExchangeTrouble) {
        let listing = try Listing(from: remote)
        let own = try engine(DiaryTraces(of: diary, in: folder))
        guard listing.diaries.count > 1, listing.diaries.contains(own.diary.hexadecimal) else { return }
        var named = state.gone
        for file in try engine(diary.news(after: 0).files) {
            if let name = try remoteName(of: file) { named.insert(name) }
        }
        var paths = (listing.objects + listing.torn).filter { own.devices.contains($0.device) }.map(\.path)
        paths += (listing.files + listing.tornFiles).filter { named.contains($0.name) }.map(\.path)
        paths += listing.keys.filter { own.keys.contains($0) }
        try remotely(remote.delete(paths + [Listing.marker(of: own.diary.hexadecimal)]))
    }
}
