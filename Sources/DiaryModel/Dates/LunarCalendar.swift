/// Korea's lunar calendar of the years 1900 to 2100, a number for each year.
///
/// A number has the days from 1 January to the lunar year's first (bits 17 and up), the month after which a leap month
/// comes, or 0 (bits 13 to 16), and for each month in its order, a leap month too, whether it has 30 days and not 29
/// (from bit 0).
///
/// Up to 2050 they are those of the Korea Astronomy and Space Science Institute, as the package
/// korean_lunar_calendar 0.4.0 has them. Those after it were reckoned: a month begins on the day of a new moon in
/// Korea (UTC+9), the eleventh has the winter solstice, and of thirteen months between two solstices the first
/// without a principal term is the leap month. The same reckoning gives every month from 1912 to 2050 as the
/// institute has it. A month whose new moon is within two minutes of midnight may turn out to begin a day off:
/// after 2050 the only one of them with a holiday is the seventh of 2074 (22 August).
enum LunarCalendar {
    /// The day on which a day of a month that is no leap month falls; nil if there is none, or the year is not known.
    static func day(year: Int, month: Int, day: Int) -> CivilTime? {
        guard (1...12).contains(month), years.indices.contains(year - first),
            let newYear = CivilTime(year: year, month: 1, day: 1)
        else { return nil }
        let number = years[year - first]
        let leap = Int(number >> 13 & 0xF)
        let index = leap != 0 && month > leap ? month : month - 1
        func days(_ index: Int) -> Int { number >> UInt32(index) & 1 == 1 ? 30 : 29 }
        guard (1...days(index)).contains(day) else { return nil }
        let before = (0..<index).reduce(Int(number >> 17)) { $0 + days($1) }
        return newYear.adding(days: before + day - 1)
    }

    private static let first = 1900

    private static let years: [UInt32] = [
        0x3D16D2, 0x620752, 0x4C0EA5, 0x38B64A, 0x5C064B, 0x440A9B, 0x309556, 0x56056A, 0x400B59, 0x2A5752,  // 1900
        0x500752, 0x3ADB25, 0x600B25, 0x480A4B, 0x32B29B, 0x580AAD, 0x44056A, 0x2C4B69, 0x520BA9, 0x3EFB52,  // 1910
        0x640D92, 0x4C0D25, 0x36BA4D, 0x5C0956, 0x4602B5, 0x2E95AD, 0x5606D4, 0x400DA9, 0x2C5D92, 0x500E92,  // 1920
        0x3ACD26, 0x5E0527, 0x480A57, 0x32B2B6, 0x580ADA, 0x4406D4, 0x2E6EA9, 0x520749, 0x3CF693, 0x620A93,  // 1930
        0x4C052B, 0x34CA5B, 0x5A096D, 0x460B6A, 0x329B54, 0x560BA4, 0x400B49, 0x2A5A93, 0x500A95, 0x38F52B,  // 1940
        0x5E052D, 0x480AAD, 0x34B56A, 0x580DB2, 0x440DA4, 0x2E7D49, 0x540D4A, 0x3D1A95, 0x620A96, 0x4C0556,  // 1950
        0x36CAB5, 0x5A0AD5, 0x4606D2, 0x308EA5, 0x560EA5, 0x400E4A, 0x2A6C96, 0x4E0A9B, 0x3AF556, 0x5E056A,  // 1960
        0x480B59, 0x34B752, 0x5A0752, 0x420725, 0x2C964B, 0x520A4B, 0x3D12AB, 0x6002AD, 0x4A056B, 0x36CB69,  // 1970
        0x5C0DA9, 0x460D92, 0x309B25, 0x560D25, 0x415A4D, 0x640A56, 0x4E02B6, 0x38D5AD, 0x6006D4, 0x480DA9,  // 1980
        0x34BD92, 0x5A0E92, 0x440D26, 0x2C6A56, 0x500A57, 0x3D12B6, 0x620B5A, 0x4C06D4, 0x36AEC9, 0x5C0749,  // 1990
        0x460693, 0x2E9527, 0x54052B, 0x3E0A5B, 0x2A555A, 0x4E036A, 0x38FB55, 0x600BA4, 0x4A0B49, 0x32BA93,  // 2000
        0x580A95, 0x42052D, 0x2C6A5D, 0x500AAD, 0x3D35AA, 0x6205D2, 0x4C0DA5, 0x36BD4A, 0x5C0D4A, 0x460A95,  // 2010
        0x30952D, 0x540556, 0x3E0AB5, 0x2A55AA, 0x5006D2, 0x38CEA5, 0x5E0EA5, 0x4A0E4A, 0x34AC96, 0x560C9B,  // 2020
        0x42055A, 0x2C6AD5, 0x520B69, 0x3D7752, 0x620752, 0x4C0B25, 0x36D64B, 0x5A0A4B, 0x4404AB, 0x2EA55B,  // 2030
        0x54056D, 0x3E0B69, 0x2A5B52, 0x500D92, 0x3AFD25, 0x5E0D25, 0x480A4D, 0x32B4AD, 0x5802B6, 0x4005B5,  // 2040
        0x2C6DA9, 0x520EA9, 0x3F1D92, 0x620E92, 0x4C0D26, 0x36CA56, 0x5A0A57, 0x4404D6, 0x2E86B5, 0x5406D5,  // 2050
        0x400EC9, 0x2A6E92, 0x4E0693, 0x38F52B, 0x5E052B, 0x460A5B, 0x32B55A, 0x58056A, 0x420B55, 0x2C9749,  // 2060
        0x520B49, 0x3D1A93, 0x620A95, 0x4A052D, 0x34CAAD, 0x5A0AB5, 0x4605AA, 0x2E8BA5, 0x540DA5, 0x400D4A,  // 2070
        0x2A7A95, 0x4E0C95, 0x38F52E, 0x5E0556, 0x480AB5, 0x32B5B2, 0x5806D2, 0x420EA5, 0x2E9E4A, 0x52064A,  // 2080
        0x3B0C97, 0x600CAB, 0x4C055A, 0x34CAD5, 0x5A0B69, 0x460752, 0x3096A5, 0x540B25, 0x3E064B, 0x287497,  // 2090
        0x4E04AB,  // 2100
    ]
}
