internal import EventStore

extension Diary {
    /// How many texts a count reads before it may estimate: what a diary of years has, and a twentieth of a second.
    public static let countBound = 10_000

    /// A page of what a query finds as of a point.
    ///
    /// In the order of dates it costs the terms' newest postings, and a text for each candidate that the terms do not
    /// decide. Hits that match only loosely (`SearchHit.isWide`) come after those that match as typed.
    public func search(_ request: SearchRequest) throws(EventStoreError) -> SearchPage {
        var request = request
        if let cursor = request.after { request.point = .event(cursor.at) }
        let asked = request
        return try read(request.point) { view, sequence in
            try asked.page(asOf: sequence, searchMemory, in: view)
        }
    }

    /// How many entries, or versions of entries, a query finds.
    ///
    /// The count is an estimate if `countBound` texts were read and enough of them matched to tell the share of all;
    /// otherwise, and always with `exactly`, it is exact.
    public func count(_ request: SearchRequest, exactly: Bool = false) throws(EventStoreError) -> SearchCount {
        try read(request.point) { view, sequence in
            try request.count(asOf: sequence, bound: exactly ? .max : Self.countBound, searchMemory, in: view)
        }
    }

    /// How many hits there are in all where a page of them was found. One that has all of them is counted by itself.
    package func total(_ page: SearchPage, of request: SearchRequest) throws(EventStoreError) -> SearchCount {
        if page.next == nil, request.after == nil, page.hits.count < request.limit ?? .max {
            return SearchCount(at: page.at, count: page.hits.count, isExact: true)
        }
        var whole = request
        (whole.point, whole.limit, whole.after) = (.event(page.at), nil, nil)
        return try count(whole)
    }

    /// How many bytes the search index takes in the file, in whole pages.
    public func searchBytes() throws(EventStoreError) -> Int {
        try read(.head) { view, _ in
            var bytes = 0
            for table in try view.log.tables(of: SearchProjection.name) {
                let size = try view.size(of: table)
                bytes += size.pages * size.pageSize
            }
            return bytes
        }
    }
}
