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
    /// How many there are.
    package let size: Int

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
        case .bytes(let bytes): return Array(bytes[offset..<offset + min(count, size - offset)])
        case .file(let file):
            do throws(SystemError) {
                let bytes = try file.read(at: offset, count: count)
                mark?.note(offset..<offset + bytes.count)
                return bytes
            } catch { throw .system(error) }
        }
    }

    /// All of them.
    package func all() throws(ArchiveProblem) -> [UInt8] {
        if case .bytes(let bytes) = store { return bytes }
        return try read(at: 0, count: size)
    }

    /// All of these bytes; throws `.endsEarly` if there are fewer.
    func exactly(at offset: Int, count: Int) throws(ArchiveProblem) -> [UInt8] {
        guard offset >= 0, count >= 0, size - offset >= count else { throw .endsEarly }
        let bytes = try read(at: offset, count: count)
        guard bytes.count == count else { throw .endsEarly }
        return bytes
    }
}
