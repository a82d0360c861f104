/// The names of problems for scripts, which never change; the schema of errors lists them. The hundreds are the exit
/// code with which a problem of the name ends the program, but where it says otherwise.
package enum Code: Int, CaseIterable {
    case noAttachment = 100, noDevice, noDiaries, noMeasure, noOtherLog, notFound, nothingToRedo, nothingToUndo

    case ambiguous = 200, archive, badDate, badKey, badRemote, beyondHead, draft, editor, encrypted, foreign
    case halfJoined, hasRemote, header, insideDiary, insideRemote, joinsInClear, keyNotWrittenDown, keyWanted, knownKey
    case lineGone, link, manyEntries, network, newerFormat, newerRemote, noDiary, noFile, noFolder, noPassphrase
    case noProgram
    case noRemote, noServer, noTemplate, noWeatherProgram
    case noneOfTexts, notADiary, notUtf8, nothingVisible, notBrought, occupied
    case opener, otherDiary, otherEncryption, overLimit, ownDevice, query, record, remoteInDiary, remoteOfDiaries
    case row, settings, tagOfText, terminalWanted, tooLong, tooManyTags, unconfirmed, unknownFormat, unknownZone
    case unreadableDate, usage, weatherAddress, weatherInFuture, weatherKeyRefused, weatherNoData, weatherNoKey
    case weatherNoPlace, weatherNoSuchPlace, weatherPast

    case changedSince = 300, conflict, deleted, forgotten, holdsMore, keyTaken, movedOn, newerKey, oneText
    case otherRemote, replaced, sameDiary, severalDiaries, tooManyTexts, undecided

    case busy = 400, numberTaken, openToOthers, stillOpen, stillThere, weatherCut, weatherFailed
    case weatherRedirected, weatherTimeout, weatherTooLarge, weatherTooMany, weatherUnexpected, weatherUnreachable
    case weatherUnreadable, weatherUntrusted

    case attachmentsLost = 500, damaged, damagedDraft, damagedEvents, damagedRows, damagedSnapshots, damagedTable
    case differs, draftsLost, holes, leftOut, lostVersion, notMended, otherLogDamaged, scrub, unproven
    case unreadableObjects, unsound

    case browser = 600, diskFull, fileTooLarge, noPermission, output, readOnly, storage, unsure

    case absentObjects = 700, keyClosed, keyNotSealed, locked, noEncryption, noKey, noKeyFile, noLockKey, noMarker
    case notYetThere, otherKey, passphrase, putsRefused, sealedObjects, someNotExchanged, unreachable

    /// As scripts read it: `noFile` is `no-file`.
    package var name: String { "\(self)".map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }

    var status: ExitStatus { ExitStatus(rawValue: Int32(rawValue / 100)) ?? .usage }
}
