/// Where an archive's bytes are: in a file or in memory, read at any offset.

package import DiarylogHost

/// Bytes that can be read at any offset; a file is not held in memory.
package struct ByteSource: Sendable {
    private enum Store: Sendable {
        case file(FileReader)
        case bytes([UInt8])
    }

    private let store: Store
    private var mark: FileMark?
    /// Where in the store they begin.
    private var start = 0
    /// How many there are.
    package private(set) var size: Int

    /// The bytes of a file. A meter counts how far it is read; where it is read here and there, how much is read.
    package init(file: FileReader, counted meter: FileProgress? = nil, hereAndThere: Bool = false) {
        store = .file(file)
        mark = meter.map { FileMark($0, hereAndThere: hereAndThere) }
        size = file.size
    }

    /// Bytes that are in memory.
    package init(_ bytes: [UInt8]) {
        store = .bytes(bytes)
        size = bytes.count
    }

    /// The bytes from an offset on, fewer at the end. For a file it costs a system call.
    package func read(at offset: Int, count: Int) throws(ArchiveProblem) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        switch store {
        case .bytes(let bytes): return Array(bytes[(start + offset)...].prefix(min(count, size - offset)))
        case .file(let file):
            do throws(SystemError) {
                let bytes = try file.read(at: start + offset, count: min(count, size - offset))
                mark?.note(start + offset..<start + offset + bytes.count)
                return bytes
            } catch { throw .system(error) }
        }
    }

    /// All of them.
    package func all() throws(ArchiveProblem) -> [UInt8] {
        if case .bytes(let bytes) = store, size == bytes.count { return bytes }
        return try read(at: 0, count: size)
    }

    /// Those of a part.
    package func part(at offset: Int, size: Int) -> ByteSource {
        var part = self
        (part.start, part.size) = (start + offset, max(0, min(size, self.size - offset)))
        return part
    }

    /// All of these bytes; throws `.endsEarly` if there are fewer.
    func exactly(at offset: Int, count: Int) throws(ArchiveProblem) -> [UInt8] {
        guard offset >= 0, count >= 0, size - offset >= count else { throw .endsEarly }
        let bytes = try read(at: offset, count: count)
        guard bytes.count == count else { throw .endsEarly }
        return bytes
    }
}
