internal import DiaryEngine

/// A journal of Day One Classic: a folder `*.dayone` with `entries/<UUID>.doentry`, each a property list, and
/// `photos/<UUID>.jpg`.
enum DayOneClassic: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .folder(let folder) = source else { return false }
        return folder.names.contains { $0.hasSuffix(".doentry") }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        var decoder = DayOneEntries(options, journal: nil, isEscaped: false)
        let files = DayOneFiles(folder)
        var (photos, attached) = (0, 0)
        var count = 0
        for name in folder.names {
            guard name.hasSuffix(".doentry") else {
                if isPhoto(name) { photos += 1 } else { entries.losses.note(.files) }
                continue
            }
            count += 1
            let file = try folder.file(name)
            let value: JSONValue
            let text = try file.text()
            do throws(PropertyListProblem) { value = try PropertyList.value(text) } catch {
                throw ReadProblem(file.path, at: .line(error.line), .notAPropertyList)
            }
            let row: ImportedRow?
            do throws(RowReason) {
                row = try decoder.entry(modern(value))
            } catch {
                throw ReadProblem(file.path, .row(error.reason))
            }
            if var row {
                if try files.attach(classic: value, to: &row, &entries) { attached += 1 }
                try entries.add(row, from: RowOrigin(file.path))
            }
        }
        entries.losses.note(.attachments, photos - attached)
        if count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
        entries.losses += decoder.losses
    }

    private static func isPhoto(_ name: String) -> Bool {
        name.split(separator: "/").dropLast().last == "photos"
    }

    /// The names that the newer format has for what both have; other members keep theirs.
    private static let names: [String: String] = [
        "UUID": "uuid", "Entry Text": "text", "Creation Date": "creationDate", "Time Zone": "timeZone",
        "Starred": "starred", "Tags": "tags", "Location": "location", "Weather": "weather",
        "Latitude": "latitude", "Longitude": "longitude", "Description": "conditionsDescription",
        "IconName": "weatherCode",
    ]

    /// The entry under the names of the newer format.
    private static func modern(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.map { member in
                let name = names[member.name] ?? member.name
                switch (name, member.value) {
                case ("location", .object), ("weather", .object): return JSONMember(name, modern(member.value))
                default: return JSONMember(name, member.value)
                }
            })
    }
}
