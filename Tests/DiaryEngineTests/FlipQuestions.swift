/// What is asked of a diary with a flipped byte, and of an unharmed copy: every road that reads, then every road that
/// writes.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore

/// A question, and how its answer is written down so that two of them can be compared.
struct FlipQuestion {
    var name: String
    /// Whether what it wrote is a part of later answers.
    var writes = false
    /// The answer; one that counts what it left out, or names what it could not read, says so with `Telling`.
    var ask: (Scratch) throws -> String
}

/// An answer that says by itself that something is missing from it.
struct Telling: Error {
    var answer: String
}

extension FlippedDiary {
    /// All questions, in the order in which they are asked; those that write come last.
    func questions(_ chance: inout Chance) -> [FlipQuestion] {
        let asked = Array(Set([ids[5], ids[7], ids[60], chance.pick(ids), chance.pick(ids)])).sorted()
        return lists() + searches() + asked.flatMap(entry) + wholes() + changes(of: asked)
    }

    private func lists() -> [FlipQuestion] {
        var requests: [(String, ListRequest)] = []
        for sort in ListRequest.Sort.allCases {
            for isReversed in [false, true] {
                let request = with(ListRequest()) { ($0.sort, $0.isReversed) = (sort, isReversed) }
                requests.append(("list by \(sort), reversed \(isReversed)", request))
            }
        }
        let deleted = with(ListRequest()) { $0.deleted = true }
        requests.append(("list deleted", deleted))
        for event in [head / 4, middle, head - 3] {
            var past = ListRequest()
            past.point = .event(SequenceNumber(event))
            requests.append(("list at e\(event)", past))
            past.deleted = true
            requests.append(("list deleted at e\(event)", past))
        }
        var days = ListRequest()
        days.filter = .dates(8 * 86_400...12 * 86_400)
        requests.append(("list of days", days))
        days.point = .event(SequenceNumber(middle))
        requests.append(("list of days at e\(middle)", days))
        return requests.map { name, request in
            FlipQuestion(name: name) { scratch in
                let page = try scratch.diary.list(request)
                return try reporting(page.entries.map(reported).joined(separator: "\n"), page.leftOut > 0)
            }
        } + [
            FlipQuestion(name: "list by pages") { scratch in
                var request = ListRequest()
                request.limit = 13
                var lines: [String] = []
                var leftOut = 0
                repeat {
                    let page = try scratch.diary.list(request)
                    lines += page.entries.map(reported)
                    leftOut += page.leftOut
                    request.after = page.next
                } while request.after != nil && lines.count < 1_000
                return try reporting(lines.joined(separator: "\n"), leftOut > 0)
            }
        ]
    }

    private func searches() -> [FlipQuestion] {
        var questions: [FlipQuestion] = []
        let points = [middle, head - 3].map { DiaryPoint.event(SequenceNumber($0)) }
        let manners: [(String, (inout SearchRequest) -> Void)] = [
            ("newest", { _ in }), ("best", { $0.sort = .relevance }), ("ever", { $0.allVersions = true }),
            ("at the middle", { $0.point = points[0] }), ("in the tail", { $0.point = points[1] }),
        ]
        for query in ["snow", "비가", "날씨 -sea", "tail", "\"snow cold\"", "wal", "rain 한강"] {
            for (name, change) in manners {
                let asked = { try with(SearchRequest(query, isTyping: query == "wal"), change) }
                questions.append(
                    FlipQuestion(name: "search \(name) \(query)") { scratch in
                        let request = try asked()
                        let page = try scratch.diary.search(request)
                        let found = try scratch.diary.found(page.hits, by: request, at: page.at)
                        return try reporting(
                            found.map { reported($0.entry) + " " + $0.snippet }.joined(separator: "\n"),
                            page.leftOut > 0)
                    })
                questions.append(
                    FlipQuestion(name: "count \(name) \(query)") { scratch in
                        let count = try scratch.diary.count(asked())
                        return "\(count.count) \(count.isExact)"
                    })
            }
        }
        return questions
    }

    private func entry(_ id: EntryID) -> [FlipQuestion] {
        let name = id.hexadecimal.prefix(6)
        let then = DiaryPoint.event(SequenceNumber(middle))
        return [
            FlipQuestion(name: "show \(name)") { try $0.diary.entry(id).map(reported) ?? "none" },
            FlipQuestion(name: "show \(name) by prefix") {
                try $0.diary.entries(withPrefix: String(id.hexadecimal.prefix(12))).map(reported).joined(
                    separator: "\n")
            },
            FlipQuestion(name: "show \(name) at e\(middle)") {
                try $0.diary.entry(id, at: then).map(reported) ?? "none"
            },
            FlipQuestion(name: "versions of \(name)") { scratch in
                try (1...3).map { try scratch.diary.version(EntryVersion($0), of: id).map(reported) ?? "none" }
                    .joined(separator: "\n")
            },
            FlipQuestion(name: "history of \(name)") { scratch in
                let history = try scratch.diary.history(of: id)
                return history.map { versions in
                    versions.map { "\($0.version) e\($0.sequence) \($0.parents) \($0.title ?? "-") \($0.size)" }
                        .joined(separator: "\n")
                } ?? "none"
            },
            FlipQuestion(name: "blame of \(name)") { scratch in
                try scratch.diary.blame(id).map { lines in
                    lines.map { "\($0.text) e\($0.sequence) \($0.version)" }.joined(separator: "\n")
                } ?? "none"
            },
            FlipQuestion(name: "log of \(name)") { scratch in
                try reported(scratch.diary.log(of: id))
            },
        ]
    }

    private func wholes() -> [FlipQuestion] {
        let then = DiaryPoint.event(SequenceNumber(middle))
        return [
            FlipQuestion(name: "log") { try reported($0.diary.log()) },
            FlipQuestion(name: "totals") { scratch in
                try [DiaryPoint.head, then].map { "\(try scratch.diary.totals(at: $0))" }.joined(separator: "\n")
            },
            FlipQuestion(name: "statistics") { scratch in
                let statistics = try scratch.diary.statistics(today: 30)
                return "\(statistics.days.days) \(statistics.days.longestStreak) \(statistics.totals)"
            },
            FlipQuestion(name: "diff") { scratch in
                let head = try scratch.diary.resolve(.head)
                let diff = try scratch.diary.diff(from: then, to: .event(head))
                return diff.items.map { item in
                    "\(item.id) \(item.change) \(item.before.map(reported) ?? "-") \(item.after.map(reported) ?? "-")"
                }.joined(separator: "\n")
            },
            FlipQuestion(name: "next undo") { scratch in
                "\(try scratch.diary.nextUndo().map { "\($0)" } ?? "none")"
            },
        ]
    }

    private func changes(of asked: [EntryID]) -> [FlipQuestion] {
        let keyed = keyed
        var questions = [
            FlipQuestion(name: "undo", writes: true) { scratch in
                switch try scratch.diary.undo(in: scratch.context) {
                case .changed(_, _, let entries): entries.map(reported).joined(separator: "\n")
                case let other: "\(other)"
                }
            },
            FlipQuestion(name: "add by key", writes: true) { scratch in
                reported(try scratch.diary.add(keyed, key: "one", in: scratch.context))
            },
        ]
        for id in asked {
            let name = id.hexadecimal.prefix(6)
            questions.append(
                FlipQuestion(name: "edit \(name)", writes: true) { scratch in
                    let edit = with(EntryEdit()) { $0.addedTags = [Tag("edited")] }
                    return reported(try scratch.perform(.edit(edit), on: id))
                })
            questions.append(
                FlipQuestion(name: "retext \(name)", writes: true) { scratch in
                    guard let entry = try scratch.diary.entry(id), !entry.isDeleted else { return "none" }
                    var edit = EntryEdit()
                    edit.text = entry.content.text + Array(" more".utf8)
                    return reported(try scratch.perform(.edit(edit), on: id))
                })
            questions.append(
                FlipQuestion(name: "delete \(name)", writes: true) { reported(try $0.perform(.delete, on: id)) })
        }
        questions.append(
            FlipQuestion(name: "add", writes: true) { scratch in
                scratch.seed += 1
                return try scratch.diary.add(plain("one more", day: 50), in: scratch.context).entries.map(\.text)
                    .joined()
            })
        questions.append(
            FlipQuestion(name: "list after the changes") { scratch in
                let entries = try scratch.diary.list().entries.filter { $0.text != "one more" }
                return entries.map(reported).joined(separator: "\n")
            })
        return questions
    }
}

private func reported(_ entry: Entry) -> String {
    let tags = entry.content.tags.map { "\($0)" }.joined(separator: ",")
    let marks = "\(entry.isDeleted ? "deleted " : "")\(entry.isBranched ? "branched " : "")"
    return
        "\(entry.id.hexadecimal.prefix(8)) v\(entry.version) \(marks)\(entry.content.date.seconds) [\(tags)] \(entry.text)"
}

private func reported(_ outcome: ChangeOutcome) -> String {
    let entries = outcome.entries.map(reported).joined(separator: "\n")
    switch outcome {
    case .changed: return "changed \(entries)"
    case .unchanged: return "unchanged \(entries)"
    case .repeated: return "repeated \(entries)"
    case let other: return "\(other)"
    }
}

private func reported(_ page: LogPage) throws -> String {
    let lines = page.events.map { event in
        "e\(event.sequence) \(event.kind) \(event.entry?.hexadecimal.prefix(8) ?? "-") v\(event.version) \(event.command)"
    }
    return try reporting(lines.joined(separator: "\n"), !page.damaged.isEmpty)
}

private func reporting(_ answer: String, _ tells: Bool) throws -> String {
    if tells { throw Telling(answer: answer) }
    return answer
}
