import DiarylogTestSupport
import Glibc
import Testing

@testable import EventStore

@Suite("A process that has no descriptor left", .timed)
struct DescriptorTests {
    @Test("is told so, and not that the store is damaged or none, whichever of its files it cannot open")
    func exhausted() async throws {
        let folder = try Folder()
        let path = folder("store")
        try Counter.fill(makeStore(at: path), stream(1), count: 3)
        await #expect(processExitsWith: .success) { [path = path as String] in
            for descriptor in Int32(3)..<256 { close(descriptor) }
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(UInt32(7)), &limit)
            var refused = 0
            for count in rlim_t(3)...16 {
                limit.rlim_cur = count
                unsafe setrlimit(__rlimit_resource_t(UInt32(7)), &limit)
                guard let error = storeError({ _ = try Store(opening: path, model: CounterStreams()) }) else {
                    continue
                }
                guard case .storage = error else { throw Absent() }
                refused += 1
            }
            // Some were too few, and some enough.
            guard (1..<14).contains(refused) else { throw Absent() }
        }
    }
}
