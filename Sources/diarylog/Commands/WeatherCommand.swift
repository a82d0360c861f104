internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// Asks a service for the weather of entries that have none.
struct WeatherCommand: ChangingCommand {
    static let about = CommandWords(
        "weather",
        abstract: Sentence(
            "Ask for the weather where and when entries were written.", "일기를 쓴 장소와 시각의 날씨를 가져옵니다."),
        discussion: Sentence(
            """
            For ENTRY, it says what came. With filters, or --all, it asks Open-Meteo for all entries that have a place \
            and no weather, newest first. The service is told the place, to about a kilometre, and the time, and \
            nothing else. An entry that has its weather keeps it; undo does not take it back.
            """,
            """
            일기 한 편이면 무엇이 왔는지 말합니다. 필터나 --all을 주면 장소가 있고 날씨가 없는 일기 모두의 날씨를 Open-Meteo에 새로운 것부터 묻습니다. 묻는 곳에는 \
            1킬로미터쯤으로 어림한 장소와 시각만 알립니다. 이미 있는 날씨는 그대로이고, undo로 되돌리지 않습니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String?

    @OptionGroup var filters: FilterOptions

    @Flag("all", help: Sentence("All entries that have a place and no weather.", "장소가 있고 날씨가 없는 일기 모두."))
    var all = false

    @Option(
        "limit", value: "n", in: Bounds.limit, against: ["ENTRY"],
        help: Sentence("Of many, at most this many.", "여럿일 때 최대 N편."))
    var limit: Int?

    @Flag(
        "dry-run", against: ["ENTRY"],
        help: Sentence("Of many, only say for how many would be asked.", "여럿일 때 몇 편을 물을지만 말합니다.")
    )
    var dryRun = false

    var changes: Bool { !dryRun }

    func carryOut(in session: Session) throws {
        let filter = try filters.filter(session)
        guard let entry else {
            guard all || filter != .everything else {
                throw Problem.noneNamed(
                    hint: "Name ENTRY, or choose many with filters, as --on 2026-11, or with --all.",
                    "일기를 쓰거나, --on 2026-11 같은 필터나 --all로 여럿을 고르세요.")
            }
            return try backfill(filter, session)
        }
        if all || filter != .everything { throw Problem.entryAndFilters }
        try attach(entry, session)
    }

    private func attach(_ name: String, _ session: Session) throws {
        let diary = try session.open()
        let entry = try session.presentEntry(name, in: diary)
        let id = OnScreen.shortID(entry.id)
        if entry.isDeleted { throw Problem.entryIsDeleted(id) }
        switch try session.observe(entry, from: session.weatherService, in: diary) {
        case .observed(let receipt, let now):
            let weather = OnScreen.weather(now.content.weather, session)
            session.notify("the weather of \(id): \(weather)", "\(id)의 날씨: \(weather)")
            try session.write(receipt, now, [now.id])
        case .hasWeather(let now):
            let weather = OnScreen.weather(now.content.weather, session)
            session.notify("\(id) has its weather already: \(weather)", "\(id)에는 이미 날씨가 있습니다: \(weather)")
            try session.write(nil, now, [now.id])
        case .refused(let refusal): throw Problem(refusal, entry: id)
        }
    }

    // MARK: Many

    /// So many questions at most, unless another number is asked for.
    private static let usual = 100
    /// The longest that a service's wish to wait is followed, in seconds.
    private static let longest = 60

    private func backfill(_ filter: EntryFilter, _ session: Session) throws {
        let diary = try session.open()
        var request = ListRequest()
        request.filter = filter
        var wanted: [Entry] = []
        var left = 0
        let most = limit ?? Self.usual
        let end = try session.pages(diary, request, limit: nil) { page, _ in
            for entry in page where entry.content.place != nil && entry.content.weather == nil {
                if wanted.count < most { wanted.append(entry) } else { left += 1 }
            }
        }
        if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
        if dryRun {
            session.notify(
                "\(wanted.count, "entry", "entries") would be asked for\(left > 0 ? ", and \(left) after them" : ""); nothing was asked",
                "일기 \(wanted.count)편의 날씨를 물을 것입니다\(left > 0 ? "(그 뒤에 \(left)편)" : ""). 아직 묻지 않았습니다")
            return try report(observed: 0, without: 0, left: wanted.count + left, session)
        }
        var (observed, without) = (0, 0)
        var known: [[Int64]: WeatherAnswer] = [:]
        var stop: Problem?
        for (index, entry) in wanted.enumerated() {
            guard let question = try session.weatherRequest(for: entry, to: .openMeteo) else { continue }
            // One hour at one place is asked for once.
            let key = [
                Int64(question.latitude), Int64(question.longitude), floorDivide(question.time + 1800, 3600),
            ]
            let answer: WeatherAnswer
            if let before = known[key] { answer = before } else { answer = try patiently(question, session) }
            known[key] = answer
            switch answer {
            case .weather(let weather):
                let context = try session.context()
                let outcome = try diary.write(.observe(weather, of: entry.id), in: context)
                if case .observed = outcome { observed += 1 }
            case .trouble(.noData), .trouble(.inFuture), .trouble(.noSuchPlace): without += 1
            case .trouble(let trouble):
                // It would be the same for all that follow.
                stop = .noWeather(trouble, .openMeteo)
                left += wanted.count - index
            }
            if stop != nil { break }
        }
        session.notify(
            "the weather came to \(observed, "entry", "entries")\(without > 0 ? "; none was known for \(without)" : "")"
                + (left > 0 ? "; \(left) left, run it again" : ""),
            "일기 \(observed)편에 날씨를 넣었습니다\(without > 0 ? ". \(without)편의 날씨는 알 수 없었습니다" : "")"
                + (left > 0 ? ". 남은 \(left)편은 다시 실행하세요" : ""))
        try report(observed: observed, without: without, left: left, session)
        if let stop { throw stop }
    }

    /// Asks, and once more where the service says how long to wait.
    private func patiently(_ question: WeatherRequest, _ session: Session) throws -> WeatherAnswer {
        let answer = try session.ask(question)
        guard case .trouble(.tooMany(let seconds?)) = answer, seconds <= Self.longest else { return answer }
        ChildProcess.pause(milliseconds: Int64(max(seconds, 1)) * 1000)
        return try session.ask(question)
    }

    private func report(observed: Int, without: Int, left: Int, _ session: Session) throws {
        guard session.isJSON else { return }
        try session.write([
            "observed": .number(observed), "without": .number(without), "left": .number(left),
        ])
    }
}

extension OnScreen {
    /// The weather in a line: "Rain, light rain, 5.2 °C"; in Korean the service's words only where ours are not known.
    static func weather(_ weather: Weather?, _ session: Session) -> String {
        guard let weather else { return "-" }
        let korean = session.language == .ko ? WeatherWords.korean[weather.main.lowercased()] : nil
        var words = korean.map { [$0] } ?? [weather.main, weather.description].filter { !$0.isEmpty }
        if words.count == 2, words[0].lowercased() == words[1].lowercased() { words.removeLast() }
        if let degrees = weather.celsius {
            let tenths = Int((degrees * 10).rounded())
            words.append("\(tenths < 0 ? "−" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) °C")
        }
        if words.isEmpty { words = [weather.icon] }
        return safe(words.joined(separator: ", "))
    }
}
