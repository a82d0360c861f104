/// Tells what a program that carries files leaves beside a note: the other side of a conflict, or what is set aside.

/// Names of files that repeat another one.
enum CopyName {
    /// The source without such files, which are counted; what repeats nothing that is there stays.
    static func without(in source: Source, _ entries: inout ReadEntries) -> Source {
        guard case .folder(var folder) = source else { return source }
        let all = Set(folder.names)
        let names = folder.names.filter { name in
            if isBackup(name) { return false }
            if let original = original(of: name) { return folder.name(like: original) == nil }
            guard let twin = twin(of: name), all.contains(twin), let bytes = try? folder.file(name).bytes() else {
                return true
            }
            return (try? folder.file(twin).bytes()) != bytes
        }
        let kept = Set(names)
        entries.note(.copies, of: folder) { !kept.contains($0) }
        folder.names = names
        return .folder(folder)
    }

    /// The name of the file that this one is a copy of; nil if it is none.
    ///
    ///     NAME.sync-conflict-20240502-081500-K7QZ2AB.md       Syncthing
    ///     NAME_conflict-20240502-081500.md                    Nextcloud, ownCloud
    ///     NAME (Minji's conflicted copy 2024-05-02).md        Dropbox, Nextcloud, ownCloud, Box, in many languages
    ///     NAME (SFConflict minji@x.kr 2024-05-02-08-15-00).md Seafile
    ///     NAME [Conflict].md  NAME.conflict.md                pCloud, Resilio
    ///     NAME-DESKTOP-AB12CD3.md                             OneDrive
    ///     NAME (2024_05_20 10_11_12 UTC).md                   File History of Windows
    ///     NAME_LOCAL_123.md  NAME.BACKUP.123.md               Git
    ///     NAME_corrupted.txt  NAME.md.bak  NAME.md~  NAME.md.orig  NAME.md.conflict  ~$NAME.md
    static func original(of path: String) -> String? {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, name) = (String(path[..<cut]), path[cut...])
        for ending in ["~", ".bak", ".orig", ".old", ".save", ".tmp", ".conflict"]
        where name.hasSuffix(ending) && name.count > ending.count {
            return folder + name.dropLast(ending.count)
        }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let (stem, ending) = (name[..<dot], name[dot...])
        if name.hasPrefix("~$") { return folder + name.dropFirst(2) }
        for sign in marks {
            if let mark = stem.firstRange(of: sign), isMade(stem[mark.upperBound...]) {
                return folder + stem[..<mark.lowerBound] + ending
            }
        }
        for sign in signs where stem.hasSuffix(sign) {
            return folder + stem.dropLast(sign.count) + ending
        }
        guard let open = [")": " (", "]": " ["][stem.last ?? " "] else { return nil }
        let mark = stem.ranges(of: open).last { mark in
            let words = stem[mark.upperBound...].lowercased()
            return conflicts.contains { words.contains($0) } || words.hasSuffix(" utc)") && words.contains("_")
        }
        return mark.map { folder + stem[..<$0.lowerBound] + ending }
    }

    /// What stands behind the name where a program puts a time, a number or a machine's name behind it.
    private static let marks =
        [".sync-conflict-", "_conflict-", "-conflict-", ".conflict-", "-DESKTOP-", "-LAPTOP-"]
        + ["LOCAL", "REMOTE", "BASE", "BACKUP"].flatMap { ["_\($0)_", ".\($0)."] }

    /// Whether a program made it: `20240502-081500-K7QZ2AB`, `1234`, `AB12CD3`; Nextcloud has a name before the day.
    private static func isMade(_ text: Substring) -> Bool {
        let isMachine = (6...7).contains(text.count) && text.allSatisfy { $0.isUppercase || $0.isNumber }
        return isStamp(text) || text.split(separator: "-").last.map(isStamp) == true || Int(text) != nil || isMachine
    }

    /// What stands behind the name of what was set aside.
    private static let signs = [
        "_corrupted", ".conflict", ".Conflict", ".conflicted", "-conflict", " conflict", "_충돌", ".bak", ".orig", ".old",
    ]

    /// What the other side of a conflict is called, as far as the words of the languages are alike.
    private static let conflicts = [
        "conflict", "konflikt", "conflit", "conflitto", "conflito", "충돌", "競合", "冲突", "衝突", "конфликт",
    ]

    /// The name of the file that this one was copied of by hand: then it says the same, or it is one of its own.
    private static func twin(of path: String) -> String? {
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        var stem = path[..<dot]
        let isInside = stem.last == ")"
        let rest = isInside ? stem.dropLast() : stem
        let number = rest.reversed().prefix { $0.isASCII && $0.isWholeNumber }.count
        let sign = isInside ? " (" : " "
        if (1...2).contains(number), rest.dropLast(number).hasSuffix(sign) {
            stem = rest.dropLast(number + sign.count)
        }
        if let sign = copies.first(where: { stem.hasSuffix(" " + $0) }) {
            stem = stem.dropLast(sign.count + 1)
            if stem.hasSuffix(" -") { stem = stem.dropLast(2) }
        }
        let cut = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
        let before = ["Copy of ", "Kopie von "].first { stem[cut...].hasPrefix($0) } ?? ""
        let twin = stem[..<cut] + stem[cut...].dropFirst(before.count) + path[dot...]
        return twin == path ? nil : String(twin)
    }

    /// Whether a copy is all that a name says behind its day: `2`, `(1)`, `복사본`.
    static func isMark(_ rest: String) -> Bool {
        let number = rest.hasPrefix("(") && rest.hasSuffix(")") ? String(rest.dropFirst().dropLast()) : rest
        return copies.contains(rest) || number.count < 4 && Int(number) != nil
    }

    /// What a copy is called that was made by hand.
    private static let copies = ["Copy", "copy", "복사본", "사본", "Kopie"]

    /// Whether a program keeps earlier states there: Logseq its pages'.
    private static func isBackup(_ path: String) -> Bool {
        ["logseq/bak/", "logseq/version-files/"].contains { path.hasPrefix($0) || path.contains("/" + $0) }
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
