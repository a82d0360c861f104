/// How a site and a book look: as the page does, warm paper by day and dark by night; on paper black on white.
enum SiteStyle {
    static let css = """
        :root {
          --paper: #fbf8f3; --ink: #2a2622; --soft: #6b6359; --line: #e5ddd0; --accent: #9c4326; --tint: #f3e3d8;
          --sans: "Pretendard", "Segoe UI", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic",
            system-ui, sans-serif;
          --serif: "Iowan Old Style", "Charter", "Source Serif 4", "Noto Serif KR", "Noto Serif CJK KR",
            "Nanum Myeongjo", "AppleMyungjo", Georgia, "Malgun Gothic", serif;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --paper: #1a1816; --ink: #e8e2d8; --soft: #a39b8f; --line: #302c28; --accent: #e79573; --tint: #3a2a22;
          }
        }
        * { box-sizing: border-box; }
        html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
        body {
          margin: 0 auto; max-width: 44rem; padding: 0 1.25rem 4rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.6 var(--sans); word-break: keep-all; overflow-wrap: anywhere;
        }
        a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
        a:hover { text-decoration-color: var(--accent); }
        a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
        header {
          display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; align-items: baseline; padding: 1rem 0;
          border-bottom: 1px solid var(--line);
        }
        header .name { font: 600 1.1875rem/1.3 var(--serif); text-decoration: none; }
        nav { display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; margin-left: auto; font-size: .9375rem; }
        nav a { color: var(--soft); text-decoration: none; }
        h1, h2, h3 { font-family: var(--serif); line-height: 1.35; font-weight: 600; margin: 0; }
        h1 { font-size: 1.75rem; margin: 2rem 0 1rem; }
        h2 { font-size: 1.25rem; margin: 2rem 0 .6rem; }
        h3 { font-size: 1.0625rem; }
        small, .about, time { color: var(--soft); font-size: .8125rem; font-family: var(--sans); font-weight: 400; }
        h2 a, h3 a, .title, .months a, .tag { text-decoration: none; }
        .rows { list-style: none; margin: 0; padding: 0; }
        .rows li {
          display: flex; gap: .75rem; align-items: baseline; padding: .45rem 0; border-bottom: 1px solid var(--line);
        }
        .rows .title { font-family: var(--serif); }
        .rows small { margin-left: auto; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .star { color: var(--accent); }
        .year { padding: .8rem 0; border-bottom: 1px solid var(--line); }
        .months { display: flex; flex-wrap: wrap; gap: .35rem .5rem; margin: .4rem 0 0; align-items: baseline; }
        .months a, .tag { color: var(--accent); background: var(--tint); border-radius: 2rem; padding: .05rem .6rem; }
        .months.days { gap: .35rem; font-variant-numeric: tabular-nums; }
        .months > span { white-space: nowrap; }
        .days a, .days span { min-width: 2.3rem; text-align: center; }
        .days span { color: var(--soft); opacity: .55; }
        .tag { font-size: .8125rem; }
        .tags .tag { font-size: .9375rem; }
        .tags { line-height: 2.2; }
        .tags small { margin: 0 .6rem 0 .25rem; }
        article { padding: 1.5rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
        article:target { box-shadow: -1.25rem 0 0 -1.1rem var(--accent); }
        article > h2, article > h3 { margin: 0; }
        .about { margin: .25rem 0 .8rem; display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; }
        .text { font: 1.0625rem/1.75 var(--serif); white-space: pre-wrap; }
        .text > * { margin: 0; }
        .text li > p, .text blockquote > * { margin: 0 0 .5em; }
        .text ul, .text ol { padding-left: 1.6em; white-space: normal; }
        .text li { white-space: pre-wrap; }
        .text .task { list-style: none; margin-left: -1.4em; }
        .text blockquote { border-left: .2rem solid var(--line); padding-left: 1em; color: var(--soft); }
        .text code { font: .875em/1.6 ui-monospace, monospace; background: var(--tint); border-radius: .2rem; }
        .text pre { background: var(--tint); border-radius: .4rem; padding: .6rem .8rem; overflow-x: auto; }
        .text hr { border: 0; border-top: 1px solid var(--line); margin: 1rem 0; }
        .text table { border-collapse: collapse; white-space: normal; }
        .text td { border: 1px solid var(--line); padding: .2rem .6rem; }
        .text tr:first-child td { font-weight: 600; }
        .text .centre { text-align: center; }
        .text .right { text-align: right; }
        .text img { display: block; max-width: 100%; max-height: 24rem; border-radius: .5rem; }
        .files { display: flex; flex-wrap: wrap; gap: .6rem; align-items: flex-end; margin: .8rem 0 0; }
        .files img { display: block; max-width: 100%; max-height: 24rem; border-radius: .5rem; }
        .file { color: var(--accent); background: var(--tint); border-radius: .6rem; padding: .2rem .7rem; }
        @media (max-width: 30rem) {
          .rows li { flex-wrap: wrap; gap: 0 .5rem; }
          .rows small { width: 100%; }
          nav { margin-left: 0; }
        }
        @media print {
          body { max-width: none; padding: 0; background: none; font-size: 10pt; }
          header, nav { display: none; }
          article { break-inside: auto; }
          h1, h2, h3, .about { break-after: avoid; }
          p, .text { orphans: 3; widows: 3; }
        }

        """
}
