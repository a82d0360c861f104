/// The Korean of the help of `weather` and `place`, and of the options about both.

extension HelpWords {
    /// What the commands say of themselves, and of their options.
    static let weathering: [String: String] = [
        "Ask for the weather where and when entries were written.": "일기를 쓴 곳과 때의 날씨를 묻습니다.",
        "attach asks for one entry, and says what came. backfill asks Open-Meteo for all entries that have a place and no weather, by the filters of list, newest first. The service is told the place, to about a kilometre, and the time, and nothing else. An entry that has its weather keeps it; undo does not take it back.":
            "attach는 일기 한 편의 날씨를 묻고 무엇이 왔는지 말합니다. backfill은 장소가 있고 날씨가 없는 일기 모두의 날씨를 Open-Meteo에 물으며, list의 조건으로 고르고 새로운 것부터 묻습니다. 묻는 곳에는 1킬로미터쯤으로 어림한 장소와 시각만 알립니다. 이미 있는 날씨는 그대로이고, undo로 되돌리지 않습니다.",
        "attach or backfill.": "attach나 backfill.", "backfill: at most this many.": "backfill: 많아야 이만큼.",
        "backfill: say for how many would be asked, and ask nobody.": "backfill: 몇 편을 물을지만 말하고 묻지 않습니다.",
        "Name places: list, add or remove one.": "장소에 이름을 붙입니다: 보기, 더하기, 지우기.",
        "Then --place home is that place, and place:home finds what was written there. Names are kept in the settings' file (config), not in the diary; a place is kept to about a kilometre unless it is --precise. Behind -- a place may begin with a minus: place add sydney -- -33.87,151.21.":
            "그러면 --place 집이 그 장소이고, place:집으로 그곳에서 쓴 것을 찾습니다. 이름은 일기가 아니라 설정 파일(config)에 두며, --precise가 아니면 1킬로미터쯤으로 어림합니다. 빼기표로 시작하는 장소는 -- 뒤에 씁니다: place add sydney -- -33.87,151.21.",
        "list, add or remove.": "list, add, remove.",
        "Its name: letters, digits, - and _.": "이름: 글자, 숫자, -, _.",
        "add: where it is, as 37.5665,126.9780.": "add: 장소, 37.5665,126.9780처럼.",
        "Ask for the weather there and then, when the entry is written.": "일기를 쓴 다음 그곳 그때의 날씨를 묻습니다.",
        "Where it was, as 37.5665,126.9780, or a name of place list.": "장소, 37.5665,126.9780처럼, 또는 place list의 이름.",
        "The new place, as 37.5665,126.9780, or a name of place list.":
            "새 장소, 37.5665,126.9780처럼, 또는 place list의 이름.",
        "With weather of this sort: rain, snow, clear, clouds, fog.": "날씨가 이런 것: 비, 눈, 맑음, 흐림, 안개.",
        "Of this place: a name of place list, or 37.57,126.98.": "이 장소의 것: place list의 이름이나 37.57,126.98.",
    ]
}
