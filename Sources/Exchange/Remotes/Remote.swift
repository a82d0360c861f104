package import DiarylogHost

/// Where objects lie that several devices reach: a dumb store of files that are put whole and never change.
///
/// Nothing is believed of it: a listing may lag, lack files or show torn ones, and what is read back may be other
/// bytes. Names are paths with `/`, at most one folder deep.
package protocol Remote: Sendable {
    /// All files.
    func list() throws(RemoteTrouble) -> [RemoteFile]
    /// Copies files into a folder, under their names. What is not there, or cannot be read, is merely not copied.
    func get(_ names: [String], into folder: String) throws(RemoteTrouble)
    /// Copies files of a folder to the remote. Throws if one may not be there.
    func put(_ names: [String], from folder: String) throws(RemoteTrouble)
    /// Removes files; one that is not there is no error.
    func delete(_ names: [String]) throws(RemoteTrouble)
}

/// A file as a remote lists it.
package struct RemoteFile: Equatable, Sendable {
    /// Its path, from the remote on, with `/`.
    package var name: String
    /// Bytes.
    package var size: Int
    /// When it was last written, in seconds since 1970 UTC; nil if nobody says.
    package var changedAt: Int64?

    package init(name: String, size: Int, changedAt: Int64? = nil) {
        (self.name, self.size, self.changedAt) = (name, size, changedAt)
    }

    /// Files sorted by name, each once. After a lost answer some storage has a name twice: whichever is got, its bytes
    /// are proven.
    package static func once(_ files: [RemoteFile]) -> [RemoteFile] {
        let byName = Dictionary(files.map { ($0.name, $0) }) { $1.isWhole ? $1 : $0 }
        return byName.values.sorted { $0.name < $1.name }
    }

    /// Whether it has the size that its name says.
    private var isWhole: Bool {
        let name = name.split(separator: "/").suffix(2).joined(separator: "/")
        return (ObjectName(path: name)?.size ?? FileName(path: name)?.size) == size
    }
}

/// Why a remote did not answer.
package enum RemoteTrouble: Error, Equatable, Sendable {
    /// It cannot be reached, or refused; in its own words, which may say anything.
    case unreachable(String)
    /// A program that is needed is not installed.
    case noProgram(String)
    /// This machine's own disk refused.
    case local(SystemError)
}
