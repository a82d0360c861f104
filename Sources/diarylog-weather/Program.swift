internal import Fetch
internal import Host
internal import Interchange

/// Asks a weather service once, and prints what it said, or why it said nothing, as one line of JSON.
///
///     diarylog-weather SERVICE LATITUDE LONGITUDE TIME NOW
///
/// The key comes in DIARYLOG_WEATHER_KEY, and nowhere else; it is never printed. DIARYLOG_WEATHER_URL is another
/// address to ask: https, or http on this machine, as tests want; DIARYLOG_WEATHER_SECONDS a shorter time, 1 to 10.
@main
enum Program {
    /// Seconds for the whole question.
    private static let time: Int32 = 10
    /// Bytes of a reply; a day by the hour is some two kilobytes.
    private static let limit = 256 << 10

    static func main() {
        guard let request = WeatherRequest(arguments: Array(CommandLine.arguments.dropFirst())) else {
            let usage = "usage: diarylog-weather SERVICE LATITUDE LONGITUDE TIME NOW\n"
            try? StandardStream.error.write(usage)
            try? StandardStream.error.flush()
            ProcessEnd.exit(2)
        }
        let answer = answer(to: request)
        do throws(SystemError) {
            try StandardStream.output.write((JSONWriter.bytes(answer.json) + [0x0A]).span)
            try StandardStream.output.flush()
        } catch { ProcessEnd.exit(6) }
    }

    private static func answer(to request: WeatherRequest) -> WeatherAnswer {
        let key = ProcessEnvironment.value("DIARYLOG_WEATHER_KEY") ?? ""
        let seconds = ProcessEnvironment.value("DIARYLOG_WEATHER_SECONDS").flatMap { Int32($0) } ?? time
        do throws(WeatherTrouble) {
            let address = try request.address(key: key, base: ProcessEnvironment.value("DIARYLOG_WEATHER_URL"))
            let reply: FetchedReply
            do throws(FetchProblem) {
                reply = try fetch(
                    address.url, plain: address.isPlain, seconds: min(max(seconds, 1), time), limit: limit)
            } catch { throw trouble(error) }
            return request.read(status: reply.status, retryAfter: reply.retryAfter, reply.body)
        } catch {
            return .trouble(error)
        }
    }

    private static func trouble(_ problem: FetchProblem) -> WeatherTrouble {
        switch problem {
        case .timeout: .timeout
        case .tooLarge: .tooLarge
        case .cut: .cut
        case .untrusted(let reason): .untrusted(reason)
        case .unreachable(let reason): .unreachable(reason)
        }
    }
}
