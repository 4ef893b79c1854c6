import ExactArithmetic
import Foundation
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Document → encoder → reader → the same document, but for the ids and the order of constraints.
@Suite struct HierarchyRoundTripTests {
    /// Layouts of every kind of view and constraint, the same for the same seed.
    private struct Generator {
        var state: UInt64

        init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

        mutating func below(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(max(count, 1)))
        }

        mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

        mutating func json() -> String {
            var views = [#"{"id": "v0"}"#]
            let count = 3 + below(8)
            var rows: [String] = []
            for index in 1..<count {
                let parent = below(index)
                var keys = #""id": "v\#(index)", "parent": "v\#(parent)""#
                if below(3) > 0 { keys += #", "intrinsicContentSize": {"width": \#(pick(["60", "33.5", "0.1"]))}"# }
                if below(4) == 0 { keys += #", "kind": "scroll""# } else if below(3) == 0 { keys += #", "class": "Shop.CardView""# }
                if below(3) == 0 { keys += #", "hugging": {"horizontal": 251, "vertical": 249.5}, "compressionResistance": {"vertical": 999}"# }
                if below(3) == 0 { keys += #", "layoutMargins": {"top": 1.25, "left": 2, "bottom": 3, "right": 4}"# }
                if below(3) == 0 { keys += #", "baseline": {"firstFromTop": 12.5, "lastFromBottom": 3}"# }
                if below(3) == 0 { keys += #", "text": "Hello “\#(index)”""# }
                if below(3) == 0 { keys += #", "outlet": "view-\#(index)""# }
                if parent == 0, below(4) == 0 {
                    keys +=
                        #", "autoresizing": {"frame": {"x": 8, "y": 9, "width": 20, "height": 30}, "superview": {"width": 300, "height": 200}, "mask": ["flexibleLeftMargin", "flexibleHeight"]}"#
                }
                views.append("{\(keys)}")
                rows.append("v\(index).leading >= v\(parent).leading + \(pick(["8", "0.1", "16.25"]))")
            }
            for guide in 0..<below(3) {
                let owner = below(count)
                views.append(#"{"id": "g\#(guide)", "parent": "v\#(owner)", "kind": "guide"}"#)
                rows.append("g\(guide).top == v\(owner).top + 3 @ 700")
            }
            for _ in 0..<(2 * count) {
                let (a, b) = (below(count), below(count))
                if a == b { continue }
                let pairs = [("width", "width"), ("height", "width"), ("top", "bottom"), ("centerY", "firstBaseline"), ("leadingMargin", "leading")]
                let pair = pick(pairs)
                let factor = pick(["", "0.5 * ", "1:3 * ", "16:9 * ", "1.4142 * "])
                let (relation, constant) = (pick(["==", "<=", ">="]), pick(["0", "1", "0.1", "-7.75"]))
                rows.append("v\(a).\(pair.0) \(relation) \(factor)v\(b).\(pair.1) + \(constant) @ \(pick([1000, 999, 750, 1]))")
            }
            let quoted = rows.enumerated().map { number, row in
                let active = number % 5 == 4 ? #", "active": false"# : ""
                let identifier = number % 7 == 3 ? #", "identifier": "UISV-\#(number)""# : ""
                return #"{"id": "r\#(number)", "equation": "\#(row)"\#(active)\#(identifier)}"#
            }
            let direction = pick(["ltr", "rtl"])
            return #"""
                {"size": {"width": 300, "height": 200}, "direction": "\#(direction)", "views": [\#(views.joined(separator: ", "))],
                 "constraints": [\#(quoted.joined(separator: ", "))]}
                """#
        }
    }

    /// A view without what the export names differently.
    private func plain(_ view: LayoutView, _ views: [LayoutView], id: (String) -> String) -> String {
        let margins = view.layoutMargins
        let parts: [Any] = [
            view.parent.map { id(views[$0].id) } ?? "none", view.kind, view.text ?? "", view.outlet ?? "", view.intrinsicContentSize, view.hugging,
            view.compressionResistance, view.firstBaselineFromTop ?? .zero, view.lastBaselineFromBottom,
            [margins.top, margins.left, margins.bottom, margins.right].map { $0 ?? 8 }, view.autoresizing?.x ?? -1, view.autoresizing?.height ?? -1,
            view.autoresizing?.superviewWidth ?? -1, (view.autoresizing?.mask.map(\.rawValue) ?? []).sorted(),
        ]
        return parts.map { "\($0)" }.joined(separator: "; ")
    }

    private func plain(_ constraint: LayoutConstraint, _ views: [LayoutView], id: (String) -> String) -> String {
        let second = constraint.second.map { "\(id(views[$0.item].id)).\($0.attribute)" } ?? "none"
        return "\(id(views[constraint.first.item].id)).\(constraint.first.attribute) \(constraint.relation) \(constraint.multiplier) * \(second) + "
            + "\(constraint.constant) @ \(constraint.priority) \(constraint.isActive) \(constraint.identifier ?? "")"
    }

    private func solved(_ document: LayoutDocument) -> (frames: [LayoutFrame], ambiguous: Set<Int>) {
        var options = AnalysisOptions()
        options.deadline = 20
        let analysis = Analyzer(options: options).analyze(document)
        return (analysis.frames, Set(analysis.ambiguities.map(\.view)))
    }

    private func check(_ document: LayoutDocument, _ name: String, isGzipped: Bool) throws {
        let (frames, ambiguous) = solved(document)
        guard frames.count == document.views.count else { return }
        var encoder = HierarchyEncoder(document: document, frames: frames)
        encoder.ambiguous = ambiguous
        encoder.isGzipped = isGzipped
        let read = try ViewHierarchyImporter().read(zip: encoder.zip)
        try #require(read.count == 1, "\(name)")
        // Addresses lead back to the ids.
        let views = Dictionary(uniqueKeysWithValues: document.views.enumerated().map { (HierarchyEncoder.address(ofView: $0), $1.id) })
        func id(_ id: String) -> String {
            if id.hasSuffix(".content") { return views[String(id.dropLast(8).split(separator: ":").last ?? "")].map { $0 + ".content" } ?? id }
            return views[String(id.split(separator: ":").last ?? "")] ?? id
        }
        func all(_ document: LayoutDocument) -> [String] {
            document.views.map { "\(id($0.id)): \(plain($0, document.views, id: id))" }.sorted()
        }
        #expect(all(read[0]) == all(document), "\(name)")
        #expect(
            read[0].constraints.map { plain($0, read[0].views, id: id) }.sorted()
                == document.constraints.map { plain($0, document.views, id: id) }.sorted(), "\(name)")
        #expect(read[0].direction == document.direction && read[0].size == document.size && read[0].warnings.isEmpty, "\(name) \(read[0].warnings)")
        for observation in read[0].observations {
            let index = try #require(document.views.firstIndex { $0.id == id(read[0].views[observation.view].id) })
            #expect(observation.isAmbiguous == ambiguous.contains(index), "\(name)")
            // The encoder writes the frame from which a mask starts, and a conflict may move the view.
            if document.views[index].autoresizing != nil { continue }
            let frame = try #require(observation.frame)
            for dimension in FrameDimension.allCases {
                #expect(abs((frame[dimension] - frames[index][dimension]).double) < 1e-5, "\(name)")
            }
        }
        // The canonical form has it all.
        let canonical = CanonicalDocument.json(read[0])
        let again = try DocumentImporter().read(json: canonical)
        #expect(again == read[0] && again.capture != nil && CanonicalDocument.json(again) == canonical, "\(name)")
    }

    @Test(arguments: 1...60) func `generated layouts come back`(seed: Int) throws {
        var generator = Generator(seed: seed)
        try check(document(generator.json()), "seed \(seed)", isGzipped: seed % 2 == 0)
    }

    // MARK: Layouts of others

    private static let shared = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
    /// On CI the test runs without the corpora, and fails.
    private static let isExpected =
        FileManager.default.fileExists(atPath: shared.path) || ProcessInfo.processInfo.environment["CI"] == "true"

    /// The files of a folder with one of the extensions, in order.
    private static func files(_ folder: String, _ extensions: Set<String>) -> [URL] {
        let all = FileManager.default.enumerator(at: shared.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }

    /// Layouts whose frames are not solved: the encoder writes any.
    private func checkRows(_ document: LayoutDocument, _ name: String) throws {
        let frames = document.views.indices.map { index in
            let size = index == document.root ? document.size : LayoutSize(width: 100, height: 50)
            return LayoutFrame(x: .zero, y: .zero, width: size.width ?? .zero, height: size.height ?? .zero)
        }
        var encoder = HierarchyEncoder(document: document, frames: frames)
        encoder.isGzipped = false
        let read = try ViewHierarchyImporter().read(zip: encoder.zip)
        try #require(read.count == 1, "\(name)")
        let views = Dictionary(uniqueKeysWithValues: document.views.enumerated().map { (HierarchyEncoder.address(ofView: $0), $1.id) })
        func id(_ id: String) -> String {
            if id.hasSuffix(".content") { return views[String(id.dropLast(8).split(separator: ":").last ?? "")].map { $0 + ".content" } ?? id }
            return views[String(id.split(separator: ":").last ?? "")] ?? id
        }
        // Thirds are no decimals; guides and content areas that no constraint names are no part of a document.
        func words(_ constraint: LayoutConstraint, _ views: [LayoutView]) -> String {
            func side(_ anchor: LayoutAnchor) -> String { "\(id(views[anchor.item].id)).\(anchor.attribute)" }
            return
                "\(side(constraint.first)) \(constraint.relation) \(Float(constraint.multiplier.double)) * \(constraint.second.map(side) ?? "none") + "
                + "\(constraint.constant.double) @ \(Float(constraint.priority.double)) \(constraint.isActive) \(constraint.identifier ?? "")"
        }
        func words(_ view: LayoutView, _ views: [LayoutView]) -> String {
            let size = view.intrinsicContentSize
            // Tables and text views are scroll views to UIKit, and plain ones to Interface Builder.
            let kind = view.kind == .scroll ? LayoutView.Kind.view : view.kind
            return "\(id(view.id)) in \(view.parent.map { id(views[$0].id) } ?? "none"): \(kind) \(view.text ?? "") "
                + "\(Float(size.width?.double ?? -1)) x \(Float(size.height?.double ?? -1))"
        }
        let named = Set(document.constraints.flatMap { [$0.first.item] + ($0.second.map { [$0.item] } ?? []) })
        let expected = document.views.enumerated().filter { ![.guide, .content].contains($1.kind) || named.contains($0) }.map {
            words($1, document.views)
        }
        #expect(read[0].views.map { words($0, read[0].views) }.sorted() == expected.sorted(), "\(name)")
        #expect(
            read[0].constraints.map { words($0, read[0].views) }.sorted() == document.constraints.map { words($0, document.views) }.sorted(),
            "\(name)")
    }

    @Test(.enabled(if: isExpected, "../shared is absent")) func `documents and scenes of others come back`() throws {
        var count = 0
        for file in Self.files("cases", ["json"]) where file.lastPathComponent.hasPrefix("doc-") {
            try checkRows(try DocumentImporter().read(json: Array(try Data(contentsOf: file))), file.lastPathComponent)
            count += 1
        }
        #expect(count >= 8)
        for folder in ["corpus/ib", "corpus/ib-recent"] {
            // Every third, since all take long.
            for (number, file) in Self.files(folder, ["storyboard", "xib"]).enumerated() where number.isMultiple(of: 3) {
                guard let scenes = try? InterfaceBuilderImporter().read(Array(try Data(contentsOf: file))) else { continue }
                for scene in scenes {
                    try checkRows(scene.document, "\(file.lastPathComponent) \(scene.document.name ?? "")")
                    count += 1
                }
            }
        }
        #expect(count >= 100, "\(count) layouts")
    }

    @Test func `scroll views and their content areas come back`() throws {
        let json = #"""
            {"size": {"width": 320, "height": 480}, "views": [{"id": "v0"}, {"id": "list", "parent": "v0", "kind": "scroll"},
              {"id": "row", "parent": "list"}],
             "constraints": ["H:|[list]|", "V:|[list]|", "row.leading == list.leading", "row.trailing == list.trailing", "row.top == list.top",
               "row.bottom == list.bottom", "row.height == 900", "row.width == list.width"]}
            """#
        try check(document(json), "edges", isGzipped: true)
        let guided = json.replacing("row.height == 900", with: #"\"list.content\".height == 900"#)
        try check(document(guided), "content guide", isGzipped: true)
    }
}
