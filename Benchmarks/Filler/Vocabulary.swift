/// The words that seeded texts are made of, the frequent ones first.
enum Vocabulary {
    static let korean = words(
        """
        오늘 나는 그리고 정말 하루 집에 아침 저녁 친구 엄마 시간 생각 마음 사람 학교 회사 커피 점심 날씨 비가 바람이 바다에 산에 책을 읽고 먹고 \
        걸었다 갔다 왔다 했다 보았다 느꼈다 좋았다 힘들었다 늦게 일찍 조금 많이 다시 함께 혼자 조용히 천천히 길을 골목 시장 버스 기차 창밖 하늘 구름 \
        노을 별이 달빛 꽃이 나무 고양이 강아지 아버지 동생 할머니 선생님 전화 편지 사진 음악 영화 노래 요리 김치찌개 국수 된장 밥을 빵을 차를 마시며 \
        웃었다 울었다 잤다 깼다 꿈을 봄날 여름 가을 겨울 첫눈 장마 더위 추위 감기 병원 약을 운동 산책 한강 공원 도서관 공부 시험 숙제 일기 글을 썼다 \
        여행 제주도 부산 서울 기억 추억 약속 생일 선물 고마운 미안한 그리운 반가운 새로운 오래된 작은 커다란 따뜻한 차가운
        """)
    static let english = words(
        """
        the and I to was a of in it we my at for with today morning then home after day that but so walked on had went time work \
        little rain coffee friend night again cold evening river sun read slept window wrote made long early late told letter \
        called garden bread train street market sister mother father house kitchen tea supper snow spring summer autumn winter \
        quiet alone together happy tired sick better slowly music film photograph journey harbour mountain forest cloud stars \
        moon birds dog cat child school lesson office meeting money bicycle bridge church library poem dream remembered forgot \
        promised birthday present grateful sorry strange beautiful old new small warm bright dark storm fever doctor medicine \
        exercise hill path island village city holiday neighbour dinner soup apples onions candle lamp mirror
        """)

    private static func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "\n" }.map(String.init) }
}
