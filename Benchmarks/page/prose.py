"""The diary that every peer keeps: short entries in Korean and English, the same for each run."""

import random

KOREAN = ("오늘 아침 저녁 비 바람 산책 친구 커피 책 음악 생각 마음 하늘 강 길 집 회사 학교 시장 김치 국수 사진 여행 기차 바다 산 봄 여름 가을 겨울 "
          "걸었다 읽었다 먹었다 만났다 들었다 보았다 썼다 잤다 조용하다 맑다 춥다 덥다 바쁘다 늦었다").split()
ENGLISH = ("today morning evening rain wind walk friend coffee book music thought heart sky river road home office school "
           "market noodles photo journey train sea mountain spring summer autumn winter walked read ate met heard saw "
           "wrote slept quiet clear cold warm busy late").split()


class Diary:
    """Entries by number; each text differs from every other."""

    def __init__(self, count, seed=1):
        chance = random.Random(seed)
        self.texts = [self.text(chance, number) for number in range(count)]
        self.chance = chance

    @staticmethod
    def text(chance, number):
        words = KOREAN if chance.random() < 0.5 else ENGLISH
        lines = [" ".join(chance.choice(words) for _ in range(chance.randint(6, 12))) for _ in range(chance.randint(2, 7))]
        return f"no{number} {lines[0]}.\n" + "\n".join(line + "." for line in lines[1:])

    @staticmethod
    def date(number):
        """Four entries a day from 2000 on."""
        day = 10957 + number // 4
        return day * 86400 + number % 4 * 3600 * 5
