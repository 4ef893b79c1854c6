import Foundation
import HTTP
import JSON
import Manual
import Testing
import WebPage

@testable import LayoutService

@Suite struct PageTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    @Test func `a shell is at the root and one at each session, and says 404 where there is none`() throws {
        let location = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        let id = try #require(location.split(separator: "/").last)
        let (home, there, nowhere) = (service.get("/"), service.get("/sessions/\(id)"), service.get("/sessions/none"))
        #expect((home.status, there.status, nowhere.status) == (.ok, .ok, .notFound))
        #expect(there.body == nowhere.body && home.body != there.body)
        #expect(there.text.contains("/assets/session.js") && home.text.contains("/assets/start.js") && !home.text.contains("{{"))
        #expect(home.fields["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test(arguments: ["/", "/help", "/help/causes", "/sessions/x", "/assets/session.js", "/assets/start.css"])
    func `neither scripts nor styles may stand in the markup`(path: String) throws {
        let policy = try #require(service.get(path).fields["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(!policy.contains("unsafe") && policy.contains("base-uri 'none'") && policy.contains("frame-ancestors 'none'"))
    }

    @Test func `each file of the page is served as what it is, packed where that is taken`() {
        for asset in WebPage.served {
            let plain = service.get("/assets/\(asset.name)")
            #expect(plain.body == asset.bytes && plain.fields["Content-Type"] == asset.mediaType, "\(asset.name)")
            let packed = service.get("/assets/\(asset.name)", fields: [("Accept-Encoding", "gzip")])
            #expect(packed.fields["Content-Encoding"] == "gzip" && packed.body.starts(with: [0x1f, 0x8b]), "\(asset.name)")
        }
        #expect(service.get("/assets/nothing.js").status == .notFound)
    }

    @Test func `a file that the browser has is not sent again`() throws {
        let tag = try #require(service.get("/assets/session.js").fields["ETag"])
        let again = service.get("/assets/session.js", fields: [("If-None-Match", tag)])
        #expect(again.status == .notModified && again.body.isEmpty && again.fields["ETag"] == tag)
        #expect(service.get("/assets/session.js", fields: [("If-None-Match", "W/\"other\"")]).status == .ok)
        #expect(service.get("/sessions/none", fields: [("If-None-Match", "*")]).status == .notFound)
    }

    @Test func `what the page loads is there, and everything that is there is loaded`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/WebPage/Resources")
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(files == Set(WebPage.sources.map(\.name) + ["index.html", "help.html"]))
        var named: Set<String> = ["start.js", "session.js", "help.js", "base.css", "start.css", "session.css", "help.css"]
        for asset in WebPage.sources + [WebPage.shell(.start)] {
            for match in asset.text.matches(of: /(?:from |import\()'\.\/([a-z-]+\.js)'|\/assets\/([a-z-]+\.[a-z]+)/) {
                named.insert(String(match.1 ?? match.2 ?? ""))
            }
        }
        // The index of the manual is made when the service starts.
        #expect(named.remove("manual.json") != nil)
        #expect(named == files.subtracting(["index.html", "help.html"]))
        let served = Set(WebPage.served.map(\.name) + ["manual.json"])
        for asset in WebPage.served + WebPage.View.allCases.map(WebPage.shell) {
            for match in asset.text.matches(of: /(?:from |import\()'\.\/([a-z-]+\.js)'|\/assets\/([a-z-]+\.[a-z]+)/) {
                #expect(served.contains(String(match.1 ?? match.2 ?? "")), "\(asset.name): \(match.0)")
            }
        }
    }

    @Test func `scripts are written so that they can be joined line by line`() {
        for asset in WebPage.sources where asset.name.hasSuffix(".js") {
            for line in asset.text.split(separator: "\n") {
                // A text over several lines would lose its empty lines and its indentation.
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(asset.name): \(line)")
                let isImport = line.wholeMatch(of: /import (\{ [\w, ]+ \}|\* as \w+) from '\.\/[a-z]+\.js';/) != nil
                #expect(isImport || !line.hasPrefix("import "), "\(asset.name): \(line)")
                let isExport = line.prefixMatch(of: /export (async )?(function\*?|class|const) \w+/) != nil
                #expect(isExport || !line.hasPrefix("export "), "\(asset.name): \(line)")
            }
        }
    }

    @Test(arguments: WebPage.View.allCases)
    func `each module stands once in the script of a view, after those that it imports`(view: WebPage.View) throws {
        let script = try #require(WebPage.served.first { $0.name == "\(view).js" }).text
        var seen: Set<Substring> = []
        for line in script.split(separator: "\n") {
            if let begin = line.wholeMatch(of: /const \$([a-z]+) = \(\(\) => \{/) { #expect(seen.insert(begin.1).inserted, "\(line)") }
            if let use = line.wholeMatch(of: /const (?:\{ [\w, ]+ \}|\w+) = \$([a-z]+);/) { #expect(seen.contains(use.1), "\(line)") }
            #expect(!line.hasPrefix("import ") && !line.hasPrefix(" ") && (!line.hasPrefix("//") || line.wholeMatch(of: /\/\/ [a-z]+\.js/) != nil))
        }
        #expect(seen.count > (view == .help ? 1 : 8) && seen.contains(Substring(view.rawValue)))
        let exported = try #require(script.firstMatch(of: /export \{ ([^}]*) \};\n$/)).1.split(separator: ", ").map { $0.dropFirst() }
        #expect(Set(exported) == seen)
    }

    @Test func `a part that is loaded later takes what it imports from the script that loads it`() throws {
        let part = try #require(WebPage.served.first { $0.name == "source.js" }).text
        #expect(part.hasPrefix("import { $dom, $api, $list, $frame } from './session.js';\nconst { h, put } = $dom;\nconst api = $api;\n"))
        #expect(part.contains("\nexport function mountSource(host, store) {\n"))
        let script = try #require(WebPage.served.first { $0.name == "session.js" }).text
        for asset in WebPage.served where script.contains("import('./\(asset.name)')") {
            let spaces = try #require(asset.text.firstMatch(of: /import \{ ([^}]*) \}/)).1.split(separator: ", ")
            #expect(spaces.allSatisfy { script.contains("const \($0) = (() => {\n") })
        }
    }

    @Test func `no script makes markup of text, and nothing comes from another host`() {
        for asset in WebPage.sources + WebPage.View.allCases.map(WebPage.shell) where asset.name != "icon.svg" {
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser", "javascript:"] {
                #expect(!asset.text.contains(word), "\(asset.name): \(word)")
            }
            let hosts = asset.text.matches(of: /https?:\/\/[^\s'"<]+/).map { String($0.0) }
            #expect(hosts.allSatisfy { $0.hasPrefix("http://www.w3.org/") || $0.hasPrefix("http://127.0.0.1:8080/") }, "\(asset.name): \(hosts)")
        }
    }

    @Test func `the manual has a page for each chapter and an index for search`() throws {
        let contents = service.get("/help")
        #expect(contents.status == .ok && contents.fields["Content-Type"] == "text/html; charset=utf-8" && !contents.text.contains("{{"))
        for chapter in Manual.chapters {
            let page = service.get("/help/\(chapter.name)")
            #expect(contents.text.contains("<a href=\"/help/\(chapter.name)\">") && page.status == .ok && page.text.contains(chapter.html))
            #expect(page.text.contains("aria-current=\"page\">\(chapter.title)</a>"))
            #expect(page.text.contains("<title>\(chapter.title) · Plumbline</title>"))
            #expect(page.fields["Content-Security-Policy"] == WebPage.contentSecurityPolicy)
        }
        #expect(service.get("/help/none").status == .notFound)
        let index = try JSONDocument(parsing: service.get("/assets/manual.json").body)
        let found = index.withRoot { $0.elements.map(Array.init)?.compactMap { $0["anchor"]?.string } }
        #expect(found == Manual.chapters.flatMap { $0.sections.map(\.anchor) })
        #expect(service.get("/assets/manual.json").fields["Content-Type"] == "application/json")
    }

    @Test func `a card leads to its cause in the manual`() throws {
        let cards = try #require(WebPage.sources.first { $0.name == "diagnoses.js" }).text
        #expect(cards.contains("href: `/help/causes#${encodeURIComponent(cause)}`"))
    }

    @Test func `an owner is shown in words`() throws {
        func text(_ name: String) throws -> String { try #require(WebPage.sources.first { $0.name == name }).text }
        let (words, facets) = (try text("format.js"), try text("sessions.js"))
        for owner in ["app", "library", "system", "transient"] {
            let pattern = try Regex("\\b\(owner): '[^']* [^']*'")
            #expect(words.contains(pattern) && facets.contains(pattern), "\(owner)")
        }
        #expect(try text("diagnoses.js").contains("ownerWords[owner] ?? owner") && text("markdown.js").contains("ownerWords[diagnosis.owner]"))
    }

    @Test func `style sheets are sent without the blanks that they do not need, and none is in a text`() throws {
        for sheet in WebPage.sources where sheet.name.hasSuffix(".css") {
            for text in sheet.text.matches(of: /"[^"]*"|'[^']*'/) {
                #expect(text.0.firstMatch(of: /[{:;,][ ]/) == nil, "\(sheet.name): \(text.0)")
            }
        }
        let sheet = try #require(WebPage.served.first { $0.name == "session.css" }).text
        #expect(sheet.contains(".work{position:relative;display:grid;grid-template-columns:auto minmax(0,1fr) 360px;"))
        #expect(sheet.firstMatch(of: /[{:;,][ ]/) == nil)
    }

    @Test(arguments: WebPage.View.allCases)
    func `what a browser loads is less than 150 KB, unpacked`(view: WebPage.View) {
        let loaded = WebPage.served.filter { ["\(view).js", "\(view).css", "icon.svg"].contains($0.name) }
        #expect(loaded.count == 3)
        #expect((loaded + [WebPage.shell(view)]).reduce(0) { $0 + $1.bytes.count } < 150_000)
    }
}

extension WebAsset {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
