import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

@Suite("Appending", .timed) struct AppendTests: OfPlace {
    let place: Place
    private let one = stream(1)

    init() throws { place = try Place() }

    @Test func `expects no stream, a version, or any; a conflict says both versions and writes nothing`() throws {
        let missing = storeError { try store.append([Counter.add(one, 1, after: 1)], in: context(1)) }
        #expect(missing == .conflict(one, expected: .exactly(1), actual: nil))
        let any = with(Counter.add(one, 1, after: 0)) { $0.expecting = .exists }
        let none = storeError { try store.append([any], in: context(1)) }
        #expect(none == .conflict(one, expected: .exists, actual: nil))
        try store.append([Counter.open(one, 5)], in: context(2))
        try store.append([any], in: context(3))
        let frames = try store.frames()
        let twice = storeError { try store.append([Counter.open(one, 5)], in: context(4)) }
        #expect(twice == .conflict(one, expected: .noStream, actual: 2))
        let stale = storeError { try store.append([Counter.add(one, 1, after: 1)], in: context(5)) }
        #expect(stale == .conflict(one, expected: .exactly(1), actual: 2))
        #expect(try store.frames() == frames)
    }

    @Test("an operation is all or nothing", arguments: [2, 5, 15, 16, 40])
    func allOrNone(count: Int) throws {
        try store.append([Counter.open(one, 5)], in: context(1))
        let frames = try store.frames()
        let error = storeError {
            var events = (0..<(count - 1)).map { Counter.open(stream(100 + $0), 1) }
            events.append(Counter.add(one, 1, after: 9))
            try store.append(events, in: context(2))
        }
        #expect(error == .conflict(one, expected: .exactly(9), actual: 1))
        #expect(try store.frames() == frames)
        #expect(try store.row(of: stream(100)) == nil)
    }

    @Test func `fifteen events wait in the tail, and the sixteenth folds them`() throws {
        for number in 2...40 {
            try store.openStream(number)
            let log = try store.beginRead().view.log
            #expect(log.head == UInt64(number))
            #expect(log.head - log.meta.flushed <= 15)
            if number <= 15 { #expect(log.meta.flushed == 0) }
            if number == 16 { #expect(log.meta.flushed == 16) }
        }
    }

    @Test("a tail never holds more than 64 KiB of frames, whichever event of an operation would pass that")
    func tailBytes() throws {
        func large(_ number: Int, _ size: Int) -> EventData {
            var event = Counter.open(stream(number), 1)
            event.body += [UInt8](repeating: 7, count: size)
            return event
        }
        func tail() throws -> (events: UInt64, bytes: Int) {
            let reader = try store.beginRead()
            var bytes = 0
            var sequence = reader.view.log.meta.flushed
            while sequence < reader.view.log.head {
                sequence += 1
                bytes += try reader.view.frameBytes(sequence)?.count ?? 0
            }
            return (reader.view.log.head - reader.view.log.meta.flushed, bytes)
        }
        for number in 2...4 { try store.append([large(number, 20_000)], in: context(number)) }
        #expect(try tail().events == 4, "three of 20 KB stay")
        try store.append([large(5, 5000)], in: context(5))
        #expect(try tail().events == 0)
        try store.append([large(6, 1 << 20)], in: context(6))
        #expect(try tail().events == 0, "one that is too large by itself")
        try store.append([large(7, 10), large(8, 70_000), large(9, 10)], in: context(7))
        #expect(try tail().events == 0)
        try store.append([Counter.add(stream(9), 1, after: 1), Counter.add(stream(9), 1, after: 2)], in: context(8))
        try store.append([large(10, 30_000), Counter.add(stream(9), 1, after: 3), large(11, 40_000)], in: context(9))
        #expect(try tail().events == 0)
        for number in 12...80 {
            try store.append([large(number, number * 977 % 40_000)], in: context(number))
            let now = try tail()
            #expect(now.events < 16 && now.bytes <= 64 << 10)
        }
        #expect(try store.row(of: stream(9))?.version == 4)
        #expect(try store.problems() == [])
    }

    @Test func `several operations in one transaction are kept together, or not at all`() throws {
        try store.write { writer in
            var moment = context(1)
            for number in 0..<30 {
                try writer.begin(EventHeader.Operation(command: 1), count: 1 + number % 3, in: &moment)
                for event in 0...(number % 3) { try writer.append(Counter.open(stream(number * 10 + event), 1)) }
            }
            #expect(writer.receipts.count == 30)
        }
        #expect(try store.head == 61)
        #expect(try store.problems() == [])
        let reader = try store.beginRead()
        let frame = try #require(try reader.view.soundFrame(61))
        #expect(frame.operationCount == 3 && frame.operationIndex == 2 && frame.operationStart == 59)
    }

    @Test func `a change that appends nothing writes nothing, and a device that begins is kept`() throws {
        let environment = try Environment.open(StorePaths.generation(1, folder("store")))
        let last = environment.information.lastTransaction
        try store.write { writer in #expect(writer.view.log.head == 1) }
        #expect(environment.information.lastTransaction == last)
        let copy = folder("copy")
        try clone(folder("store"), to: copy)
        let other = try Store(opening: copy)
        try other.write { writer in
            var moment = context(9)
            try writer.ensureDevice(in: &moment)
        }
        #expect(try other.head == 2)
    }

    @Test func `over a limit of the format is refused before anything is written`() throws {
        var moment = context(1)
        moment.zone = String(repeating: "Z", count: 65)
        let zone = storeError { try store.append([Counter.open(one, 1)], in: moment) }
        #expect(zone == .overLimit("a zone's name"))
        moment.zone = "Äsia"
        #expect(
            storeError { try store.append([Counter.open(one, 1)], in: moment) } != nil)
        #expect(try store.head == 1)
    }

    @Test func `a salt of the wrong length is the caller's mistake and never reaches the log`() async throws {
        let path = folder("other")
        await #expect(processExitsWith: .failure) { [path = path as String] in
            let store = try makeStore(at: path)
            try store.append([with(Counter.open(stream(1), 1)) { $0.salt = [1, 2, 3] }], in: context(1))
        }
    }
}

/// Copies a closed store's files, as a person does with a file manager.
func clone(_ source: String, to target: String) throws {
    try FileSystem.makeDirectory(target)
    for name in try FileSystem.contents(of: source) where !name.hasSuffix("-lock") {
        let bytes = try FileSystem.read("\(source)/\(name)")
        try FileSystem.write(bytes.span, to: "\(target)/\(name)")
    }
}
