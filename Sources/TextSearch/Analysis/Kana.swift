/// Kana with a separate voicing mark, and half-width kana.
enum Kana {
    static let voiced: UInt32 = 0x3099
    static let semiVoiced: UInt32 = 0x309A

    /// The one kana that a kana and the voicing mark after it make; nil if there is none.
    static func composed(_ kana: UInt32, _ mark: UInt32) -> UInt32? {
        // Hiragana and katakana lie 0x60 apart and have the same structure.
        let isKatakana = (0x30A1...0x30FD).contains(kana)
        let base = isKatakana ? kana - 0x60 : kana
        switch (base, mark) {
        case (0x304B...0x3062, voiced) where base % 2 == 1: return kana + 1  // か … ち
        case (0x3064, voiced), (0x3066, voiced), (0x3068, voiced): return kana + 1  // つ て と
        case (0x306F...0x307D, voiced) where base % 3 == 0: return kana + 1  // は … ほ
        case (0x306F...0x307D, semiVoiced) where base % 3 == 0: return kana + 2
        case (0x3046, voiced): return isKatakana ? 0x30F4 : 0x3094  // う
        case (0x309D, voiced): return kana + 1  // ゝ
        case (0x308F...0x3092, voiced) where isKatakana: return kana + 8  // ワ ヰ ヱ ヲ
        default: return nil
        }
    }

    /// The full-width kana, or voicing mark, of a half-width one.
    static func fullWidth(_ scalar: UInt32) -> UInt32? {
        guard (0xFF66...0xFF9F).contains(scalar) else { return nil }
        return table[Int(scalar - 0xFF66)]
    }

    private static let table: [UInt32] = [
        0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5, 0x30E7, 0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6,
        0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF, 0x30B1, 0x30B3, 0x30B5, 0x30B7, 0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1,
        0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC, 0x30CD, 0x30CE, 0x30CF, 0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE,
        0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4, 0x30E6, 0x30E8, 0x30E9, 0x30EA, 0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3,
        0x3099, 0x309A,
    ]
}
