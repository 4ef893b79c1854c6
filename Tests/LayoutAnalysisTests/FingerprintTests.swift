import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// A finding keeps its fingerprint however the layout is said, and no other finding has it.
struct FingerprintTests {
    private func fingerprints(_ document: LayoutDocument) -> [String] {
        let found = Analyzer().analyze(document)
        return (found.conflicts.map(\.fingerprint) + found.ambiguities.map(\.fingerprint)).sorted()
    }

    @Test func namesOrderAndSideDoNotMatter() throws {
        for text in Sample.all {
            let document = try document(text)
            let expected = fingerprints(document)
            #expect(!expected.isEmpty)
            #expect(fingerprints(document.renamed) == expected)
            #expect(fingerprints(document.reversed) == expected)
            #expect(fingerprints(document.turned) == expected)
            #expect(fingerprints(document.renamed.reversed.turned) == expected)
        }
    }

    @Test func whatIsUnrelatedDoesNotMatter() throws {
        for text in Sample.all {
            let document = try document(text)
            #expect(fingerprints(document.inCompany) == fingerprints(document))
        }
    }

    /// What several views have in common is worked out for one of them.
    @Test func eachOfManyHasTheFingerprintThatItHasAlone() throws {
        func rows(_ view: String, _ kind: Int) -> [String] {
            let edge = ["'\(view).left == root.left + 8'", "'\(view).left == root.left + 9'", "'\(view).right == root.right - 8'"][kind % 3]
            let size = kind < 3 ? "'\(view).height == \(view).width'" : "'\(view).width == 40 @ \(kind < 6 ? 500 : 501)'"
            return kind == 9 ? [edge] : [edge, size]
        }
        func found(_ kinds: [(view: String, kind: Int)]) throws -> [String: [String]] {
            let views = kinds.map { "{'id': '\($0.view)', 'parent': 'root'}" }.joined(separator: ", ")
            let constraints = kinds.flatMap { rows($0.view, $0.kind) }.joined(separator: ", ")
            let document = try document(
                "{'size': {'width': 100, 'height': 100}, 'views': [{'id': 'root'}, \(views)], 'constraints': [\(constraints)]}")
            return Dictionary(grouping: Analyzer().analyze(document).ambiguities) { document.views[$0.view].id }.mapValues { $0.map(\.fingerprint) }
        }
        let kinds = (0..<30).map { (view: "v\($0)", kind: $0 * 7 % 10) }
        let together = try found(kinds)
        #expect(Set(together.values).count == 5)
        for kind in kinds { #expect(try together[kind.view] == found([kind])[kind.view], "\(kind)") }
    }

    @Test func everyFingerprintSaysItsKindAndVersion() throws {
        for text in Sample.all {
            let analysis = try analysis(document(text))
            for conflict in analysis.conflicts { #expect(try /k1:[0-9a-f]{32}/.wholeMatch(in: conflict.fingerprint) != nil) }
            for ambiguity in analysis.ambiguities { #expect(try /a1:[0-9a-f]{32}/.wholeMatch(in: ambiguity.fingerprint) != nil) }
        }
    }

    @Test func addressesWithinIdentifiersDoNotMatter() throws {
        func conflict(_ identifier: String, _ address: String) throws -> [String] {
            try fingerprints(
                log(
                    "NSLayoutConstraint:0x1 '\(identifier)' UIView:\(address).height == 20",
                    "NSLayoutConstraint:0x2 UIView:\(address).height == 44"))
        }
        let expected = try conflict("Title(0x7f01).height-0", "0xa")
        #expect(try conflict("Title(0x600000ab).height-0", "0xb00") == expected)
        #expect(try conflict("Title(0x7f01).height-1", "0xa") != expected)
        #expect(try conflict("Title.height-0", "0xa") != expected)
    }

    /// Of which view another is the superview is known from any constraint that names it so.
    @Test func whatIsLearnedOfTheHierarchyDoesNotMatter() throws {
        let conflict = [
            "NSLayoutConstraint:0x1 UILabel:0x2.leading == UIView:0x3.leading + 8",
            "NSLayoutConstraint:0x4 UILabel:0x2.leading == UIView:0x3.leading + 20",
            "NSLayoutConstraint:0x5 UIView:0x3.leading == UIView:0x6.leading + 1",
            "NSLayoutConstraint:0x7 UIView:0x3.leading == UIView:0x6.leading + 2",
        ]
        func found(_ lines: [String]) throws -> [String] { try fingerprints(log(lines)) }
        let expected = try found(conflict)
        #expect(expected.count == 2)
        #expect(try found(conflict + ["NSLayoutConstraint:0x8 V:|-(100)-[UILabel:0x2]   (active, names: '|':UIView:0x3 )"]) == expected)
        #expect(try found(conflict + ["NSLayoutConstraint:0x8 V:|-(100)-[UIView:0x3]   (active, names: '|':UIView:0x6 )"]) == expected)
    }

    @Test func observedViewsAreTheSame() throws {
        func conflict(_ name: String) throws -> [String] {
            try fingerprints(log("NSLayoutConstraint:0x1 \(name):0xa.height == 20", "NSLayoutConstraint:0x2 \(name):0xa.height == 44"))
        }
        #expect(try conflict("NSKVONotifying_Card") == conflict("Card"))
        #expect(try conflict("Deck") != conflict("Card"))
    }

    @Test func otherMeaningsHaveOtherFingerprints() throws {
        let changes: [(inout LayoutDocument) -> Void] = [
            { _ in }, { $0.constraints[2].constant = 61 }, { $0.constraints[0].constant = 9 }, { $0.constraints[0].first.attribute = .centerX },
            { $0.constraints[2].relation = .greaterThanOrEqual }, { $0.views[1].className = "UIButton" }, { $0.views[0].className = "UIView" },
            { $0.constraints[0].identifier = "title-leading" }, { $0.constraints[2].identifier = "title-leading" }, { $0.size.width = 71 },
            { $0.views[1].kind = .guide }, { $0.views[1].alignmentRectInsets.left = 1 }, { $0.constraints[1].multiplier = 2 },
        ]
        var found: [String] = []
        for change in changes {
            var document = try document(Sample.example)
            change(&document)
            let conflicts = analysis(document).conflicts
            #expect(conflicts.count == 1)
            found += conflicts.map(\.fingerprint)
        }
        #expect(Set(found).count == changes.count)
    }

    @Test func implicitRowsAreToldApartByWhatTheyAreAndNotByTheirNames() throws {
        func conflict(_ views: String, _ constraint: String) throws -> String {
            let found = try analysis(
                document("{'size': {'width': 100, 'height': 100}, 'views': [{'id': 'a'}, \(views)], 'constraints': [\(constraint)]}"))
            #expect(found.conflicts.count == 1)
            return try #require(found.conflicts.first?.fingerprint)
        }
        let resistance = "'intrinsicContentSize': {'width': 50}, 'compressionResistance': {'horizontal': 1000}"
        let hugging = "'intrinsicContentSize': {'width': 30}, 'hugging': {'horizontal': 1000}"
        let expected = try conflict("{'id': 'b', 'parent': 'a', \(resistance)}", "'b.width == 40'")
        // Ids that look like rows, or begin like others.
        for id in ["a.width", "a.", "b.compressionResistance", "compressionResistance.horizontal", "aa", "0x12"] {
            #expect(
                try conflict(
                    "{'id': '\(id)', 'parent': 'a', \(resistance)}", "{'equation': '\\'\(id)\\'.width == 40'}".replacing("\\'", with: "\\\""))
                    == expected)
        }
        #expect(try conflict("{'id': 'b', 'parent': 'a', \(hugging)}", "'b.width == 40'") != expected)
        #expect(try conflict("{'id': 'b', 'parent': 'a'}", "'b.width == 40', 'b.width >= 50'") != expected)
    }

    @Test func viewsOfTheSameKindAreToldApartByTheRowsThatJoinThem() throws {
        // A chain of equal views within 100 points: which of the spaces is the wide one makes another conflict.
        func conflict(wide: Int) throws -> String {
            var constraints = ["v0.left == root.left", "v5.right == root.right"]
            for place in 1...5 { constraints.append("v\(place).left == v\(place - 1).right + \(place == wide ? 90 : 3)") }
            let views = (0...5).map { "{'id': 'v\($0)', 'parent': 'root'}" }
            let found = try analysis(
                document(
                    "{'size': {'width': 100, 'height': 10}, 'views': [{'id': 'root'}, \(views.joined(separator: ", "))], 'constraints': [\(constraints.map { "'\($0)'" }.joined(separator: ", "))]}"
                ))
            #expect(found.conflicts.count == 1)
            return try #require(found.conflicts.first?.fingerprint)
        }
        #expect(try Set((1...5).map(conflict)).count == 5)
    }

    @Test(.needsPublicLogs) func publicLogsKeepTheirFingerprints() throws {
        let logs = try PublicLog.all()
        for log in logs {
            let expected = fingerprints(log.document)
            #expect(fingerprints(log.document.renamed.reversed) == expected, "\(log)")
            #expect(fingerprints(log.document.inCompany) == expected, "\(log)")
        }
    }

    @Test(.needsPublicLogs) func noTwoConflictsOfThePublicLogsShareAFingerprint() throws {
        let logs = try PublicLog.all()
        var texts: [String: (log: PublicLog, text: [String])] = [:]
        for log in logs {
            let printed = Dictionary(uniqueKeysWithValues: log.document.constraints.map { ($0.id, $0.printed ?? "") })
            for conflict in Analyzer().analyze(log.document).conflicts {
                // The same but for names and addresses is the same conflict.
                let text = conflict.members.map { (printed[$0] ?? "").replacing(/:(0x[0-9a-f]+|[A-Za-z0-9.]+(?=\.))/, with: "") }.sorted()
                if let known = texts[conflict.fingerprint] { #expect(known.text == text, "\(known.log) and \(log)") }
                texts[conflict.fingerprint] = (log, text)
            }
        }
    }
}
