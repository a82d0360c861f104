import DiarylogLMDB
import DiarylogTestSupport
import Testing

/// Places of values: found again in the state that they were noted in, and in no other.
@Suite("Places of values", .timed)
struct AddressTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The places of all values as a transaction sees them, and in their middle one of a value that is not there.
    private func addresses(_ transaction: borrowing Transaction, _ table: Database) throws -> ValueAddresses {
        var addresses = ValueAddresses(in: transaction)
        var cursor = try transaction.cursor(in: table)
        while try cursor.next() {
            addresses.append(cursor.address)
            if addresses.count == 2 { addresses.append(nil) }
        }
        return addresses
    }

    private func texts(_ addresses: ValueAddresses, _ transaction: borrowing Transaction) -> [String?] {
        var texts: [String?] = []
        for index in 0..<addresses.count {
            transaction.expect(index, of: addresses)
            if let value = transaction.value(index, of: addresses) {
                texts.append(text(value))
            } else {
                texts.append(nil)
            }
        }
        return texts
    }

    @Test func `a value is found at its place by every transaction that sees the same state`() throws {
        let (environment, table) = try scratch.open()
        let long = String(repeating: "long ", count: 2000)
        try environment.keep(["a": "one", "b": long, "c": "three"], in: table)
        let first = try environment.beginRead()
        let second = try environment.beginRead()
        var addresses = try addresses(first, table)
        #expect(texts(addresses, first) == ["one", long, nil, "three"])
        #expect(texts(addresses, second) == ["one", long, nil, "three"])
        addresses.append(try self.addresses(second, table))
        addresses.arrange(by: [7, 0, 6])
        #expect(texts(addresses, first) == ["three", "one", nil])
    }

    @Test func `a value of more than 65,535 bytes has no place`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(
            ["a": String(repeating: "a", count: 65_535), "b": String(repeating: "b", count: 65_536)], in: table)
        let transaction = try environment.beginRead()
        let found = texts(try addresses(transaction, table), transaction)
        #expect(found.map { $0?.utf8.count } == [65_535, nil, nil])
    }

    @Test func `after a write, or in another file, there are no places`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "one", "b": "two"], in: table)
        let addresses = try addresses(try environment.beginRead(), table)
        #expect(texts(addresses, try environment.beginRead()) == ["one", "two", nil])
        try environment.keep(["a": "three"], in: table)
        let later = try environment.beginRead()
        #expect(texts(addresses, later) == [nil, nil, nil])
        // Joined to others, they stay without one.
        var joined = try self.addresses(later, table)
        joined.append(addresses)
        #expect(texts(joined, later) == ["three", "two", nil, nil, nil, nil])
        let (other, otherTable) = try openTable(at: scratch.path + "-other")
        try other.keep(["a": "one", "b": "two"], in: otherTable)
        try other.keep(["a": "three"], in: otherTable)
        let elsewhere = try other.beginRead()
        #expect(elsewhere.identifier == later.identifier)
        #expect(texts(joined, elsewhere) == [nil, nil, nil, nil, nil, nil])
    }
}
