package import DiaryModel
package import DiarylogArchives
package import DiarylogHost

/// Why a source cannot be read: the file, the row or line in it, the field if it is one, and what was expected.
package struct ReadProblem: Error, Equatable, Sendable {
    /// Where in a file, counted from 1.
    package enum Position: Equatable, Sendable {
        case file
        case row(Int)
        case line(Int)
    }

    /// Readers throw it alone: where that was, who reads on knows.
    package enum Reason: Error, Equatable, Sendable {
        /// What is said of rows of JSON, and of anything that has fields like theirs.
        case row(RowReason)
        /// No format has such a content.
        case unrecognised
        /// What it is is known, and it is not read.
        case unread(UnreadKind)
        /// It has entries, in another format than those around it.
        case otherFormat(String)
        /// A format of files was asked for.
        case isAFolder
        /// A format of folders was asked for.
        case isNoFolder
        /// There is nothing in the folder that the format has.
        case emptyFolder
        /// Something else stands here than what the format has in this place.
        case expected(Expected, found: String)
        /// A field holds something else than it must.
        case field(String, Expected, found: String)
        /// Dates that two time formats read differently.
        case ambiguousDate(String, [String])
        case system(SystemError)
        /// What was read cannot be kept until it is written.
        case cannotKeep(SystemError)
        /// The archive, or a file in it, was refused.
        case archive(ArchiveProblem)
        /// A table has no column for this part of an entry; its columns.
        case noColumn(String, [String])
        /// A program has encrypted it.
        case encrypted(Cipher)
        /// None of so many entries says its date; from which day to which their files are.
        case undated(Int, String, String)
        /// What stands here cannot be an entry.
        case refused(Refusal)
    }

    /// What should have been there.
    package enum Expected: Equatable, Sendable {
        case jrnlHead
        case date
        case dateWritten(String)
        case yaml
        /// RedNotebook's name of a file, and what is in it.
        case monthFile
        case days
        /// This element of XML.
        case element(String)
        /// A property of iCalendar, and where a component of it begins and ends.
        case property
        case componentBegin(String)
        case componentEnd(String)
        /// A field of a table that begins with a quotation mark, and so many of them in a row at most.
        case quotedField
        case fields(Int)
    }

    package var file: String
    package var position: Position
    package var reason: Reason

    package init(_ file: String, at position: Position = .file, _ reason: Reason) {
        self.file = file
        self.position = position
        self.reason = reason
    }

    /// What went wrong with what stands here.
    package init(_ error: any Error, at origin: RowOrigin) {
        let reason: Reason
        switch error {
        case let problem as ReadProblem:
            self = problem
            return
        case let known as Reason: reason = known
        case let row as RowReason: reason = .row(row)
        case let problem as JSONProblem: reason = .row(.json(problem))
        case let date as DateOrder.Ambiguity: reason = .ambiguousDate(date.text, date.formats)
        case let problem as ArchiveProblem: reason = .archive(problem)
        case let error as SystemError: reason = .system(error)
        default: reason = .unrecognised
        }
        self.init(origin.file, at: origin.position, reason)
    }

    /// A piece of a text to be shown in a message: its first line, at most forty characters of it.
    static func excerpt(_ bytes: some Sequence<UInt8>) -> String {
        let line = Array(bytes.prefix(400)).split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)[0]
        let text = String(decoding: line, as: UTF8.self)
        return text.count > 40 ? text.prefix(39) + "…" : text
    }
}

/// Why a text is not what it should be written in: the line, from 1, and what stands there.
package struct ParseProblem: Error, Equatable, Sendable {
    package var line: Int
    package var found: String
}

extension SourceFile {
    /// What a parser makes of the file; where it cannot, something else was expected.
    func parsed<Value>(
        _ expected: ReadProblem.Expected, _ parse: () throws(ParseProblem) -> Value
    ) throws(ReadProblem) -> Value {
        do throws(ParseProblem) { return try parse() } catch {
            throw ReadProblem(path, at: .line(error.line), .expected(expected, found: error.found))
        }
    }
}
