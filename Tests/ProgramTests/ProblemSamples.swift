/// A sample of every problem, for the tests of what is said of them.

import DiaryEngine
import DiarylogArchives
import DiarylogExchange
import DiarylogHost
import DiarylogTextSearch
import EventStore
import Interchange

@testable import DiaryModel
@testable import diarylog

extension Problem {
    static var samples: [Problem] {
        [nothingFound, closedPipe] + ofUsage + ofEntries + ofHistory + ofDiaries + ofFiles + ofAttachments + ofWeather
            + ofSync + ofLocks
    }

    private static let ofLocks: [Problem] = [
        .locked("x"), .joinsInClear("x"), .noEncryption("x"), .otherEncryption("x"), .stillOpen("x", by: []),
        .stillOpen("x", by: [(1, "y")]),
        .openToOthers("x"), .keyNotSealed, .noLockKey("x"), .wrongPassphrase("x"), .otherLockKey("x"),
        .wrongFirstPassphrase("x"), .badLockKey("x"),
    ]

    private static var ofUsage: [Problem] {
        let queries = QueryProblem.samples.map { badQuery($0, in: "비 \"눈") }
        let dates = DateProblem.Reason.allCases.flatMap { reason in
            let problem = DateProblem(reason: reason, range: 0..<1)
            return [badDate(problem, in: "x"), badLeadingDate(problem, in: "x")]
        }
        return named + queries + dates
    }

    private static let named: [Problem] = [
        .badArguments(Sentence("a", "가")), .argumentNotUTF8(number: 1), .inputNotUTF8, .unknownZone("x"),
        .impossibleDate("x"), .unreadableMoment("x"), .unreadableClock("x"), .unreadablePlace("x"), .unknownPlace("x"),
        .weatherOfWhat, .nothingToShow, .filtersNeedRandom, .entryForText("@2"), .unreadableVersion("x"),
        .unreadableCursor, .unreadableLimit,
        .limitNeedsList, .wantsNumber("--preview"), .beyondHead(asked: 2, head: 1), .beyondNow("x"), .momentOnChange,
        .against("--a", "--b"), .intoNeedsMending, .needsYes, .numberNeedsExpect, .openNeedsOne, .expectNeedsOne,
        .configWantsKey, .unknownSetting("x"), .badSettingValue(key: "x", value: "y"), .nothingAsked, .nothingChosen,
        .unknownTopic("x"), .unknownFormat("x", of: ["y"]), .badColumn("x"), .unknownTimeFormat("x"),
        .unknownTakeable("x"),
        .cannotWrite("x"),
        .folderWanted("x"), .eventsAreWhole, .unreadableOperation("x"),
        .unknownCommand("x", near: ["y"]), .versionsOfTwo, .unknownShell("x"), .versionNotHere,
        .versionOnChange("x@v1"), .nothingToRestore, .toNeedsOne, .entryTwice("x"),
        .nothingToCount, .nothingToCompare, .unreadableInterval("x"), .keepsNone, .numberForgotten, .draftWanted("x"),
        .headerNeedsEditor, .entryAndFilters,
    ]

    private static let ofSync: [Problem] =
        [
            .severalDiaries, .newerKey, .remoteInDiary("x"), .syncArguments, .noRemote, .hasRemote("x"),
            .badRemote("x"), .keyWanted, .terminalWanted,
            .knownKey("x"), .noOtherLog("x"), .otherLogDamaged("x"), .numberTaken,
            .diaryHere("x", "y"), .nothingToBring("x"),
            .sameDiaryThere("x"), .notBrought(.damaged),
            .noDevice("x"), .ambiguousDevice("x", ["y", "z"]), .ownDevice("x"),
            .keyNotWrittenDown, .badKeyFile("x"), .noSyncKey("x"), .unreadableObjects(["x"]), .scrubFound(1),
            .scrubFound(2),
            .nothingToScrub("x"), .someNotExchanged(["x"], of: 2, .unreachable),
            .putsRefused(1), .putsRefused(2), .absentObjects(["x"]), .absentObjects(["x", "y"]), .sealedObjects(["x"]),
            .sealedObjects(["x", "y"]),
            .unreadableObjects(["a", "b", "c", "d", "e", "f"]), .programMissing("x"),
        ]
        + [
            .remote(.unreachable("y")), .noMarker, .notYet, .severalDiaries, .otherDiary, .unknownNeeds(["y"]),
            .seal(.noProgram),
            .seal(.refused),
        ].flatMap { (trouble: ExchangeTrouble) in
            [0, 1, 2].map { Problem(trouble, at: "x", unsent: $0) }
        } + [KeyFile.Trouble.absent, .closed, .newer].compactMap { Problem(exchanging: $0, at: "x") }

    private static let ofEntries: [Problem] = [
        .noEntry("x"), .noEntryNumber(1), .noEntryOn("x"), .noVersion("x"), .lostVersion("x"),
        .ambiguousEntry("x", candidates: ["y"]), .entryIsDeleted("x"), .entryIsForgotten("x"),
        .markerStands(number: 3, line: "======="), .tooManyTexts(id: "x", names: ["y", "z"]), .oneTextOnly(id: "x"),
        .noneOfTexts("x", names: ["y", "z"]), .nothingVisible,
        .textNotUTF8, .textTooLong(2, most: 1), .textTooLong(nil, most: 1),
        .tagTooLong, .tooManyTags(257, most: 256), .emptyTag, .tagOfText("x"), .unwritableTag("x"),
        .lineGone("x"), .zoneTooLong, .improperDate, .improperPlace, .improperWeather, .improperExtra,
        .improperAttachment, .contentTooLarge,
        .conflict(entry: "x", expected: .version(1), actual: .version(2), kept: .draft("y")),
        .conflict(entry: "x", expected: .event("a"), actual: .event("b"), kept: nil), .keyTaken(by: "x"),
        .noDraft("x"), .damagedDraft("x"), .fileOfOtherDiary("x", diary: "y"),
    ]

    private static let ofHistory: [Problem] = [
        .nothingToUndo, .nothingToUndoOn("x"), .nothingToRedo,
        .changedSince([ChangedEntry(id: "x", title: "y", fields: ConflictField.allCases)], more: 1),
        .changedSince([ChangedEntry(id: "x", title: "y", fields: [.text], isUndecided: true)], more: 0),
        .movedOn(actual: "x"), .noOperation("x"), .ambiguousOperation("x", candidates: ["y"]),
    ]

    private static var ofDiaries: [Problem] { ofDiaryItself + VerifyAdvice.samples.map { unsound($0) } }

    private static let ofDiaryItself: [Problem] = [
        .noHome, .noDiaryName("x y"), .noDiaryName(""), .diaryIsHere("x"), .noDiary("x"), .isAFile("x"),
        .notADiary("x"), .occupied("x"),
        .isALink("x"), .foreignFolder("x"),
        .otherApplication("x"), .newerFormat(found: 2, supported: 1), .busy, .readOnly("x"), .replaced("x"),
        .noPermission("x"), .diskFull("x"), .networkFolder("x"), .damaged("x"), .damagedEvents([1]),
        .damagedBackup([1]), .holdsMore("x"), .forgottenStillThere(processes: []), .forgottenStillThere(processes: [1]),
        .backupInsideDiary("x"), .overLimit("x"), .needsNewerProgram, .newerEntry("x"), .systemRefused("x"),
        .leftOut(1),
        .eventsLeftOut([1]), .holesKept([1]), .differs(["x"]), .damagedSnapshots(1), .noServer, .unproven(["x"]),
        .damagedTable("spans"), .fileTooLarge("x"), .notWritten("x"), .unsure("x"), .unsureOfName("x", "y"),
        .outputFailed("x", isChanged: true), .outputFailed("x", isChanged: false), .notMended(path: "x", [1]),
        .doubtful(Damage(events: [1], tables: ["x"]), made: false), .doubtful(Damage(events: [1]), made: true),
        .doubtful(Damage(tables: ["x"]), made: false),
    ]

    private static func leftOut(of count: Int) -> Problem {
        var out = LeftOut()
        for row in 1...count { out.note(ReadProblem("x", at: .row(row), .row(.badDate("y")))) }
        return leftOut(out)
    }

    private static var ofFiles: [Problem] { ofFileItself + ReadProblem.samples.map(\.problem) }

    private static let ofFileItself: [Problem] = [
        .noFile("x"), .isAFolder("x"), .fileInsideDiary("x"), .folderTaken("x"), .fileNotUTF8("x"),
        leftOut(of: 1), leftOut(of: 30),
        .badRecord(1, reason: "x"), .refusedRecord(1, Sentence("x", "x")), .otherDiary("x"),
        .leftRecords(from: 1, added: 2, Sentence("x", "x")), .noEditor("x"), .editorFailed(code: 1, kept: .draft("x")),
        .editorFailed(code: 1, kept: nil), .draftNotUTF8("x"), .nothingSaved("x"),
        .cannotMerge("x", version: 2),
        .wrongWeekday("x", 4), .badHeader(line: 1, Sentence("x", "x")),
        .badSetting(path: "x", line: 1, text: "y"), .noTemplate("x", names: []), .noTemplate("x", names: ["y"]),
        .noBrowser(["x", "y"]), .printingFailed("x", code: 1),
    ]

    private static let ofAttachments: [Problem] = [
        .notAFile("x"), .folderFirst("@1", nil), .folderFirst("@1", "y"), .noAttachment("x", entry: "y"),
        .noAttachmentNumber(1, entry: "x"),
        .ambiguousAttachment("x", candidates: ["y"]), .attachmentsLost(["x", "y"]), .runnable("x"), .noOpener("x"),
        .openerFailed("x", code: 1), .attachmentsLostInBackup(["x"]), .attachmentsUnsound(["x", "y"]),
        .attachmentsStillThere(1),
    ]

    private static var ofWeather: [Problem] {
        [noPlaceForWeather("x"), noWeatherProgram] + WeatherTrouble.samples.map { noWeather($0, .openWeather) }
    }
}

extension QueryProblem {
    static let samples: [QueryProblem] = [
        QueryProblem(.empty, at: 0..<0), QueryProblem(.unbalancedQuote, at: 4..<5),
        QueryProblem(.unbalancedParenthesis, at: 0..<1), QueryProblem(.unknownField("x"), at: 0..<2),
        QueryProblem(.missingValue("tag"), at: 0..<4), QueryProblem(.unreadableValue("date", "x"), at: 0..<1),
        QueryProblem(.unreadableValue("place", "x"), at: 0..<1),
        QueryProblem(.missingOperand("OR"), at: 0..<2), QueryProblem(.missingOperand(""), at: 0..<0),
        QueryProblem(.nothingToFind("!"), at: 0..<1), QueryProblem(.tooDeep, at: 0..<1),
    ]
}

extension VerifyAdvice {
    static let samples = [
        VerifyAdvice(damaged: [], tables: []), VerifyAdvice(damaged: [], tables: [], isDeep: false),
        VerifyAdvice(damaged: [], tables: [], compactionPays: true), VerifyAdvice(damaged: [], tables: ["ids"]),
        VerifyAdvice(damaged: [1], tables: ["ids"]), VerifyAdvice(damaged: [1], tables: ["log"], hasBrokenPages: true),
    ]
}

extension ReadProblem {
    static var samples: [ReadProblem] {
        let ofRows: [RowReason] = [
            .json(.notUTF8), .json(.endsEarly), .json(.unexpected(byte: 1)), .json(.nameTwice("x")),
            .json(.loneSurrogate), .json(.tooDeep), .notAnObject, .unknownFormat, .missing("x"),
            .missing("created_at"), .missing("date"), .wrongKind("x"), .badDate("x"), .unknownZone("x"), .badPlace,
        ]
        let ofArchives = ArchiveProblem.samples.map { Reason.archive($0) }
        let expected: [Expected] = [
            .jrnlHead, .date, .dateWritten("x"), .element("x"), .yaml,
            .property, .componentBegin("x"), .componentEnd("x"),
            .monthFile, .days, .quotedField, .fields(2),
        ]
        let reasons: [Reason] =
            ofRows.map { .row($0) } + expected.map { .expected($0, found: "x") }
            + expected.map { .field("x", $0, found: "y") } + [
                .unrecognised, .isAFolder, .isNoFolder, .emptyFolder, .ambiguousDate("x", ["y", "z"]),
                .system(SystemError(code: 2, call: "open", path: "x")), .refused(.nothingVisible),
                .encrypted,
                .undated(2, "x", "x"), .undated(2, "x", "y"), .noColumn("date", ["x", "y"]),
            ]
        let unread = UnreadKind.allCases.map { Reason.unread($0) }
        return (reasons + ofArchives + unread).map { ReadProblem("x", at: .row(1), $0) } + [
            ReadProblem("x", at: .line(1), .isAFolder), ReadProblem("x", .isAFolder),
        ]
    }
}

extension ArchiveProblem {
    static var samples: [ArchiveProblem] {
        [
            .system(SystemError(code: 5, call: "pread", path: "x")), .notAnArchive, .endsEarly, .severalParts,
            .damaged(nil), .damaged("x"), .tooMany(1), .tooLarge("x", 1), .tooLarge("", 1), .bomb("x"), .bomb(""),
            .unsafeName("x"), .nameNotUTF8("x"), .nameTwice("x"), .link("x"), .notAFile("x"), .encrypted("x"),
            .method("x", 1), .checksum("x"),
        ]
    }
}
