import Glibc

/// What the environment asks of the corpus part.
struct CorpusSettings {
    /// `CORPUS`: JSON Lines with `text` and `date`. Without it there is no such part.
    var corpus: String
    /// `CORPUS_LIMIT`: the first so many texts only.
    var limit: Int
    /// `QUERIES`: lines of class, language and query with tabs between; drawn from the texts without it.
    var queries: String?
    /// `WRITE_QUERIES`: a file for the queries that were drawn.
    var writeQueries: String?
    /// `TEN=1`: measures once more after ten edits of each text.
    var hasTen: Bool
    /// `CHECK=1`: compares what is found with what reading every text finds.
    var isChecked: Bool
    /// `TANTIVY_PYTHON`: a Python that can import tantivy, which is measured, too.
    var python: String?

    /// Nil if `CORPUS` is not set.
    init?() {
        guard let corpus = Self.value("CORPUS") else { return nil }
        self.corpus = corpus
        limit = Self.value("CORPUS_LIMIT").flatMap { Int($0) } ?? .max
        queries = Self.value("QUERIES")
        writeQueries = Self.value("WRITE_QUERIES")
        hasTen = Self.value("TEN") == "1"
        isChecked = Self.value("CHECK") == "1"
        python = Self.value("TANTIVY_PYTHON")
    }

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
