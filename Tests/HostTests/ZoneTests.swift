/// Zones: names, offsets at an instant and at a wall clock reading, and the machine's own.

import DiarylogHost
import DiarylogTestSupport
import Testing

private let hasZones = ZoneDatabase.exists("Europe/London")

/// Seconds since 1970 of a date and time, as if in UTC.
private func civil(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
    // Days from 1970, counting years from March so that leap days come last.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64((era * 146_097 + dayOfEra - 719_468) * 86_400 + hour * 3600 + minute * 60)
}

@Suite("Zones", .timed, .serialized) struct ZoneTests {
    @Test func `UTC exists everywhere and is never away from itself`() {
        #expect(ZoneDatabase.exists("UTC"))
        #expect(ZoneDatabase.offset(of: "UTC", at: civil(2020, 7, 1)) == 0)
        #expect(ZoneDatabase.offset(of: "UTC", local: civil(1700, 1, 1)) == 0)
    }

    @Test(
        "a name that is no zone does not exist",
        arguments: [
            "", "/", "Europe", "Europe/", "Europe/Londen", "../etc/passwd", "/etc/passwd", "Europe/../Europe/London",
            "zone.tab", "tzdata.zi", "leapseconds", "localtime", "posixrules", "UTC\0", "Europe/London\0x",
            "CET-1CEST,M3", "é",
            ":Europe/London", " Europe/London",
        ])
    func unknown(name: String) {
        #expect(!ZoneDatabase.exists(name))
    }

    @Test("an unknown zone counts as UTC", arguments: ["Nowhere/Atall", "../../../etc/localtime", "", "CET-1"])
    func unknownOffset(name: String) {
        _ = ZoneDatabase.offset(of: "Asia/Seoul", at: 0)
        #expect(ZoneDatabase.offset(of: name, at: 0) == 0)
    }

    @Test("an offset is exact, in any century", .enabled(if: hasZones, "no tzdata on this machine"))
    func instants() {
        #expect(ZoneDatabase.offset(of: "Europe/London", at: civil(1660, 1, 1)) == -75)
        #expect(ZoneDatabase.offset(of: "Europe/London", at: civil(2020, 7, 1)) == 3600)
        #expect(ZoneDatabase.offset(of: "Asia/Seoul", at: civil(2024, 1, 1)) == 32400)
        #expect(ZoneDatabase.offset(of: "Asia/Kathmandu", at: civil(2024, 1, 1)) == 20700)
        #expect(ZoneDatabase.offset(of: "America/New_York", at: civil(2024, 1, 1)) == -18000)
        // Rules go on after the last transition written in the file.
        #expect(ZoneDatabase.offset(of: "Europe/London", at: civil(2400, 7, 1)) == 3600)
        #expect(ZoneDatabase.offset(of: "Asia/Seoul", at: .max) == 32400)
        #expect(abs(ZoneDatabase.offset(of: "Asia/Seoul", at: .min)) < 60_000)
    }

    @Test(
        "in a gap the offset before it counts, in an overlap the earlier instant", .enabled(if: hasZones, "no tzdata"))
    func gapAndOverlap() {
        let zone = "America/New_York"
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 3, 14, 1, 59)) == -18000)
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 3, 14, 2, 0)) == -18000)
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 3, 14, 2, 30)) == -18000)
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 3, 14, 3, 0)) == -14400)
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 11, 7, 0, 59)) == -14400)
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 11, 7, 1, 30)) == -14400)
        #expect(ZoneDatabase.offset(of: zone, local: civil(2021, 11, 7, 2, 0)) == -18000)
        // Samoa left out a whole day; Lord Howe moves by half an hour; London as ever before 1847.
        #expect(ZoneDatabase.offset(of: "Pacific/Apia", local: civil(2011, 12, 30, 12)) == -36000)
        #expect(ZoneDatabase.offset(of: "Pacific/Apia", local: civil(2011, 12, 31, 0)) == 50400)
        #expect(ZoneDatabase.offset(of: "Australia/Lord_Howe", local: civil(2021, 4, 4, 1, 45)) == 39600)
        #expect(ZoneDatabase.offset(of: "Europe/London", local: civil(1660, 1, 1)) == -75)
        #expect(abs(ZoneDatabase.offset(of: zone, local: .max)) < 60_000)
        #expect(abs(ZoneDatabase.offset(of: zone, local: .min)) < 60_000)
    }

    @Test(
        "a reading gives back its instant, or an earlier one that reads the same",
        .enabled(if: hasZones, "no tzdata"),
        arguments: [
            "Europe/London", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Casablanca",
            "Asia/Manila", "America/Juneau", "Antarctica/Troll",
        ])
    func law(zone: String) {
        var chance = Chance(for: "readings of \(zone)")
        for _ in 0..<3000 {
            let instant = Int64.random(in: civil(1830, 1, 1)..<civil(2050, 1, 1), using: &chance)
            expectEarliest(zone, instant)
        }
        // Around the changes of one year, minute by minute, where the hard ones are.
        let changes = stride(from: civil(2011, 1, 1), to: civil(2012, 1, 2), by: 3600).filter {
            ZoneDatabase.offset(of: zone, at: $0) != ZoneDatabase.offset(of: zone, at: $0 + 3600)
        }
        for change in changes {
            for minute in -1600...1600 { expectEarliest(zone, change + Int64(minute) * 60) }
        }
    }

    private func expectEarliest(_ zone: String, _ instant: Int64) {
        let offset = ZoneDatabase.offset(of: zone, at: instant)
        let wall = instant + Int64(offset)
        let found = ZoneDatabase.offset(of: zone, local: wall)
        // The instant found reads the same, and is not later.
        #expect(ZoneDatabase.offset(of: zone, at: wall - Int64(found)) == found, "\(zone) \(instant)")
        #expect(found >= offset, "\(zone) \(instant)")
    }

    @Test("many threads may ask for different zones at once", .enabled(if: hasZones, "no tzdata"))
    func threads() async {
        await withTaskGroup(of: Bool.self) { group in
            for (zone, offset) in [("Asia/Seoul", Int32(32400)), ("Asia/Tokyo", 32400), ("Asia/Kolkata", 19800)] {
                group.addTask {
                    (0..<2000).allSatisfy { _ in ZoneDatabase.offset(of: zone, at: 1_700_000_000) == offset }
                }
            }
            for await same in group { #expect(same) }
        }
    }

    @Test("the system's zone is an existing one, and TZ has the first word", .enabled(if: hasZones, "no tzdata"))
    func system() throws {
        let before = ProcessEnvironment.value("TZ")
        defer {
            do {
                if let before {
                    try ProcessEnvironment.set("TZ", to: before)
                } else {
                    try ProcessEnvironment.unset("TZ")
                }
            } catch { Issue.record("TZ stays changed: \(error)") }
        }
        for value in ["Asia/Seoul", ":Asia/Seoul", "/usr/share/zoneinfo/Asia/Seoul", ":/usr/share/zoneinfo/Asia/Seoul"]
        {
            try ProcessEnvironment.set("TZ", to: value)
            #expect(ZoneDatabase.systemZone == "Asia/Seoul")
        }
        try ProcessEnvironment.unset("TZ")
        let machine = ZoneDatabase.systemZone
        #expect(ZoneDatabase.exists(machine))
        for value in ["", "Nowhere/Atall", "CET-1CEST", "../etc/passwd", ":/etc/localtime"] {
            try ProcessEnvironment.set("TZ", to: value)
            #expect(ZoneDatabase.systemZone == machine)
        }
    }

    @Test(
        "what TZ says is a zone that has a name, or none", .enabled(if: hasZones, "no tzdata"),
        arguments: [
            ("UTC0", "UTC"), ("KST-9", "Etc/GMT-9"), ("EST5", "Etc/GMT+5"), ("<+09>-9", "Etc/GMT-9"),
            ("KST-09:00", "Etc/GMT-9"), ("EST5EDT", "EST5EDT"), (":Asia/Seoul", "Asia/Seoul"),
            ("EST5EDT,M3.2.0,M11.1.0", nil), ("IST-5:30", nil), ("NST3:30", nil), ("CET-1CEST", nil), ("AAA99", nil),
            ("Asia/Seol", nil), ("", nil), (":", nil), ("KS-9", nil), ("<>-9", nil), ("KST-", nil), ("KST-999", nil),
            ("XXX-167:00", nil), ("/etc/passwd", nil), (":/nonexist", nil), ("Z", nil), ("localtime", nil),
            ("Asia/Seoul ", nil),
        ] as [(String, String?)])
    func settings(value: String, meant: String?) {
        #expect(ZoneDatabase.zone(setBy: value) == meant)
    }

    @Test("a zone in force is not seen in the environment, nor by a child", .enabled(if: hasZones, "no tzdata"))
    func hidden() throws {
        let before = ProcessEnvironment.value("TZ")
        #expect(ZoneDatabase.offset(of: "Asia/Seoul", at: 0) == 32400)
        #expect(ProcessEnvironment.value("TZ") == before)
        #expect(try ChildProcess.run(["sh", "-c", "test \"${TZ-unset}\" = '\(before ?? "unset")'"]) == 0)
        try ProcessEnvironment.set("TZ", to: "Asia/Tokyo")
        #expect(try ChildProcess.run(["sh", "-c", "test \"$TZ\" = Asia/Tokyo"]) == 0)
        #expect(ZoneDatabase.offset(of: "Asia/Kolkata", at: 0) == 19800)
        #expect(ProcessEnvironment.value("TZ") == "Asia/Tokyo")
        if let before { try ProcessEnvironment.set("TZ", to: before) } else { try ProcessEnvironment.unset("TZ") }
    }
}
