/// Bytes that are kept to be read again, out of memory: more than a megabyte of them lies in a file without a name.
package final class ByteSpool {
    private let folders: [String]
    private let most: Int
    private var file: NamelessFile?
    /// How many bytes the file has; what follows is `waiting`.
    private var written = 0
    private var waiting: [UInt8] = []

    /// An empty one. The file is made in the first of some folders where it can be, if it is needed at all: for more
    /// than `most` bytes.
    package init(in folders: [String], holding most: Int = 1 << 20) { (self.folders, self.most) = (folders, most) }

    /// Takes up bytes, and says where they lie.
    package func append(_ bytes: [UInt8]) throws(SystemError) -> Range<Int> {
        let start = written + waiting.count
        waiting += bytes
        if waiting.count > most {
            let file = if let file { file } else { try makeFile() }
            self.file = file
            let full = waiting
            waiting = []
            try file.write(full.span, at: written)
            written += full.count
        }
        return start..<start + bytes.count
    }

    /// The bytes of a place, or of a part of one.
    package func read(_ place: Range<Int>) throws(SystemError) -> [UInt8] {
        guard place.lowerBound < written, let file else {
            return Array(waiting[(place.lowerBound - written)..<(place.upperBound - written)])
        }
        return try file.read(at: place.lowerBound, count: place.count)
    }

    private func makeFile() throws(SystemError) -> NamelessFile {
        for folder in folders.dropLast() {
            if let file = try? NamelessFile(in: folder) { return file }
        }
        return try NamelessFile(in: folders.last ?? ".")
    }
}
