internal import DiaryEngine
internal import DiaryModel
internal import EventStore

// Why an event of a log is not accepted, in the words of the command line.

extension Sentence {
    init(_ answer: OperationAnswer) {
        switch answer {
        case .accepted: self.init("it is taken", "받아들였습니다")
        case .known: self.init("the same event stands there before", "같은 변경이 앞에 이미 있습니다")
        case .notYet(let needs): self.init(needs)
        case .never(let refusal): self.init(refusal)
        }
    }

    private init(_ needs: EventNeeds) {
        if let id = needs.events.first?.hexadecimal {
            self.init("event \(id), which it follows, is not there before it", "앞서야 할 변경 \(id, .subject) 앞에 없습니다")
        } else if needs.payload {
            self.init(
                "its payload is missing, and its entry was not forgotten", "내용이 빠져 있는데, 그 일기를 영구 삭제했다는 변경이 없습니다")
        } else {
            self.init("its operation is not whole", "그 명령의 변경이 다 있지 않습니다")
        }
    }

    private init(_ refusal: EventRefusal) {
        let field = refusal.field == .store ? "diary" : refusal.field.rawValue
        let why =
            switch (refusal.field, refusal.reason) {
            case (.text, .tooLong):
                Sentence(
                    "a text may have \(EntryLimits.text >> 20) MiB, and this one has more",
                    "글은 \(EntryLimits.text >> 20) MiB까지인데 더 깁니다")
            case (.body, .tooLong):
                Sentence(
                    "an entry may have \(EntryLimits.content >> 20) MiB, an event \(EventLimits.body >> 20), and this has more",
                    "일기는 \(EntryLimits.content >> 20) MiB, 변경은 \(EventLimits.body >> 20) MiB까지인데 더 큽니다")
            default: Sentence(refusal.reason)
            }
        self.init("\(field): \(why.en)", "\(field): \(why.ko)")
    }

    private init(_ reason: EventRefusal.Reason) {
        switch reason {
        case .malformed: self.init("the bytes cannot be read", "바이트를 읽을 수 없습니다")
        case .unproven: self.init("the payload is not the one its header commits to", "내용이 머리말이 보증한 것이 아닙니다")
        case .outOfRange: self.init("there is no such value", "있을 수 없는 값입니다")
        case .notAfter: self.init("it is not greater than that of an event before it", "앞선 변경의 것보다 크지 않습니다")
        case .foreign: self.init("it belongs to another diary", "다른 일기장의 것입니다")
        case .missing: self.init("it is missing", "빠져 있습니다")
        case .needless: self.init("it stands where there must be none", "있으면 안 되는 곳에 있습니다")
        case .unordered: self.init("they are not in order, each once", "순서대로 하나씩 있지 않습니다")
        case .otherwise: self.init("it stands there before with other events", "다른 변경으로 앞에 이미 있습니다")
        case .empty: self.init("there is nothing in it", "비어 있습니다")
        case .tooLong: self.init("it is too long", "너무 깁니다")
        case .unfitting: self.init("it does not fit what stands there", "있는 것과 맞지 않습니다")
        case .notUTF8: self.init("it is not valid UTF-8, or cuts a character", "올바른 UTF-8이 아니거나 글자를 자릅니다")
        }
    }
}
