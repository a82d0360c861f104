/// What an import leaves out because it cannot be read: one odd thing costs itself, and not all that stands around it.

/// What could not be read of a source: how much of each kind, and where the first of it stands.
package struct LeftOut: Equatable, Sendable {
    /// The first of them, in the order of the source.
    package private(set) var problems: [ReadProblem] = []
    /// How many there are of each kind.
    package private(set) var counts: [ReadProblem.Kind: Int] = [:]

    /// How many problems are kept to be named.
    private let most: Int

    package init(naming most: Int = 20) { self.most = most }

    /// How many there are.
    package var count: Int { counts.values.reduce(0, +) }

    package mutating func note(_ problem: ReadProblem) {
        counts[problem.kind, default: 0] += 1
        if problems.count < most { problems.append(problem) }
    }

    package static func += (all: inout LeftOut, other: LeftOut) {
        all.counts.merge(other.counts, uniquingKeysWith: +)
        all.problems = Array((all.problems + other.problems).prefix(all.most))
    }
}

extension ReadProblem {
    /// What an import goes on from, in a word for scripts.
    package enum Kind: String, CaseIterable, Sendable {
        /// A file that cannot be opened or read, or a member of an archive.
        case file
        /// Bytes that are not UTF-8.
        case encoding
        /// What is not JSON, YAML, XML or whatever the format is written in.
        case syntax
        /// An entry without a date, or with one that cannot be read.
        case date
        /// A field that holds something else than it must.
        case value
        /// What cannot be an entry, for example since its text says nothing.
        case entry
    }

    package var kind: Kind {
        switch reason {
        case .system, .archive, .cannotKeep, .encrypted, .unread: .file
        case .row(.json(.notUTF8)): .encoding
        case .row(.json), .expected, .row(.notAnObject), .row(.unknownFormat): .syntax
        case .row(.missing), .row(.badDate), .field(_, .date, _), .ambiguousDate, .undated: .date
        case .refused: .entry
        case .row, .field, .unrecognised, .otherFormat, .isAFolder, .isNoFolder, .emptyFolder, .noColumn:
            .value
        }
    }

    /// Whether somebody has to decide first, or nothing of the source can come: then an import does not go on.
    package var stopsImport: Bool {
        switch reason {
        case .unrecognised, .isAFolder, .isNoFolder, .emptyFolder, .undated, .cannotKeep: true
        default: false
        }
    }
}

extension ReadEntries {
    /// Goes on without one of several sources; throws where it asks something first, and with `--strict` always.
    package mutating func leaveOut(source problem: ReadProblem) throws(ReadProblem) {
        switch (problem.reason, options.isStrict) {
        case (_, true), (.undated, _), (.cannotKeep, _): throw problem
        default: leftOut.note(problem)
        }
    }

    /// Leaves out what cannot be read, and goes on; throws where an import stops, which with `--strict` it always does.
    package mutating func leaveOut(_ problem: ReadProblem) throws(ReadProblem) {
        guard !options.isStrict, !problem.stopsImport else { throw problem }
        leftOut.note(problem)
    }

    /// Reads a part of a source, which stands here. Where it cannot be read, for whatever reason, it alone is left out.
    mutating func going<Value>(
        at origin: RowOrigin? = nil, on read: (inout ReadEntries) throws -> Value
    ) throws(ReadProblem) -> Value? {
        let outer = here
        here = origin ?? outer
        defer { here = outer }
        do { return try read(&self) } catch {
            try leaveOut(ReadProblem(error, at: here))
            return nil
        }
    }
}
