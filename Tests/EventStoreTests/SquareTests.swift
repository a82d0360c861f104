import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

/// Work that grows with what is given, and not with its square: counted, or twice as much beside half of it.
@Suite("Twice as much is twice the work", .timed) struct SquareTests {
    /// How often a record is read while operations of so many devices are imported, whose second events are no sound
    /// ones: each turns out wrong after its first event was written.
    private func readings(devices: Int) throws -> Int {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        var events: [PortableEvent] = []
        for device in 1...devices {
            let path = folder("copy")
            try FileSystem.makeDirectory(path)
            let bytes = try FileSystem.read(StorePaths.generation(1, store.path))
            try FileSystem.write(bytes.span, to: StorePaths.generation(1, path), sync: false)
            let copy = try Store(opening: path)
            let head = try copy.head
            try copy.append(
                [Counter.open(stream(2 * device), 1), Counter.open(stream(2 * device + 1), 1)], in: context(device))
            var made = try copy.portable(after: head).map(\.event)
            made[made.count - 1].payload?[0] ^= 1
            events += made
            try FileSystem.removeTree(path)
        }
        var count = 0
        func read(_ line: Int) -> LogRecord? {
            count += 1
            return line < events.count ? .event(events[line]) : nil
        }
        var answers: [OperationAnswer] = []
        try store.importLog(read, arrivedAt: 1) { answers.append($0.answer) }
        #expect(answers.count(where: { $0 == .accepted }) == devices, "the first event of each device")
        #expect(answers.count == 2 * devices)
        return count
    }

    @Test func `for operations that turn out wrong after their first events`() throws {
        let (few, many) = (try readings(devices: 60), try readings(devices: 120))
        #expect(Double(many) / Double(few) < 3, "\(few), \(many)")
    }
}
