internal import DiarylogHost
internal import Interchange

/// The file that says which diary a remote is of, and what a program must know to read it.
enum Marker {
    /// What one of this version says.
    static let text = #"{"diarylog":1,"needs":[]}"#

    /// Fetches the marker of a diary, and throws `unknownNeeds` where it names any: then nothing may be read.
    ///
    /// One that does not come is asked for again with the next round; one that cannot be read is not believed.
    static func check(_ diary: String, on remote: any Remote, _ folder: SyncFolder) throws(ExchangeTrouble) {
        let name = Listing.marker(of: diary)
        let path = "\(folder.back)/\(name)"
        try? FileSystem.removeFile(path)
        try remotely(remote.get([name], into: folder.back))
        defer { try? FileSystem.removeFile(path) }
        guard let bytes = try? FileSystem.read(path, limit: 64 << 10), var reader = try? JSONReader(bytes),
            let value = try? reader.value(), case .array(let needs)? = value["needs"]
        else { return }
        let names = needs.map { need in
            if case .string(let text) = need { String(decoding: text, as: UTF8.self) } else { "?" }
        }
        if !names.isEmpty { throw .unknownNeeds(names) }
    }
}
