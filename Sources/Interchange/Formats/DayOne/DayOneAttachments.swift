internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// An entry's files as Day One exports them: in lists by kind, each as `FOLDER/<md5>.<type>`, and in the text by an
/// identifier.
///
/// What an import kept of such a list is written again as it was, with what has come since behind it.
struct DayOneAttachments {
    private(set) var lists: [JSONMember] = []
    private(set) var parts: [WrittenPart] = []
    /// How many files Day One has no list for, or that could not be read.
    private(set) var lost = 0
    /// The text with Day One's references.
    private(set) var text: [UInt8]

    /// `marks` are those of the files that can be written.
    init(of content: EntryContent, _ id: EntryID, _ marks: [AttachedFile: FileMarks]) {
        var items: [String: [JSONValue]] = [:]
        var known: [String: (kind: DayOneKind, item: JSONValue)] = [:]
        for kind in DayOneKind.allCases {
            guard let field = content.extra.first(where: { $0.key == kind.list }),
                case .array(let values) = field.json
            else { continue }
            items[kind.list] = values
            for item in values {
                if let md5 = Self.string(item["md5"]) { known[md5.lowercased()] = (kind, item) }
            }
        }
        var targets: [String: String] = [:]
        for file in content.attachments {
            guard let own = file.file, let marks = marks[own],
                let kind = known[marks.name]?.kind ?? DayOneKind(mediaType: file.mediaType)
            else {
                lost += 1
                continue
            }
            let type = kind.type(of: file)
            var identifier = Self.identifier(of: own, in: id)
            if let item = known[marks.name]?.item {
                identifier = Self.string(item["identifier"]) ?? ""
            } else {
                items[kind.list, default: []].append([
                    "identifier": .text(identifier), "md5": .text(marks.name), kind.typeName: .text(type),
                    "filename": .text(file.name),
                ])
            }
            parts.append(.attachment("\(kind.folder)/\(marks.name).\(type)", file))
            if !identifier.isEmpty, targets[file.name] == nil { targets[file.name] = kind.target(identifier) }
        }
        for kind in DayOneKind.allCases {
            if let values = items[kind.list] { lists.append(JSONMember(kind.list, .array(values))) }
        }
        text = content.text
        if targets.isEmpty { return }
        text = FileReferences.rewriting(content.text) { target in FileReferences.name(target).flatMap { targets[$0] } }
    }

    /// The same for the same file of the same entry.
    private static func identifier(of file: AttachedFile, in id: EntryID) -> String {
        Hexadecimal.text(Array(Digest(hashing: id.bytes + file.hash.bytes).bytes.prefix(16))).uppercased()
    }

    private static func string(_ value: JSONValue?) -> String? {
        guard case .string(let bytes)? = value, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The kinds of files that Day One has lists for.
enum DayOneKind: CaseIterable {
    case photo, audio, video, paper

    /// Nil for a file that Day One would not take.
    init?(mediaType: String) {
        switch mediaType.prefix(while: { $0 != "/" }) {
        case "image": self = .photo
        case "audio": self = .audio
        case "video": self = .video
        default:
            guard mediaType == "application/pdf" else { return nil }
            self = .paper
        }
    }

    /// The member of an entry.
    var list: String {
        switch self {
        case .photo: "photos"
        case .audio: "audios"
        case .video: "videos"
        case .paper: "pdfAttachments"
        }
    }

    /// The folder in the zip.
    var folder: String { self == .paper ? "pdfs" : list }

    /// What a file is called that has no name.
    var word: String { self == .paper ? "paper" : String(list.dropLast()) }

    /// The member of a file that says its type.
    var typeName: String { self == .audio ? "format" : "type" }

    /// A reference to the file with an identifier.
    func target(_ identifier: String) -> String {
        switch self {
        case .photo: "dayone-moment://" + identifier
        case .audio: "dayone-moment:/audio/" + identifier
        case .video: "dayone-moment:/video/" + identifier
        case .paper: "dayone-moment:/pdfAttachment/" + identifier
        }
    }

    /// The ending of a file: that of its name, or what its media type says.
    func type(of file: Attachment) -> String {
        if let dot = file.name.lastIndex(of: ".") {
            let ending = file.name[dot...].dropFirst().lowercased()
            if (1...8).contains(ending.utf8.count), ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
                return ending == "jpg" ? "jpeg" : ending
            }
        }
        let said = file.mediaType.drop { $0 != "/" }.dropFirst().prefix { $0 != "+" && $0 != ";" }
        let known = ["quicktime": "mov", "mpeg": "mp3", "x-caf": "caf", "x-msvideo": "avi", "x-matroska": "mkv"]
        if self == .audio, said == "mp4" { return "m4a" }
        if let ending = known[String(said)] { return ending }
        return said.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) } && !said.isEmpty
            ? String(said) : "bin"
    }
}
