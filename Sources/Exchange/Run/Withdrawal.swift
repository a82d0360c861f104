internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// Two diaries came to lie in one folder, and one of them leaves it.

extension Exchange {
    /// Removes what this diary has on a remote that another diary shares; it lies elsewhere by now. Its mark goes last.
    /// On a remote of its own it removes nothing.
    package mutating func withdraw() throws(ExchangeTrouble) {
        let listing = try Listing(from: remote)
        let own = try identity().hexadecimal
        guard listing.diaries.count > 1, listing.diaries.contains(own) else { return }
        let (devices, files) = try engine { () throws(EventStoreError) in
            (Set(try diary.devices().map(\.id)), try diary.news(after: 0).files)
        }
        var named = state.gone
        for file in files {
            if let name = try remoteName(of: file) { named.insert(name) }
        }
        var paths = (listing.objects + listing.torn).filter { devices.contains($0.device) }.map(\.path)
        paths += (listing.files + listing.tornFiles).filter { named.contains($0.name) }.map(\.path)
        paths += listing.keys.filter { state.keys.contains($0) }
        try remotely { () throws(RemoteTrouble) in try remote.delete(paths + [Listing.marker(of: own)]) }
    }
}
