internal import DiarylogHost
internal import DiarylogLMDB

/// What the file of a store takes: its tables, its free pages, and who reads it.
public struct StoreFigures: Sendable {
    /// The size of a table.
    public struct Table: Equatable, Sendable {
        /// Its name; empty for the unnamed one, which holds the tail and the meta record.
        public var name: String
        /// How many rows it has.
        public var rows: UInt64
        /// How many bytes its pages take.
        public var bytes: UInt64
    }

    /// A process that reads now.
    public struct Reader: Equatable, Sendable {
        /// Its number.
        public var process: Int32
        /// How many commits came since the one it sees. The pages that they freed stay in the file until it ends.
        public var commitsBehind: Int

        /// Whether it has been reading for so long that the file grows.
        public var isSlow: Bool { commitsBehind >= 100 }
    }

    /// The file.
    public var path = ""
    /// Its size, in bytes.
    public var bytes: UInt64 = 0
    /// The size of a page, in bytes.
    public var pageSize = 0
    /// How many pages were ever used.
    public var pages: UInt64 = 0
    /// How many of them are free.
    public var freePages: UInt64 = 0
    /// How many bytes say which pages are free. A commit that uses them up writes what is left of them anew.
    public var freeListBytes: UInt64 = 0
    /// The tables by their names, the unnamed one first.
    public var tables: [Table] = []
    /// The processes that read now, this one left out.
    public var readers: [Reader] = []
    /// The processes that died while they read; their places were freed when the file was opened.
    public var deadReaders: [Int32] = []

    package init() {}

    /// Whether a compaction pays: a quarter of the file is free, a megabyte at least, or each commit has much of the
    /// list of free pages to write.
    public var compactionPays: Bool {
        let free = freePages * UInt64(pageSize)
        return (freePages * 4 >= pages && free >= 1 << 20) || freeListBytes > 4 * UInt64(pageSize)
    }
}

extension Store {
    /// What the file takes now; of the tables in `broken`, which LMDB cannot be let walk, nothing is said. Costs a walk
    /// over the list of free pages.
    package func figures(without broken: Set<String> = []) throws(EventStoreError) -> StoreFigures {
        let generation = try freshGeneration()
        let readers = try bridging { try generation.environment.readers() }
        let newest = generation.environment.information.lastTransaction
        var figures = try StoreFigures(beginRead().view, without: broken)
        figures.path = StorePaths.generation(generation.number, path)
        figures.bytes = try bridging(figures.path) {
            UInt64(try FileSystem.size(of: figures.path))
        }
        figures.pages = UInt64(generation.environment.information.lastPage + 1)
        figures.deadReaders = Set(generation.environment.deadReaders).sorted()
        // Each of a process's threads may read; the one that is farthest behind holds the pages.
        var behind: [Int32: Int] = [:]
        for reader in readers where !reader.isOwn {
            guard let transaction = reader.transaction else { continue }
            behind[reader.process] = max(behind[reader.process] ?? 0, newest - transaction)
        }
        figures.readers = behind.keys.sorted().map { StoreFigures.Reader(process: $0, commitsBehind: behind[$0] ?? 0) }
        return figures
    }
}

extension StoreFigures {
    fileprivate init(_ view: borrowing StoreView, without broken: Set<String>) throws(EventStoreError) {
        if !broken.contains("") {
            let unnamed = try view.size(of: .main)
            pageSize = unnamed.pageSize
            tables = [Table(name: "", rows: UInt64(unnamed.rows), bytes: UInt64(unnamed.pages * pageSize))]
            for (key, size) in try view.unnamedRows() {
                let name = String(decoding: key, as: UTF8.self)
                guard let size, !broken.contains(name) else { continue }
                tables.append(Table(name: name, rows: size.rows, bytes: size.pages &* UInt64(pageSize)))
            }
        }
        if broken.contains(PageCheck.freeList) { return }
        var cursor = try view.cursor(in: .free)
        while try cursor.next() {
            if cursor.value.count >= 8 { freePages &+= cursor.value.littleEndian(at: 0) }
            freeListBytes += UInt64(cursor.value.count)
        }
    }
}

extension StoreView {
    /// The keys of the unnamed table; where LMDB's record of a table lies there, also the table's pages and rows.
    func unnamedRows() throws(EventStoreError) -> [(key: [UInt8], size: PageLayout.Record?)] {
        var found: [(key: [UInt8], size: PageLayout.Record?)] = []
        var cursor = try cursor(in: .main)
        while try cursor.next() {
            let key = [UInt8](copying: cursor.key)
            let isTable = key.first != 0 && key != TableKey.meta
            found.append((key, isTable ? PageLayout.Record(cursor.value) : nil))
        }
        return found
    }
}
