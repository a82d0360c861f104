/// The catalogue: everything is said in both languages.

import DiarylogArguments
import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) struct MessageTests {
    private func isInBoth(_ english: String, _ korean: String) -> Bool {
        !english.isEmpty && !korean.isEmpty && english != korean
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
        for text in texts { #expect(isInBoth(text.en, text.ko), "\(text)") }
    }

    @Test("no sentence of the sources offers two particles, or counts one as many")
    func sources() throws {
        let pairs = ["을(를)", "이(가)", "은(는)", "와(과)", "과(와)", "(으)로", "(이)"]
        // \(count, "entry", "entries") knows how many there are; a number and a plural do not.
        let plural = /\\\([\w.]+\) (entries|events|versions|snapshots|drafts)\b/
        var files = 0
        for floor in ["diarylog", "diarylog-web", "DiaryServer"] {
            for file in try swiftFiles(below: projectFile("Sources/\(floor)")) {
                let text = String(decoding: try FileSystem.read(file), as: UTF8.self)
                files += 1
                for pair in pairs { #expect(!text.contains(pair), "\(file): \(pair)") }
                for found in text.matches(of: plural) { Issue.record("\(file): \(found.0)") }
            }
        }
        #expect(files > 150)
    }

    private func swiftFiles(below folder: String) throws -> [String] {
        try FileSystem.contents(of: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            if try FileSystem.kind(of: path) == .directory { return try swiftFiles(below: path) }
            return name.hasSuffix(".swift") ? [path] : []
        }
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

    @Test("every topic and every finding is said in Korean and in English")
    func topics() {
        for topic in HelpTopic.allCases { #expect(isInBoth(topic.sentence.en, topic.sentence.ko), "\(topic)") }
        for status in ExitStatus.allCases { #expect(isInBoth(status.meaning.en, status.meaning.ko), "\(status)") }
    }
}
