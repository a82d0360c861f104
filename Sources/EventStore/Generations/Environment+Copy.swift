internal import DiarylogHost
package import DiarylogLMDB

extension Environment {
    /// Writes the file as it is now to a new file, without its free pages, while others read and write.
    ///
    /// It reaches the disk in stretches of 16 MiB, so that commits are not held up: see `PacedFile`. It has
    /// mode 0600 and no lock file; its folder is not synced. After an error there is none, unless there was one before.
    package func copy(to path: String) throws(EventStoreError) {
        try bridging(path) { try PacedFile.make(at: path) { try copy(to: $0) } }
    }
}
