internal import DiarylogHost
internal import DiarylogLMDB

/// A file of LMDB's, read page by page without LMDB.
struct PageFile {
    let file: FileReader
    let pageSize: Int

    /// The meta page of a transaction, or the newest, and the file; nil if LMDB has overwritten that meta page.
    static func open(
        _ path: String, as transaction: Int? = nil
    ) throws(SystemError) -> (pages: PageFile, meta: PageLayout.Meta)? {
        let file = try FileReader(plain: path)
        let metas = try metas(of: file).filter { $0.transaction == transaction.map(UInt64.init) ?? $0.transaction }
        let meta = metas.max { $0.transaction < $1.transaction }
        return meta.map { (PageFile(file: file, pageSize: $0.pageSize), $0) }
    }

    /// A file whose meta pages may be damaged: what one of them says, else the commonest size.
    init(_ path: String) throws(SystemError) {
        file = try FileReader(plain: path)
        pageSize = try Self.metas(of: file).first?.pageSize ?? 4096
    }

    private init(file: FileReader, pageSize: Int) { (self.file, self.pageSize) = (file, pageSize) }

    private static func metas(of file: FileReader) throws(SystemError) -> [PageLayout.Meta] {
        var metas: [PageLayout.Meta] = []
        for offset in PageLayout.Meta.offsets {
            let bytes = try file.read(at: offset, count: PageLayout.Meta.length)
            if let meta = PageLayout.Meta(bytes.span) { metas.append(meta) }
        }
        return metas
    }

    /// How many pages it has.
    var count: UInt64 { UInt64(file.size / pageSize) }

    /// Fills bytes from the beginning of a page on; false if that is not there, or another one lies in its place.
    func read(_ number: UInt64, into bytes: inout [UInt8]) throws(SystemError) -> Bool {
        guard number < count, try file.read(at: Int(number) * pageSize, into: &bytes) else { return false }
        return PageLayout.Page(bytes.span).number == number
    }

    /// Where the value begins that lies in overflow pages.
    func position(ofValueIn page: UInt64) -> Int? {
        page < count ? Int(page) * pageSize + PageLayout.header : nil
    }
}
