internal import DiarylogHost
package import EventStore

/// What a remote lists, as far as it is ours and whole.
package struct Listing: Sendable {
    /// Objects of events, sorted by name.
    package private(set) var objects: [ObjectName] = []
    package private(set) var files: [FileName] = []
    /// The paths of the key files.
    package private(set) var keys: [String] = []
    /// The diaries whose markers are there.
    package private(set) var diaries: [String] = []
    /// Whether anything at all is there.
    package private(set) var isEmpty = true
    /// How many files are not ours, or torn.
    package private(set) var ignored = 0
    /// Those whose listed size is not that of their name.
    package private(set) var torn: [ObjectName] = []
    package private(set) var tornFiles: [FileName] = []
    /// The paths of what may be a copy of ours: in our folders, or `astray`.
    package private(set) var strangers: [String] = []
    /// The paths of what may keep words and lies elsewhere: sealed files, copies of ours, logs of diaries in clear.
    package private(set) var astray: [String] = []

    /// Whether a text for people is there, ours or the user's.
    package private(set) var hasReadMe = false

    package static let readMe = "README.txt"

    package init(from remote: any Remote, of diary: StoreID? = nil) throws(ExchangeTrouble) {
        for file in RemoteFile.once(try remotely(remote.list())) {
            isEmpty = false
            if let object = ObjectName(path: file.name) {
                if object.size == file.size { objects.append(object) } else { torn.append(object) }
            } else if let name = FileName(path: file.name) {
                if name.size == file.size { files.append(name) } else { tornFiles.append(name) }
            } else if let diary = Self.marked(file.name) {
                diaries.append(diary)
            } else if Self.keyHash(file.name) != nil {
                keys.append(file.name)
            } else if file.name == Self.readMe {
                hasReadMe = true
            } else {
                ignored += 1
                let parts = file.name.split(separator: "/", omittingEmptySubsequences: false)
                let name = String(parts.last ?? "")
                let isIn = parts.count == 2 && [ObjectName.folder, FileName.folder].contains("\(parts[0])/")
                let isSealed =
                    name.hasSuffix(".age") || ObjectName(within: name) != nil
                    || FileName(within: name) != nil
                if !isIn, isSealed || parts.count > 1 && StorePaths.isGeneration(name) { astray.append(file.name) }
                if isIn || isSealed, parts.allSatisfy({ !["", ".", ".."].contains($0) }) {
                    strangers.append(file.name)
                }
            }
        }
        ignored += torn.count + tornFiles.count
        objects.sort { $0.path < $1.path }
    }

    /// The same without what a diary put there, where another one is looked for.
    package func without(_ own: DiaryTraces?) -> Listing {
        guard let own else { return self }
        var rest = self
        rest.diaries.removeAll { $0 == own.diary.hexadecimal }
        rest.objects.removeAll { own.devices.contains($0.device) }
        rest.keys.removeAll { own.keys.contains($0) }
        return rest
    }

    /// Throws unless it is the remote of a diary.
    package func check(diary: StoreID) throws(ExchangeTrouble) {
        if diaries.contains(diary.hexadecimal) { return }
        throw diaries.isEmpty ? .noMarker : .otherDiary
    }

    /// The name of the marker of a diary.
    package static func marker(of diary: String) -> String { SealedFolder.mark + diary }

    /// The diary whose marker a file is, by its name; nil for any other file.
    static func marked(_ name: String) -> String? {
        SealedFolder.isMark(name) ? String(name.dropFirst(SealedFolder.mark.count)) : nil
    }

    /// What the name of a key file says of its SHA-256: the first 16 hexadecimal digits; nil for any other file.
    static func keyHash(_ name: String) -> String? {
        let hash = String(name.dropFirst(4).dropLast(4))
        guard name.hasPrefix("key-"), name.hasSuffix(".age"), ObjectName.isHexadecimal(hash, 16) else { return nil }
        return hash
    }
}
