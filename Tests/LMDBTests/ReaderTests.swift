import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

/// Read transactions in progress, and the pages that they keep from being used again.
@Suite("Readers", .timed) struct ReaderTests {
    private let environment: Environment
    private let table: Database
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        (environment, table) = try scratch.open()
        try environment.keep(["a": "one"], in: table)
    }

    @Test func `are listed by process and by the transaction they see, as long as they last`() throws {
        #expect(try environment.readers() == [])
        do {
            let reader = try environment.beginRead()
            let listed = try environment.readers()
            #expect(listed.map(\.process) == [getpid()] && listed.map(\.transaction) == [reader.identifier])
            try environment.keep(["a": "two"], in: table)
            #expect(try environment.readers() == listed)
            #expect(reader.identifier < environment.information.lastTransaction)
        }
        #expect(try environment.readers() == [])
    }

    @Test func `keep the pages that were freed since from being used again`() throws {
        let long = String(repeating: "x", count: 100_000)
        try environment.keep(["long": long], in: table)
        let reader = try environment.beginRead()
        #expect(try environment.beginRead().pagesFreed(after: reader.identifier) == 0)
        for _ in 0..<10 { try environment.keep(["long": long], in: table) }
        let freed = try environment.beginRead().pagesFreed(after: reader.identifier)
        #expect(freed >= 10 * 24 && freed < 10 * 40)
        #expect(try environment.beginRead().pagesFreed(after: .max) == 0)
    }
}
