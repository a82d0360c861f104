internal import DiarylogTextSearch

// Terms are compared as bytes, most of them by the first eight at once.

extension Term {
    /// The order of terms in the index: by their bytes.
    @inline(__always)
    static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let count = min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        return index == count ? left.count < right.count : left[index] < right[index]
    }

    /// The first eight bytes as a number that sorts as they do; few terms have more.
    @inline(__always)
    static func head(_ term: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        var index = 0
        while index < 8 {
            head = head << 8 | (index < term.count ? UInt64(term[index]) : 0)
            index += 1
        }
        return head
    }
}
