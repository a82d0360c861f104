internal import DiaryModel

/// What is known and not read: its entries come by another way, which the words of the refusal name.
package enum UnreadKind: String, CaseIterable, Sendable {
    /// What jrnl writes with `--format xml`, `yaml` or `markdown`: its journal says more.
    case jrnlExport
    /// A journal of Day One Classic, an app that ended in 2018.
    case dayOneClassic
    /// A journal that Day One has written as plain text.
    case dayOneText
    case pdf
    case richText
    /// A paper of Word, Hangul, Pages or LibreOffice, or a book.
    case paper
    /// One that is not packed as those that are read.
    case archive
    case spreadsheet
    /// The database of an app.
    case database
    /// A property list of Apple's in bytes.
    case propertyList
    /// XML of a program that is not read: a blog's, or Diaro's.
    case xml
    /// The outline of Roam, whose Markdown is read.
    case outline
    /// What stands on this machine for a file that lies in iCloud.
    case placeholder
    /// Zeros alone, as a crash leaves of a file.
    case zeros

    /// Whether it is no text at all, whatever its name says.
    var isNoText: Bool { [.pdf, .richText, .paper, .archive, .database, .propertyList].contains(self) }

    /// What a source is, by its bytes or its names; nil if it is none of these.
    init?(_ source: Source) {
        switch source {
        case .file(let file): self.init(head: file.head, NoteFolder.has(file.path, ["xml"]))
        case .folder(let folder): self.init(folder)
        }
    }

    /// The first file of a folder that is one of these.
    static func first(in source: Source) -> (path: String, kind: UnreadKind)? {
        guard case .folder(let folder) = source else { return nil }
        return folder.names.lazy.compactMap { name in
            (try? folder.file(name)).flatMap { file in Self(.file(file)).map { (path: file.path, kind: $0) } }
        }.first
    }

    private init?(head: [UInt8], _ isXML: Bool) {
        let start = String(
            decoding: head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D].contains($0) }.prefix(400), as: UTF8.self)
        switch start {
        case _ where Self.ofPapers.contains(where: { head.starts(with: $0) }): self = .paper
        case _ where start.contains("MIME-Version: 1.0") && start.contains("multipart/related"): self = .paper
        case _ where Self.archives.contains(where: { head.starts(with: $0) }): self = .archive
        case _ where start.hasPrefix("\tDate:\t"): self = .dayOneText
        case _ where start.hasPrefix("%PDF-"): self = .pdf
        case _ where start.hasPrefix("{\\rtf"): self = .richText
        case _ where start.hasPrefix("SQLite format 3"): self = .database
        case _ where start.hasPrefix("bplist0"): self = .propertyList
        case _ where start.hasPrefix("<") && start.contains("<journal>"): self = .jrnlExport
        case _ where Self.isJrnlMarkdown(start): self = .jrnlExport
        case _ where isXML && start.hasPrefix("<") && !start.contains("<en-export") && !start.contains("html"):
            self = .xml
        case _ where start.hasPrefix("[{") && start.contains("\"children\":") && start.contains("\"string\":"):
            self = .outline
        default: return nil
        }
    }

    private init?(_ folder: SourceFolder) {
        func has(_ test: (String) -> Bool) -> Bool { folder.names.contains(where: test) }
        if has({ $0.hasSuffix(".doentry") }) {
            self = .dayOneClassic
        } else if has({ $0.hasSuffix("DiaroBackup.xml") }) {
            self = .xml
        } else if has({ Self.papers.contains($0) }) {
            self = .paper
        } else if has({ $0 == "xl/workbook.xml" || $0 == "Index/Tables/DataList.iwa" }) {
            self = .spreadsheet
        } else if let name = folder.names.first(where: Self.isJrnlEntry), let file = try? folder.file(name),
            case let head = String(decoding: file.head.prefix(4000), as: UTF8.self), head.hasPrefix("---\ntitle: "),
            head.contains("\nbody: |")
        {
            self = .jrnlExport
        } else {
            return nil
        }
    }

    /// How files of 7-Zip, RAR, bzip2 and xz begin.
    private static let archives: [[UInt8]] = [
        [0x37, 0x7A, 0xBC, 0xAF], [0x52, 0x61, 0x72, 0x21], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A, 0x58],
    ]
    /// How papers of Word and Hangul, and sections of OneNote begin.
    private static let ofPapers: [[UInt8]] = [[0xD0, 0xCF, 0x11, 0xE0], [0xE4, 0x52, 0x5C, 0x7B]]
    private static let papers: Set = [
        "mimetype", "word/document.xml", "Index/Document.iwa", "META-INF/manifest.xml", "META-INF/container.xml",
        "Contents/section0.xml",
    ]

    /// `# 2026`, `## November`, `### 2026-11-01 …`.
    private static func isJrnlMarkdown(_ start: String) -> Bool {
        let lines = start.split(whereSeparator: \.isNewline)
        guard lines.count >= 3, lines[0].hasPrefix("# "), lines[1].hasPrefix("## "), lines[2].hasPrefix("### ") else {
            return false
        }
        return lines[0].count == 6 && Int(lines[0].dropFirst(2)) != nil
            && TimeNames.months.contains(String(lines[1].dropFirst(3)))
    }

    private static func isJrnlEntry(_ name: String) -> Bool {
        let last = name.lastStep
        return last.hasSuffix(".md") && last.dropFirst(10).first == "_" && ISODate(String(last.prefix(10))) != nil
    }
}
