internal import DiarylogWords

/// How a country writes its dates in numbers, and its clock.
///
///     en_GB    21/11/2026     21 November 2026    15:05
///     de_DE    21.11.2026     21 November 2026    15:05
///     ja_JP    2026/11/21     2026 November 21    15:05
///
/// The order, the mark between, and whether the clock has twelve hours are those of the short forms of CLDR 47 (the
/// Unicode Consortium's Common Locale Data Repository), by language, and by country where it differs. Days and months
/// have two digits and years all of theirs, so that columns stand and every date is read again as the day it was.
package struct DateForm: Equatable, Sendable {
    /// In which order day, month and year stand.
    package enum Order: Sendable {
        case dayFirst, monthFirst, yearFirst
    }

    package let order: Order
    private let mark: String
    private let hasTwelveHours: Bool

    /// The form of a locale as the environment names it, "en_GB.UTF-8" or "de"; nil if the table does not have it.
    ///
    /// Korean is not in it: we write Korean dates by ourselves.
    package init?(locale: String) {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let language = name.prefix { $0 != "_" }
        for wanted in [name, language] {
            for (form, names) in Self.table where names.split(separator: " ").contains(wanted) {
                self = form
                return
            }
        }
        return nil
    }

    /// What English has without a country.
    static let american = DateForm(order: .monthFirst, mark: "/", hasTwelveHours: true)

    private init(order: Order, mark: String, hasTwelveHours: Bool) {
        (self.order, self.mark, self.hasTwelveHours) = (order, mark, hasTwelveHours)
    }

    /// The day in numbers, with its whole year.
    func numeric(_ civil: CivilTime) -> String {
        let (day, month) = (padded(civil.day, 2), padded(civil.month, 2))
        return switch order {
        case .dayFirst: day + mark + month + mark + "\(civil.year)"
        case .monthFirst: month + mark + day + mark + "\(civil.year)"
        case .yearFirst: "\(civil.year)" + mark + month + mark + day + (mark == ". " ? "." : "")
        }
    }

    /// The day with its month in words of English.
    func long(_ civil: CivilTime) -> String {
        let month = Language.en.monthNames[civil.month - 1]
        return switch order {
        case .dayFirst: "\(civil.day) \(month) \(civil.year)"
        case .monthFirst: "\(month) \(civil.day), \(civil.year)"
        case .yearFirst: "\(civil.year) \(month) \(civil.day)"
        }
    }

    /// The time of day, to the minute.
    func time(_ civil: CivilTime) -> String {
        hasTwelveHours
            ? DateStyle.timeText(civil, language: .en) : padded(civil.hour, 2) + ":" + padded(civil.minute, 2)
    }

    private static let table: [(form: DateForm, names: String)] = [
        row(
            .dayFirst, "/", 12,
            """
            am ar bn el en_AE en_AG en_AU en_BB en_BM en_BS en_CY en_DM en_ER en_FJ en_FM en_GD en_GH en_GM \
            en_GY en_HK en_IN en_JM en_KI en_KN en_KY en_LC en_LR en_LS en_MO en_MW en_MY en_NA en_NZ en_PG \
            en_PK en_PW en_SB en_SD en_SG en_SL en_SS en_SZ en_TC en_TO en_TT en_VC en_VG en_VU en_WS en_ZM \
            es_AR es_BO es_CO es_CR es_CU es_DO es_EC es_GT es_HN es_MX es_NI es_PE es_PH es_PY es_SV es_US \
            es_UY es_VE fr_DJ fr_DZ fr_MR fr_SY fr_TD fr_TN fr_VU gu ha_GH hi km kn ml mr ms pa pt_MO so ta ur \
            zh_HK zh_MO zh_SG
            """),
        row(
            .dayFirst, "/", 24,
            """
            ar_IL ar_KM ar_MA br ca cy en_AI en_AT en_BE en_BW en_BZ en_CC en_CK en_CM en_CX en_CZ en_DE en_DG \
            en_DK en_ES en_FI en_FK en_FR en_GB en_GG en_GI en_GS en_HU en_ID en_IE en_IL en_IM en_IO en_IT \
            en_JE en_KE en_MG en_MS en_MT en_MU en_NF en_NG en_NL en_NO en_NR en_NU en_PL en_PN en_PT en_RO \
            en_RW en_SC en_SH en_SI en_SK en_SX en_TK en_TV en_TZ en_UG en_ZW es fr ga gd gl ha id ig it ky lo \
            ms_ID mt my nl_BE oc pt sc so_KE su sw ta_LK th uz vi yi yo
            """),
        row(
            .dayFirst, ".", 24,
            """
            az be bg cs cv da de dsb en_CH et fi fo fr_CH he hsb hy is it_CH ka kk ku lb lv mk nb nn no pl ro ru \
            se_FI sq_MK sq_XK tk tr tt uk
            """),
        row(.yearFirst, "-", 24, "af en_SE eo fr_CA kl lt rw se si sv ug"),
        row(.monthFirst, "/", 12, "ceb en es_PA es_PR fil om or ti"),
        row(.yearFirst, "/", 24, "en_ZA eu fa ja ne ps zh"),
        row(.dayFirst, "-", 24, "en_MV fy ia jv nl rm wo"),
        row(.dayFirst, ". ", 24, "bs hr sk sl sr"),
        row(.dayFirst, "-", 12, "as es_CL mi te"),
        row(.monthFirst, "/", 24, "en_BI om_KE xh zu"),
        row(.yearFirst, "-", 12, "af_NA dz en_CA sd"),
        row(.yearFirst, "/", 12, "ne_IN ps_PK zh_TW"),
        row(.dayFirst, ".", 12, "sq tr_CY"),
        row(.yearFirst, ". ", 24, "hu"),
        row(.yearFirst, ".", 24, "mn"),
    ]

    /// A row of the table: the order, the mark between, the hours of the clock, and the locales of this form.
    private static func row(_ order: Order, _ mark: String, _ hours: Int, _ names: String) -> (DateForm, String) {
        (DateForm(order: order, mark: mark, hasTwelveHours: hours == 12), names)
    }
}
