internal import Interchange

// The places that have names: the program keeps them, in the settings of whoever runs the server.

extension DiaryServer {
    /// The names, as `diarylog place list` says them; none where it cannot be asked.
    func placesNamed() -> Change {
        { server in
            let output = await server.options.diarylog?(["place", "list", "--json"])
            var reader = try? JSONReader(output ?? [])
            guard let said = try? reader?.value(), case .array? = said["places"] else { return ["places": .array([])] }
            return said
        }
    }
}
