internal import DiaryModel
internal import DiarylogArchives
internal import DiarylogHost
internal import Interchange

// What is said of files and folders from which no entries could be read.

extension ReadProblem {
    var problem: Problem {
        if let error = systemError { return Problem(error) }
        return Problem(code, RowOrigin(file, position).sentence(message), hint: hint)
    }

    private var systemError: SystemError? {
        switch reason {
        case .system(let error), .cannotKeep(let error), .archive(.system(let error)): error
        default: nil
        }
    }

    private var code: Code {
        switch reason {
        case .archive: .archive
        case .unrecognised, .unread: .unknownFormat
        case .isAFolder, .isNoFolder, .emptyFolder: .noFile
        case .encrypted: .encrypted
        default: .row
        }
    }

    /// What became of the import, and what can be done.
    private var hint: Sentence {
        let nothing = Sentence("Nothing was imported.", "아무것도 가져오지 않았습니다.")
        return advice.map { Sentence("\(nothing.en) \($0.en)", "\(nothing.ko) \($0.ko)") } ?? nothing
    }

    private var advice: Sentence? {
        let formats = Sentence(
            "--format names one of \(FormatWords.read).", "--format으로 형식을 고를 수 있습니다: \(FormatWords.read)")
        return switch reason {
        case .row(.missing("created_at")):
            Sentence(
                "--date-missing now takes the present for such rows.", "--date-missing now를 쓰면 그런 행은 지금 날짜로 가져옵니다.")
        case .undated, .row(.missing("date")):
            Sentence(
                "--date-missing mtime takes the times of the files, --date-missing now the present.",
                "--date-missing mtime을 쓰면 파일의 시각으로, --date-missing now를 쓰면 지금 날짜로 가져옵니다.")
        case .noColumn(let part, let columns):
            Sentence(
                "Name it with --column \(part)=NAME: there are \(columns.joined(separator: ", ")).",
                "--column \(part)=이름으로 알려 주세요. 있는 열: \(columns.joined(separator: ", "))")
        case .encrypted(let cipher): cipher.hint
        case .unread(let kind): kind.hint
        case .unrecognised:
            Sentence(
                "\(formats.en) What another program exports as Markdown, HTML, text or CSV is read.",
                "\(formats.ko). 다른 프로그램의 것은 Markdown이나 HTML, 글, CSV로 내보내면 읽습니다.")
        case .isAFolder, .isNoFolder, .emptyFolder: formats
        case .ambiguousDate(_, let formats):
            Sentence(
                "Say which with --time-format, as \"\(formats.joined(separator: "\" or \""))\".",
                "--time-format으로 정하세요: \"\(formats.joined(separator: "\", \""))\"")
        case .expected(.jrnlHead, _), .expected(.dateWritten, _):
            Sentence(
                "--time-format says how dates are written, as \"%d.%m.%Y %H:%M\".",
                "--time-format으로 날짜의 모양을 알려 주세요. 예: “%d.%m.%Y %H:%M”")
        default: nil
        }
    }

    private var message: Sentence {
        switch reason {
        case .row(let reason): Self.words(reason)
        case .unrecognised: Sentence("its format is not known here", "아는 형식이 아닙니다")
        case .otherFormat(let format):
            Sentence(
                "it is written in another format: import it by itself, as --format \(format)",
                "다른 형식으로 쓰였습니다. --format \(format, .by) 따로 가져와 주세요")
        case .unread(let kind): kind.words
        case .isAFolder: Sentence("it is a folder, and the format is one of files", "폴더입니다. 이 형식은 파일입니다")
        case .isNoFolder: Sentence("it is a file, and the format is one of folders", "파일입니다. 이 형식은 폴더입니다")
        case .emptyFolder: Sentence("no file in it is of the format", "이 형식의 파일이 안에 없습니다")
        case .expected(let expected, let found):
            Sentence(
                "\(expected.words.en) was expected, and there is \"\(found)\"",
                "\(expected.words.ko, .subject) 있어야 하는데 \(quoted: found, .subject) 있습니다")
        case .field(let name, let expected, let found):
            Sentence(
                "\(name) is \"\(found)\", and must be \(expected.words.en)",
                "\(name)의 값은 \(expected.words.ko, .subject) 있어야 하는데 \(quoted: found, .subject) 있습니다")
        case .ambiguousDate(let text, _):
            Sentence("\"\(text)\" is one of two dates", "\(quoted: text, .topic) 두 날짜로 읽힙니다")
        case .system, .cannotKeep: Sentence("it cannot be read", "읽을 수 없습니다")
        case .archive(let problem): problem.words
        case .noColumn(let part, _): Sentence("no column is known to be its \(part)", "\(part, .topic) 어느 열인지 알 수 없습니다")
        case .encrypted(let cipher): cipher.words
        case .undated(let count, let first, let last) where first == last:
            Sentence(
                "none of \(count) notes says its date, and all of their files are of \(first)",
                "글 \(count)편에 모두 날짜가 없고, 파일은 모두 \(first)의 것입니다")
        case .undated(let count, let first, let last):
            Sentence(
                "none of \(count) notes says its date; their files are of \(first) to \(last)",
                "글 \(count)편에 모두 날짜가 없습니다. 파일은 \(first)부터 \(last)까지의 것입니다")
        case .refused(let refusal): Problem(refusal, entry: "").message
        }
    }

    private static func words(_ reason: RowReason) -> Sentence {
        switch reason {
        case .json(.notUTF8): Sentence("it is not valid UTF-8", "올바른 UTF-8이 아닙니다")
        case .json(.endsEarly): Sentence("it ends in the middle", "중간에 끝납니다")
        case .json(.unexpected(let byte)): Sentence("it is not JSON at byte \(byte)", "\(byte)번째 바이트가 JSON이 아닙니다")
        case .json(.nameTwice(let name)):
            Sentence("\"\(name)\" stands there twice", "\(quoted: name, .subject) 두 번 있습니다")
        case .json(.loneSurrogate): Sentence("half a character stands there alone", "글자의 반쪽만 있습니다")
        case .json(.tooDeep): Sentence("it is nested too deeply", "너무 깊이 겹쳐 있습니다")
        case .notAnObject: Sentence("it is not an object", "객체가 아닙니다")
        case .unknownFormat: Sentence("it has neither \"text\" nor \"title\"", "“text”도 “title”도 없습니다")
        case .missing(let name): Sentence("\"\(name)\" is missing", "\(quoted: name, .subject) 없습니다")
        case .wrongKind(let name):
            Sentence("\"\(name)\" holds something else than it must", "“\(name)”에 다른 종류의 값이 있습니다")
        case .badDate(let text): Sentence("\"\(text)\" is not a date", "\(quoted: text, .topic) 날짜가 아닙니다")
        case .unknownZone(let name) where !ZoneDatabase.isInstalled:
            Sentence(
                "this machine has no time zones, so \(name) is not known; the package tzdata brings them",
                "이 기기에는 시간대 정보가 없어 \(name, .object) 알 수 없습니다. tzdata 패키지를 설치하면 됩니다")
        case .unknownZone(let name): Sentence("there is no time zone \(name)", "시간대 \(name, .subject) 없습니다")
        case .badPlace: Sentence("\"place\" is not a place", "“place”가 장소가 아닙니다")
        }
    }
}

extension ReadProblem.Expected {
    fileprivate var words: Sentence {
        switch self {
        case .jrnlHead: Sentence("an entry as [2026-11-01 09:00] TITLE", "[2026-11-01 09:00] 제목 같은 일기")
        case .yaml: Sentence("YAML without anchors and types", "앵커와 형이 없는 YAML")
        case .monthFile: Sentence("a month as 2026-11.txt", "2026-11.txt 같은 달")
        case .days: Sentence("days with their texts", "날과 그 글")
        case .element(let name): Sentence("the element \(name)", "\(name) 요소")
        case .property: Sentence("a property as NAME:VALUE", "이름:값 모양의 속성")
        case .componentBegin(let name): Sentence("BEGIN:\(name)", "BEGIN:\(name)")
        case .componentEnd(let name): Sentence("END:\(name)", "END:\(name)")
        case .quotedField: Sentence("a field that ends with a quotation mark", "따옴표로 끝나는 칸")
        case .fields(let count): Sentence("a row of \(count, "field", "fields") at most", "\(count)칸까지의 행")
        case .date: Sentence("a date", "날짜")
        case .dateWritten(let format): Sentence("a date as \"\(format)\"", "“\(format)” 모양의 날짜")
        }
    }
}

extension Cipher {
    fileprivate var words: Sentence {
        switch self {
        case .jrnl: Sentence("it is a journal that jrnl has encrypted", "jrnl이 암호화한 일기장입니다")
        case .vim: Sentence("it is a text that Vim has encrypted", "Vim이 암호화한 글입니다")
        case .unknown: Sentence("it is no text: encrypted, or a file of another kind", "글이 아닙니다. 암호화되었거나 다른 종류의 파일입니다")
        case .notes: Sentence("all that is in it is encrypted", "안에 있는 것이 모두 암호화되어 있습니다")
        }
    }

    fileprivate var hint: Sentence {
        switch self {
        case .jrnl, .unknown:
            Sentence(
                """
                What jrnl has encrypted, jrnl --decrypt opens (another journal: jrnl NAME \
                --decrypt), or hand it over: jrnl --format json | diarylog import -
                """,
                """
                jrnl이 암호화했다면 jrnl --decrypt로 푼 다음에 가져오세요(다른 일기장은 jrnl 이름 \
                --decrypt). 풀지 않고 넘길 수도 있습니다: jrnl --format json | diarylog import -
                """)
        case .vim:
            Sentence(
                "Open it in Vim, take the key away with :set key= and write it.",
                "Vim에서 열어 :set key=로 암호를 없애고 저장한 다음에 가져오세요.")
        case .notes:
            Sentence(
                "Export it decrypted (Standard Notes: a decrypted backup), or decrypt it first (gpg, age).",
                "암호를 풀어 내보내거나(Standard Notes의 복호화된 백업) 먼저 풀어서(gpg, age) 가져오세요.")
        }
    }
}

extension UnreadKind {
    fileprivate var words: Sentence {
        switch self {
        case .jrnlExport: Sentence("it is an export of jrnl's that is not read", "읽지 않는 jrnl 내보내기입니다")
        case .dayOneClassic: Sentence("it is a journal of Day One Classic", "Day One Classic의 일기장입니다")
        case .dayOneText: Sentence("it is a plain text of Day One's", "Day One이 내보낸 글(txt)입니다")
        case .archive:
            Sentence(
                "it is an archive of a kind that is not read, or stands too deep in others",
                "읽지 못하는 종류이거나 너무 깊이 든 압축 파일입니다")
        case .pdf: Sentence("it is a PDF", "PDF입니다")
        case .richText: Sentence("it is rich text (RTF)", "서식 있는 글(RTF)입니다")
        case .paper: Sentence("it is a document of a word processor", "워드 프로세서의 문서입니다")
        case .spreadsheet: Sentence("it is a spreadsheet", "스프레드시트입니다")
        case .database: Sentence("it is the database of an app", "앱의 데이터베이스입니다")
        case .propertyList: Sentence("it is a property list of Apple's", "Apple의 속성 목록(plist)입니다")
        case .xml: Sentence("it is XML of a program that is not read", "읽지 않는 프로그램의 XML입니다")
        case .outline: Sentence("it is what Roam exports as JSON", "Roam이 JSON으로 내보낸 것입니다")
        case .placeholder: Sentence("it lies in iCloud and not on this machine", "이 기기에 없고 iCloud에 있습니다")
        case .zeros: Sentence("it has no text, only zeros", "글이 없고 0뿐입니다")
        }
    }

    fileprivate var hint: Sentence {
        switch self {
        case .jrnlExport:
            Sentence(
                "Its journal says more: jrnl --format json | diarylog import -",
                "일기장 자체에 더 많이 들어 있습니다: jrnl --format json | diarylog import -")
        case .dayOneClassic, .dayOneText:
            Sentence(
                "Open it in Day One, export it there as JSON, and import that zip.",
                "Day One에서 열어 JSON으로 내보낸 다음 그 zip을 가져오세요.")
        case .pdf, .richText, .paper:
            Sentence(
                "Save it as HTML or plain text and import that, or attach it: diarylog files add ENTRY FILE.",
                "HTML이나 글(txt)로 저장해 가져오거나, diarylog files add 일기 파일로 붙이세요.")
        case .archive: Sentence("Unpack it first, and import the folder.", "먼저 풀어서 그 폴더를 가져오세요.")
        case .spreadsheet: Sentence("Save the sheet as CSV and import that.", "시트를 CSV로 저장해 가져오세요.")
        case .outline: Sentence("Export it there as Markdown, and import that.", "거기서 Markdown으로 내보내어 가져오세요.")
        case .placeholder: Sentence("Let iCloud download it, and import it then.", "iCloud에서 내려받은 다음 가져오세요.")
        case .zeros:
            Sentence("A crash may have left it so. Look for a copy of it.", "기기가 갑자기 꺼져 이렇게 되었을 수 있습니다. 사본을 찾아 보세요.")
        case .database, .propertyList, .xml:
            Sentence(
                "Let the app export it, as Markdown, HTML, text, JSON or CSV, and import that.",
                "앱에서 Markdown이나 HTML, 글, JSON, CSV로 내보내어 가져오세요.")
        }
    }
}

extension RowOrigin {
    /// A sentence about what stands here.
    func sentence(_ said: Sentence) -> Sentence { Sentence("\(words.en): \(said.en)", "\(words.ko): \(said.ko)") }

    /// Where it is.
    var words: Sentence {
        switch position {
        case .file: Sentence(file, file)
        case .row(let number): Sentence("\(file), row \(number)", "\(file)의 \(number)번째 행")
        case .line(let number): Sentence("\(file), line \(number)", "\(file)의 \(number)번째 줄")
        }
    }

    /// Where it is, for scripts.
    var json: JSONValue {
        var (row, line): (Int?, Int?) = (nil, nil)
        switch position {
        case .file: break
        case .row(let number): row = number
        case .line(let number): line = number
        }
        return [
            "file": .text(file), "row": row.map { .number($0) } ?? .null, "line": line.map { .number($0) } ?? .null,
        ]
    }
}
