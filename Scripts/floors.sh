#!/usr/bin/env bash
# The house has floors: a target imports only what is below it, only some may say "unsafe", and the floors
# below the diary do not speak of diaries and entries.
#
#   floors.sh             checks Sources and Tests/TestSupport, and says every breach
#   floors.sh --self-test shows that it can fail: plants breaches in a copy and wants each of them named
set -euo pipefail
cd "$(dirname "$0")/.."

# target: the modules it may import. A floor may skip floors, never look up.
allowed() {
    case "$1" in
        LMDB) echo "DiarylogCLMDB Glibc Synchronization" ;;
        Host) echo "DiarylogCHost Glibc Synchronization" ;;
        Zlib) echo "DiarylogCZlib" ;;
        Hashes) echo "DiarylogCCrypto" ;;
        Markup) echo "DiarylogCYAML DiarylogCCMark Synchronization" ;;
        Archives) echo "DiarylogZlib DiarylogHost" ;;
        Words | TextSearch) echo "Swift" ;;
        DiaryModel) echo "DiarylogWords Swift" ;;
        Arguments) echo "DiarylogWords Synchronization" ;;
        EventStore) echo "DiarylogLMDB DiarylogHost DiarylogHashes Synchronization" ;;
        SearchIndex) echo "EventStore DiarylogTextSearch DiarylogHost Synchronization" ;;
        DiaryEngine) echo "DiarylogSearchIndex EventStore DiaryModel DiarylogTextSearch DiarylogHost Synchronization" ;;
        Interchange) echo "DiaryEngine EventStore DiaryModel DiarylogArchives DiarylogMarkup DiarylogHashes DiarylogHost Synchronization" ;;
        Exchange) echo "Interchange DiaryEngine EventStore DiaryModel DiarylogZlib DiarylogHost" ;;
        DiaryServer) echo "Interchange DiaryEngine EventStore DiaryModel DiarylogTextSearch DiarylogMarkup DiarylogZlib DiarylogHost Synchronization" ;;
        diarylog-web) echo "DiaryServer DiarylogArguments DiarylogWords DiarylogHost Glibc NIOCore NIOHTTP1 NIOPosix Synchronization" ;;
        TestSupport) echo "DiarylogHost Glibc Synchronization Testing" ;;
        diarylog) echo "DiarylogExchange Interchange DiarylogArchives DiarylogMarkup DiaryEngine EventStore DiaryModel DiarylogTextSearch DiarylogArguments DiarylogWords DiarylogHost Synchronization" ;;
        *) echo "" ;;
    esac
}

# Files that may say "unsafe": all of LMDB, Host, Zlib, Hashes and Markup, the file of SearchIndex that decodes postings,
# that of the server which calls the system, and tests.
may_be_unsafe() {
    case "$1" in
        */Sources/LMDB/* | */Sources/Host/* | */Sources/Zlib/* | */Sources/Hashes/* | */Sources/Markup/* | */Sources/SearchIndex/Postings/PostingBlock.swift | */Tests/* \
            | */Sources/diarylog-web/SystemCalls.swift) return 0 ;;
        *) return 1 ;;
    esac
}

# Floors below the diary, by their words: in code and in comments.
knows_no_diary() {
    case "$1" in
        EventStore | TextSearch | SearchIndex | Zlib | Hashes | Markup | Archives | Words | Arguments) return 0 ;;
        *) return 1 ;;
    esac
}

# The project's own name, before what is hashed and in the names of its modules.
own='s@diarylog/|Diarylog[A-Z]@@g'

check() { # folder
    local breaches=0 file target module
    while IFS= read -r file; do
        target=${file#"$1"/}
        target=${target#*/}
        target=${target%%/*}
        while IFS= read -r module; do
            case " $(allowed "$target") " in
                *" $module "*) ;;
                *)
                    echo "$file: $target may not import $module"
                    breaches=$((breaches + 1))
                    ;;
            esac
        done < <(sed -nE 's/^(@[A-Za-z_()]+ )*((public|package|internal|private|fileprivate) )?import ((struct|class|enum|func|protocol|var|let|typealias) )?([A-Za-z0-9_]+).*/\6/p' "$file")
        if ! may_be_unsafe "$file" && sed -E 's@//.*@@' "$file" | grep -qE '(^|[^A-Za-z_"])unsafe([^A-Za-z_"]|$)'; then
            echo "$file: says unsafe outside LMDB, Host, Zlib, Hashes, Markup and the posting codec"
            breaches=$((breaches + 1))
        fi
        if knows_no_diary "$target" && sed -E "$own" "$file" | grep -qiE 'diar(y|ies)|entr(y|ies)'; then
            echo "$file: $target speaks of $(sed -E "$own" "$file" \
                | grep -oiE '[a-z]*(diar(y|ies)|entr(y|ies))[a-z]*' | head -1)"
            breaches=$((breaches + 1))
        fi
    done < <(find "$1/Sources" "$1/Tests/TestSupport" -name '*.swift' 2> /dev/null | sort)
    return "$((breaches > 0))"
}

self_test() {
    local scratch
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' RETURN
    plant() { # target file text wanted
        local home=Sources
        [ "$1" != TestSupport ] || home=Tests
        rm -rf "$scratch/Sources" "$scratch/Tests"
        mkdir -p "$(dirname "$scratch/$home/$1/$2")"
        printf '%s\n' "$3" > "$scratch/$home/$1/$2"
        if output=$(check "$scratch"); then
            echo "floors.sh did not see: $3 (in $1)"
            return 1
        fi
        case "$output" in
            *"$4"*) ;;
            *)
                echo "floors.sh said something else: $output"
                return 1
                ;;
        esac
    }
    plant EventStore Up.swift "package import DiaryEngine" "may not import DiaryEngine"
    plant DiaryModel Pure.swift "import FoundationEssentials" "may not import FoundationEssentials"
    plant Host Events.swift "internal import EventStore" "may not import EventStore"
    plant TestSupport Diaries.swift "package import DiaryEngine" "may not import DiaryEngine"
    plant Attic New.swift "import DiarylogHost" "may not import DiarylogHost"
    plant SearchIndex Up.swift "internal import DiaryModel" "may not import DiaryModel"
    plant EventStore Word.swift "/// The row of an entry." "speaks of entry"
    plant EventStore Name.swift "let diary: StoreID" "speaks of diary"
    plant SearchIndex Word.swift "/// The newest entry." "speaks of entry"
    plant SearchIndex Name.swift "struct EntrySet {}" "speaks of EntrySet"
    plant TextSearch Word.swift "/// Words of all diaries." "speaks of diaries"
    plant DiaryEngine Raw.swift "let x = unsafe pointer.pointee" "says unsafe"
    plant SearchIndex Postings/Raw.swift "let x = unsafe pointer.pointee" "says unsafe"
    plant Archives Up.swift "internal import DiaryModel" "may not import DiaryModel"
    plant Archives C.swift "internal import DiarylogCZlib" "may not import DiarylogCZlib"
    plant Archives Raw.swift "let x = unsafe pointer.pointee" "says unsafe"
    plant Arguments Up.swift "internal import DiarylogHost" "may not import DiarylogHost"
    plant Archives Word.swift "/// The first entry." "speaks of entry"
    plant diarylog-web Under.swift "internal import EventStore" "may not import EventStore"
    plant diarylog-web Raw.swift "let x = unsafe pointer.pointee" "says unsafe"
    plant diarylog Spi.swift "@_spi(Private) public import struct DiarylogLMDB.Database" "may not import DiarylogLMDB"
}

self_test
if [ "${1:-}" = --self-test ]; then
    echo "floors: every planted breach was seen"
    exit 0
fi
if check .; then
    echo "floors: imports go down only, unsafe stays below, the store knows no diary"
else
    exit 1
fi
