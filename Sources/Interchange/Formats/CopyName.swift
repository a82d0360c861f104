/// Tells what a program that carries files leaves beside a note: the other side of a conflict, or what is set aside.

/// Names of files that repeat another one.
enum CopyName {
    /// The source without such files, which are counted; what repeats nothing that is there stays.
    static func without(in source: Source, _ losses: inout FormatLosses) -> Source {
        guard case .folder(var folder) = source else { return source }
        let names = folder.names.filter { name in
            guard let original = original(of: name) else { return true }
            return folder.name(like: original) == nil
        }
        if names.count == folder.names.count { return source }
        losses.note(.copies, folder.names.count - names.count)
        folder.names = names
        return .folder(folder)
    }

    /// The name of the file that this one is a copy of; nil if it is none.
    ///
    ///     NAME.sync-conflict-20240502-081500-K7QZ2AB.md       Syncthing
    ///     NAME_conflict-20240502-081500.md                    Nextcloud, ownCloud
    ///     NAME (Minji's conflicted copy 2024-05-02).md        Dropbox, Nextcloud, ownCloud, Box
    ///     NAME_corrupted.txt  NAME.md.bak  NAME.md~  NAME.md.orig  ~$NAME.md
    static func original(of path: String) -> String? {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, name) = (String(path[..<cut]), path[cut...])
        for ending in ["~", ".bak", ".orig"] where name.hasSuffix(ending) && name.count > ending.count {
            return folder + name.dropLast(ending.count)
        }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let (stem, ending) = (name[..<dot], name[dot...])
        if name.hasPrefix("~$") { return folder + name.dropFirst(2) }
        for sign in [".sync-conflict-", "_conflict-", "-conflict-"] {
            if let mark = stem.firstRange(of: sign), isStamp(stem[mark.upperBound...]) {
                return folder + stem[..<mark.lowerBound] + ending
            }
        }
        if stem.hasSuffix("_corrupted") { return folder + stem.dropLast("_corrupted".count) + ending }
        guard stem.last == ")", let open = stem.ranges(of: " (").last else { return nil }
        let words = stem[open.upperBound...].lowercased()
        let isCopy = ["conflicted copy", "conflict copy", "case conflict", "충돌된 사본", "충돌 사본", "충돌하는 사본"].contains {
            words.contains($0)
        }
        return isCopy ? folder + stem[..<open.lowerBound] + ending : nil
    }

    /// `20240502-081500-K7QZ2AB`, `20240502-081500`, `20240502`
    private static func isStamp(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].count == 8, parts.count == 1 || parts[1].count == 6 else {
            return false
        }
        return parts.prefix(2).joined().utf8.allSatisfy { (0x30...0x39).contains($0) } && parts.last?.isEmpty == false
    }
}
