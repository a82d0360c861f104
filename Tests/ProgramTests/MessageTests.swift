/// The catalogue: everything is said in both languages.

import DiarylogArguments
import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) struct MessageTests {
    private func isInBoth(_ sentence: Sentence) -> Bool {
        !sentence.en.isEmpty && !sentence.ko.isEmpty && sentence.en != sentence.ko && isRead(sentence.en, sentence.ko)
    }

    private static let undecided = ["을(를)", "이(가)", "은(는)", "와(과)", "과(와)", "(으)로", "(이)"]

    /// Whether both can be read aloud: the particle is chosen, and one is one.
    private func isRead(_ english: String, _ korean: String) -> Bool {
        let several = ["1 entries", "1 events", "1 versions", "1 snapshots", "1 terms", "1 runs"]
        return !Self.undecided.contains { korean.contains($0) }
            && !several.contains { english.hasPrefix($0) || english.contains(" " + $0) }
    }

    @Test("whatever a command says of itself is there in Korean")
    func help() {
        var texts: Set<HelpText> = [Diarylog.abstract, Diarylog.discussion]
        for command in Diarylog.commands {
            texts.formUnion([command.about.abstract, command.about.discussion].compactMap(\.self))
            texts.formUnion(command.declarations.map(\.help))
        }
        texts.formUnion(Declaration.ofEveryCommand.map(\.help))
        #expect(texts.count > 150)
        for text in texts { #expect(isInBoth(Sentence(text.en, text.ko)), "\(text)") }
    }

    @Test("no sentence of the sources offers two particles")
    func sources() throws {
        let folder = projectFile("Sources/diarylog")
        var files = 0
        for inner in try FileSystem.contents(of: folder) where !inner.hasSuffix(".swift") {
            for file in try FileSystem.contents(of: "\(folder)/\(inner)") where file.hasSuffix(".swift") {
                let text = String(decoding: try FileSystem.read("\(folder)/\(inner)/\(file)"), as: UTF8.self)
                files += 1
                for pair in Self.undecided { #expect(!text.contains(pair), "\(file): \(pair)") }
            }
        }
        #expect(files > 80)
    }

    @Test("a particle goes by the sound that the word before it ends in")
    func particles() {
        for (word, object, by) in [
            ("글", "을", "로"), ("책", "을", "으로"), ("일기", "를", "로"), ("닭", "을", "으로"),
            ("\u{1112}\u{1161}\u{11AB}", "을", "으로"),
            ("0", "을", "으로"), ("1", "을", "로"), ("2", "를", "로"), ("3", "을", "으로"), ("4", "를", "로"),
            ("5", "를", "로"), ("6", "을", "으로"), ("7", "을", "로"), ("8", "을", "로"), ("9", "를", "로"),
            ("10", "을", "으로"), ("list", "를", "로"), ("edit", "을", "으로"), ("file", "을", "로"),
            ("time", "을", "으로"), ("ring", "을", "으로"), ("book", "을", "으로"), ("tag", "를", "로"),
            ("created_at", "을", "으로"), ("createdAt", "을", "으로"), ("at", "를", "로"), ("in_me", "를", "로"),
            ("JSON", "을", "으로"), ("URL", "을", "로"), ("885fa93f", "를", "로"), ("fb57a40l", "을", "로"),
            ("(글)", "을", "로"), ("“책”", "을", "으로"), ("/tmp/일기", "를", "로"), ("!", "를", "로"), ("", "를", "로"),
        ] {
            #expect(Particle.object.after(word) == object, "\(word)")
            #expect(Particle.by.after(word) == by, "\(word)")
        }
        #expect(Particle.subject.after("책") == "이" && Particle.subject.after("일기") == "가")
        #expect(Particle.topic.after("책") == "은" && Particle.topic.after("일기") == "는")
        #expect(Particle.with.after("책") == "과" && Particle.with.after("일기") == "와")
        #expect(Particle.named.after("책") == "이라는" && Particle.being.after("일기") == "")
    }

    @Test("every problem and its hint is said in Korean and in English")
    func problems() {
        for problem in Problem.samples where !problem.isSilent {
            #expect(isInBoth(problem.message), "\(problem.message)")
            if let hint = problem.hint { #expect(isInBoth(hint), "\(hint)") }
        }
    }

    @Test("the samples leave out no problem, no notice and no word of the catalogue")
    func catalogue() throws {
        let folder = projectFile("Sources/diarylog/Messages")
        let samples = try ["Problem", "Notice"].map { kind in
            let path = projectFile("Tests/ProgramTests/\(kind)Samples.swift")
            return (kind, String(decoding: try FileSystem.read(path), as: UTF8.self))
        }
        var count = 0
        for file in try FileSystem.contents(of: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try FileSystem.read("\(folder)/\(file)"), as: UTF8.self)
            let space = file == "Words.swift" ? "Sentence." : file.hasPrefix("Jrnl") ? file.dropLast(5) : ""
            let kind = file == "Words.swift" ? "Notice" : nil
            let made = text.matches(of: /\n {4}static (?:let (\w+) = |func (\w+)\([^{]*-> )(Problem|Notice|Sentence)\b/)
            for member in made where kind != nil || member.3 != "Sentence" {
                let name = space + (member.1 ?? member.2 ?? "")
                let sample = try Regex("\\b\(name)\\b")
                let list = samples.first { $0.0 == kind ?? String(member.3) }?.1
                #expect(list?.contains(sample) == true, "\(file): \(name)")
                count += 1
            }
        }
        #expect(count > 300)
    }

    @Test("every notice, word and topic is said in Korean and in English")
    func notices() {
        for notice in Notice.samples { #expect(isInBoth(notice.sentence), "\(notice)") }
        for sentence in HeaderMistake.samples { #expect(isInBoth(sentence), "\(sentence)") }
        for word in Sentence.allWords { #expect(isInBoth(word), "\(word)") }
        for sentence in CheckWords.samples { #expect(isInBoth(sentence), "\(sentence)") }
        for sentence in OperationSummary.samples { #expect(isInBoth(sentence), "\(sentence)") }
        for sentence in ManualWords.sentences { #expect(isInBoth(sentence), "\(sentence)") }
        for sentence in OperationWords.sentences { #expect(isInBoth(sentence), "\(sentence)") }
        for sentence in Greeting.sentences { #expect(isInBoth(sentence), "\(sentence)") }
        for topic in HelpTopic.allCases { #expect(isInBoth(topic.sentence), "\(topic)") }
    }
}
