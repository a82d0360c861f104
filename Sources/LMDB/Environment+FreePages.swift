internal import DiarylogCLMDB
internal import Glibc

extension Environment {
    /// Has LMDB know of no free page, where its list of them is damaged: by that it would end the process, or write
    /// over pages in use. The pages that were free stay in the file, used by nobody, until it is copied.
    ///
    /// To be called while nobody writes, in whatever process. Overwrites the list's record in the newest meta page,
    /// less than a sector, as a commit does; the next commit waits for the disk. Throws `.corrupted` where there is no
    /// such page, and what the system says.
    package func forgetFreePages() throws(LMDBError) {
        var descriptor: Int32 = -1
        unsafe try check(mdb_env_get_fd(handle, &descriptor))
        let metas = try Self.metaPages(of: descriptor)
        guard let newest = metas.max(by: { $0.page.transaction < $1.page.transaction }) else { throw .corrupted }
        let flags = newest.page.freeList.flags & ~PageLayout.Record.orders | PageLayout.Record.numbersAsKeys
        // Flags, depth, three counts, rows; and the root that none is.
        var bytes = [UInt8](repeating: 0, count: 36) + [UInt8](repeating: 0xFF, count: 8)
        (bytes[0], bytes[1]) = (UInt8(truncatingIfNeeded: flags), UInt8(truncatingIfNeeded: flags >> 8))
        let written = unsafe pwrite(descriptor, bytes, bytes.count, newest.offset + PageLayout.Meta.freeListAt + 4)
        guard written == bytes.count else { throw .system(errno: written < 0 ? errno : EIO) }
    }
}
