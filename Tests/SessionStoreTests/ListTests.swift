@testable internal import SessionStore
internal import Testing

@Suite struct ListTests {
    /// All pages of a query, one after the other.
    private func pages(_ query: SessionQuery, _ store: any SessionStore, between: () throws -> Void = {}) throws -> [[StoredSession]] {
        var query = query
        var pages: [[StoredSession]] = []
        repeat {
            let page = try store.list(query)
            pages.append(page.items)
            query.cursor = page.next
            try between()
        } while query.cursor != nil && pages.count < 10_000
        return pages
    }

    private func names(_ query: SessionQuery, _ store: any SessionStore) throws -> [String] {
        try pages(query, store).joined().map(\.name)
    }

    @Test(arguments: Engine.installed) func pagesStayInPlaceWhileSessionsArriveAndGo(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let stored = try store.createAll((0..<2000).map { .sample($0) })
        var shown = 0
        let pages = try pages(SessionQuery(limit: 64), store) {
            shown += 1
            _ = try store.create(.sample(10_000 + shown))
            // The session that the cursor names goes: the next page must not move.
            _ = try store.delete(stored[max(0, 2000 - 64 * shown)].id)
        }
        #expect(pages.dropLast().allSatisfy { $0.count == 64 })
        #expect(pages.joined().map(\.id) == stored.reversed().map(\.id))
    }

    @Test(arguments: Engine.installed) func theLastPageHasNoNextEvenWhenItIsFull(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        _ = try store.createAll((0..<6).map { .sample($0) })
        #expect(try pages(SessionQuery(limit: 3), store).map(\.count) == [3, 3])
        #expect(try pages(SessionQuery(limit: 6), store).map(\.count) == [6])
        #expect(try pages(SessionQuery(limit: 1), store).map(\.count) == [1, 1, 1, 1, 1, 1])
    }

    @Test(arguments: Engine.installed) func anEmptyStoreHasOneEmptyPage(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        #expect(try store.list(SessionQuery()) == SessionPage(items: [], next: nil))
    }

    @Test(arguments: Engine.installed) func everyFilterAndEveryPairOfThemSelectsWhatItSays(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var all: [(session: NewSession, id: String)] = []
        for number in 0..<240 {
            var new = NewSession.sample(number)
            new.name = number % 7 == 0 ? "Login Screen \(number)" : "Cell \(number)"
            new.verdict = ["clean", "ambiguous", "conflicting"][number % 3]
            new.tags = (number % 2 == 0 ? ["even"] : []) + (number % 5 == 0 ? ["five", "ci"] : ["ci"])
            new.views = ["root"] + (number % 4 == 0 ? ["Äpfel"] : ["badge.icon"])
            new.identifiers = number % 6 == 0 ? ["title-leading"] : []
            // The same finding twice in one report shows the session once.
            new.findings = (0..<2).map { _ in StoredFinding(kind: .conflict, fingerprint: "k1:\(number % 3)", summary: "") }
            all.append((new, try store.create(new).id))
        }
        let middle = all[120].session.createdAt
        typealias Filter = (name: String, change: (inout SessionQuery) -> Void, holds: (NewSession) -> Bool)
        let filters: [Filter] = [
            ("verdict", { $0.verdict = "conflicting" }, { $0.verdict == "conflicting" }),
            ("tag", { $0.tags.append("even") }, { $0.tags.contains("even") }),
            ("tags", { $0.tags += ["ci", "five"] }, { $0.tags.contains("five") }),
            ("view", { $0.view = "Äpfel" }, { $0.views.contains("Äpfel") }),
            ("fingerprint", { $0.fingerprint = "k1:1" }, { $0.findings.contains { $0.fingerprint == "k1:1" } }),
            ("since", { $0.since = middle }, { $0.createdAt >= middle }),
            ("until", { $0.until = middle }, { $0.createdAt < middle }),
            ("text, a part of the name", { $0.text = "ogin scr" }, { $0.name.hasPrefix("Login Screen") }),
            ("text, a part of a view", { $0.text = "DGE.ic" }, { $0.views.contains("badge.icon") }),
            ("text, another case", { $0.text = "äpf" }, { $0.views.contains("Äpfel") }),
            ("text, an identifier", { $0.text = "title-lead" }, { $0.identifiers.contains("title-leading") }),
            ("text, two words, one of them short", { $0.text = "Cell 3" }, { $0.name.hasPrefix("Cell") && $0.name.contains("3") }),
            ("text, too short for the index", { $0.text = "äp" }, { $0.views.contains("Äpfel") }),
        ]
        // The id is part of what is sought, and it is random: it decides too whether a short word is found.
        func isExpected(_ query: SessionQuery, _ entry: (session: NewSession, id: String), _ filters: [Filter]) -> Bool {
            filters.allSatisfy { filter in
                filter.holds(entry.session) || filter.name.contains("two words") && entry.session.name.hasPrefix("Cell") && entry.id.contains("3")
            }
        }
        for (place, first) in filters.enumerated() {
            for second in filters[place...] {
                var query = SessionQuery(limit: 7)
                first.change(&query)
                if second.name != first.name { second.change(&query) }
                if first.name.hasPrefix("text"), second.name.hasPrefix("text"), first.name != second.name { continue }
                let expected = all.filter { isExpected(query, $0, [first, second]) }.map(\.id)
                #expect(try pages(query, store).joined().map(\.id) == expected.reversed(), "\(first.name) and \(second.name)")
            }
        }
    }

    @Test(arguments: Engine.installed) func `a rare view or tag is found in all sessions, and a common one page by page`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        // More than 200 sessions for each one on a page.
        let count = 900
        _ = try store.createAll(
            (0..<count).map { number in
                var new = NewSession.sample(number)
                new.views = ["root"] + (number % 300 == 1 ? ["rare"] : []) + (number < 20 ? ["old"] : [])
                new.tags = (number % 3 == 0 ? ["third"] : []) + (number % 400 == 0 ? ["seldom"] : [])
                new.verdict = number % 2 == 0 ? "clean" : "conflicting"
                return new
            })
        func expect(_ query: SessionQuery, _ isExpected: (Int) -> Bool) throws {
            for limit in [2, 4, 1000] {
                var query = query
                query.limit = limit
                #expect(try names(query, store) == (0..<count).reversed().filter(isExpected).map { "Cell \($0)" }, "\(query)")
            }
        }
        let middle = NewSession.sample(500).createdAt
        try expect(SessionQuery(view: "rare")) { $0 % 300 == 1 }
        try expect(SessionQuery(view: "old")) { $0 < 20 }
        try expect(SessionQuery(view: "nobody")) { _ in false }
        try expect(SessionQuery(tags: ["seldom"])) { $0 % 400 == 0 }
        try expect(SessionQuery(tags: ["third"])) { $0 % 3 == 0 }
        try expect(SessionQuery(tags: ["third"], view: "rare")) { _ in false }
        try expect(SessionQuery(verdict: "clean", view: "rare")) { _ in false }
        try expect(SessionQuery(verdict: "conflicting", view: "rare")) { $0 % 300 == 1 }
        try expect(SessionQuery(view: "rare", since: middle)) { $0 == 601 }
        try expect(SessionQuery(view: "rare", until: middle)) { $0 == 1 || $0 == 301 }
    }

    @Test(
        arguments: Engine.installed,
        [
            "\"", "a\"b", "*", "name:", "cell AND xyzxyz", "cell OR xyzxyz", "NEAR(cell)", "^cell", "cell*", "-cell", "(", "\0\0\0", "%", "ce_l", "'",
            "ü\0ß", "\"\u{338}ab", "ab\"\u{338}",
        ]) func aSearchIsTextAndNeverAnExpression(engine: Engine, text: String) throws
    {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let isBlank = SearchText.words(text).isEmpty
        _ = try store.create(.sample(1))
        #expect(try store.list(SessionQuery(text: text)).items.isEmpty == !isBlank)
        var odd = NewSession.sample(2)
        odd.name = text
        let stored = try store.create(odd)
        #expect(try store.list(SessionQuery(text: text)).items.contains(stored))
        #expect(try store.list(SessionQuery(text: text)).items.count == (isBlank ? 2 : 1))
    }

    @Test(arguments: Engine.installed) func wordsBelowThreeCharactersAreFoundWhereverTheyStand(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let words = ["設", "設定", "\"", "\"q", "q\"", "é", "ß", "İ", "#", "##", "*", "🧵", "e\u{301}"]
        for (number, word) in words.enumerated() {
            var new = NewSession.sample(number)
            new.name = ["\(word) first", "in the mid\(word)dle", "at the end \(word)"][number % 3]
            new.identifiers = ["last of all \(word)"]
            let stored = try store.create(new)
            #expect(try pages(SessionQuery(text: word), store).joined().contains(stored), "\(word)")
        }
        #expect(try names(SessionQuery(text: "§"), store).isEmpty)
        #expect(try names(SessionQuery(text: "~~"), store).isEmpty)
        #expect(try names(SessionQuery(text: "## last"), store) == ["## first"])
    }

    @Test(arguments: Engine.installed) func aCommonLetterIsFoundWithoutAnIndex(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        // More trigrams begin with it than the index is asked for.
        var common = NewSession.sample(1)
        common.identifiers = (0..<200).map { "%\($0)" }
        let stored = try store.create(common)
        _ = try store.create(.sample(2))
        #expect(try store.list(SessionQuery(text: "%")).items == [stored])
        #expect(try store.list(SessionQuery(text: "% cell")).items == [stored])
    }

    @Test(arguments: Engine.installed) func aSearchWithoutWordsFindsAll(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        _ = try store.create(.sample(1))
        #expect(try names(SessionQuery(text: ""), store) == ["Cell 1"])
        #expect(try names(SessionQuery(text: " \n\t "), store) == ["Cell 1"])
    }

    @Test(arguments: Engine.installed) func aSessionIsFoundByAPartOfItsId(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let stored = try store.create(.sample(1))
        #expect(try store.list(SessionQuery(text: String(stored.id.dropFirst(4).prefix(8)))).items == [stored])
    }

    @Test(arguments: Engine.installed) func layoutsTooLargeForTheSearchAreFoundByNameAndView(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var large = NewSession.sample(1)
        large.views = (0..<20_000).map { "view number \($0)" }
        _ = try store.create(large)
        #expect(try names(SessionQuery(text: "cell"), store) == ["Cell 1"])
        #expect(try names(SessionQuery(view: "view number 19999"), store) == ["Cell 1"])
    }

    @Test(arguments: Engine.installed) func aCursorThatNoPageGaveIsRefused(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        _ = try store.createAll((0..<3).map { .sample($0) })
        let cursor = try #require(try store.list(SessionQuery(limit: 1)).next)
        #expect(try store.list(SessionQuery(limit: 1, cursor: cursor)).items.map(\.name) == ["Cell 1"])
        let broken = ["", "x", "0", cursor + "a", "A" + cursor.dropFirst(), String(cursor.dropLast()), String(repeating: "a", count: 21), "é"]
        for text in broken {
            #expect(throws: StoreError.malformedCursor(text)) { try store.list(SessionQuery(cursor: text)) }
        }
    }

    @Test(arguments: Engine.installed, [0, -1, 1001, .max, .min]) func aPageOutOfBoundsIsRefused(engine: Engine, limit: Int) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        #expect(throws: StoreError.self) { try store.list(SessionQuery(limit: limit)) }
    }

    @Test(arguments: Engine.installed) func timesAtTheEndOfTheWorldAreNoTrouble(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        _ = try store.create(.sample(1))
        #expect(try store.list(SessionQuery(since: .min, until: .max)).items.count == 1)
        #expect(try store.list(SessionQuery(since: .max, until: .min)).items.isEmpty)
    }
}
