package import DiaryEngine
internal import DiaryModel

/// Writes what `jrnl --format yaml` does, with the body as it is: a folder of `YYYY-MM-DD_slug.md`, each with a head of
/// lines and the body under `body: |`. It is no YAML (the body is indented by tabs, and nothing is quoted).
package struct JrnlYAMLWriter: EntryWriter {
    package let isFolder = true
    package private(set) var losses = FormatLosses()
    private let format: TimeFormat
    private let zone: String
    private var names = FileNames()

    package init(_ options: WriteOptions) {
        format = options.timeFormat ?? JrnlDates.usual
        zone = options.zone
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        var content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields)
        losses.note(clockOf: content.date, format.precision, zone: zone)
        let count = content.text.count
        while let last = content.text.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { content.text.removeLast() }
        let said = JrnlEntry(content)
        if content.text.count < count || said.title.first == 0x20 { losses.note(.blankEnds) }
        let people = Set(said.tags + JrnlTags.unsaid(in: content.text).map(\.text))
        let tags = content.allTags.filter { !$0.text.contains(",") && !$0.text.contains("\n") }
        losses.note(.tags, content.allTags.count - tags.count)
        var bytes = Array("---\ntitle: ".utf8) + said.title
        bytes += Array(
            """

            date: \(format.write(content.date.civil))
            starred: \(said.isStarred ? "True" : "False")
            tags: \(tags.map { people.contains("@" + $0.text) ? "#" + $0.text : $0.text }.joined(separator: ", "))
            body: |

            """.utf8)
        if !said.body.isEmpty {
            for line in said.body.split(separator: 0x0A, omittingEmptySubsequences: false) {
                bytes += [0x09] + line + [0x0A]
            }
        }
        let title = String(decoding: said.title, as: UTF8.self)
        let name = names.next(content.date.civil.isoDay + "_" + FileNames.slug(title), "md")
        return [.file(name, bytes + Array("...\n".utf8))]
    }

    package mutating func finish() -> [WrittenPart] { [] }
}
