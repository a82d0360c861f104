/// The documents of one term in order of arrival; `settle` sorts them.
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

    /// Sorts by document; of a document that came several times, the last arrival stays.
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
