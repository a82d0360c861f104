internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

/// Names places, so that --place home needs no coordinates.
struct PlaceCommand: DiaryCommand {
    enum Action: String, Choice {
        case list, add, remove
    }

    static let about = CommandWords(
        "place", abstract: HelpText("Name places: list, add or remove one.", "장소에 이름을 붙입니다: 보기, 더하기, 지우기."),
        discussion: HelpText(
            """
            Then --place home is that place, and place:home finds what was written there. Names are kept in the \
            settings' file (config), not in the diary; a place is kept to about a kilometre unless it is --precise. \
            Behind -- a place may begin with a minus: place add sydney -- -33.87,151.21.
            """,
            """
            그러면 --place 집이 그 장소이고, place:집으로 그곳에서 쓴 것을 찾습니다. 이름은 일기가 아니라 설정 파일(config)에 두며, --precise가 아니면 \
            1킬로미터쯤으로 어림합니다. 빼기표로 시작하는 장소는 -- 뒤에 씁니다: place add sydney -- -33.87,151.21.
            """))

    @Argument("action", help: HelpText("list, add or remove.", "list, add, remove."))
    var action: Action = .list

    @Argument("name", help: HelpText("Its name: letters, digits, - and _.", "이름: 글자, 숫자, -, _."))
    var name: String?

    @Argument("lat,lon", help: HelpText("add: where it is, as 37.5665,126.9780.", "add: 장소, 37.5665,126.9780처럼."))
    var place: String?

    @Flag("precise", help: .precisely)
    var precise = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        switch action {
        case .list:
            if let name { throw Problem.against("list", name) }
            try list(session.settings, session)
        case .add:
            guard let name, let place else { throw Problem.placeWantsTwo }
            guard Settings.isPlaceName(name) else { throw Problem.badPlaceName(name) }
            let found = try Place(typed: place, isPrecise: precise)
            try Settings.write("places." + name, found.typed)
            try done(.placeSet(name), session)
        case .remove:
            guard let name else { throw Problem.placeWantsTwo }
            guard session.settings.places[name] != nil else { throw Problem.unknownPlace(name) }
            try Settings.write("places." + name, nil)
            try done(.placeRemoved(name), session)
        }
    }

    private func done(_ notice: Notice, _ session: Session) throws {
        session.notify(notice)
        if session.isJSON { try list(try Settings.read(), session) }
    }

    private func list(_ settings: Settings, _ session: Session) throws {
        let places = settings.places.sorted { $0.key < $1.key }
        if session.isJSON {
            let rows = try places.map { (name, value) throws -> JSONValue in
                let degrees = try Place(typed: value.text, isPrecise: true).degrees
                return [
                    "name": .text(name), "lat": .decimal(degrees.latitude), "lon": .decimal(degrees.longitude),
                ]
            }
            return try session.write(["places": .array(rows)])
        }
        if places.isEmpty { session.notify(.noPlaces) }
        for (name, value) in places {
            try session.write(OnScreen.safe(name) + session.column + OnScreen.safe(value.text) + "\n")
        }
    }
}
