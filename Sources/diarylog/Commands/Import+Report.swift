internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

// What an import says: for scripts, and in words what of it is not kept.

extension Import {
    /// What came of it, for scripts.
    func writeJSON(
        _ read: ReadEntries, _ receipt: OperationReceipt?, added: Int, skipped: Int, _ losses: ImportLosses,
        _ session: Session
    ) throws {
        guard session.isJSON else { return }
        func ofRows(_ loss: RowLoss) -> Int { read.rowLosses[loss] ?? 0 }
        let unknown = read.unknown.sorted { $0.key < $1.key }.map { JSONMember($0.key, .number($0.value)) }
        try session.write([
            "operation": .text(orNull: receipt?.id.hexadecimal), "events": OperationJSON.events(receipt),
            "format": .text(orNull: read.format?.rawValue), "rows": .number(read.count),
            "added": .number(added), "skipped": .number(skipped), "unknown": .object(unknown), "dryRun": .bool(dryRun),
            "notKept": [
                "ids": .number(ofRows(.ids)), "times": .number(ofRows(.times) + losses.times),
                "versions": .number(ofRows(.versions)), "equalVersions": .number(losses.equalVersions),
                "texts": .number(ofRows(.branches)),
            ],
            "lost": .object(read.losses.all.map { JSONMember($0.loss.rawValue, .number($0.count)) }),
            "lostAt": .object(
                read.losses.all.map(\.loss).filter { !read.losses.places(of: $0).isEmpty }.map { loss in
                    JSONMember(loss.rawValue, .array(read.losses.places(of: loss).map(\.json)))
                }),
            "leftOut": .object(
                ReadProblem.Kind.allCases.compactMap { kind in
                    read.leftOut.counts[kind].map { JSONMember(kind.rawValue, .number($0)) }
                }),
            "leftOutAt": .array(read.leftOut.problems.map { RowOrigin($0.file, $0.position).json }),
            "differing": .number(losses.differing), "changed": .number(losses.changed),
            "forgottenHere": .number(losses.forgotten),
            "conflicts": .array(losses.conflicts.map { .text($0.hexadecimal) }),
        ])
    }

    /// Says what of the rows is not kept; of rows that were all skipped only whether they differ from what is here.
    func report(_ ofRows: [RowLoss: Int], _ losses: ImportLosses, added: Int, _ session: Session) {
        func note(_ count: Int, _ english: String, _ korean: String) {
            if count > 0, added > 0 { session.notify(english, korean) }
        }
        let (ids, times) = (ofRows[.ids] ?? 0, (ofRows[.times] ?? 0) + losses.times)
        let (versions, branches) = (ofRows[.versions] ?? 0, ofRows[.branches] ?? 0)
        note(
            ids,
            "\(ids, "entry gets a new id: its own is", "entries get new ids: theirs are") not 32 hexadecimal digits",
            "일기 \(ids)편은 식별자가 16진수 32자리가 아니어서 새 식별자를 받습니다")
        note(
            times,
            "\(times, "time", "times") of createdAt, modifiedAt or recordedAt cannot be, or lie in the future: the present stands for them",
            "createdAt, modifiedAt, recordedAt 가운데 \(times)개는 있을 수 없거나 앞날의 시각이어서 지금 시각으로 적습니다")
        note(
            versions,
            "\(versions, "entry has", "entries have") fewer versions than before: the file lacks the others; export without --newest-only has them",
            "일기 \(versions)편은 파일에 없는 버전이 빠집니다. --newest-only 없이 export하면 모두 있습니다")
        note(
            losses.equalVersions,
            "\(losses.equalVersions, "version", "versions") left out: no different from the one before",
            "앞 버전과 똑같은 버전 \(losses.equalVersions)개는 뺐습니다")
        note(
            branches,
            "\(branches, "entry in conflict keeps", "entries in conflict keep") only the text that was shown; export --events keeps all",
            "충돌한 일기 \(branches)편은 보이던 글만 남습니다. export --events로 내보내면 모두 남습니다")
        report(losses, session)
    }

    /// Says which entries were here before with another content, and what became of them.
    private func report(_ losses: ImportLosses, _ session: Session) {
        let isTaken = update || both
        let left = isTaken ? 0 : losses.changed
        let others = losses.differing - left - losses.conflicts.count
        if losses.changed > 0 {
            let notice: Sentence =
                if !isTaken {
                    Sentence(
                        "\(losses.changed, "entry has", "entries have") changed at the source since the import; --update takes that over",
                        "일기 \(losses.changed)편은 가져온 뒤에 원본이 바뀌었습니다. --update를 쓰면 바뀐 대로 고칩니다")
                } else if dryRun {
                    Sentence(
                        "would update \(losses.changed, "entry", "entries") that changed at the source",
                        "원본이 바뀐 일기 \(losses.changed)편을 고칠 것입니다")
                } else {
                    Sentence(
                        "updated \(losses.changed, "entry", "entries") that changed at the source",
                        "원본이 바뀐 일기 \(losses.changed)편을 고쳤습니다")
                }
            session.notify(notice)
        }
        if !losses.conflicts.isEmpty {
            let names = losses.conflicts.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ")
            session.notify(
                "\(losses.conflicts.count, "entry was", "entries were") changed both here and at the source, and left as here: \(names)",
                "일기 \(losses.conflicts.count)편은 여기서도 원본에서도 바뀌어 여기 것을 그대로 두었습니다: \(names)")
        }
        if losses.forgotten > 0 {
            session.notify(
                "\(losses.forgotten, "entry was", "entries were") forgotten here, and \(losses.forgotten == 1 ? "stays" : "stay") so",
                "여기서 영구 삭제한 일기 \(losses.forgotten)편은 그대로 두었습니다")
        }
        if others > 0 {
            session.notify(
                "\(others, "entry was", "entries were") here already with other content, and left as \(others == 1 ? "it is" : "they are")",
                "이미 있지만 내용이 다른 일기 \(others)편은 그대로 두었습니다")
        }
    }
}
