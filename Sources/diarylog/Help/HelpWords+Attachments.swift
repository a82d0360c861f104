/// The Korean of the help of attachments.

extension HelpWords {
    /// What the commands say of themselves, and of their options.
    static let attaching: [String: String] = [
        "Add files to an entry: pictures, recordings, anything.": "일기에 사진이나 녹음 같은 파일을 붙입니다.",
        "The files are copied into the diary's folder and proven by their hashes; the entry keeps them whatever becomes of the ones you gave. undo takes them off again, and every version and moment shows its own.":
            "파일은 일기 폴더에 복사되고 해시로 확인됩니다. 원래 파일이 어떻게 되든 일기에 남습니다. undo로 다시 떼고, 버전과 시점마다 그때의 파일을 보입니다.",
        "The files.": "파일들.",
        "Take files off an entry; undo brings them back.": "일기에서 파일을 뗍니다. undo로 되돌립니다.",
        "The files stay in the diary's folder, as earlier versions have them. Only forget removes what nothing else names.":
            "앞선 버전에 있으므로 파일은 일기 폴더에 남습니다. 다른 데서 쓰지 않는 것은 forget만 없앱니다.",
        "Names of its files, or beginnings of their hashes.": "파일 이름이나 해시의 앞부분.",
        "List the files of an entry, or of all; write them out.": "일기 한 편이나 모든 일기의 파일을 보이고, 꺼냅니다.",
        "Each with its number, name, media type, size, and whether the file is there. ENTRY@v3 and --at list those of then. In a pipe a line is entry, number, name, type, size, state and SHA-256, with tabs between. --output writes them into a folder and replaces nothing there: a name that is taken gets a number.":
            "번호, 이름, 형식, 크기와 파일이 있는지를 보입니다. ENTRY@v3과 --at은 그때의 것입니다. 파이프에는 일기, 번호, 이름, 형식, 크기, 상태, SHA-256을 탭으로 나누어 씁니다. --output은 폴더에 꺼내되 있는 것을 덮어쓰지 않고, 같은 이름에는 번호를 붙입니다.",
        "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3.":
            "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 ENTRY@v3.",
        "Write the files into this folder.": "파일을 이 폴더에 꺼냅니다.",
        "Attach this file; may be given again.": "이 파일을 붙입니다. 여러 번 쓸 수 있습니다.",
        "Open its n-th file, a copy of it, with $DIARYLOG_OPENER or xdg-open.":
            "n번째 파일의 사본을 $DIARYLOG_OPENER나 xdg-open으로 엽니다.",
        "Also remove the attached files that no event and no draft names.": "어느 사건도 초안도 쓰지 않는 붙인 파일도 없앱니다.",
        "Where the attached files are; without it, attachments beside the file.":
            "붙인 파일이 있는 폴더. 없으면 파일 옆의 attachments.",
        "Write the attached files into this folder, for import.": "붙인 파일을 이 폴더에 냅니다. import가 가져옵니다.",
        "Show its pictures, on a terminal that takes them (kitty, iTerm2).":
            "그림을 받는 터미널(kitty, iTerm2)이면 그림도 보입니다.",
    ]
}
