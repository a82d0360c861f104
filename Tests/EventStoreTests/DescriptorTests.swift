import DiarylogTestSupport
import Glibc
import Testing

@testable import EventStore

@Suite("A process that has no descriptor left", .timed)
struct DescriptorTests {
    @Test("is told so, and not that the store is damaged or none")
    func exhausted() async throws {
        let folder = try Folder()
        let path = folder("store")
        try Counter.fill(makeStore(at: path), stream(1), count: 3)
        await #expect(processExitsWith: .success) { [path = path as String] in
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(UInt32(7)), &limit)
            limit.rlim_cur = 3
            unsafe setrlimit(__rlimit_resource_t(UInt32(7)), &limit)
            for descriptor in Int32(3)..<256 { close(descriptor) }
            let error = storeError { _ = try Store(opening: path, model: CounterStreams()) }
            guard case .storage? = error else { throw Absent() }
        }
    }
}
