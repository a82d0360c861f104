internal import Interchange

// The places that have names: the program keeps them, in the settings of whoever runs the server.

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
