internal import DiarylogCLMDB
internal import Glibc
internal import Synchronization

/// An open LMDB file: one writer at a time across all processes, any number of readers.
///
/// It closes when the last reference to it is gone; a transaction holds one. Opening the same file again returns the
/// same object. Any thread may use it, but no process that was forked after it was opened.
@safe
package final class Environment: @unchecked Sendable {
    /// How a file is opened.
    package struct Options: Sendable {
        /// The size of the map in the address space, in bytes, and so the most that the file may grow to; what is not
        /// written takes neither memory nor disk space.
        ///
        /// Halved, down to 64 MiB, until the system grants it: a process with a limit (`ulimit -v`) gets what there is.
        package var mapSize = 256 << 30
        /// How many named databases may be open at once.
        package var maxDatabases = 32
        /// How many read transactions all processes may have together.
        ///
        /// The first process that opens the file decides.
        package var maxReaders = 1024
        /// Whether the file must exist and is never written.
        package var isReadOnly = false
        /// Whether a commit waits for the disk.
        ///
        /// False only while building a new file that is synced before it is used: a power cut leaves it worthless.
        package var isDurable = true

        /// A durable file that can be read and written.
        package init() {}

        /// Whether an environment opened with these options does all that one opened with `wanted` would.
        func keepsPromises(of wanted: Options) -> Bool {
            (!isReadOnly || wanted.isReadOnly) && (isDurable || !wanted.isDurable || wanted.isReadOnly)
        }
    }

    let handle: OpaquePointer
    let file: Registry.File
    let options: Options
    /// In bytes.
    let pageSize: Int
    /// Where the file lies in memory; nowhere, while no table has a row.
    let addresses: Range<UInt>
    /// Held while databases are opened, as LMDB requires. It counts the openings only because a state of size zero has
    /// no address of its own, and the thread sanitizer would report a race on the object's.
    let opening = Mutex(0)
    /// The processes whose reader slots were freed when it was opened, because they had died.
    package let deadReaders: [Int32]
    private let process = getpid()

    /// Opens the file at `path`, or returns the environment that this process has open for it, whatever its map size.
    ///
    /// A missing file is created with mode 0600, and beside it a lock file named `path-lock`. Frees the reader slots of
    /// dead processes. Costs some ten system calls. Throws `.missing`, `.notADatabase`, `.wrongVersion`, or `.busy` if
    /// the file is open with options that promise less.
    package static func open(_ path: String, _ options: Options = Options()) throws(LMDBError) -> Environment {
        precondition(options.mapSize > 0 && options.maxDatabases >= 0 && options.maxReaders > 0, "sizes are positive")
        return try Registry.shared.environment(at: path, options)
    }

    /// Opens a file that is not open in this process; only the registry may call it, under its lock.
    ///
    /// `accepts` is called with the file that was really opened. If it throws, the handle stays open for good: closing
    /// it would drop the locks of the environment that was open before.
    init(
        opening path: String, _ options: Options, accepts: (Registry.File) throws(LMDBError) -> Void
    ) throws(LMDBError) {
        let (handle, dead) = try unsafe Self.open(path, options, mapSize: options.mapSize)
        var descriptor: Int32 = -1
        var status = stat()
        let code = unsafe mdb_env_get_fd(handle, &descriptor)
        guard code == MDB_SUCCESS, unsafe fstat(descriptor, &status) == 0 else {
            let error = LMDBError(code: code == MDB_SUCCESS ? errno : code)
            unsafe mdb_env_close(handle)
            throw error
        }
        let file = Registry.File(status)
        try accepts(file)
        if !options.isReadOnly { unsafe Self.fill(descriptor, of: handle) }
        var statistics = MDB_stat()
        unsafe mdb_env_stat(handle, &statistics)
        unsafe self.handle = handle
        self.file = file
        self.options = options
        pageSize = Int(statistics.ms_psize)
        addresses = unsafe Self.addresses(of: handle, pageSize: Int(statistics.ms_psize))
        deadReaders = dead
    }

    /// Makes a file that ends before its last page, since a copy or a repair of the disk cut it, as long as it must be.
    ///
    /// What is missing reads as zeroes then, which is a damaged page, where a look behind the end of a file ends the
    /// process (SIGBUS). LMDB would do the same at the next write. A file that may only be read stays as it is.
    private static func fill(_ descriptor: Int32, of handle: OpaquePointer) {
        var (statistics, status) = (MDB_stat(), stat())
        var information = unsafe MDB_envinfo()
        unsafe mdb_env_stat(handle, &statistics)
        // The last page is asked for first: another process writes its pages before it says how many they are.
        unsafe mdb_env_info(handle, &information)
        let needed = unsafe (Int(information.me_last_pgno) + 1) * Int(statistics.ms_psize)
        guard unsafe fstat(descriptor, &status) == 0, status.st_size < needed else { return }
        _ = ftruncate(descriptor, needed)
    }

    /// Throws `.corrupted` where a meta page says what must be damage: pages of a size that none can have, by which
    /// LMDB divides, or far more of them than the file has, which LMDB would map.
    private static func refuseMetaPages(in path: String) throws(LMDBError) {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        for meta in try metaPages(of: descriptor) {
            let most = UInt64(max(1 << 30, status.st_size * 16))
            guard meta.page.lastPage < most / UInt64(meta.page.pageSize) else { throw .corrupted }
        }
    }

    /// The two meta pages, and where they begin; none of a file that is new. Throws `.corrupted` for one that cannot
    /// be.
    static func metaPages(of descriptor: Int32) throws(LMDBError) -> [(page: PageLayout.Meta, offset: Int)] {
        var found: [(page: PageLayout.Meta, offset: Int)] = []
        var bytes = [UInt8](repeating: 0, count: PageLayout.Meta.length)
        while found.count < 2 {
            let offset = found.first?.page.pageSize ?? 0
            guard unsafe pread(descriptor, &bytes, bytes.count, offset) == bytes.count,
                PageLayout.Meta.isOne(bytes.span)
            else { break }
            guard let meta = PageLayout.Meta(bytes.span) else { throw .corrupted }
            found.append((meta, offset))
        }
        return found
    }

    /// The device and the inode of the file that is open, whatever stands at its path by now.
    package var identity: (device: UInt, inode: UInt) { (file.device, file.inode) }

    /// Whether it was opened read-only.
    package var isReadOnly: Bool { options.isReadOnly }

    deinit {
        // In a forked child, the reader slots and locks belong to the parent.
        guard isOwnProcess else { return }
        Registry.shared.close(file) { unsafe mdb_env_close(handle) }
    }

    /// Whether this is the process that opened the file; costs a system call, some 100 ns.
    var isOwnProcess: Bool { process == getpid() }

    /// Throws `.forked` if this is not the process that opened the file.
    func requireOwnProcess() throws(LMDBError) {
        guard isOwnProcess else { throw .forked }
    }

    /// Opens the C handle, and frees the reader slots of dead processes; halves the map until the system grants it.
    private static func open(
        _ path: String, _ options: Options, mapSize: Int
    ) throws(LMDBError) -> (handle: OpaquePointer, dead: [Int32]) {
        var created: OpaquePointer?
        unsafe try check(mdb_env_create(&created))
        guard let handle = unsafe created else { throw .panicked }
        unsafe clmdb_survive_reads(handle)
        var flags = MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD
        if options.isReadOnly { flags |= MDB_RDONLY }
        if !options.isDurable { flags |= MDB_NOSYNC }
        do throws(LMDBError) {
            if !options.isReadOnly { try reserveLockFile(of: path, readers: options.maxReaders) }
            unsafe try check(mdb_env_set_mapsize(handle, mapSize))
            unsafe try check(mdb_env_set_maxdbs(handle, UInt32(options.maxDatabases)))
            unsafe try check(mdb_env_set_maxreaders(handle, UInt32(options.maxReaders)))
            try refuseMetaPages(in: path)
            unsafe try check(mdb_env_open(handle, path, UInt32(flags), 0o600))
            let before = unsafe readers(handle)
            var freed: Int32 = 0
            unsafe try check(mdb_reader_check(handle, &freed))
            let living = unsafe freed > 0 ? readers(handle) : before
            let dead = Set(before.map(\.process)).subtracting(living.map(\.process))
            try unsafe openMain(handle)
            return unsafe (handle, dead.sorted())
        } catch {
            unsafe mdb_env_close(handle)
            guard error == .system(errno: ENOMEM), mapSize > smallestMap else { throw error }
        }
        return try unsafe open(path, options, mapSize: max(mapSize / 2, smallestMap))
    }

    /// Takes the room of the lock file from the disk, before LMDB maps it.
    ///
    /// LMDB makes a sparse file and writes to it through memory: on a full disk that would end the process (SIGBUS).
    /// Where the file system cannot reserve, or the file cannot be opened, LMDB itself is left to say what it thinks.
    private static func reserveLockFile(of path: String, readers: Int) throws(LMDBError) {
        // LMDB's locks belong to the process: the caller made sure that the file is not open in it.
        let descriptor = unsafe Glibc.open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The head of the file, and a cache line of 64 bytes for each reader.
        let size = readers * 64 + 192
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, Int(status.st_blocks) * 512 < size else { return }
        let keepingSize: Int32 = 1
        if fallocate(descriptor, keepingSize, 0, size) != 0, errno == ENOSPC || errno == EDQUOT {
            throw .system(errno: errno)
        }
    }

    /// Opens the database without a name; until then LMDB has no key order for it, and a read would jump to address 0.
    private static func openMain(_ handle: OpaquePointer) throws(LMDBError) {
        var transaction: OpaquePointer?
        var index: UInt32 = 0
        var code = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
        // A reader locks the byte of its process number. Most commands end soon.
        var tries = 0
        while code == EAGAIN, tries < 100 {
            usleep(20_000)
            tries += 1
            code = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
        }
        if code == EAGAIN { throw .numberTaken }
        try check(code)
        code = unsafe clmdb_dbi_open(transaction, nil, 0, &index)
        unsafe mdb_txn_abort(transaction)
        try check(code)
        precondition(index == Database.main.index, "the main database is always the same")
    }

    /// Where the file lies in memory: LMDB does not say so, but the page of its first row does, by its number. Where
    /// that page begins is not said either, if pages are larger than the machine's: it begins where its first node is
    /// that row's.
    private static func addresses(of handle: OpaquePointer, pageSize: Int) -> Range<UInt> {
        var (transaction, cursor): (OpaquePointer?, OpaquePointer?)
        guard unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction) == MDB_SUCCESS else { return 0..<0 }
        defer { unsafe mdb_txn_abort(transaction) }
        let code = unsafe clmdb_cursor_open(transaction, Database.main.index, &cursor)
        guard code == MDB_SUCCESS else { return 0..<0 }
        defer { unsafe mdb_cursor_close(cursor) }
        var (key, value, information) = unsafe (MDB_val(), MDB_val(), MDB_envinfo())
        unsafe mdb_env_info(handle, &information)
        let (size, length) = unsafe (UInt(pageSize), UInt(information.me_mapsize))
        guard unsafe clmdb_cursor_get(cursor, &key, &value, MDB_FIRST) == MDB_SUCCESS else { return 0..<0 }
        let row = unsafe UInt(bitPattern: key.mv_data)
        for back in stride(from: 0, to: size, by: 4096) {
            guard let page = unsafe UnsafeRawPointer(bitPattern: (row - 1) & ~4095 - back),
                case let node = unsafe page.load(fromByteOffset: PageLayout.header, as: UInt16.self),
                UInt(bitPattern: page) + UInt(node) + 8 == row,
                case let number = unsafe page.load(as: UInt.self), number < length / size,
                case let (begin, isBelow) = UInt(bitPattern: page).subtractingReportingOverflow(number * size), !isBelow
            else { continue }
            return begin..<begin + length
        }
        return 0..<0
    }

    /// The smallest map that is worth opening a file with, in bytes.
    private static var smallestMap: Int { 64 << 20 }
}
