/// The catalogue: everything is said in both languages.

import Testing
import diarylog

@Suite struct MessageTests {
    private func isInBoth(_ sentence: Sentence) -> Bool {
        !sentence.en.isEmpty && !sentence.ko.isEmpty && sentence.en != sentence.ko
    }

    @Test("every problem and its hint is said in Korean and in English")
    func problems() {
        for told in Problem.samples {
            #expect(isInBoth(told.message), "\(told.message)")
            if let hint = told.hint { #expect(isInBoth(hint), "\(hint)") }
        }
    }

    @Test("every notice, word and topic is said in Korean and in English")
    func notices() {
        for notice in Notice.samples { #expect(isInBoth(notice.sentence), "\(notice)") }
        for notice in BranchNotice.samples { #expect(isInBoth(notice.sentence), "\(notice)") }
        for notice in UpkeepNotice.samples { #expect(isInBoth(notice.sentence), "\(notice)") }
        for word in Word.allCases { #expect(isInBoth(word.sentence), "\(word)") }
        for sentence in CheckWords.samples { #expect(isInBoth(sentence), "\(sentence)") }
        for sentence in JSONTopic.sentences { #expect(isInBoth(sentence), "\(sentence)") }
    }
}
