internal import DiaryEngine

/// Writes our own JSON: an array of entries, or one entry a line.
struct OwnWriter: EntryWriter {
    let isFolder = false
    let losses = FormatLosses()

    private let isLines: Bool
    private var isEmpty = true

    init(_ options: WriteOptions) { isLines = options.isLines }

    mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let object = JSONWriter.bytes(EntryJSON.object(entry, isFull: true, earlier: earlier))
        defer { isEmpty = false }
        return [.bytes(isLines ? object + [0x0A] : Array((isEmpty ? "[\n" : ",\n").utf8) + object)]
    }

    mutating func finish() -> [WrittenPart] {
        isLines ? [] : [.bytes(Array((isEmpty ? "[]\n" : "\n]\n").utf8))]
    }
}
