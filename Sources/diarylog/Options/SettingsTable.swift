internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import Interchange

/// The settings that there are, each once: what it is for, which values it takes, and what decides it. `config`, its
/// help, the hints and the completions follow from here.
extension Settings {
    enum Key: String, CaseIterable {
        case diary
        case lang
        case tz
        case color
        case dateStyle = "date-style"
        case pager
        case editor
        case template
        case memories
        case markdown
        case weatherService = "weather.service"
        case weatherKey = "weather.key"
        case syncName = "sync.name"
        case syncAuto = "sync.auto"
        case syncFiles = "sync.files"
    }

    /// Settings whose names the user gives.
    enum Family: String {
        case diaries, places

        func name(in key: String) -> String? {
            key.hasPrefix(rawValue + ".") ? String(key.dropFirst(rawValue.count + 1)) : nil
        }
    }

    enum YesNo: String, CaseIterable {
        case yes, no
    }

    /// What is known of a setting.
    struct Known {
        /// What it is for, in a few words.
        let about: Sentence
        /// The values that it can have; none if they cannot be counted.
        private(set) var choices: [String] = []
        /// What is said to whoever gave it another value.
        private(set) var hint = Sentence("It cannot be empty, nor that long.", "비어 있거나 그렇게 길 수 없습니다.")
        /// Whether it is the path of a diary, which may begin at home.
        private(set) var isPath = false
        let takes: (String) -> Bool

        init(_ about: Sentence, hint: Sentence? = nil, isPath: Bool = false, takes: @escaping (String) -> Bool) {
            (self.about, self.isPath, self.takes) = (about, isPath, takes)
            if let hint { self.hint = hint }
        }

        init(_ about: Sentence, _ choices: [String]) {
            let words = choices.joined(separator: ", ")
            self.init(about, hint: Sentence("It can be: \(words).", "쓸 수 있는 값: \(words).")) { choices.contains($0) }
            self.choices = choices
        }

        /// A setting of ours, or one that has a name; nil if there is none of this key.
        init?(_ key: String) {
            if let key = Key(rawValue: key) {
                self = key.known
            } else if let name = Family.diaries.name(in: key), isName(name) {
                self = Family.diaries.known
            } else if let name = Family.places.name(in: key), isPlaceName(name) {
                self = Family.places.known
            } else {
                return nil
            }
        }
    }

    /// All settings, for whoever named another.
    static var allKeys: Sentence {
        let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
        return Sentence(
            "Settings are \(names), diaries.NAME, a path with a /, and places.NAME, as 37.57,126.98; a NAME has a letter.",
            "설정은 \(names)이고, diaries.이름에는 /가 있는 경로를, places.이름에는 37.57,126.98처럼 씁니다. 이름에는 글자가 있어야 합니다.")
    }

    /// A row for each, behind a margin, with what it is for.
    static var rows: Sentence {
        let named = [
            ("diaries.NAME", "diaries.이름", Family.diaries.known), ("places.NAME", "places.이름", Family.places.known),
        ]
        let all = Key.allCases.map { ($0.rawValue, $0.rawValue, $0.known) } + named
        func rows(_ row: ((String, String, Known)) -> (String, String)) -> String {
            all.map { setting in
                let choices = setting.2.choices.joined(separator: ", ")
                let (name, about) = row(setting)
                return "  " + OnScreen.padded(name, to: 17) + about + (choices.isEmpty ? "" : ": " + choices)
            }.joined(separator: "\n")
        }
        return Sentence(rows { ($0.0, $0.2.about.en) }, rows { ($0.1, $0.2.about.ko) })
    }
}

extension Settings.Family {
    var known: Settings.Known {
        switch self {
        case .diaries:
            Settings.Known(
                Sentence("where the diary of this name is", "이 이름의 일기장이 있는 곳"),
                hint: Sentence("It is a path that begins with / or ~/.", "/나 ~/로 시작하는 경로를 씁니다."), isPath: true
            ) { $0.hasPrefix("/") || $0.hasPrefix("~/") }
        case .places:
            Settings.Known(
                Sentence("where the place of this name is", "이 이름의 장소가 있는 곳"),
                hint: Sentence("It is written 37.57,126.98.", "37.57,126.98처럼 씁니다.")
            ) { (try? Place(typed: $0, isPrecise: true)) != nil }
        }
    }
}

extension Settings.Key {
    var known: Settings.Known {
        let yesNo = Settings.YesNo.allCases.map(\.rawValue)
        func upTo(_ most: Int) -> (String) -> Bool { { (1...most).contains($0.utf8.count) } }
        return switch self {
        case .diary:
            Settings.Known(
                Sentence("the diary that is meant: a name or a path", "쓸 일기장. 이름이나 경로"),
                hint: Sentence(
                    "It is a path that begins with / or ~/, or a name: letters, digits, - and _.",
                    "/나 ~/로 시작하는 경로, 또는 글자와 숫자, -와 _로 된 이름을 씁니다."), isPath: true
            ) { $0.hasPrefix("/") || $0.hasPrefix("~/") || Settings.isName($0) }
        case .lang: Settings.Known(Sentence("the language", "언어"), Language.choices)
        case .tz:
            Settings.Known(
                Sentence("the time zone, as Asia/Seoul", "시간대, Asia/Seoul처럼"),
                hint: Sentence("It is the name of a zone, as Asia/Seoul.", "Asia/Seoul처럼 시간대의 이름을 씁니다."),
                takes: ZoneDatabase.exists)
        case .color: Settings.Known(Sentence("colours", "색"), ColorChoice.choices)
        case .dateStyle: Settings.Known(Sentence("how dates look", "날짜의 모양"), DateStyle.choices)
        case .pager:
            Settings.Known(Sentence("shows what does not fit on the screen", "화면에 넘치는 것을 보이는 프로그램")) { _ in true }
        case .editor: Settings.Known(Sentence("opens texts", "글을 여는 편집기"), takes: upTo(.max))
        case .template:
            Settings.Known(
                Sentence("a new text begins with this template", "새 글을 시작할 템플릿"),
                hint: Sentence("A name has letters, digits, - and _.", "이름은 글자와 숫자, -와 _로 씁니다."), takes: Settings.isName
            )
        case .memories:
            Settings.Known(
                Sentence("add names what was written that day in former years", "add가 지난 해 같은 날의 일기를 알립니다"), yesNo)
        case .markdown: Settings.Known(Sentence("texts are shown by their Markdown", "글을 마크다운으로 보입니다"), yesNo)
        case .weatherService:
            Settings.Known(
                Sentence("who is asked for the weather", "날씨를 묻는 곳"), WeatherService.allCases.map(\.rawValue))
        case .weatherKey: Settings.Known(Sentence("the key that the service wants", "날씨 서비스의 키"), takes: upTo(256))
        case .syncName:
            Settings.Known(Sentence("what other devices call this one", "다른 기기가 이 기기를 부르는 이름"), takes: upTo(64))
        case .syncAuto: Settings.Known(Sentence("each change is exchanged at once", "바뀔 때마다 주고받습니다"), yesNo)
        case .syncFiles:
            Settings.Known(
                Sentence("which attached files come here", "여기로 오는 붙인 파일"), AttachedFileChoice.allCases.map(\.rawValue))
        }
    }

    /// What decides it, in the order of the words: an option, a variable of our own, the file, a variable of the whole
    /// system, our default.
    func inForce(_ session: Session) throws -> Setting {
        let (options, filed) = (session.options, session.filed(self))
        return switch self {
        case .diary: try session.diarySetting
        case .lang:
            Setting(options.lang?.rawValue, option: "lang") ?? filed
                ?? Tongue.decidingVariable.map { Setting(value: session.language.rawValue, source: .environment($0)) }
                ?? Setting(usual: session.language.rawValue)
        case .tz: try session.zoneSetting
        case .color:
            Setting(options.color?.rawValue, option: "color") ?? filed
                ?? Setting(variable: "NO_COLOR") { _ in ColorChoice.never.rawValue }
                ?? Setting(variable: "TERM") { $0 == "dumb" ? ColorChoice.never.rawValue : nil }
                ?? Setting(usual: ColorChoice.auto.rawValue)
        case .dateStyle:
            Setting(options.dateStyle?.rawValue, option: "date-style") ?? filed
                ?? Setting(usual: DateStyle.long.rawValue)
        case .pager:
            // An empty one is none.
            Setting(options.noPager ? "" : nil, option: "no-pager") ?? Setting(set: "DIARYLOG_PAGER") ?? filed
                ?? Setting(set: "PAGER") ?? Setting(usual: "less -FRX")
        case .editor:
            filed ?? Setting(variable: "VISUAL") ?? Setting(variable: "EDITOR")
                ?? Setting(usual: EditorLine.usual.first(where: EditorLine.isThere) ?? "")
        case .template: filed ?? Setting(usual: "")
        case .memories, .markdown, .syncAuto: filed ?? Setting(usual: Settings.YesNo.yes.rawValue)
        case .weatherService: filed ?? Setting(usual: WeatherService.openMeteo.rawValue)
        case .weatherKey:
            // That there is a key, never which.
            Setting(variable: Session.keyVariable) { _ in "***" } ?? filed.map {
                Setting(value: "***", source: $0.source)
            }
                ?? Setting(usual: "")
        case .syncName: filed ?? Setting(usual: MachineIdentity.hostName() ?? "")
        case .syncFiles: filed ?? Setting(usual: AttachedFileChoice.all.rawValue)
        }
    }
}
