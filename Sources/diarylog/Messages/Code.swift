/// The names of problems for scripts, which never change; the schema of errors lists them.
package enum Code: String, CaseIterable {
    case ambiguous, archive, badDate, badKey, badRemote, beyondHead, draft, editor, encrypted, foreign, hasRemote
    case header, insideDiary, joinsInClear, keyNotWrittenDown, keyWanted, knownKey, lineGone, link, network, newerFormat
    case newerRemote, noDiary, noFile, noFolder, noPassphrase, noProgram, noRemote, noServer, noTemplate
    case noWeatherProgram, noneOfTexts, notADiary, nothingVisible, notBrought, occupied, opener, otherDiary
    case otherEncryption, overLimit, ownDevice, query, record, remoteInDiary, remoteOfDiaries, row, settings, tagOfText
    case terminalWanted, tooLong, tooManyTags, unconfirmed, unknownFormat, unknownZone, unreadableDate, usage
    case weatherAddress, weatherInFuture, weatherKeyRefused, weatherNoData, weatherNoKey, weatherNoPlace
    case weatherNoSuchPlace, weatherPast
    case notUTF8 = "not-utf8"

    case noAttachment, noDevice, noDiaries, noMeasure, noOtherLog, notFound, nothingToRedo, nothingToUndo

    case changedSince, conflict, deleted, forgotten, holdsMore, keyTaken, movedOn, newerKey, oneText, otherRemote
    case replaced, sameDiary, severalDiaries, tooManyTexts, undecided

    case busy, numberTaken, openToOthers, stillOpen, stillThere, weatherCut, weatherFailed, weatherRedirected
    case weatherTimeout, weatherTooLarge, weatherTooMany, weatherUnexpected, weatherUnreachable, weatherUnreadable
    case weatherUntrusted

    case attachmentsLost, damaged, damagedDraft, damagedEvents, damagedRows, damagedSnapshots, damagedTable, differs
    case holes, leftOut, lostVersion, notMended, otherLogDamaged, scrub, unproven, unreadableObjects, unsound

    case browser, diskFull, fileTooLarge, noPermission, output, readOnly, storage, unsure

    case absentObjects, keyClosed, keyNotSealed, locked, noEncryption, noKey, noKeyFile, noLockKey, noMarker
    case notYetThere, otherKey, passphrase, putsRefused, sealedObjects, someNotExchanged, unreachable

    /// As scripts read it: `noFile` is `no-file`.
    package var name: String { rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }

    /// How a problem of this name ends the program, but where it says otherwise.
    var status: ExitStatus {
        switch self {
        case .noAttachment, .noDevice, .noDiaries, .noMeasure, .noOtherLog, .notFound, .nothingToRedo, .nothingToUndo:
            .notFound
        case .changedSince, .conflict, .deleted, .forgotten, .holdsMore, .keyTaken, .movedOn, .newerKey, .oneText,
            .otherRemote, .replaced, .sameDiary, .severalDiaries, .tooManyTexts, .undecided:
            .conflict
        case .busy, .numberTaken, .openToOthers, .stillOpen, .stillThere, .weatherCut, .weatherFailed,
            .weatherRedirected, .weatherTimeout, .weatherTooLarge, .weatherTooMany, .weatherUnexpected,
            .weatherUnreachable, .weatherUnreadable, .weatherUntrusted:
            .busy
        case .attachmentsLost, .damaged, .damagedDraft, .damagedEvents, .damagedRows, .damagedSnapshots, .damagedTable,
            .differs, .holes, .leftOut, .lostVersion, .notMended, .otherLogDamaged, .scrub, .unproven,
            .unreadableObjects, .unsound:
            .damaged
        case .browser, .diskFull, .fileTooLarge, .noPermission, .output, .readOnly, .storage, .unsure: .storage
        case .absentObjects, .keyClosed, .keyNotSealed, .locked, .noEncryption, .noKey, .noKeyFile, .noLockKey,
            .noMarker, .notYetThere, .otherKey, .passphrase, .putsRefused, .sealedObjects, .someNotExchanged,
            .unreachable:
            .unreachable
        default: .usage
        }
    }
}
