internal import DiaryModel
internal import EventStore

extension Diary {
    /// Texts that a count reads before it may say "about".
    public static let countBound = 1_500

    /// A page of what a query finds as of a point.
    ///
    /// By date it costs the terms' newest blocks, and a text for each candidate that the terms do not decide. What is
    /// only half typed comes after what was found as it was typed. Where the index does not stand at the newest folded
    /// event, or is damaged, every entry is read instead, and the page says so.
    public func search(_ request: SearchRequest) throws(DiaryError) -> SearchPage {
        var request = request
        if let cursor = request.after { request.point = .event(cursor.at) }
        let settled = request
        return try read(request.point) { (view, sequence) throws(EventStoreError) in
            try settled.page(asOf: sequence, searchMemory, in: view)
        }
    }

    /// How many entries, or versions of entries, a query finds: about, where `countBound` texts were read and enough of
    /// them answered to tell the share of all; else, and always with `exactly`, exact.
    public func count(_ request: SearchRequest, exactly: Bool = false) throws(DiaryError) -> SearchCount {
        try read(request.point) { (view, sequence) throws(EventStoreError) in
            try request.count(asOf: sequence, bound: exactly ? .max : Self.countBound, searchMemory, in: view)
        }
    }

    /// Bytes that the search index takes in the file, in whole pages; 0 where it is not there.
    public func searchBytes() throws(DiaryError) -> Int {
        try read(.head) { (view, _) throws(EventStoreError) in
            guard let tables = view.log.tables(of: SearchProjection.name) else { return 0 }
            var bytes = 0
            for table in tables {
                let size = try view.size(of: table)
                bytes += size.pages * size.pageSize
            }
            return bytes
        }
    }
}
