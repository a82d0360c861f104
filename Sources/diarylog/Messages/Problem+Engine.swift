internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Host
internal import Interchange

// What the lower floors throw, in the words of the command line.

extension Problem {
    /// Whatever a command threw.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as EventStoreError: self.init(error)
        case let error as ChangeProblem: self.init(error)
        case let error as QueryProblem: self = .usage(.query(error, in: ""))
        case let error as SystemError: self.init(error)
        case let error as JrnlProblem: self = .jrnl(error)
        case let error as ReadProblem: self = .file(.unread(error))
        default: self = .place(.system("\(error)"))
        }
    }

    init(_ error: ChangeProblem) {
        switch error {
        case .refused(let refusal, let entry): self.init(refusal, entry: entry.hexadecimal)
        case .conflict(let entry, let expected, let actual):
            self = .entry(.conflict(entry: entry.hexadecimal, expected: expected, actual: actual, kept: nil))
        case .keyTaken(let holder): self = .entry(.keyTaken(by: holder.hexadecimal))
        }
    }

    init(_ error: EventStoreError) {
        switch error {
        case .missing(let path): self = .place(.missing(path))
        case .isAFile(let path): self = .place(.isAFile(path))
        case .notAStore(let path): self = .place(.notADiary(path))
        case .occupied(let path): self = .place(.occupied(path))
        case .isALink(let path): self = .place(.isALink(path))
        case .foreignFolder(let path): self = .place(.foreign(path))
        case .otherApplication(let name): self = .place(.otherApplication(name))
        case .newerFormat(let found, let supported): self = .place(.newerFormat(found: found, supported: supported))
        case .busy: self = .place(.busy)
        case .readOnly(let path): self = .place(.readOnly(path))
        case .replaced(let path): self = .place(.replaced(path))
        case .noPermission(let path): self = .place(.noPermission(path))
        case .diskFull(let path): self = .place(.diskFull(path))
        case .networkFileSystem(let path): self = .place(.network(path))
        case .damaged(let detail): self = .place(.damaged(detail))
        case .damagedEvents(let events): self = .place(.damagedEvents(events))
        case .holdsMore(let path): self = .place(.holdsMore(path))
        case .insideStore(let path): self = .place(.insideDiary(path))
        case .conflict(let expected, let actual):
            self = .entry(
                .conflict(entry: "", expected: .version(expected ?? 0), actual: .version(actual ?? 0), kept: nil))
        case .overLimit(let detail): self = .place(.overLimit(detail))
        case .needsNewerProgram: self = .place(.needsNewerProgram)
        case .unacceptable(let record, let reason): self = .file(.record(record, reason: reason))
        case .refused(let record, let answer): self = .file(.refusedRecord(record, Sentence(answer)))
        case .unknownProjection(let name): self = .usage(.unknownProjection(name))
        case .beyondHead(let asked, let head): self = .usage(.beyondHead(asked: asked, head: head))
        case .improperName(let name): self = .usage(.unknownProjection(name))
        case .residue: self = .place(.residue)
        case .mapFull: self = .place(.diskFull(""))
        case .fileTooLarge(let path): self = .place(.fileTooLarge(path))
        case .notWritten(let detail): self = .place(.notWritten(detail))
        case .unsure(let detail): self = .place(.unsure(detail))
        case .unsureOfName(let path, let detail): self = .place(.unsureOfName(path, detail))
        case .storage(let detail): self = .place(.system(detail))
        }
    }

    init(_ error: SystemError) {
        if error.isClosedPipe {
            self = .closedPipe
        } else if error.isFull, let path = error.path {
            self = .place(.diskFull(path))
        } else if error.isTooLarge, let path = error.path {
            self = .place(.fileTooLarge(path))
        } else if error.isPermission, let path = error.path {
            self = .place(.noPermission(path))
        } else if error.isReadOnly, let path = error.path {
            self = .place(.readOnly(path))
        } else if error.isFolder, let path = error.path {
            self = .file(.isAFolder(path))
        } else if error.isMissing, let path = error.path {
            self = .file(.missing(path))
        } else {
            self = .place(.system(error.description))
        }
    }

    /// Why a change was refused; `entry` is the name by which the user knows the entry.
    init(_ refusal: Refusal, entry: String) {
        self = .entry(EntryProblem(refusal, entry: entry))
    }
}

extension EntryProblem {
    init(_ refusal: Refusal, entry: String) {
        switch refusal {
        case .noSuchEntry, .alreadyExists: self = .unknown(entry)
        case .isDeleted: self = .isDeleted(entry)
        case .isForgotten: self = .isForgotten(entry)
        case .nothingVisible: self = .nothingVisible
        case .notUTF8: self = .notUTF8
        case .textTooLong: self = .textTooLong(most: EntryLimits.text)
        case .tagTooLong: self = .tagTooLong
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
