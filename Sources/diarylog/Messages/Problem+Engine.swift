internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

// What the lower floors throw, in the words of the command line.

extension Problem {
    /// Whatever a command threw.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as EventStoreError: self.init(error)
        case let error as ChangeProblem: self.init(error)
        case let error as QueryProblem: self = .badQuery(error, in: "")
        case let error as SystemError: self.init(error)
        case let error as ReadProblem: self = error.problem
        case Unparsed.mistake(let mistake): self = .badArguments(ParserWords.sentence(mistake))
        default: self = .systemRefused("\(error)")
        }
    }

    init(_ error: ChangeProblem) {
        switch error {
        case .refused(let refusal, let entry): self.init(refusal, entry: entry.hexadecimal)
        case .conflict(let entry, let expected, let actual):
            self = .conflict(entry: entry.hexadecimal, expected: expected, actual: actual, kept: nil)
        case .keyTaken(let holder): self = .keyTaken(by: holder.hexadecimal)
        }
    }

    init(_ error: EventStoreError) {
        switch error {
        case .missing(let path): self = .noDiary(path)
        case .isAFile(let path): self = .isAFile(path)
        case .notAStore(let path): self = .notADiary(path)
        case .occupied(let path): self = .occupied(path)
        case .isALink(let path): self = .isALink(path)
        case .foreignFolder(let path): self = .foreignFolder(path)
        case .otherApplication(let name): self = .otherApplication(name)
        case .newerFormat(let found, let supported): self = .newerFormat(found: found, supported: supported)
        case .busy: self = .busy
        case .numberTaken: self = .numberTaken
        case .readOnly(let path): self = .readOnly(path)
        case .replaced(let path): self = .replaced(path)
        case .noPermission(let path): self = .noPermission(path)
        case .diskFull(let path): self = .diskFull(path)
        case .locked(let path): self = .locked(path)
        case .networkFileSystem(let path): self = .networkFolder(path)
        case .damaged(let detail): self = .damaged(detail)
        case .damagedTable(let name): self = .damagedTable(name)
        case .damagedEvents(let events): self = .damagedEvents(events)
        case .holdsMore(let path): self = .holdsMore(path)
        case .insideStore(let path): self = .backupInsideDiary(path)
        case .conflict(let entry, let expected, let actual):
            let version: EntryVersion = if case .exactly(let version) = expected { version } else { 0 }
            self = .conflict(
                entry: entry.hexadecimal, expected: .version(version), actual: .version(actual ?? 0), kept: nil)
        case .overLimit(let detail): self = .overLimit(detail)
        case .needsNewerProgram: self = .needsNewerProgram
        case .unacceptable(let record, let reason): self = .badRecord(record, reason: reason)
        case .refused(let record, let answer): self = .refusedRecord(record, Sentence(answer))
        case .beyondHead(let asked, let head): self = .beyondHead(asked: asked, head: head)
        case .fileTooLarge(let path): self = .fileTooLarge(path)
        case .notWritten(let detail): self = .notWritten(detail)
        case .unsure(let detail): self = .unsure(detail)
        case .unsureOfName(let path, let detail): self = .unsureOfName(path, detail)
        case .storage(let detail): self = .systemRefused(detail)
        }
    }

    init(_ error: SystemError) {
        if error.isClosedPipe {
            self = .closedPipe
        } else if error.isLocked {
            self = .locked(error.path ?? "")
        } else if error.isFull, let path = error.path {
            self = .diskFull(path)
        } else if error.isTooLarge, let path = error.path {
            self = .fileTooLarge(path)
        } else if error.isPermission, let path = error.path {
            self = .noPermission(path)
        } else if error.isReadOnly, let path = error.path {
            self = .readOnly(path)
        } else if error.isFolder, let path = error.path {
            self = .isAFolder(path)
        } else if error.isMissing, let path = error.path {
            self = .noFile(path)
        } else {
            self = .systemRefused(error.description)
        }
    }

    /// Why a change was refused; `entry` is the name by which the user knows the entry.
    init(_ refusal: Refusal, entry: String) {
        switch refusal {
        case .noSuchEntry, .alreadyExists: self = .noEntry(entry)
        case .isDeleted: self = .entryIsDeleted(entry)
        case .isForgotten: self = .entryIsForgotten(entry)
        case .nothingVisible: self = .nothingVisible
        case .notUTF8: self = .textNotUTF8
        case .textTooLong(let bytes): self = .textTooLong(bytes, most: EntryLimits.text)
        case .tagTooLong: self = .tagTooLong
        case .tooManyTags(let count): self = .tooManyTags(count, most: EntryLimits.tags)
        case .emptyTag: self = .emptyTag
        case .zoneTooLong: self = .zoneTooLong
        case .improperDate: self = .improperDate
        case .improperPlace: self = .improperPlace
        case .improperWeather: self = .improperWeather
        case .improperExtra: self = .improperExtra
        case .improperAttachment: self = .improperAttachment
        case .contentTooLarge: self = .contentTooLarge
        }
    }
}
