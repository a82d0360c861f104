extension EntryContent {
    /// Tags, place and weather as people read them, as far as there are any: `#walk @han`, `37.57,126.98`, `Rain`.
    public var facts: [String] {
        let tags = allTags.map(\.shown).joined(separator: " ")
        let place = place.map { "\($0.degrees.latitude),\($0.degrees.longitude)" }
        return [tags, place ?? "", weather?.main ?? ""].filter { !$0.isEmpty }
    }
}
