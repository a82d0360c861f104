internal import DiarylogWords
internal import Interchange

// What is said of what a format cannot hold: on the way in and on the way out.

extension Session {
    /// Names each loss with its number.
    func report(_ losses: FormatLosses) {
        for (loss, count) in losses.all {
            let (said, places) = (loss.sentence(count), losses.places(of: loss).map(\.words))
            let more = count > places.count ? ", …" : ""
            let (en, ko) = (places.map(\.en).joined(separator: "; "), places.map(\.ko).joined(separator: "; "))
            notify(
                places.isEmpty
                    ? said
                    : Sentence("\(said.en): \(OnScreen.safe(en))\(more)", "\(said.ko): \(OnScreen.safe(ko))\(more)"))
        }
    }
}

extension FormatLoss {
    /// What became of so many of them.
    func sentence(_ count: Int) -> Sentence {
        switch self {
        case .attachments:
            Sentence(
                "\(count, "file that belongs", "files that belong") to entries left out",
                "일기에 딸린 파일 \(count)개는 빠졌습니다")
        case .precision:
            Sentence(
                "\(count, "date is", "dates are") written more or less exactly than meant: the format has one precision",
                "날짜 \(count)개는 뜻한 것과 다른 정밀도로 적습니다. 형식에 정밀도가 하나뿐입니다")
        case .zones:
            Sentence(
                "\(count, "date loses its", "dates lose their") offset and zone; the time on the clock stays",
                "날짜 \(count)개는 시간대를 잃고 그곳 시계의 시각만 남습니다")
        case .places: Sentence("\(count, "place", "places") left out", "장소 \(count)곳은 빠졌습니다")
        case .weather: Sentence("the weather of \(count, "entry", "entries") left out", "일기 \(count)편의 날씨는 빠졌습니다")
        case .tags:
            Sentence(
                "\(count, "tag is", "tags are") not kept as tags: too many, too long, or not to be written in this format",
                "태그 \(count)개는 너무 많거나 길거나 이 형식으로 적을 수 없어 태그로 남지 않습니다")
        case .tagLines:
            Sentence(
                "\(count, "entry gets", "entries get") a last line with tags that the text does not say",
                "일기 \(count)편은 글에 없는 태그를 마지막 줄에 적습니다")
        case .entryLines:
            Sentence(
                "\(count, "line gets", "lines get") a space in front: without it an entry would begin there",
                "줄 \(count)개는 새 일기로 읽히지 않게 앞에 빈칸을 넣습니다")
        case .stars:
            Sentence(
                "\(count, "entry has", "entries have") no star and will be read as starred: the first line ends in *",
                "별이 없는 일기 \(count)편은 첫 줄이 *로 끝나 별이 있는 것으로 읽힙니다")
        case .starsLost:
            Sentence("\(count, "star", "stars") left out: the format has none", "별 \(count)개는 이 형식에 없어 빠졌습니다")
        case .sharedDays:
            Sentence(
                "\(count, "entry stands", "entries stand") in one text with another one of the day",
                "일기 \(count)편은 같은 날의 다른 일기와 한 글이 됩니다")
        case .emptyDays: Sentence("\(count, "day", "days") without a word left out", "글이 없는 날 \(count)일은 뺐습니다")
        case .characters:
            Sentence(
                "\(count, "control character", "control characters") replaced: the format has none",
                "제어 문자 \(count)개는 이 형식에 없어 다른 글자로 바꿨습니다")
        case .signs:
            Sentence(
                "\(count, "entry has", "entries have") � for a sign that is no character",
                "일기 \(count)편에는 글자가 아닌 부호 대신 �가 있습니다")
        case .clocks:
            Sentence(
                "\(count, "time was", "times were") skipped by the clock that night or shown twice: the earlier of two is taken",
                "시각 \(count)개는 그날 밤 시계가 건너뛰었거나 두 번 가리킨 것입니다. 둘이면 앞의 것을 적습니다")
        case .blankEnds:
            Sentence(
                "\(count, "entry loses", "entries lose") white space at an end of the text",
                "일기 \(count)편은 글 끝의 공백을 잃습니다")
        case .extra:
            Sentence("\(count, "field", "fields") of other programs left out", "다른 프로그램의 필드 \(count)개는 빠졌습니다")
        case .versions:
            Sentence("\(count, "earlier version", "earlier versions") left out", "앞선 버전 \(count)개는 빠졌습니다")
        case .texts:
            Sentence(
                "\(count, "text", "texts") of entries in conflict left out; export --events keeps all",
                "충돌한 글 \(count)개는 빠졌습니다. export --events로 내보내면 모두 남습니다")
        case .dates:
            Sentence(
                "\(count, "date says", "dates say") another day than the file's name: the name counts",
                "날짜 \(count)개는 파일 이름과 날이 달라 이름을 따랐습니다")
        case .files:
            Sentence(
                "\(count, "file in the folder has", "files in the folder have") no entries of this format: left out",
                "폴더 안의 파일 \(count)개에는 이 형식의 일기가 없어 뺐습니다")
        case .emptyEntries:
            Sentence(
                "\(count, "entry", "entries") left out, in which nothing is written", "아무것도 적히지 않은 일기 \(count)편은 뺐습니다")
        case .ciphers:
            Sentence(
                "\(count, "passage", "passages") left out that the program has encrypted: decrypt there and export again",
                "그 프로그램이 암호화한 대목 \(count)개는 뺐습니다. 거기서 암호를 풀고 다시 내보내세요")
        case .trashed:
            Sentence(
                "\(count, "entry left out that lies", "entries left out that lie") in the program's bin; --with trashed takes them",
                "그 프로그램의 휴지통에 있는 일기 \(count)편은 뺐습니다. --with trashed를 쓰면 가져옵니다")
        case .copies:
            Sentence(
                "\(count, "copy", "copies") left out that another program keeps beside a file; --with copies takes them",
                "다른 프로그램이 파일 옆에 둔 사본 \(count)개는 뺐습니다. --with copies를 쓰면 가져옵니다")
        case .templates:
            Sentence(
                "\(count, "template", "templates") left out; --with templates takes them",
                "서식 \(count)개는 뺐습니다. --with templates를 쓰면 가져옵니다")
        case .pages:
            Sentence(
                "\(count, "page says", "pages say") no day, as most notes do, left out; --with pages takes them",
                "다른 글과 달리 날짜가 없는 글 \(count)편은 뺐습니다. --with pages를 쓰면 가져옵니다")
        case .frontMatter:
            Sentence(
                "\(count, "note has", "notes have") front matter that cannot be read: it stands in the text",
                "글 \(count)편은 머리 부분을 읽을 수 없어 글에 그대로 두었습니다")
        case .twice:
            Sentence(
                "\(count, "entry stands", "entries stand") twice in the source",
                "일기 \(count)편은 원본에 두 번 있습니다")
        case .writtenDates:
            Sentence(
                "\(count, "entry says", "entries say") no date: dated by when \(count == 1 ? "it was" : "they were") written",
                "일기 \(count)편은 날짜가 없어 쓴 때를 날짜로 했습니다")
        case .links:
            Sentence(
                "\(count, "link leads to no entry here, and stays as it is", "links lead to no entry here, and stay as they are")",
                "링크 \(count)개는 이어질 일기가 여기 없어 적힌 그대로 두었습니다")
        case .openEnds:
            Sentence(
                "\(count, "page has", "pages have") a comment or a script that never ends: what follows came as text",
                "페이지 \(count)개에는 끝나지 않는 주석이나 스크립트가 있어 그 뒤를 글로 가져왔습니다")
        case .layout:
            Sentence(
                "\(count, "text comes", "texts come") without colours, fonts, tables or underlines",
                "글 \(count)편은 색, 글꼴, 표, 밑줄 없이 가져옵니다")
        case .encodings:
            Sentence(
                "\(count, "file was", "files were") read as UTF-16, CP949 or windows-1252: if it looks wrong, use iconv first",
                "파일 \(count)개는 UTF-16이나 CP949, windows-1252의 글로 읽었습니다. 글이 깨졌으면 먼저 iconv로 바꾸세요")
        case .richTexts:
            Sentence(
                "\(count, "text comes", "texts come") without the copy in the app's own form",
                "글 \(count)편에 딸린, 그 앱만 읽는 사본은 빠졌습니다")
        case .longTexts:
            Sentence(
                "\(count, "text is", "texts are") longer than 1 MiB: attached whole as a file, of which the entry has the beginning",
                "글 \(count)편은 1 MiB보다 길어 통째로 파일로 붙이고 앞부분만 글로 두었습니다")
        case .addresses:
            Sentence(
                "\(count, "data: address of a text stays as it is", "data: addresses of texts stay as they are"): not to be read as a file",
                "글 안의 data: 주소 \(count)개는 파일로 읽을 수 없어 적힌 그대로 두었습니다")
        case .days:
            Sentence(
                "\(count, "note has", "notes have") lines that begin with several days: if of a journal, --split heading makes entries of them",
                "글 \(count)편에는 날짜로 시작하는 줄이 여럿 있습니다. 여러 날의 일기라면 --split heading으로 나눕니다")
        case .fileTimes:
            Sentence(
                "\(count, "entry has the time of its", "entries have the times of their") file: nothing else says a date",
                "일기 \(count)편은 날짜가 없어 파일의 시각을 씁니다")
        }
    }
}
