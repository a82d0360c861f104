import DiaryEngine
import DiaryModel
import DiarylogFiller
import EventStore

/// Our side of the corpus part: a diary of the texts, imported at once and edited in batches.
final class CorpusDiary {
    private let diary: Diary
    private var filler = Filler(seed: 3)
    private let path: String
    private let ids: [EntryID]
    /// The event asked for last by `topAtNewPoint`, counted from the import.
    private var newPoint: UInt64 = 0
    private let firstBorn: UInt64
    /// The event at the end of the import.
    let imported: SequenceNumber
    /// How long the import took, in nanoseconds.
    let importTime: UInt64

    init(_ texts: [DiaryText], at path: String) throws {
        let context = filler.context()
        try Diary.create(at: path) { context }
        self.path = path
        diary = try Diary(at: path)
        let rows = texts.enumerated().map { number, text in
            let date = EntryDate(seconds: text.date, offset: 32_400, zone: "Asia/Seoul", precision: .day)
            return ImportedRow(
                content: EntryContent(text: Array(text.text.utf8), date: date), identity: Array("\(number)".utf8))
        }
        let start = now()
        guard case .imported(let receipt?, _, 0, _) = try diary.import(rows, in: filler.context()) else {
            throw CorpusProblem("the texts could not be imported")
        }
        importTime = now() - start
        (firstBorn, imported) = (receipt.first.rawValue, receipt.last)
        var list = ListRequest()
        list.sort = .created
        list.isReversed = true
        ids = try diary.list(list).entries.map(\.id)
    }

    /// Edits texts by their numbers as one operation; the time that took, in nanoseconds.
    func edit(_ changed: [(number: Int, text: String)]) throws -> UInt64 {
        let requests = changed.map { number, text in
            var edit = EntryEdit()
            edit.text = Array(text.utf8)
            return EntryRequest(entry: ids[number], command: .edit(edit))
        }
        let context = filler.context()
        let start = now()
        guard case .changed = try diary.perform(requests, in: context) else {
            throw CorpusProblem("the texts could not be edited")
        }
        return now() - start
    }

    /// The ten newest or best, as numbers of texts.
    func top(_ query: CorpusQuery, by sort: SearchRequest.Sort, at point: DiaryPoint = .head) throws -> [Int] {
        var request = try SearchRequest(query.text)
        request.limit = 10
        request.sort = sort
        request.point = point
        return try diary.search(request).hits.map { Int($0.born.rawValue - firstBorn) }
    }

    /// The ten newest as of an event behind the import that nobody asked for lately.
    func topAtNewPoint(_ query: CorpusQuery) throws -> [Int] {
        let behind = try head().rawValue - imported.rawValue
        newPoint = (newPoint + 4_999) % max(1, behind)
        return try top(query, by: .newest, at: .event(SequenceNumber(imported.rawValue + newPoint)))
    }

    /// The same diary as somebody sees it who has just opened it and read nothing of it.
    func justOpened() throws -> CorpusDiary { try CorpusDiary(self) }

    private init(_ other: CorpusDiary) throws {
        (path, ids, firstBorn, imported) = (other.path, other.ids, other.firstBorn, other.imported)
        importTime = other.importTime
        diary = try Diary(at: path)
    }

    /// How many texts a query finds, exactly.
    func count(_ query: CorpusQuery, at point: DiaryPoint = .head) throws -> Int {
        var request = try SearchRequest(query.text)
        request.point = point
        return try diary.count(request, exactly: true).count
    }

    /// The newest event.
    func head() throws -> SequenceNumber { try diary.resolve(.head) }

    /// Bytes of the index.
    func indexBytes() throws -> Int { try diary.searchBytes() }
}
