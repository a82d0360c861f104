internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

/// Where the parts go that a writer gives: into a stream, a folder, or a page that is printed.
struct ExportTarget: ~Copyable {
    private var sink: ExportSink?
    private var folder: ExportFolder?
    private var page: BookPrinting?
    let diary: Diary
    /// The names of files that are gone, or not what was attached.
    private(set) var lost: [String] = []

    /// Throws for a path where it cannot be.
    init(
        for writer: any EntryWriter, _ format: EntryFormat, at output: String?, of diary: Diary, _ session: Session
    ) throws {
        self.diary = diary
        if writer.isFolder {
            guard let output else {
                throw Problem(
                    usage: "\(format.rawValue) is a folder of files", "\(format.rawValue, .topic) 파일이 든 폴더입니다",
                    hint: "--output FOLDER says where; it is made anew.", "--output 폴더로 곳을 정하세요. 새로 만듭니다.")
            }
            folder = try ExportFolder(at: output, session)
        } else {
            sink = try ExportSink(path: output, session)
        }
        if format == .pdf { page = try BookPrinting() }
    }

    mutating func write(_ parts: [WrittenPart]) throws {
        for part in parts {
            switch part {
            case .bytes(let bytes): try put(bytes)
            case .file(let name, let bytes): try folder?.write(bytes, to: name)
            case .attachment(let name, let file):
                if try folder?.copy(file, of: diary, to: name) == false {
                    lost.append(OnScreen.safe(file.name))
                }
            case .picture(let file): try putAddress(of: file)
            }
        }
    }

    /// Puts everything where it belongs, whole.
    mutating func finish() throws {
        if try page?.print() != nil {
            try page?.eachPart { part in try sink?.write(part) }
        }
        try sink?.finish()
        try folder?.finish()
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        if page != nil { try page?.write(bytes) } else { try sink?.write(bytes) }
    }

    /// Writes the address of a picture: its bytes, or where it lies beside the page that is printed.
    private mutating func putAddress(of file: Attachment) throws {
        guard diary.state(of: file, proving: true) == .present else {
            lost.append(OnScreen.safe(file.name))
            return try put(Array("data:,".utf8))
        }
        if let address = try page?.address(of: file, in: diary) { return try put(Array(address.utf8)) }
        try put(Array("data:\(file.mediaType);base64,".utf8))
        var text = Base64Stream()
        _ = try diary.pass(file) { part in try put(text.text(part)) }
        try put(text.finish())
    }
}

extension Diary {
    /// Hands on the bytes of an attached file, part by part; false if it is gone, or was not what was attached.
    func pass(_ file: Attachment, _ visit: ([UInt8]) throws -> Void) throws -> Bool {
        guard let reader = try openAttachment(file.hash),
            reader.size == Int(clamping: file.size)
        else { return false }
        var digest = RunningDigest()
        do {
            try reader.forEachPart { part in
                digest.update(part)
                try visit(part)
            }
        } catch is EventStoreError {
            return false
        }
        return digest.finish().bytes == file.hash
    }
}
