internal import DiarylogHost
package import EventStore

/// A remote that is made ready for a diary.
package struct Beginning {
    let remote: any Remote
    let folder: SyncFolder

    package init(of remote: any Remote, folder: SyncFolder) { (self.remote, self.folder) = (remote, folder) }

    /// Puts the marker of a diary, and a text for people. On a remote that has this diary's already, nothing.
    ///
    /// Throws `otherDiary` where another one lies.
    package func make(diary: StoreID) throws(ExchangeTrouble) {
        try local(folder.prepare())
        let listing = try Listing(from: remote)
        if listing.diaries.contains(diary.hexadecimal) { return }
        if !listing.diaries.isEmpty { throw .otherDiary }
        let marker = Listing.marker(of: diary.hexadecimal)
        for (name, text) in [(marker, Marker.text + "\n"), (Listing.readMe, Self.text)] {
            try local(FileSystem.write(Array(text.utf8).span, to: folder.outgoing + "/" + name))
        }
        // The user's own text of that name stays.
        try remotely(remote.put((listing.hasReadMe ? [] : [Listing.readMe]) + [marker], from: folder.outgoing))
    }

    /// Whether a key opens what lies there: one of the three smallest objects, or of those with the most events of each
    /// device, which a new key seals first; or there is none. Who takes part with another key would put what nobody
    /// opens.
    package func opens(_ listing: Listing, with seal: any Seal) throws(ExchangeTrouble) -> Bool {
        let widest = Dictionary(grouping: listing.objects, by: \.device).values.flatMap { objects in
            let most = objects.map { $0.last - $0.first }.max()
            return objects.filter { $0.last - $0.first == most }
        }
        let few = Array(listing.objects.sorted { $0.size < $1.size }.prefix(3)) + widest
        try local(folder.prepare())
        try remotely(remote.get(few.map(\.path), into: folder.incoming))
        let opened = folder.spool + "/opened"
        defer { try? FileSystem.removeFile(opened) }
        for object in few {
            try? FileSystem.removeFile(opened)
            let path = "\(folder.incoming)/\(object.path)"
            if try sealing(seal.open(path, as: opened)) != .closed { return true }
        }
        return few.isEmpty
    }

    /// What is said to whoever finds the folder.
    private static let text = """
        This folder carries a diary of diarylog between devices. Its files are sealed by age (age-encryption.org);
        whoever has the key reads them without diarylog:

            for f in events/*; do age -d -i key.txt "$f" | gunzip; done

        Each line is an event: a header and a payload in base64. Do not rename or change files here.

        이 폴더는 diarylog 일기를 기기 사이에서 나릅니다. 파일은 age로 봉해져 있고, 열쇠가 있으면 위의 명령으로 diarylog
        없이도 읽을 수 있습니다. 여기 있는 파일의 이름이나 내용을 바꾸지 마세요.

        """
}
