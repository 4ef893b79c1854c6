import Foundation
import HTTP
import JSON
import Testing
import WebPage

@testable import LayoutService

@Suite struct PageTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    @Test func `the same shell is at the root and at each session, and says 404 where there is none`() throws {
        let location = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        let id = try #require(location.split(separator: "/").last)
        let (home, there, nowhere) = (service.get("/"), service.get("/sessions/\(id)"), service.get("/sessions/none"))
        #expect((home.status, there.status, nowhere.status) == (.ok, .ok, .notFound))
        #expect(home.body == there.body && home.body == nowhere.body)
        #expect(home.fields["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test(arguments: ["/", "/sessions/x", "/assets/app.js", "/assets/base.css"])
    func `neither scripts nor styles may stand in the markup`(path: String) throws {
        let policy = try #require(service.get(path).fields["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(!policy.contains("unsafe") && policy.contains("base-uri 'none'") && policy.contains("frame-ancestors 'none'"))
    }

    @Test func `each file of the page is served as what it is, packed where that is taken`() {
        for asset in WebPage.assets {
            let plain = service.get("/assets/\(asset.name)")
            #expect(plain.body == asset.bytes && plain.fields["Content-Type"] == asset.mediaType, "\(asset.name)")
            let packed = service.get("/assets/\(asset.name)", fields: [("Accept-Encoding", "gzip")])
            #expect(packed.fields["Content-Encoding"] == "gzip" && packed.body.starts(with: [0x1f, 0x8b]), "\(asset.name)")
        }
        #expect(service.get("/assets/nothing.js").status == .notFound)
    }

    @Test func `a file that the browser has is not sent again`() throws {
        let tag = try #require(service.get("/assets/app.js").fields["ETag"])
        let again = service.get("/assets/app.js", fields: [("If-None-Match", tag)])
        #expect(again.status == .notModified && again.body.isEmpty && again.fields["ETag"] == tag)
        #expect(service.get("/assets/app.js", fields: [("If-None-Match", "W/\"other\"")]).status == .ok)
        #expect(service.get("/sessions/none", fields: [("If-None-Match", "*")]).status == .notFound)
    }

    @Test func `what the page loads is there, and everything that is there is loaded`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/WebPage/Resources")
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(files == Set(WebPage.assets.map(\.name) + ["index.html"]))
        var named: Set<String> = []
        for asset in WebPage.assets + [WebPage.shell] {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            for match in text.matches(of: /(?:from |import\()'\.\/([a-z-]+\.js)'|\/assets\/([a-z-]+\.[a-z]+)/) {
                named.insert(String(match.1 ?? match.2 ?? ""))
            }
        }
        #expect(named == files.subtracting(["index.html"]))
    }

    @Test func `no script makes markup of text, and nothing comes from another host`() {
        for asset in WebPage.assets + [WebPage.shell] where asset.name != "icon.svg" {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser", "javascript:"] {
                #expect(!text.contains(word), "\(asset.name): \(word)")
            }
            let hosts = text.matches(of: /https?:\/\/[^\s'"<]+/).map { String($0.0) }
            #expect(hosts.allSatisfy { $0.hasPrefix("http://www.w3.org/") || $0.hasPrefix("http://127.0.0.1:8080/") }, "\(asset.name): \(hosts)")
        }
    }

    @Test func `what a browser loads is less than 150 KB`() {
        let sent = (WebPage.assets + [WebPage.shell]).reduce(0) { $0 + (Gzip.pack($1.bytes)?.count ?? $1.bytes.count) }
        #expect(sent < 150_000 / 2)
    }
}
