/// A sample of every notice and word, for the tests of what is said.

import DiaryEngine
import DiaryModel
import EventStore
import Interchange

@testable import diarylog

extension Notice {
    static var samples: [Notice] {
        everyday + ofBranches + ofDrafts + ofUpkeep + ofMany + ofExchange + ofAttachments + ofClocks + ofWeather
            + ofFiles + ofSync + ofLocks + VerifyAdvice.samples.map { verified($0) }
    }

    private static let everyday: [Notice] = [
        .made(path: "x"), .madeFromLog(path: "x", events: 1), .dated("x"), .added(id: "x", title: "y"),
        .addedBefore(id: "x"), .edited(id: "x", version: 1), .unchanged, .madeOn(id: "x", version: 1, event: 2),
        .deleted(1, "x"), .deleted(2, "x"), .nothingTyped, .templateLeft("x"), .typeHere,
        .memory(years: 1, id: "x", title: "y"), .memory(years: 2, id: "x", title: "y"), .askRestoreUnsure("x"),
        .wouldRestore(RestorePlan(deleted: 1)), .restoredAll(RestorePlan(deleted: 2, changed: 1)), .restored(1),
        .undone("x", entries: 1, title: "y"), .undoneAlone("x", entries: 2, title: "y"),
        .redone("x", entries: 0, title: nil), .restoredTo("x", entries: 1, title: "y"),
        .imported(added: 1, skipped: 0), .wouldImport(added: 1, skipped: 1), .unknownMembers("x"),
        .otherJournals("x (1)"),
        .exported(count: 1, path: "x"), .settingWritten(path: "x"), .replayed(2, from: 1, entries: 1, 0.5, rate: 2),
        .hashesHold, .tablesAgree, .indexMissing, .noDifference, .askDelete(["x"], count: 1),
        .askDelete(["x", "y"], count: 5), .nothingDeleted, .nothingOnThisDay(isSpan: true),
        .nothingOnThisDay(isSpan: false), .beforeItBegan("x", asked: "y"), .noTags,
        .progress(done: 1, total: 2, percent: 50, rate: 3, left: 4), .reading(1, bytes: 2, of: 9, left: 1),
        .nothingFound, .earlierVersions(1), .earlierVersions(2), .otherQuery("'x'", finds: 1),
        .found(1, of: 1, isExact: true, ofVersions: false),
        .found(2, of: 9, isExact: false, ofVersions: true), .snapshotThere, .snapshotsRemoved(1),
        .namelessMachine, .crashed, .mended(path: "x", events: 2, healed: 1),
    ]

    private static let ofLocks: [Notice] = [
        .lockKeyToWriteDown(["x"]), .lockPassphraseComing, .lockGoesOn("x"), .encrypted("x", key: "y"), .locked,
        .unlocked, .neverLocked, .clearRemoved("x"),
    ]

    private static let date = EntryDate(seconds: 0, offset: 0, zone: "UTC", precision: .minute)

    private static let ofFiles: [Notice] = [
        .skippedTime(date, "x"), .repeatedTime(date, "x", later: date), .textLeft("x"), .copyLeft("x"),
        .wordsInFile("x"),
        .nothingSaved("x"), .unsaved("x"), .fileDiscarded("x"),
        .askDiscardFile("x"), .editorDidNotWait("x", nil),
        .editorDidNotWait("x", "y"),
    ]

    private static let ofSync: [Notice] = [
        .exchangeBegun("x"), .joined("x", events: 1), .joined("x", events: 2), .broughtTogether("x", kept: "y"),
        .exchanged(sent: 0, received: 0, files: 0),
        .exchanged(sent: 1, received: 2, files: 1), .unsentEvents(0), .unsentEvents(1), .unsentEvents(2),
        .newConflicts(["885fa93f"]), .newConflicts(["885fa93f", "885fa93e"]), .uselessRemoved(["events/x (1).age"]),
        .uselessRemoved(["x", "x", "x", "x", "x", "x"]),
        .waitingObjects(1), .waitingObjects(2), .missingFiles(1), .missingFiles(2),
        .refusedOperation("x", Sentence("y", "z")), .left("x"), .askLeave("x", unsent: 0), .askLeave("x", unsent: 1),
        .nothingLeft, .keyToWriteDown("x"), .askKeyEnding, .askKeyEndingAgain, .passphraseComing, .passphraseSet,
        .keyWithoutPassphrase, .keyRotated, .rotationMeans, .keyFetched, .keysMerged, .heldApart("x", 1),
        .heldApart("x", 2), .notPassedOn("x"), .struckOut("x"), .inCarriedFolder("x"),
        .otherLogTaken("x", added: 1, kept: "y"), .otherLogTaken("x", added: 2, kept: "y"), .newKeyThere,
        .checked(objects: 1, unsent: 1),
        .checked(objects: 2, unsent: 2), .watching("x"), .holesCame(1), .holesCame(2),
    ]

    private static let ofBranches: [Notice] = [
        .inConflict(id: "x", others: ["y"]), .inConflict(id: "x", others: ["y", "z"]),
        .mergedText(id: "x", from: ["y", "z"]), .mergedText(id: "x", from: []), .contested(id: "x"),
        .isForgotten(id: "x"), .needsNewerProgram(id: "x"), .decided(id: "x", version: 2, others: []),
        .entriesOfNewerProgram(["x"], count: 1), .entriesOfNewerProgram(["x", "y"], count: 3),
        .newerEntriesLeftOut(1), .newerEntriesLeftOut(2), .newerEvents(1), .newerEvents(2), .replayedNewer(1),
        .newerHere(events: 1, entries: 1), .newerHere(events: 2, entries: 0),
        .decided(id: "x", version: 2, others: ["y", "z"]),
        .undecidedEntries(["x"], count: 1), .undecidedEntries(["x", "y"], count: 3),
        .contestedEntries(["x"], count: 1), .contestedEntries(["x", "y"], count: 3), .noConflicts,
        .notInConflict(id: "x"), .waysToDecide(id: "x"), .stillUndecided(id: "x", count: 2),
        .lostValue(
            .date, LostWords(value: "1", who: "x"), to: LostWords(value: "2", who: "y"), command: "diarylog edit x"),
    ]

    private static let ofDrafts: [Notice] = [
        .kept(.draft("x")), .kept(.file("x")), .draftDiscarded("x", title: "y"), .draftBlank,
        .noDrafts,
        .draftOfNew("x"), .draftOfEntry("x", id: "y", version: 1), .draftBehind("x", id: "y", version: 2),
        .askDiscard("x", title: "y"), .nothingDiscarded,
    ]

    private static let ofUpkeep: [Notice] = [
        .backedUp(path: "x", events: 1, bytes: 1), .nothingNew, .slowReader(process: 1, bytes: 1),
        .compacted(before: 2, after: 1, followed: 1, heldMilliseconds: 1),
        .willForget(id: "x", forgetting(title: nil, snapshots: 0, drafts: 0, backups: [])),
        .willForget(id: "x", forgetting(title: "y", snapshots: 2, drafts: 1, backups: ["z"])), .askForget(id: "x"),
        .nothingForgotten, .forgot(id: "x"), .cannotPromise(backups: [], processes: []),
        .cannotPromise(backups: ["x"], processes: [1, 2]), .keptEntries(["x"]), .keptEntries(["x", "y"]),
        .doubtfulEntries(["x"]), .doubtfulEntries(["x", "y"]),
    ]

    private static func forgetting(title: String?, snapshots: Int, drafts: Int, backups: [String]) -> ForgettingWords {
        ForgettingWords(
            title: title, events: 2, bytes: 1, snapshots: snapshots, drafts: drafts, backups: backups)
    }

    private static let ofMany: [Notice] = [
        .chosen(1, titles: ["x"]), .chosen(4, titles: ["x", "y", "z"]), .askDeleteThem, .askChangeThem,
        .changedMany(1), .changedMany(2), .undecidedLeft(1), .undecidedLeft(2),
    ]

    private static let ofExchange: [Notice] = [1, 2].flatMap { count -> [Notice] in
        [
            .importedEvents(added: count, known: 2), .wouldImportEvents(count), .newIDs(count), .newTimes(count),
            .fewerVersions(count), .equalVersions(count), .lesserTexts(count), .differingEntries(count),
            .changedAtSource(count), .updated(count), .wouldUpdate(count), .changedBothWays(count, "885fa93f"),
            .forgottenElsewhere(count, "885fa93f"), .stillHeld(count, "885fa93f", nil),
            .stillHeld(count, "885fa93f", Problem(EventStoreError.busy).message),
            .rescued(id: "885fa93f", draft: "d1"),
            .leftOut(ReadProblem("x", at: .row(count), .row(.badDate("y")))),
        ] + FormatLoss.allCases.map { .lostInFormat($0, count) }
    }

    private static let ofAttachments: [Notice] = [
        .attached(1, id: "x"), .attached(2, id: "x"), .detached(1, id: "x"), .attachedBefore("x"),
        .attachedAs("x", "y"), .wroteOut(1, folder: "x"), .openedCopy("x", copy: "y"), .unnamedFiles(1, bytes: 1),
        .sweptFiles(2, bytes: 1), .unsureOfFiles, .goWithEntry(1, bytes: 1), .backedUpFiles(2, fresh: 1, bytes: 1),
        .noImagesHere,
    ]

    private static let ofClocks: [Notice] = [
        .clockUnsure(
            events: 4...4, after: CertainEvent(event: 3, time: "x"), before: CertainEvent(event: 5, time: "y")),
        .clockUnsure(events: 4...6, after: CertainEvent(event: 3, time: "x"), before: nil),
        .clockUnsure(events: 1...6, after: nil, before: CertainEvent(event: 7, time: "y")),
        .clockUnsure(events: 1...6, after: nil, before: nil), .clockStep(clock: "x", seconds: 72 * 31_556_952),
        .clockStep(clock: "x", seconds: -3 * 86_400), .clockStep(clock: "x", seconds: -7_200),
        .clockStep(clock: "x", seconds: -660), .askRestore("x"), .nothingRestored, .noZones("x"), .zoneByRule("x"),
    ]

    private static let ofWeather: [Notice] = [
        .weatherAsked("x"), .weatherNotAsked("x", "y"), .noPlaceForWeather("x"), .noWeatherProgram("x"),
        .weatherIs("x", "y"), .weatherWas("x", "y"), .weatherBackfilled(1, without: 0, left: 0),
        .weatherBackfilled(2, without: 1, left: 3), .wouldAskWeather(1, left: 0), .wouldAskWeather(2, left: 2),
        .alias("x", of: "y"),
    ]
}

extension Sentence {
    static let allWords: [Sentence] = [
        Sentence.error, Sentence.hint, Sentence.noTitle, Sentence.forgotten, Sentence.newer, Sentence.deleted,
        Sentence.conflict,
        Sentence.contested, Sentence.textsStand(2), Sentence.deletedThere("x"), Sentence.deletedBy("x"),
        Sentence.lostFields("x"),
        Sentence.empty, Sentence.entries, Sentence.words, Sentence.days, Sentence.firstDay, Sentence.lastDay,
        Sentence.currentStreak, Sentence.longestStreak, Sentence.added, Sentence.removed, Sentence.changed,
        Sentence.date, Sentence.tags, Sentence.star, Sentence.place, Sentence.weather, Sentence.attachments,
        Sentence.earlier, Sentence.later, Sentence.total, Sentence.less, Sentence.more, Sentence.sound,
        Sentence.damaged, .syncRemote("x"), .lastExchange(nil), .lastExchange("x"), .deviceHeard("x", nil),
        .deviceHeard("x", "y"), .otherLogsHere(["x"]), .otherLogsHere(["a", "b", "c", "d", "e", "f"]), .thisDevice,
        .deviceStruck, .eventsHeldApart(1), .eventsHeldApart(2),
        .eventsNotPassedOn,
        .draftsOfForgets("d1"), .lastFailure("x", "unreachable"), .lastFailure("x", "noMarker"),
        .lastFailure("x", "otherDiary"), .lastFailure("x", "unknownNeeds"), .lastFailure("x", "noProgram"),
        .lastFailure("x", "sealed"), .lastFailure("x", "local"), .unawareOfForget("x", "y"), .unreadableListed(1),
        .unreadableListed(2),
    ]
}

extension OperationSummary {
    /// One of each sort.
    static var samples: [Sentence] {
        var samples = [many(OperationWords.name(.import), 1), many(OperationWords.name(.import), 60)]
        for command in CommandCode.allCases {
            samples.append(sentence(command, []))
            for kind in [DiaryDiff.Change.added, .removed, .changed] {
                let change = Change(change: kind, title: "x", added: 2, removed: 1, fields: [.tags])
                samples += [sentence(command, [change]), sentence(command, [change, change])]
            }
        }
        return samples
    }
}
