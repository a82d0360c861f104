import DiarylogTestSupport
import Foundation
import Testing

/// The page of a diary in real browsers, a test at a time: they share two cores, one Chromium and one Firefox. In both
/// runs what must never fail: that nothing typed is lost, and that every state has an address.
@Suite(.timed, .serialized) struct PageTests {}

/// A diary, its server, and a tab that shows its page.
struct Opened {
    let diary: Diary
    let server: WebServer
    let tab: Tab

    init(
        _ diary: Diary? = nil, look: Tab.Look = .desktop, options: [String] = [], in browser: Browser = .chromium,
        beside other: Tab? = nil, server: WebServer? = nil
    ) throws {
        let diary = try diary ?? Diary.sample()
        self.diary = diary
        self.server = try server ?? WebServer(diary, options: options)
        tab = try Tab(look, in: browser, beside: other)
        try tab.visit(self.server.address)
    }

    /// Ends with nothing on the page's console, and nothing from the server but a good end.
    func close(complaints allowed: [String] = [], _ location: SourceLocation = #_sourceLocation) throws {
        let complaints = tab.complaints.filter { complaint in !allowed.contains { complaint.contains($0) } }
        #expect(complaints == [], sourceLocation: location)
        tab.close()
        guard server.isRunning else { return }
        #expect(try server.end() == 0, "\(server.said)", sourceLocation: location)
        #expect(server.said == "", sourceLocation: location)
    }
}

extension Tab {
    /// Goes to a page and waits until its first list stands there.
    func visit(_ address: String) throws {
        try go(to: address)
        try until("document.body?.dataset.ready === '1'")
        try quiet()
    }

    /// Loads the page anew, and waits as for the first time.
    func loadAgain() throws {
        try js("document.body.dataset.ready = '0'")
        try reload()
        try until("document.body?.dataset.ready === '1'")
        try quiet()
    }

    /// Waits until no request is under way.
    func quiet() throws { try until("document.body.dataset.requests === '0'") }

    /// The titles of the rows in view, from the top.
    var titles: [String] {
        get throws {
            try js(
                """
                [...document.querySelectorAll('#rows .row')].filter(r => !r.hidden && r.dataset.state === 'ready')
                .sort((a, b) => a.dataset.index - b.dataset.index).map(r => r.querySelector('.row-title').textContent)
                """
            ).strings
        }
    }

    /// A row by its title, as JavaScript finds it.
    private func row(_ title: String) -> String {
        """
        [...document.querySelectorAll('#rows .row')].find(r => !r.hidden && r.querySelector('.row-title').textContent
         === \(Value.string(title).json))
        """
    }

    func untilListed(_ title: String) throws { try until(row(title)) }
    /// Waits until the list answers these words, all of them: each sign that is typed is a question.
    func untilAnswered(_ words: String) throws {
        try until("document.body.dataset.answered === \(Value.string(words).json)")
    }
    func untilNotListed(_ title: String) throws { try until("!(\(row(title)))") }

    /// Clicks an entry in the list, and waits until it can be read. A list that moves between the look and the click
    /// puts another row under the mouse: then the row is looked for again.
    func open(_ title: String) throws {
        for _ in 0..<20 {
            try untilListed(title)
            let point = try js(
                """
                (() => { const r = \(row(title)); r.scrollIntoView({block: 'nearest', behavior: 'instant'});
                delete document.documentElement.dataset.clicked;
                addEventListener('click', e => { document.documentElement.dataset.clicked =
                e.target.closest('.row')?.dataset.id ?? '' }, {capture: true, once: true});
                const b = r.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2, r.dataset.id] })()
                """)
            try click(point[0], point[1])
            try until("'clicked' in document.documentElement.dataset")
            guard try js("document.documentElement.dataset.clicked === \(point[2].json)").isTrue else { continue }
            return try until(
                "document.querySelector('#entry').dataset.id === \(point[2].json) "
                    + "&& ['reading', 'editing'].includes(document.querySelector('#entry').dataset.state)")
        }
        throw Failed(description: "the row of \(title) cannot be clicked")
    }

    /// Begins to edit the open entry, with the cursor at the end of its text.
    func edit() throws {
        try click("#edit")
        try untilEditing()
    }

    func untilEditing() throws {
        try until(
            "document.querySelector('#entry').dataset.state === 'editing' && !document.querySelector('#text').disabled")
        try js(
            "(t => { t.focus(); t.setSelectionRange(t.value.length, t.value.length) })(document.querySelector('#text'))"
        )
    }

    /// Begins a new entry.
    func new() throws {
        try click("#new")
        try until("document.querySelector('#entry').dataset.id === ''")
        try untilEditing()
    }

    /// Waits for what the state line says.
    func untilState(_ states: String...) throws {
        let wanted = Value.array(states.map { .string($0) }).json
        try until("\(wanted).includes(document.querySelector('#state-line').dataset.state)")
    }

    /// Ends the editor, which keeps what was typed.
    func done() throws {
        try press(.enter, .control)
        try untilState("saved", "")
        try quiet()
    }

    /// Waits until the page is as of an event, and has settled there.
    func untilAt(_ at: String) throws {
        try until("document.body.dataset.at === '\(at)' && document.body.dataset.settled !== 'no'")
        try quiet()
    }

    /// Answers the question that is on the page.
    func answer(_ question: String, yes: Bool = true) throws {
        try until(
            "document.querySelector('#ask').open && document.querySelector('#ask').dataset.question === '\(question)'")
        try click(yes ? "#ask-yes" : "#ask-no")
        try until("!document.querySelector('#ask').open")
    }
}
