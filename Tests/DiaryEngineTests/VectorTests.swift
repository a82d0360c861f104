import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import FoundationEssentials
import Testing

/// The sample data of the apps from which the project grew.
@Suite(.timed) struct VectorTests {
    private struct Sample: Decodable {
        var title: String
        var body: String?
    }

    @Test(
        "the samples of the apps come in whole, equal rows and all, and only once",
        arguments: [
            "diary-sample.json", "diary-sample.jeon-minsu.json", "cloudnotes-sample.json",
        ])
    func samples(name: String) throws {
        guard let bytes = try SharedMaterial.bytes("vectors/\(name)") else { return }
        let samples = try JSONDecoder().decode([Sample].self, from: Data(bytes))
        let rows = samples.map { sample in
            let text = sample.body.map { "\(sample.title)\n\n\($0)" } ?? sample.title
            return ImportedRow(content: plain(text), identity: Array(text.utf8))
        }
        let scratch = try Scratch()
        for round in 0..<2 {
            guard case .imported(_, let added, let skipped, _) = try scratch.diary.import(rows, in: scratch.context)
            else { return #expect(Bool(false), "refused") }
            #expect(added == (round == 0 ? rows.count : 0))
            #expect(skipped == (round == 0 ? 0 : rows.count))
        }
        #expect(try scratch.diary.list().entries.map(\.content.text) == rows.reversed().map(\.content.text))
        #expect(try scratch.diary.replay(.checking).differences == [])
    }
}
