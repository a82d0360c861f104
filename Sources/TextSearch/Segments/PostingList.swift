/// Documents of one term, as they come; in order once settled.
struct PostingList {
    var documents: [UInt32] = []
    var times: [UInt8] = []
    private var isAscending = true

    mutating func removeAll() {
        documents.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        isAscending = true
    }

    @inline(__always)
    mutating func append(_ document: UInt32, _ count: UInt8) {
        if let last = documents.last, document <= last { isAscending = false }
        documents.append(document)
        times.append(count)
    }

    /// Puts them in order, each document once, as it came last.
    mutating func settle() {
        if isAscending { return }
        let order = documents.indices.sorted { (documents[$0], $0) < (documents[$1], $1) }
        var (settledDocuments, settledTimes): ([UInt32], [UInt8]) = ([], [])
        for place in order {
            if settledDocuments.last == documents[place] {
                settledTimes[settledTimes.count - 1] = times[place]
            } else {
                settledDocuments.append(documents[place])
                settledTimes.append(times[place])
            }
        }
        (documents, times, isAscending) = (settledDocuments, settledTimes, true)
    }
}
