internal import DiaryModel

/// What `help` tells besides the commands: topics, each with its examples first.
///
/// Lines that begin with two spaces and `diarylog` are examples, and a test runs them.
package enum HelpTopic: String, CaseIterable {
    case dates, query, undo, filters
    case exitCodes = "exit-codes"
    case options

    /// A topic by its name, in either language.
    init?(called name: String) {
        let korean: [String: HelpTopic] = [
            "날짜": .dates, "검색어": .query, "되돌리기": .undo, "필터": .filters, "종료코드": .exitCodes,
            "옵션": .options,
        ]
        guard let topic = HelpTopic(rawValue: name) ?? korean[name.filter { $0 != " " }] else { return nil }
        self = topic
    }

    /// Their names and json's.
    static var all: [String] { allCases.map(\.rawValue) + ["json"] }

    /// The same, as a sentence lists them.
    static var names: String { all.joined(separator: ", ") }

    func text(_ language: Language, _ layout: PageLayout = .screen) -> String {
        layout.text(sentence(layout).text(language))
    }

    private func sentence(_ layout: PageLayout) -> Sentence {
        switch self {
        case .dates: Self.datesText
        case .query: Self.queryText
        case .undo: Self.undoText
        case .filters: Self.filtersText(layout)
        case .exitCodes: Self.exitCodesText(layout)
        case .options: Self.optionsText(layout)
        }
    }

    private static func filtersText(_ layout: PageLayout) -> Sentence {
        Sentence(
            """
            Filters: which entries a command takes

              diarylog list --on 'last week' --starred
              diarylog export --tag travel --format jrnl
              diarylog delete --where 'sea star:no' --yes

            An entry must pass all of them. edit takes --where alone, as its --tag gives a tag.


            """ + HelpPage.filterRows(.en, layout),
            """
            필터: 명령이 다루는 일기

              diarylog list --on 지난주 --starred
              diarylog export --tag 여행 --format jrnl
              diarylog delete --where '바다 별:아니오' --yes

            모두에 맞는 일기만 다룹니다. edit의 --tag는 태그를 붙이므로, edit는 --where만 받습니다.


            """ + HelpPage.filterRows(.ko, layout))
    }

    private static let datesText = Sentence(
        """
        Dates and moments

          diarylog add 'yesterday 3pm: tea with Mina'
          diarylog add 'Planted the persimmon' --date 2026-03-01
          diarylog list --on yesterday
          diarylog list --on 'last week'
          diarylog list --from 2026-01-01 --to today
          diarylog list --at '2 hours ago'
          diarylog list --at e2

        An entry's date is what your clock showed where you wrote. It stands before a colon at the beginning of the
        text, or after --date:

          2026-11-01   2026-11-01T15:00   Nov 1   1 Nov 2026   2026. 11. 1.   11월 1일
          today   yesterday   the day before yesterday   3 days ago   friday   last friday   어제   그제   3일 전
          12/23/2020   the 3rd of last month   next friday   last night   this morning   now   작년 11월 3일
          2 mondays ago   half an hour ago   christmas 2024   easter   24년 3월 1일   2024-1-1   20240101   추석
          3pm   15:00   noon   midnight   오후 3시   정오   alone, or after a day: yesterday 3pm

        A day or a holiday without its year is the latest one up to today. What looks like a date and cannot be one is
        refused; --date now files such a text as it is.

        --at asks for the diary as of a moment of its past. A day means its end, e12 means after event 12, and a
        moment that has not come is refused. --on, --from, --to and date: ask for dates of entries, and so does what
        follows today and calendar: a day, or

          last week   this month   last year   2026   2026-11   march 2024   spring   last 7 days   지난주   올해
        """,
        """
        날짜와 시점

          diarylog add '어제 오후 3시: 미나와 차를 마셨다'
          diarylog add '감나무를 심었다' --date 2026-03-01
          diarylog list --on 어제
          diarylog list --on 지난주
          diarylog list --from 2026-01-01 --to 오늘
          diarylog list --at '2시간 전'
          diarylog list --at e2

        일기의 날짜는 쓴 곳의 시계가 보인 때입니다. 글 맨 앞에 쌍점과 함께 쓰거나 --date 뒤에 씁니다.

          2026-11-01   2026-11-01T15:00   2026. 11. 1.   11월 1일   Nov 1   1 Nov 2026
          오늘   어제   그제   3일 전   금요일   지난주 금요일   yesterday   friday   3 days ago
          작년 11월 3일   지난달 3일   11월 18일 (수)   어젯밤 11시   오늘 아침   지금   12/23/2020
          24년 3월 1일   추석   작년 크리스마스   설날 아침   지지난 월요일   1시간 반 전   2024-1-1   20240101
          오후 3시   저녁 7시 반   15:00   정오   자정   3pm   noon   혼자 쓰거나 날 뒤에: 어제 오후 3시

        해를 말하지 않은 날과 명절은 오늘까지의 마지막 것입니다. 날짜처럼 보이지만 날짜일 수 없는 것은 받지 않습니다.
        그대로 글로 남기려면 --date 지금을 함께 쓰세요.

        --at은 지나간 어느 시점의 일기장을 보여 줍니다. 날짜는 그날의 끝, e12는 12번 변경 다음을 뜻하며, 아직 오지
        않은 시점은 받지 않습니다. --on, --from, --to와 날짜:는 일기의 날짜를 고릅니다. today와 calendar 뒤에 쓰는 것도
        그렇습니다. 하루나 이런 말입니다.

          지난주   이번달   작년   2026년   2026년 11월   2026-11   봄   최근 7일   last week   march 2024
        """)

    private static let queryText = Sentence(
        """
        Searching

          diarylog search 눈
          diarylog search coffee rain
          diarylog search '"first snow"'
          diarylog search 'coffee OR tea -sugar'
          diarylog search 'begin*'
          diarylog search 'tag:family after:2026-01-01'
          diarylog search 'title:snow star:yes'
          diarylog search ㅅㅁ

        Words side by side must all be there; OR finds either; - leaves out; quotes hold words together; * stands
        for the rest of a word; ( ) group. A Korean word finds itself with a particle (눈: 눈이), a half-typed syllable
        what it may become, and first consonants (ㅅㅁ) the words that begin so. Where few entries have a word as typed, words
        that begin with it (walk: walked) and Korean words with a space within (좋은날: 좋은 날) follow behind.

        Fields: \(QueryWords.fields(.en))
        (\(QueryWords.fields(.ko))), and measures: mood:>3. A quoted value may have spaces.

          date:2026-11   star:yes   star:no   weather:rain   place:home   is:conflict   is:contested

        --at asks as of then, --all-versions in earlier versions, too, --sort relevance puts the best first, --count
        only counts, --contains finds any piece of text.
        """,
        """
        찾기

          diarylog search 눈
          diarylog search 커피 비
          diarylog search '"첫 눈"'
          diarylog search '커피 OR 홍차 -설탕'
          diarylog search '감나*'
          diarylog search '태그:가족 이후:2026-01-01'
          diarylog search '제목:눈 별:예'
          diarylog search ㅅㅁ

        나란히 쓴 낱말은 모두 있어야 합니다. OR는 둘 가운데 하나, -는 없는 것, 따옴표는 이어진 말, *는 낱말의 나머지,
        ( )는 묶음입니다. 낱말은 조사가 붙은 꼴도 찾고(눈: 눈이), 덜 입력한 글자는 완성될 글자를, 첫소리(ㅅㅁ)는
        그렇게 시작하는 말을 찾습니다. 그대로 쓴 일기가 적으면 그렇게 시작하는 낱말(walk: walked)과 띄어 쓴
        말(좋은날: 좋은 날)도 뒤에 보입니다.

        필드: \(QueryWords.fields(.ko))
        (\(QueryWords.fields(.en))), 그리고 기분:>3 같은 수치. 빈칸이 든 값은 따옴표로 묶습니다.

          날짜:2026-11   날짜:지난주   별:예   별:아니오   날씨:비   장소:집   상태:충돌   상태:엇갈림

        --at은 그때의 일기장에서, --all-versions는 예전 버전에서도 찾습니다. --sort relevance는 관련도순,
        --count는 수만, --contains는 글자 그대로의 조각을 찾습니다.
        """)

    private static let undoText = Sentence(
        """
        Taking back

          diarylog undo
          diarylog undo --list
          diarylog redo
          diarylog log --operations
          diarylog list --at yesterday
          diarylog restore --to '1 hour ago'

        undo takes the last command back, and once more the one before it; redo takes the undo back. What one command
        wrote goes together, an import of a thousand entries too. Each is a change of its own, so nothing is ever lost
        by it. undo ENTRY takes back the last change of that entry; undo --operation e12 any one. An entry that was
        changed since is not overwritten: you are told, and --force or --skip-changed decides.

        restore ENTRY brings a deleted entry back, restore ENTRY@v3 its third version, restore --to WHEN the whole diary
        as it was then. Only forget is for ever.
        """,
        """
        되돌리기

          diarylog undo
          diarylog undo --list
          diarylog redo
          diarylog log --operations
          diarylog list --at 어제
          diarylog restore --to '1시간 전'

        undo는 마지막 명령을 되돌리고, 한 번 더 하면 그 앞의 것을 되돌립니다. redo는 되돌린 것을 다시 합니다. 한
        명령이 쓴 것은 천 편을 가져온 것이라도 함께 되돌립니다. 되돌리기도 하나의 변경이라 아무것도 잃지 않습니다.
        undo 일기는 그 일기의 마지막 변경을, undo --operation e12는 어느 작업이든 되돌립니다. 그 뒤에 바뀐 일기는
        덮어쓰지 않고 알리며, --force나 --skip-changed로 정합니다.

        restore 일기는 지운 일기를, restore 일기@v3은 셋째 버전을, restore --to 시점은 그때의 일기장 전체를 되살립니다.
        forget만은 되돌릴 수 없습니다.
        """)

    private static func exitCodesText(_ layout: PageLayout) -> Sentence {
        Sentence(
            """
            Exit codes

              diarylog list && echo done
              diarylog search 눈 || echo nothing

            \(ExitStatus.rows(.en, layout))
            Results go to standard output, everything else to standard error. With --json an error is an object with a code
            that never changes.
            """,
            """
            종료 코드

              diarylog list && echo 끝
              diarylog search 눈 || echo 없음

            \(ExitStatus.rows(.ko, layout))
            결과는 표준 출력으로, 나머지는 모두 표준 오류로 나갑니다. --json이면 오류도 바뀌지 않는 code가 있는
            객체입니다.
            """)
    }

    private static func optionsText(_ layout: PageLayout) -> Sentence {
        Sentence(
            """
            Options of every command

              diarylog list --at yesterday --json
              diarylog list --lang ko --date-style numeric
              diarylog list --tz Asia/Seoul

            \(HelpPage.globalRows(.en, layout))
            The diary is that of --diary, else of $DIARYLOG_DIARY, else of the settings, else the usual one.
            Options may stand before the command or after it.
            """,
            """
            모든 명령의 옵션

              diarylog list --at 어제 --json
              diarylog list --lang en --date-style numeric
              diarylog list --tz Asia/Seoul

            \(HelpPage.globalRows(.ko, layout))
            일기장은 --diary, $DIARYLOG_DIARY, 설정, 늘 쓰는 곳의 차례로 정합니다.
            명령의 앞에도 뒤에도 쓸 수 있습니다.
            """)
    }
}
