/// Where an archive's bytes are: in a file or in memory, read at any place.

package import Host

/// Bytes that can be read at any place; a file is not held in memory.
package struct ByteSource: Sendable {
    private enum Store: Sendable {
        case file(FileReader)
        case bytes([UInt8])
    }

    private let store: Store
    /// How many there are.
    package let size: Int

    /// The bytes of a file.
    package init(file: FileReader) {
        store = .file(file)
        size = file.size
    }

    /// Bytes that are in memory.
    package init(_ bytes: [UInt8]) {
        store = .bytes(bytes)
        size = bytes.count
    }

    /// The bytes from a place on, fewer at the end. For a file it costs a system call.
    package func read(at place: Int, count: Int) throws(ArchiveProblem) -> [UInt8] {
        guard place >= 0, place < size, count > 0 else { return [] }
        switch store {
        case .bytes(let bytes): return Array(bytes[place..<place + min(count, size - place)])
        case .file(let file):
            do throws(SystemError) { return try file.read(at: place, count: count) } catch { throw .system(error) }
        }
    }

    /// All of them.
    package func all() throws(ArchiveProblem) -> [UInt8] {
        if case .bytes(let bytes) = store { return bytes }
        return try read(at: 0, count: size)
    }

    /// All of these bytes; throws `.endsEarly` if there are fewer.
    func exactly(at place: Int, count: Int) throws(ArchiveProblem) -> [UInt8] {
        guard place >= 0, count >= 0, size - place >= count else { throw .endsEarly }
        let bytes = try read(at: place, count: count)
        guard bytes.count == count else { throw .endsEarly }
        return bytes
    }
}
