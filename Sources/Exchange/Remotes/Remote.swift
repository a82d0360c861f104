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
    package var name: String
    /// Bytes.
    package var size: Int

    package init(name: String, size: Int) { (self.name, self.size) = (name, size) }
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
