/// Files of two devices in one folder, which a program carries between them.

import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("A generation that was carried here", .timed) struct CarriedGenerationTests: OfPlace {
    let place: Place
    private var there: String { folder("there") }

    init() throws {
        place = try Place(2...5)
        try FileSystem.makeDirectory(there)
        try carry(1, from: path, to: there)
    }

    private func carry(_ number: UInt32, from source: String, to target: String) throws {
        let bytes = try FileSystem.read(StorePaths.generation(number, source))
        try FileSystem.write(bytes.span, to: StorePaths.generation(number, target), mode: 0o600)
    }

    private func write(_ number: Int, to path: String) throws {
        try Store(opening: path).append([Counter.open(stream(number), 1)], in: context(number))
    }

    private func files(_ path: String) throws -> [String] {
        try FileSystem.contents(of: path).filter { $0.hasPrefix("log-") && $0.hasSuffix(".mdb") }
    }

    @Test(arguments: [true, false])
    func `an older one that was written to elsewhere takes nothing away, and is named`(hasWritten: Bool) throws {
        _ = try store.compact()
        if hasWritten { try write(100, to: path) }
        try write(200, to: there)
        try carry(1, from: there, to: path)
        let here = try Store(opening: path)
        #expect(try (here.row(of: stream(100)) != nil) == hasWritten && here.row(of: stream(200)) == nil)
        #expect(try here.otherLogs() == ["log-000001.mdb"])
        try write(101, to: path)
        try Store(opening: path).removeLeftovers()
        _ = try Store(opening: path).compact()
        #expect(try files(path) == ["log-000001.mdb", "log-000003.mdb"])
        #expect(
            try Store(opening: path).row(of: stream(101)) != nil
                && Store(opening: path).otherLogs() == ["log-000001.mdb"])
        #expect(try Store(opening: path).problems() == [])
        try here.setAside("log-000001.mdb", as: "taken-log-000001.mdb")
        #expect(try files(path) == ["log-000003.mdb"] && here.otherLogs() == [])
    }

    @Test func `one of another store takes this one's place neither below it nor above`() throws {
        _ = try store.compact()
        try write(100, to: path)
        let other = try makeStore(at: folder("other"), seed: 1)
        try other.openStreams(200...250)
        for number in [1, 3] as [UInt32] {
            if number == 3 { for _ in 1...2 { _ = try other.compact() } }
            try carry(number, from: other.path, to: path)
            try write(100 + Int(number), to: path)
            let here = try Store(opening: path)
            #expect(try here.row(of: stream(100 + Int(number))) != nil && here.row(of: stream(200)) == nil)
        }
        #expect(try Store(opening: other.path).row(of: stream(101)) == nil)
    }

    @Test func `a newer one counts, and what was in use stays with all that was written to it`() throws {
        let before = try Store(opening: there)
        try write(200, to: there)
        _ = try store.compact()
        try write(100, to: path)
        try carry(2, from: path, to: there)
        try before.append([Counter.open(stream(201), 1)], in: context(201))
        try before.removeLeftovers()
        #expect(try files(there) == ["log-000001.mdb", "log-000002.mdb"])
        let now = try Store(opening: there)
        #expect(try now.row(of: stream(100)) != nil && now.otherLogs() == ["log-000001.mdb"])
        try write(102, to: there)
        _ = try Store(opening: there).compact()
        #expect(try files(there) == ["log-000001.mdb", "log-000003.mdb"])
    }

    @Test func `one that was replaced elsewhere stays where this log lacks what it has`() throws {
        try write(200, to: there)
        let other = try Store(opening: there)
        _ = try other.compact { step in
            if step == .committed { try carry(1, from: there, to: folder.path) }
        }
        _ = try store.compact()
        try carry(1, from: folder.path, to: path)
        #expect(try Store(opening: path).otherLogs() == ["log-000001.mdb"])
        try Store(opening: path).removeLeftovers()
        #expect(try files(path) == ["log-000001.mdb", "log-000002.mdb"])
    }

    @Test(.timeLimit(.minutes(5)))
    func `what is no file is no log, and is not waited for`() throws {
        let made = [
            ("mkfifo", ["2"]), ("mkdir", ["3"]), ("ln", ["-s", "none", "4"]), ("ln", ["-s", "log-000005.mdb", "5"]),
        ]
        for (command, words) in made {
            let file = StorePaths.generation(UInt32(words.last ?? "") ?? 0, path)
            #expect(try ChildProcess.run([command] + words.dropLast() + [file]) == 0)
            #expect(Meta.stored(inFile: file) == nil)
        }
        let here = try Store(opening: path)
        #expect(try here.head == 5 && here.otherLogs() == [])
    }

    @Test func `another store's, or half of one, never counts, is not written over, and stays`() throws {
        let foreign = try makeStore(at: folder("foreign"), seed: 9)
        _ = try foreign.compact()
        for length in [Int.max, 0] {
            let bytes = try FileSystem.read(StorePaths.generation(2, folder("foreign")))
            let part = Array(bytes.prefix(length))
            try FileSystem.write(part.span, to: StorePaths.generation(2, path), mode: 0o600)
            let here = try Store(opening: path)
            #expect(try here.head == 5 && here.otherLogs() == ["log-000002.mdb"])
            #expect(storeError { _ = try here.compact() } != nil)
            #expect(try FileSystem.read(StorePaths.generation(2, path)) == part)
            #expect(try Store(opening: path).head == 5)
        }
    }
}
