/// Words that Korean and English both have, and what stands beside them.

import DiarylogTestSupport
import DiarylogWords
import Testing

@Suite(.timed) struct WordsTests {
    @Test func `a particle goes by the sound that the word before it ends in`() {
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
}
