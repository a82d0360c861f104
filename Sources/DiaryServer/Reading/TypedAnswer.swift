internal import DiaryEngine
internal import DiaryModel
internal import Interchange

// What a person types: the places that have names, which the program keeps in the settings of whoever runs the server,
// and dates in words, read as the commands read them.

extension DiaryServer {
    /// The names and where they are, as `diarylog config` says them; none where it cannot be asked.
    func placesNamed() -> Change {
        { server in
            let output = await server.options.diarylog?(["config", "--json"])
            var reader = try? JSONReader(output ?? [])
            guard case .array(let settings)? = try? reader?.value()["settings"] else { return ["places": .array([])] }
            return ["places": .array(settings.compactMap(Self.place))]
        }
    }

    private static func place(_ setting: JSONValue) -> JSONValue? {
        guard let name = setting["name"]?.saidText, name.hasPrefix("places."),
            let degrees = setting["value"]?.saidText?.split(separator: ",").map({ Double($0.drop { $0 == " " }) }),
            degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1]
        else { return nil }
        return [
            "name": .text(String(name.dropFirst("places.".count))), "lat": .decimal(latitude),
            "lon": .decimal(longitude),
        ]
    }
}

extension DiaryServer {
    /// What a phrase means here and now; null where it is no date, as while it is being typed.
    func date(_ call: inout Call) throws -> JSONValue {
        guard let text = try call.items.take("text") else { throw ServerProblem.usage("text") }
        let now = WriteContext.now()
        guard let date = try? EntryDate(typed: text, now: now.wall, zone: now.zone) else {
            return ["date": .null, "datePrecision": .null]
        }
        return ["date": .text(date.rfc3339()), "datePrecision": .text("\(date.precision)")]
    }
}
