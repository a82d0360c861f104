// Lays the page's modules out as TypeScript's own formatter does: `node format.cjs TSC`; with --check it names those that
// are not, and changes none. It breaks no line: where one ends is up to who writes it.
const { readFileSync, readdirSync, realpathSync, writeFileSync } = require("node:fs");
const [, , tsc, mode] = process.argv;
const ts = require(`${realpathSync(tsc)}/../../lib/typescript.js`);

const folder = `${__dirname}/../../Sources/DiaryServer/Page`;
const files = readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => `${folder}/${name}`);
const service = ts.createLanguageService({
  getScriptFileNames: () => files, getScriptVersion: () => "1", getCurrentDirectory: () => folder,
  getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(readFileSync(file, "utf8")),
  getCompilationSettings: () => ({ allowJs: true }), getDefaultLibFileName: () => "",
});
const options = {
  ...ts.getDefaultFormatCodeSettings("\n"), indentSize: 2, insertSpaceAfterOpeningAndBeforeClosingEmptyBraces: false,
};
for (const file of files) {
  const text = readFileSync(file, "utf8");
  const laid = service.getFormattingEditsForDocument(file, options).reduceRight(
    (now, { span: { start, length }, newText }) => now.slice(0, start) + newText + now.slice(start + length), text);
  if (laid === text) continue;
  if (mode !== "--check") writeFileSync(file, laid);
  else {
    console.error(`${file.split("/").at(-1)} is laid out in another way; make format lays it out`);
    process.exitCode = 1;
  }
}
