import Foundation
import Testing

/// Bodies that take far more memory than their length, several at once: those that do not fit are ended, and others are answered.
@Suite(.serialized) struct HeavyBodyTests {
    enum Kind: CaseIterable {
        case interfaceBuilder, nestedViews, visualFormats, oneVisualFormat, log

        var type: String {
            switch self {
            case .interfaceBuilder: "application/xml"
            case .nestedViews: "application/json"
            case .visualFormats, .oneVisualFormat, .log: "text/plain"
            }
        }

        var body: String {
            switch self {
            case .interfaceBuilder:
                let frame = #"<rect key="frame" x="0.0" y="0.0" width="10" height="10"/>"#
                let views = (0..<12_000).map { number in
                    #"<view translatesAutoresizingMaskIntoConstraints="NO" id="v\#(number)">\#(frame)<constraints>"#
                        + #"<constraint firstAttribute="width" constant="10" id="c\#(number)"/></constraints></view>"#
                }
                let kind = #"type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21701""#
                return #"<document \#(kind) targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects><view id="root">\#(frame)<subviews>"#
                    + views.joined() + "</subviews></view></objects></document>"
            case .nestedViews:
                let views = (0..<20_000).map { #"{"id":"v\#($0)","parent":"\#($0 == 0 ? "root" : "v\($0 - 1)")"}"# }
                return #"{"constraints":[],"views":[{"id":"root"},"# + views.joined(separator: ",") + "]}"
            case .visualFormats: return String(repeating: "H:|-[a]-[b]-|\n", count: 120_000)
            case .oneVisualFormat: return "H:|" + String(repeating: "-[a]", count: 300_000) + "-|"
            case .log:
                let lines = (0..<40_000).map { #""<NSLayoutConstraint:0x6000\#($0) UILabel:0x7f8a\#($0).width == \#($0)   (active)>","# }
                return "Unable to simultaneously satisfy constraints.\n(\n" + lines.joined(separator: "\n") + "\n)\n"
            }
        }
    }

    private final class Statuses: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [Int] = []

        func add(_ status: Int) { lock.withLock { list.append(status) } }
        var all: [Int] { lock.withLock { list } }
    }

    @Test(arguments: Kind.allCases)
    func `three at once take the memory that there is at most`(kind: Kind) throws {
        let service = try RunningService("--max-memory", "256")
        let (statuses, port, type) = (Statuses(), service.port, kind.type)
        let packed = try gzip(Data(kind.body.utf8))
        let group = DispatchGroup()
        for _ in 0..<3 {
            group.enter()
            Thread {
                let fields = [("Content-Type", type), ("Content-Encoding", "gzip")]
                statuses.add((try? HTTPClient.send("POST", "/v1/check", port: port, fields: fields, body: packed))?.status ?? 0)
                group.leave()
            }.start()
        }
        var others: [Int] = []
        while group.wait(timeout: .now() + 0.3) == .timedOut { others.append(try service.post("/v1/check", Layouts.clean).status) }
        #expect(others.allSatisfy { $0 == 200 }, "\(others)")
        #expect(statuses.all.count == 3 && statuses.all.allSatisfy { [200, 413, 503].contains($0) }, "\(statuses.all)")
        // An eighth more for what is allocated between two readings of the memory.
        #expect(service.greatestKilobytes < 288 << 10, "\(service.greatestKilobytes >> 10) MB")
    }
}
