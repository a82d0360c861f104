// The words of the bar, the list, the year, of what lies over the page, and of time: the past, an entry's history, the
// slider, what an operation did: English, Korean; what needs a value is a function of it.
import { figures, one } from "./language.js";

export const words = {
  // bar and menu
  search: ["Search", "검색"],
  searchHint: ["Search your diary", "일기 검색"],
  tools: ["Tools", "도구"],
  undo: ["Undo", "되돌리기"],
  redo: ["Redo", "다시 하기"],
  year: ["Year", "한 해"],
  menu: ["Menu", "메뉴"],
  new: ["New", "새 일기"],
  showDeleted: ["Deleted entries", "지운 일기"],
  choose: ["Choose several", "여러 편 고르기"],
  chosenCount: [(count) => `${figures(count)} chosen`, (count) => `${figures(count)}편 고름`],
  tagThem: ["Tag…", "태그…"],
  exportThem: ["Export", "내보내기"],
  plainText: ["Plain text", "텍스트"],
  deleteManyTitle: [
    (count) => `Delete ${one(count, "entry", "entries")}?`,
    (count) => `일기 ${figures(count)}편을 지우시겠어요?`],
  deleteManyText: ["They leave the list. One undo brings all of them back.", "목록에서 사라집니다. 한 번 되돌리면 모두 돌아옵니다."],
  deletedMany: [
    (count) => `${one(count, "entry was", "entries were")} deleted.`,
    (count) => `일기 ${figures(count)}편을 지웠습니다.`],
  taggedMany: [
    (count) => `${one(count, "entry has", "entries have")} the tag.`,
    (count) => `일기 ${figures(count)}편에 태그를 달았습니다.`],
  starredMany: [
    (count) => `${one(count, "entry is", "entries are")} starred.`,
    (count) => `일기 ${figures(count)}편에 별표를 달았습니다.`],
  importFile: ["Import a file…", "파일 가져오기…"],
  importMany: [(count) => `Import ${figures(count)} files`, (count) => `파일 ${figures(count)}개 가져오기`],
  importUnknown: [
    "This cannot be read. Text, Markdown, JSON and what other diaries export can.",
    "읽을 수 없는 파일입니다. 텍스트, 마크다운, JSON, 다른 일기 앱에서 내보낸 파일을 읽을 수 있습니다."],
  unreadable: [
    (name) => `${name} cannot be read. Of a folder, add the files that are in it.`,
    (name) => `${name}: 읽을 수 없습니다. 폴더라면 그 안의 파일을 넣으세요.`],
  importTitle: [(name) => `Import ${name}`, (name) => `${name} 가져오기`],
  importLooking: ["Looking at the file…", "파일을 살펴보는 중…"],
  importing: ["Importing…", "가져오는 중…"],
  importYes: ["Import", "가져오기"],
  showLiving: ["All entries", "모든 일기"],
  otherLanguage: ["한국어로 보기", "View in English"],
  showKeys: ["Keys", "단축키"],
  readOnly: ["read only", "읽기 전용"],
  rebuild: ["Make it anew", "다시 만들기"],
  storageRefused: [
    "This browser stores nothing for this page. It works, but keeps nothing typed across a crash.",
    "이 브라우저가 저장소를 막아 두었습니다. 쓰는 데는 지장이 없지만, 저장되기 전에 브라우저가 멈추면 쓰던 글을 잃습니다.",
  ],
  offline: ["The server does not answer.", "서버가 답하지 않습니다."],
  offlineAt: [
    (address) => `${address} does not answer. What you type is kept here. Run “diarylog serve” again, `
      + "and the page goes on by itself.",
    (address) => `${address}에서 답이 없습니다. 쓰신 글은 여기에 있습니다. “diarylog serve”를 다시 실행하면 이어집니다.`],
  // other devices
  syncTitle: ["Your other devices", "다른 기기들"],
  syncSent: ["All is sent.", "모두 보냈습니다."],
  syncWaits: [
    (count) => `${one(count, "change waits", "changes wait")} to be sent.`,
    (count) => `보낼 것이 ${figures(count)}개 있습니다.`],
  syncUnreachable: [
    (time) => `Not reachable; the last exchange was ${time}.`,
    (time) => `닿지 않습니다. 마지막으로 주고받은 때: ${time}.`],
  syncNeverReached: ["Not reachable yet.", "아직 닿지 못했습니다."],
  syncKey: ["A key is wanted.", "열쇠가 필요합니다."],
  syncTrouble: ["The last exchange failed.", "마지막으로 주고받지 못했습니다."],
  syncNow: ["Exchange now", "지금 주고받기"],
  // list
  entries: ["Entries", "일기"],
  filters: ["Filters", "거르기"],
  starred: ["Starred", "별표"],
  filterYear: ["Year", "연도"],
  filterTag: ["Tag", "태그"],
  filterSort: ["Order", "순서"],
  allYears: ["Any year", "모든 해"],
  allTags: ["Any tag", "모든 태그"],
  clearFilters: ["Clear", "모두 보기"],
  byDate: ["Newest", "최신순"],
  oldest: ["Oldest", "오래된순"],
  byCreation: ["Last written", "쓴 순서"],
  byChange: ["Last changed", "고친 순서"],
  byRelevance: ["Best match", "정확도순"],
  noTitle: ["New entry", "새로운 일기"],
  newer: ["Written by a newer diarylog", "더 새로운 diarylog가 쓴 일기"],
  noText: ["No text", "텍스트 없음"],
  loading: ["Loading…", "불러오는 중…"],
  countEntries: [(count) => one(count, "entry", "entries"), (count) => `${figures(count)}편`],
  countHits: [
    (count, exact) => `${exact ? "" : "about "}${one(count, "entry", "entries")}`,
    (count, exact) => `${exact ? "" : "약 "}${figures(count)}편`],
  hasDraft: ["has a draft", "초안 있음"],
  emptyTitle: ["A blank diary", "아직 일기가 없습니다"],
  emptyText: [
    "Write the first entry: what you see from the window is enough. It saves itself as you type, and the slider "
      + "below goes back to every moment of it.",
    "첫 일기를 써 보세요. 창밖 풍경 한 줄이면 됩니다. 쓰는 대로 저장되고, 아래 막대로 언제든 지난 시점을 볼 수 있습니다."],
  emptyAction: ["Write the first entry", "첫 일기 쓰기"],
  noneFoundTitle: ["Nothing found", "찾은 일기가 없습니다"],
  noneFoundText: [
    "Try fewer letters. First consonants work (ㄴㅆ finds 날씨), and so do tag:family, date:2026-10, star:yes, "
      + "\"words in order\" and -without.",
    "글자를 줄여 보세요. 첫소리(ㄴㅆ으로 날씨)도, 태그:가족, 날짜:2026-10, 별:예, \"이어진 말\", -빼기도 됩니다."],
  noneFilterTitle: ["No entry is left", "남은 일기가 없습니다"],
  noneFilterText: ["No entry passes all of these filters.", "고르신 조건에 모두 맞는 일기가 없습니다."],
  nonePastTitle: ["Nothing was written yet", "아직 아무것도 쓰지 않았을 때입니다"],
  nonePastText: [
    "At this moment the diary was empty. Move the slider to the right.",
    "이 시점에는 일기장이 비어 있었습니다. 막대를 오른쪽으로 옮겨 보세요."],
  deletedOn: [(day) => `deleted ${day}`, (day) => `${day}에 지움`],
  noneDeletedTitle: ["No deleted entries", "지운 일기가 없습니다"],
  noneDeletedText: ["Entries you delete are kept here, and can be brought back.", "지운 일기는 여기에 남고, 되살릴 수 있습니다."],
  // drafts
  drafts: ["Drafts", "초안"],
  draftsWaiting: ["Not finished", "쓰다 만 글"],
  resume: ["Go on writing", "이어 쓰기"],
  discard: ["Discard", "버리기"],
  keptHere: ["only in this browser", "이 브라우저에만 있음"],
  draftOfNew: ["new entry", "새 일기"],
  discardTitle: ["Discard this draft?", "이 초안을 버릴까요?"],
  discardText: [
    (title) => `“${title}” is no entry yet. What was typed is then gone.`,
    (title) => `아직 저장하지 않은 글입니다: “${title}”. 쓴 글이 사라집니다.`],
  discarded: ["The draft was discarded.", "초안을 버렸습니다."],
  // year
  monthBefore: ["The month before", "이전 달"],
  monthAfter: ["The next month", "다음 달"],
  yearBefore: ["Year before", "이전 해"],
  yearAfter: ["Year after", "다음 해"],
  heatmap: ["Entries by day", "날마다 쓴 일기"],
  inAll: ["Numbers of the whole diary", "일기장 전체"],
  statEntries: ["entries in all", "모든 일기"],
  statDays: ["days written", "쓴 날"],
  statWords: ["words", "낱말"],
  statStreak: ["days in a row now", "일째 이어 쓰는 중"],
  statLongest: ["longest row of days", "가장 길게 이어 쓴 날"],
  onThisDay: [(day) => `On ${day}, through the years`, (day) => `해마다 ${day}에는`],
  noneOnThisDay: ["No entry on this day yet.", "이날 쓴 일기가 아직 없습니다."],
  noTags: ["No tags yet. Write #walks in a text, or add one below it.", "아직 태그가 없습니다. 글에 #산책처럼 쓰거나 글 아래에서 더하세요."],
  cell: [(day, count) => `${day}: ${one(count, "entry", "entries")}`, (day, count) => `${day}: ${figures(count)}편`],
  // problems
  noTokenTitle: ["This page needs its address", "주소가 필요합니다"],
  noTokenText: [
    "Start “diarylog serve” in a terminal, and open the address that it prints. It has a key in it that only you have.",
    "터미널에서 “diarylog serve”를 실행하고, 나오는 주소를 그대로 여세요. 그 주소에는 나만 가진 열쇠가 들어 있습니다."],
  tokenTitle: ["This window is no longer let in", "이 창은 더 이상 들어갈 수 없습니다"],
  tokenText: [
    "What answers here does not know this window's key, so the window tells it nothing. Open the address that "
      + "“diarylog serve” prints now.",
    "여기서 답하는 서버가 이 창의 열쇠를 모르므로 아무것도 보내지 않습니다. “diarylog serve”가 지금 보여 주는 주소를 여세요."],
  lockedTitle: ["The diary is locked", "일기장이 잠겨 있습니다"],
  lockedText: [
    "“diarylog unlock”, in a terminal, asks for the passphrase and opens it. This page then goes on by itself.",
    "터미널에서 “diarylog unlock”이 암호를 묻고 엽니다. 그러면 이 화면이 저절로 이어집니다."],
  problemKept: ["Your last words are still in this browser.", "마지막에 쓰신 글은 이 브라우저에 남아 있습니다."],
  problemCopy: ["Copy what I typed", "쓴 글 복사하기"],
  gone: ["This entry is not there.", "이 일기가 없습니다."],
  goneThen: ["This entry was not there at that moment.", "이 시점에는 없던 일기입니다."],
  failed: ["That did not work.", "되지 않았습니다."],
  // keys
  keyList: [
    [["/", "search"], ["n", "new entry"], ["j  k  ↓  ↑", "down and up in the list"], ["Enter", "open"], ["e", "edit"],
      ["Ctrl Enter", "end editing"], ["Ctrl S", "save"], ["s", "star"], ["h", "history"], ["y", "year"],
      ["t", "time slider"], ["[  ]", "one change back, forth"], ["u  U", "undo, redo"], ["#", "delete"],
      ["x", "choose several"], ["Esc", "back"]],
    [["/", "검색"], ["n", "새 일기"], ["j  k  ↓  ↑", "목록에서 아래, 위"], ["Enter", "열기"], ["e", "고치기"], ["Ctrl Enter", "다 썼음"],
      ["Ctrl S", "저장"], ["s", "별표"], ["h", "기록"], ["y", "한 해"], ["t", "시간 막대"], ["[  ]", "변경 하나 뒤로, 앞으로"],
      ["u  U", "되돌리기, 다시 하기"], ["#", "지우기"], ["x", "여러 편 고르기"], ["Esc", "뒤로"]]],
  // the past
  thisIsThePast: ["This is the past.", "지난 시점을 보고 있습니다."],
  bringAllBack: ["Bring this diary back…", "일기장을 이때로 되살리기…"],
  backToNow: ["Back to now", "지금으로"],
  // history
  history: ["History", "기록"],
  versions: ["Versions", "버전"],
  tabChanges: ["Changes", "바뀐 곳"],
  tabLines: ["Lines", "줄마다"],
  version: [(number) => `Version ${number}`, (number) => `${number}번째 버전`],
  restoreVersion: ["Restore this version…", "이 버전으로 되돌리기…"],
  restoreVersionTitle: ["Restore this version?", "이 버전으로 되돌릴까요?"],
  restoreVersionText: [
    (number) => `The entry says again what it said in version ${number}. This is a new version; none is lost.`,
    (number) => `일기가 ${number}번째 버전의 글로 돌아갑니다. 새 버전이 하나 생기고, 잃는 것은 없습니다.`],
  acts: [
    { created: "written", edited: "edited", restored: "brought back", observed: "weather", deleted: "deleted",
      forgotten: "forgotten" },
    { created: "씀", edited: "고침", restored: "되살림", observed: "날씨", deleted: "지움", forgotten: "잊음" }],
  noDifference: ["The text did not change here.", "글은 그대로입니다."],
  fieldNames: [
    { date: "date", tags: "tags", starred: "star", place: "place", weather: "weather", attachments: "attachments" },
    { date: "날짜", tags: "태그", starred: "별표", place: "장소", weather: "날씨", attachments: "첨부" }],
  yes: ["yes", "예"],
  no: ["no", "아니요"],
  nothing: ["none", "없음"],
  // time
  time: ["Time", "시간"],
  slider: ["Time slider", "시간 막대"],
  stepBack: ["One step back", "한 걸음 뒤로"],
  stepForward: ["One step forth", "한 걸음 앞으로"],
  sliderHelp: [
    "Arrows move by one change, Page Up and Page Down by a day; by days, by a day and by thirty.",
    "화살표는 변경 하나씩, Page Up과 Page Down은 하루씩 움직입니다. 날마다일 때는 하루와 서른 날씩입니다."],
  byDay: ["By day", "날마다"],
  thatDay: ["What was done on that day", "그날 한 일"],
  changesOfDay: [
    (day, count) => `${day}: ${count ? one(count, "change", "changes") : "no change"}`,
    (day, count) => `${day}: ${count ? `변경 ${figures(count)}개` : "변경 없음"}`],
  jump: ["Jump to a day", "날짜로 가기"],
  now: ["Now", "지금"],
  beginning: ["Before the first word", "첫 글 이전"],
  nothingYet: ["Nothing had been written.", "아직 아무것도 쓰지 않았습니다."],
  restoreAllTitle: ["Bring the whole diary back to this moment?", "일기장 전체를 이때로 되살릴까요?"],
  restoreAllText: [
    (count, more, moment) =>
      `${more ? "More than " : ""}${one(count, "entry becomes", "entries become")} what they were on ${moment}. `
      + "It is one change, and undo takes it back.",
    (count, more, moment) => `일기 ${figures(count)}편${more ? " 넘게" : "이"} ${moment}의 모습이 됩니다. 한 번의 변경이고, 되돌릴 수 있습니다.`],
  restoreNothing: ["The diary is now as it was then.", "지금 일기장이 그때와 같습니다."],
  restoreAllYes: ["Bring it back", "되살리기"],
  bringBackTitle: ["Bring this entry back?", "이 일기를 되살릴까요?"],
  bringBackText: [
    "The entry becomes what it was at this moment. Undo takes this back.",
    "일기가 이 시점의 모습이 됩니다. 되돌릴 수 있습니다."],
  broughtBack: ["Brought back.", "되살렸습니다."],
  // operations
  verbs: [
    { add: "wrote", edit: "edited", delete: "deleted", restore: "restored", import: "imported", undo: "took back",
      redo: "did again", forget: "forgot", observe: "filled in", change: "changed" },
    { add: "쓰기", edit: "고치기", delete: "지우기", restore: "되살리기", import: "가져오기", undo: "되돌리기", redo: "다시 하기", forget: "잊기",
      observe: "날씨", change: "변경" }],
  deviceBegan: ["a device began to write", "기기가 쓰기 시작함"],
  operationOne: [(verb, title) => `${verb} “${title}”`, (verb, title) => `“${title}” ${verb}`],
  entryCount: [(count) => one(count, "entry", "entries"), (count) => `일기 ${figures(count)}편`],
  operationMany: [
    (verb, count) => `${verb} ${one(count, "entry", "entries")}`,
    (verb, count) => `일기 ${figures(count)}편 ${verb}`],
  undoWhat: [(what) => `Undo: ${what}`, (what) => `되돌리기: ${what}`],
  redoWhat: [(what) => `Redo: ${what}`, (what) => `다시 하기: ${what}`],
  undone: [(what) => `Taken back: ${what}`, (what) => `되돌렸습니다: ${what}`],
  redone: [(what) => `Done again: ${what}`, (what) => `다시 했습니다: ${what}`],
  nothingToUndo: ["There is nothing to take back.", "되돌릴 것이 없습니다."],
  changes: [{ added: "new", removed: "gone", changed: "changed" }, { added: "새 글", removed: "지움", changed: "고침" }],
  more: ["and more…", "그 밖에 더…"],
};
