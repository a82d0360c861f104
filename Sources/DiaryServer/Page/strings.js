// All words of the page, in English and in Korean.

const one = (count, single, several) => `${figures(count)} ${count === 1 ? single : several}`;
const kept = localStorage.getItem("diarylog.language");
let chosen = kept === "ko" || kept === "en" ? kept : /^ko\b/i.test(navigator.language) ? "ko" : "en";

/** The language the page speaks: "ko" or "en". */
export const language = () => chosen;
/** A number with its separators. */
export const figures = (number) => new Intl.NumberFormat(chosen).format(number);

const words = {
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
  showLiving: ["All entries", "모든 일기"],
  otherLanguage: ["한국어로 보기", "View in English"],
  showKeys: ["Keys", "단축키"],
  readOnly: ["read only", "읽기 전용"],
  offline: ["The server does not answer.", "서버가 답하지 않습니다."],
  offlineAt: [
    (address) => `${address} does not answer. What you type is kept here. Run “diarylog serve” again, and the page goes on by itself.`,
    (address) => `${address}에서 답이 없습니다. 쓰신 글은 여기에 있습니다. “diarylog serve”를 다시 실행하면 이어집니다.`],
  // other devices
  syncTitle: ["Your other devices", "다른 기기들"],
  syncSent: ["All is sent.", "모두 보냈습니다."],
  syncWaits: [(count) => `${one(count, "change waits", "changes wait")} to be sent.`, (count) => `보낼 것이 ${figures(count)}개 있습니다.`],
  syncUnreachable: [(time) => `Not reachable; the last exchange was ${time}.`, (time) => `닿지 않습니다. 마지막으로 주고받은 때: ${time}.`],
  syncNeverReached: ["Not reachable yet.", "아직 닿지 못했습니다."],
  syncKey: ["A key is wanted.", "열쇠가 필요합니다."],
  syncTrouble: ["The last exchange failed.", "마지막으로 주고받지 못했습니다."],
  syncNow: ["Exchange now", "지금 주고받기"],
  // the past
  thisIsThePast: ["This is the past.", "지난 시점을 보고 있습니다."],
  bringAllBack: ["Bring this diary back…", "일기장을 이때로 되살리기…"],
  backToNow: ["Back to now", "지금으로"],
  // files
  attachments: ["Files", "파일"],
  attach: ["Add a picture or a file", "사진이나 파일 넣기"],
  camera: ["Camera", "사진 찍기"],
  picture: ["Picture", "사진"],
  task: ["Task", "할 일"],
  seePicture: [(name) => `See ${name}`, (name) => `${name} 보기`],
  saveFile: [(name) => `Save ${name}`, (name) => `${name} 내려받기`],
  removeFile: [(name) => `Take ${name} off`, (name) => `${name} 빼기`],
  fileRemoved: [(name) => `${name} was taken off. Undo brings it back.`, (name) => `${name} 파일을 뺐습니다. 되돌리기로 다시 넣을 수 있습니다.`],
  attaching: [(name, index, count) => `Adding ${name} (${index} of ${count})…`, (name, index, count) => `${name} 넣는 중 (${count}개 중 ${index}번째)…`],
  attached: [(count) => `${one(count, "file was", "files were")} added.`, (count) => `파일 ${figures(count)}개를 넣었습니다.`],
  attachedBefore: [(name) => `The entry has ${name} already.`, (name) => `이 일기에 이미 ${name} 파일이 있습니다.`],
  notAttached: [(name) => `${name} was not added. Try again once what you typed is saved.`, (name) => `${name} 파일을 넣지 못했습니다. 쓰신 글이 저장된 다음 다시 해 보세요.`],
  saveCopy: ["Save a copy", "내려받기"],
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
  noText: ["No text", "텍스트 없음"],
  loading: ["Loading…", "불러오는 중…"],
  countEntries: [(count) => one(count, "entry", "entries"), (count) => `${figures(count)}편`],
  countHits: [
    (count, exact) => `${exact ? "" : "about "}${one(count, "entry", "entries")}`,
    (count, exact) => `${exact ? "" : "약 "}${figures(count)}편`],
  hasDraft: ["has a draft", "초안 있음"],
  emptyTitle: ["A blank diary", "아직 일기가 없습니다"],
  emptyText: [
    "Write the first entry: what you see from the window is enough. It saves itself as you type, and the slider below goes back to every moment of it.",
    "첫 일기를 써 보세요. 창밖 풍경 한 줄이면 됩니다. 쓰는 대로 저장되고, 아래 막대로 언제든 지난 시점을 볼 수 있습니다."],
  emptyAction: ["Write the first entry", "첫 일기 쓰기"],
  noneFoundTitle: ["Nothing found", "찾은 일기가 없습니다"],
  noneFoundText: [
    "Try fewer letters. First consonants work (ㄴㅆ finds 날씨), and so do tag:family, date:2026-10, star:yes, \"words in order\" and -without.",
    "글자를 줄여 보세요. 첫소리(ㄴㅆ으로 날씨)도, 태그:가족, 날짜:2026-10, 별:예, \"이어진 말\", -빼기도 됩니다."],
  noneFilterTitle: ["No entry is left", "남은 일기가 없습니다"],
  noneFilterText: ["No entry passes all of these filters.", "고르신 조건에 모두 맞는 일기가 없습니다."],
  nonePastTitle: ["Nothing was written yet", "아직 아무것도 쓰지 않았을 때입니다"],
  nonePastText: ["At this moment the diary was empty. Move the slider to the right.", "이 시점에는 일기장이 비어 있었습니다. 막대를 오른쪽으로 옮겨 보세요."],
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
  discardText: [(title) => `“${title}” is no entry yet. What was typed is then gone.`, (title) => `“${title}”${particle(title, "은", "는")} 아직 일기가 아닙니다. 쓴 글이 사라집니다.`],
  discarded: ["The draft was discarded.", "초안을 버렸습니다."],
  // entry
  entry: ["Entry", "일기"],
  nothingOpen: ["Choose an entry, or write a new one.", "일기를 고르거나 새로 쓰세요."],
  backToList: ["Back to the list", "목록으로"],
  newerEntry: ["Newer entry", "다음 일기"],
  olderEntry: ["Older entry", "이전 일기"],
  star: ["Star", "별표"],
  edit: ["Edit", "고치기"],
  share: ["Share", "공유"],
  delete: ["Delete", "지우기"],
  text: ["Text", "글"],
  textHint: ["Write…", "오늘 하루를 적어 보세요"],
  changeDate: [(date) => `Date: ${date}. Change it`, (date) => `날짜: ${date}. 바꾸기`],
  typing: ["writing…", "쓰는 중…"],
  saving: ["saving…", "저장 중…"],
  saved: ["saved", "저장됨"],
  keptAsDraft: [(name) => `kept as draft ${name}`, (name) => `초안으로 보관됨 (${name})`],
  keptOffline: ["kept here, trying again…", "여기 보관함, 다시 해 보는 중…"],
  changedElsewhere: ["changed elsewhere", "다른 곳에서 바뀜"],
  inConflict: ["two texts", "글이 둘입니다"],
  asOfPast: ["as it was then", "그때의 글"],
  isDeleted: ["This entry is deleted.", "지운 일기입니다."],
  isMerged: ["Several devices wrote here at once; their words do not touch, and stand together. An edit settles it.", "여러 기기에서 함께 고쳤습니다. 겹치지 않아 하나로 합쳤고, 고치면 그대로 정해집니다."],
  isOfThePast: ["This is how the entry was then.", "그때의 일기입니다."],
  wasDeletedElsewhere: ["This entry was deleted elsewhere. Your text is kept as a draft.", "이 일기는 다른 곳에서 지워졌습니다. 쓰신 글은 초안으로 남아 있습니다."],
  bringBack: ["Bring this back", "되살리기"],
  bringBackFirst: ["Bring it back, with what I wrote", "되살리고 쓴 글 저장하기"],
  emptied: ["This entry is empty now.", "글을 모두 지웠습니다."],
  deleteEntry: ["Delete the entry", "일기 지우기"],
  keepOldText: ["Keep the old text", "이전 글로 두기"],
  conflict: ["Texts side by side", "나란히 선 글"],
  conflictDevices: [
    (count) => `This entry has ${figures(count)} texts: devices changed the same words without knowing of each other. Choose what it should say; no text is lost.`,
    (count) => `여러 기기에서 같은 곳을 서로 모르고 고쳐 글이 ${figures(count)}개입니다. 남길 글을 고르세요. 어느 글도 없어지지 않습니다.`],
  textCame: ["Another text has come meanwhile.", "그사이에 다른 글이 왔습니다."],
  keepThis: ["Keep this", "이 글 남기기"],
  keepTextOf: [(who) => `Keep this: the text of ${who}`, (who) => `이 글 남기기: ${who}`],
  keepBothTexts: ["Keep both, one under the other", "둘 다 이어서 남기기"],
  keepAllTexts: ["Keep all, one under the other", "모두 이어서 남기기"],
  editAll: ["Put together by hand", "손으로 합치기"],
  decided: [
    (count) => `Kept, in the place of ${one(count, "other text", "other texts")}. Undo brings the choice back.`,
    (count) => `남겼습니다. 다른 글 ${figures(count)}개를 대신합니다. 되돌리면 다시 고를 수 있습니다.`],
  notDecided: ["Nothing was decided: something else has come meanwhile. Look again.", "그사이에 다른 것이 와서 정하지 않았습니다. 다시 보세요."],
  stillUndecided: ["Nothing was decided: all texts still stand.", "정하지 않았습니다. 글이 모두 그대로 있습니다."],
  puttingTogether: [
    "All texts are in here, between lines of <, =, > and |. Keep what is to stay, and take those lines out.",
    "모든 글이 <, =, >, | 줄 사이에 들어 있습니다. 남길 것만 남기고 그 줄들을 지우세요."],
  seeTexts: ["Back to the texts", "나란히 보기"],
  discardMerge: ["What you put together by hand goes; all texts stay.", "손으로 합치던 글은 사라지고, 원래 글은 모두 남습니다."],
  tooManyTexts: ["There are too many texts to put together at once. Keep one, or all.", "글이 너무 많아 한꺼번에 합칠 수 없습니다. 하나를 고르거나 모두 남기세요."],
  gaveWayHead: ["Changed on several devices", "여러 기기에서 바뀐 것"],
  gaveWay: [(name, lost, kept) => `${name}: ${lost} gave way to ${kept}`, (name, lost, kept) => `${name}: ${lost} 값이 ${kept} 값에 밀렸습니다`],
  take: ["Take", "되찾기"],
  takeValue: [(name, value) => `Take: ${name} ${value}`, (name, value) => `되찾기: ${name} ${value}`],
  taken: [(name) => `Taken: ${name}. Undo brings the choice back.`, (name) => `되찾았습니다: ${name}. 되돌리면 다시 고를 수 있습니다.`],
  leaveAsIs: ["Leave it as it is", "이대로 두기"],
  anotherDevice: ["another device", "다른 기기"],
  deletedThere: [(who) => `Deleted on ${who}, edited elsewhere.`, (who) => `${who}에서 지웠는데 다른 곳에서 고쳤습니다.`],
  keepEntry: ["Keep it", "남기기"],
  kept: ["Kept. Undo brings the choice back.", "남겼습니다. 되돌리면 다시 고를 수 있습니다."],
  rowTexts: [(count) => `${figures(count)} texts`, (count) => `글 ${figures(count)}개`],
  rowContested: ["deleted elsewhere", "다른 곳에서 지움"],
  rowLost: ["values differ", "값이 다름"],
  toDecide: [(count) => `${figures(count)} to decide`, (count) => `정할 것 ${figures(count)}`],
  toDecideLong: [(count) => `${one(count, "entry", "entries")} that devices changed against each other`, (count) => `여러 기기에서 서로 다르게 고친 일기 ${figures(count)}편`],
  noneConflictsTitle: ["Nothing to decide", "정할 것이 없습니다"],
  noneConflictsText: ["No device changed an entry against another.", "서로 다르게 고친 일기가 없습니다."],
  conflictEntry: [
    "This entry was changed elsewhere while you wrote. Nothing is lost; choose what it should say.",
    "쓰시는 동안 다른 곳에서 이 일기가 바뀌었습니다. 잃은 것은 없습니다. 남길 글을 고르세요."],
  conflictDraft: [
    "This draft was changed in another window. Nothing is lost; choose what it should say.",
    "이 초안이 다른 창에서 바뀌었습니다. 잃은 것은 없습니다. 남길 글을 고르세요."],
  mine: ["What you wrote", "쓰신 글"],
  theirs: ["What is there now", "지금 있는 글"],
  keepMine: ["Keep what I wrote", "내 글 남기기"],
  keepTheirs: ["Keep what is there", "있는 글 남기기"],
  keepBoth: ["Keep both, and merge by hand", "둘 다 두고 손으로 합치기"],
  tags: ["Tags", "태그"],
  addTag: ["Add a tag", "태그 더하기"],
  addTagHint: ["+ tag", "+ 태그"],
  removeTag: [(tag) => `Remove the tag ${tag}`, (tag) => `태그 ${tag} 빼기`],
  saidInText: ["said in the text", "글에 쓰인 태그"],
  addPlace: ["Add a place", "장소 더하기"],
  changePlace: [(place) => `Place: ${place}. Change it`, (place) => `장소: ${place}. 바꾸기`],
  writtenAt: [(time) => `written ${time}`, (time) => `${time}에 씀`],
  changedAt: [(time) => `changed ${time}`, (time) => `${time}에 고침`],
  deleteTitle: ["Delete this entry?", "정말로 지우시겠어요?"],
  deleteText: [
    (title) => `“${title}” leaves the list. Undo brings it back, and the slider still shows it in the past.`,
    (title) => `“${title}”${particle(title, "이", "가")} 목록에서 사라집니다. 되돌릴 수 있고, 지난 시점에는 그대로 있습니다.`],
  deleted: ["Deleted.", "지웠습니다."],
  cancel: ["Cancel", "취소"],
  close: ["Close", "닫기"],
  save: ["Save", "저장"],
  dateTitle: ["Date of this entry", "일기의 날짜"],
  dateWords: ["In words", "말로"],
  dateWordsHint: ["yesterday 9pm, last Friday", "어제 밤 9시, 지난주 금요일"],
  noSuchDate: ["Not a date yet.", "아직 날짜가 아닙니다."],
  day: ["Day", "날짜"],
  timeOfDay: ["Time, if it matters", "시각 (없어도 됩니다)"],
  placeTitle: ["Place of this entry", "일기의 장소"],
  latitude: ["Latitude", "위도"],
  longitude: ["Longitude", "경도"],
  placeHere: ["Where I am", "지금 있는 곳"],
  placeRemove: ["No place", "장소 없음"],
  placeMistake: ["A latitude is from −90 to 90, a longitude from −180 to 180.", "위도는 −90에서 90, 경도는 −180에서 180 사이입니다."],
  placeUnknown: ["The browser did not say where you are.", "브라우저가 위치를 알려 주지 않았습니다."],
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
  kinds: [
    { "entry.create": "written", "entry.change": "changed", "entry.delete": "deleted", "entry.restore": "brought back", "entry.observe": "weather noted", "entry.forget": "forgotten" },
    { "entry.create": "씀", "entry.change": "고침", "entry.delete": "지움", "entry.restore": "되살림", "entry.observe": "날씨 적음", "entry.forget": "잊음" }],
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
  sliderHelp: ["Arrows move by one change, Page Up and Page Down by a day.", "화살표는 변경 하나씩, Page Up과 Page Down은 하루씩 움직입니다."],
  jump: ["Jump to a day", "날짜로 가기"],
  now: ["Now", "지금"],
  beginning: ["Before the first word", "첫 글 이전"],
  nothingYet: ["Nothing had been written.", "아직 아무것도 쓰지 않았습니다."],
  restoreAllTitle: ["Bring the whole diary back to this moment?", "일기장 전체를 이때로 되살릴까요?"],
  restoreAllText: [
    (count, more, moment) => `${more ? "More than " : ""}${one(count, "entry becomes", "entries become")} what they were on ${moment}. It is one change, and undo takes it back.`,
    (count, more, moment) => `일기 ${figures(count)}편${more ? " 넘게" : "이"} ${moment}의 모습이 됩니다. 한 번의 변경이고, 되돌릴 수 있습니다.`],
  restoreNothing: ["The diary is now as it was then.", "지금 일기장이 그때와 같습니다."],
  restoreAllYes: ["Bring it back", "되살리기"],
  bringBackTitle: ["Bring this entry back?", "이 일기를 되살릴까요?"],
  bringBackText: ["The entry becomes what it was at this moment. Undo takes this back.", "일기가 이 시점의 모습이 됩니다. 되돌릴 수 있습니다."],
  broughtBack: ["Brought back.", "되살렸습니다."],
  // operations
  verbs: [
    { add: "wrote", edit: "edited", delete: "deleted", restore: "restored", import: "imported", undo: "took back", redo: "did again", forget: "forgot", observe: "filled in", change: "changed" },
    { add: "쓰기", edit: "고치기", delete: "지우기", restore: "되살리기", import: "가져오기", undo: "되돌리기", redo: "다시 하기", forget: "잊기", observe: "날씨", change: "변경" }],
  deviceBegan: ["a device began to write", "기기가 쓰기 시작함"],
  operationOne: [(verb, title) => `${verb} “${title}”`, (verb, title) => `“${title}” ${verb}`],
  operationMany: [(verb, count) => `${verb} ${one(count, "entry", "entries")}`, (verb, count) => `일기 ${figures(count)}편 ${verb}`],
  undoWhat: [(what) => `Undo: ${what}`, (what) => `되돌리기: ${what}`],
  redoWhat: [(what) => `Redo: ${what}`, (what) => `다시 하기: ${what}`],
  undone: [(what) => `Taken back: ${what}`, (what) => `되돌렸습니다: ${what}`],
  redone: [(what) => `Done again: ${what}`, (what) => `다시 했습니다: ${what}`],
  nothingToUndo: ["There is nothing to take back.", "되돌릴 것이 없습니다."],
  changes: [{ added: "new", removed: "gone", changed: "changed" }, { added: "새 글", removed: "지움", changed: "고침" }],
  more: ["and more…", "그 밖에 더…"],
  // share
  shareCopy: ["Copy the text", "글 복사하기"],
  shareText: ["Share as text", "텍스트로 공유"],
  shareMarkdown: ["Share as Markdown", "마크다운으로 공유"],
  sharePrint: ["Print", "인쇄"],
  copied: ["Copied.", "복사했습니다."],
  notCopied: ["The browser did not let the page copy.", "브라우저가 복사를 허락하지 않았습니다."],
  // year
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
    "What answers here does not know this window's key, so the window tells it nothing. Open the address that “diarylog serve” prints now.",
    "여기서 답하는 서버가 이 창의 열쇠를 모르므로 아무것도 보내지 않습니다. “diarylog serve”가 지금 보여 주는 주소를 여세요."],
  problemKept: ["Your last words are still in this browser.", "마지막에 쓰신 글은 이 브라우저에 남아 있습니다."],
  problemCopy: ["Copy what I typed", "쓴 글 복사하기"],
  gone: ["This entry is not there.", "이 일기가 없습니다."],
  goneThen: ["This entry was not there at that moment.", "이 시점에는 없던 일기입니다."],
  failed: ["That did not work.", "되지 않았습니다."],
  // keys
  keyList: [
    [["/", "search"], ["n", "new entry"], ["j  k  ↓  ↑", "down and up in the list"], ["Enter", "open"], ["e", "edit"], ["Ctrl Enter", "end editing"], ["Ctrl S", "save"], ["s", "star"], ["h", "history"], ["y", "year"], ["t", "time slider"], ["[  ]", "one change back, forth"], ["u  U", "undo, redo"], ["#", "delete"], ["Esc", "back"]],
    [["/", "검색"], ["n", "새 일기"], ["j  k  ↓  ↑", "목록에서 아래, 위"], ["Enter", "열기"], ["e", "고치기"], ["Ctrl Enter", "다 썼음"], ["Ctrl S", "저장"], ["s", "별표"], ["h", "기록"], ["y", "한 해"], ["t", "시간 막대"], ["[  ]", "변경 하나 뒤로, 앞으로"], ["u  U", "되돌리기, 다시 하기"], ["#", "지우기"], ["Esc", "뒤로"]]],
};

/** The Korean particle that follows a text: after a final consonant the first, after a vowel the second; both where a
 *  letter does not tell. */
function particle(text, afterConsonant, afterVowel) {
  const code = text.trimEnd().normalize("NFC").codePointAt(text.trimEnd().normalize("NFC").length - 1) - 0xac00;
  if (!(code >= 0 && code < 11172)) return `${afterConsonant}(${afterVowel})`;
  return code % 28 ? afterConsonant : afterVowel;
}

/** The word with this name; what needs a value is a function of it. */
export function word(name, ...values) {
  const pair = words[name];
  if (!pair) return name;
  const found = pair[chosen === "ko" ? 1 : 0];
  return typeof found === "function" ? found(...values) : found;
}

/** Puts the words in where the page names them, and says which language it speaks. */
export function fillWords(root = document) {
  document.documentElement.lang = chosen;
  for (const node of root.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of root.querySelectorAll("[data-hint]")) node.placeholder = word(node.dataset.hint);
  for (const node of root.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", word(node.dataset.label));
    if (node.tagName === "BUTTON") node.title = word(node.dataset.label);
  }
}

/** Speaks the other language from now on. */
export function switchLanguage() {
  chosen = chosen === "ko" ? "en" : "ko";
  localStorage.setItem("diarylog.language", chosen);
}
