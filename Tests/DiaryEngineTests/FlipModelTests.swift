import DiaryEngine
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Single flipped bytes of a diary, and whether what it answers afterwards is right, or says what is damaged.
///
/// Some flips in `make test`; as many as `DIARYLOG_FLIPS` says where a person asks.
@Suite(.timed) struct FlipModelTests {
    /// What became of the answers after flips in one table.
    private struct Counts {
        var flips = 0
        var right = 0
        /// Another answer, or none, that says what is damaged.
        var reported = 0
        var silent = 0
    }

    @Test func `a flipped byte leads to the right answer, or to one that says what is damaged`() throws {
        var chance = Chance(for: "flipped bytes")
        let diary = try FlippedDiary(&chance)
        let wanted = ProcessEnvironment.value("DIARYLOG_FLIPS").flatMap(Int.init) ?? 40
        let questions = diary.questions(&chance)
        let sound = try diary.copy()
        let truth = try questions.map { try $0.ask(sound) }
        var counts: [String: Counts] = [:]
        var names: [String: Int] = [:]
        for _ in 0..<wanted {
            let flip = diary.flip(&chance)
            let flipped = try diary.copy(flipping: flip)
            let table = flip.row.table + (flip.isInKey ? " (keys)" : "")
            var count = counts[table] ?? Counts()
            count.flips += 1
            for (question, right) in zip(questions, truth) {
                let (answer, isCertain) = answer(question, flipped)
                if answer == right {
                    count.right += 1
                } else if isCertain {
                    count.reported += 1
                } else {
                    count.silent += 1
                    names["\(table): \(question.name.prefix { $0 != " " })", default: 0] += 1
                    if count.silent < 3 {
                        Issue.record("\(flip): \(question.name) is silently wrong:\n\(answer)\ninstead of\n\(right)")
                    }
                }
                // What was written on another basis, and said so, leads to other answers.
                if answer != right, question.writes { break }
            }
            counts[table] = count
        }
        print("table                      flips    right     told   silent")
        for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
            let numbers = [count.flips, count.right, count.reported, count.silent].map { number in
                let text = String(number)
                return String(repeating: " ", count: max(0, 9 - text.count)) + text
            }
            print(table + String(repeating: " ", count: max(0, 23 - table.count)) + numbers.joined())
        }
        for (name, count) in names.sorted(by: { $0.key < $1.key }) { print("silent: \(name) \(count)") }
    }

    private func answer(_ question: FlipQuestion, _ scratch: Scratch) -> (answer: String, isCertain: Bool) {
        let (result, damage) = FoundDamage.collecting { () throws in try question.ask(scratch) }
        do {
            return (try result.get(), !damage.isNone)
        } catch let error as EventStoreError where error.isDamage {
            return ("\(error)", true)
        } catch let reporting as Telling {
            return (reporting.answer, true)
        } catch {
            return ("\(error)", !damage.isNone)
        }
    }
}
