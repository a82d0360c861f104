// The words of time: the past, an entry's history, the slider, what an operation did: English, Korean; what needs a
// value is a function of it.
import { figures, one } from "./language.js";

export const words = {
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
