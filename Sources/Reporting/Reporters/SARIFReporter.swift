internal import JSON
internal import LayoutModel
internal import StandardAdditions

/// Renders SARIF 2.1.0 with the properties that GitHub's code scanning requires.
///
/// Fingerprints are those of the findings, so that an alert is recognized in later runs even if lines move.
public struct SARIFReporter: Reporter {
    /// The maximum number of results. GitHub rejects a run with more.
    static let mostResults = 25_000
    /// The maximum numbers of related locations and of steps of a code flow that GitHub accepts.
    private static let mostRelated = 100
    private static let mostSteps = 1000

    public init() {}

    public func report(_ subjects: [CheckedSubject]) -> String {
        var findings = subjects.flatMap(\.findings)
        if findings.count > SARIFReporter.mostResults { findings = Array(subjects.worstFirst.prefix(SARIFReporter.mostResults)) }
        let kinds = Finding.Kind.allCases
        var writer = JSONWriter(indented: true, capacity: 4096 + 2048 * findings.count)
        writer.object { writer in
            writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            writer.member("version", "2.1.0")
            writer.key("runs")
            writer.array([0]) { writer, _ in
                writer.object { writer in
                    writer.key("tool")
                    writer.object { writer in
                        writer.key("driver")
                        writer.object { driver(kinds, &$0) }
                    }
                    writer.member("columnKind", "unicodeCodePoints")
                    writer.key("results")
                    var ordinals: [ExactText: Int] = [:]
                    writer.array(findings) { writer, finding in
                        // Several layouts of one file may have the same conflict.
                        let key = ExactText("\(finding.place.file)\n\(finding.fingerprint)")
                        ordinals[key, default: 0] += 1
                        let ordinal = ordinals[key] ?? 1
                        writer.object { result(finding, kinds, ordinal: ordinal, &$0) }
                    }
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private func driver(_ kinds: [Finding.Kind], _ writer: inout JSONWriter) {
        writer.member("name", "plumbline")
        writer.member("semanticVersion", EngineVersion.number)
        writer.key("rules")
        writer.array(kinds) { writer, kind in
            writer.object { writer in
                writer.member("id", kind.rawValue)
                writer.member("name", kind.title)
                writer.key("shortDescription")
                writer.object { $0.member("text", kind.title) }
                writer.key("fullDescription")
                writer.object { $0.member("text", kind.guide.summary) }
                writer.key("help")
                writer.object {
                    $0.member("text", kind.guide.help)
                    $0.member("markdown", "**\(kind.guide.summary)** \(kind.guide.help)")
                }
                writer.key("defaultConfiguration")
                writer.object { $0.member("level", SARIFReporter.level(kind.severity)) }
                writer.key("properties")
                writer.object {
                    $0.member("precision", kind.isExact ? "very-high" : "medium")
                    $0.member("problem.severity", kind.severity == .note ? "recommendation" : SARIFReporter.level(kind.severity))
                    $0.member("tags", ["layout", kind.isOfInterfaceBuilder ? "interface-builder" : "constraints"])
                }
            }
        }
    }

    private func result(_ finding: Finding, _ kinds: [Finding.Kind], ordinal: Int, _ writer: inout JSONWriter) {
        let related = Array(finding.parts.filter { $0.place?.line != nil }.prefix(SARIFReporter.mostRelated))
        writer.member("ruleId", finding.kind.rawValue)
        writer.member("ruleIndex", kinds.firstIndex(of: finding.kind) ?? 0)
        writer.member("level", SARIFReporter.level(finding.severity))
        writer.key("message")
        writer.object { $0.member("text", SARIFReporter.message(finding, related)) }
        writer.key("locations")
        writer.array([finding.place]) { writer, place in
            writer.object { physical(place, &$0) }
        }
        writer.key("partialFingerprints")
        writer.object {
            $0.member("primaryLocationLineHash", "\(finding.fingerprint):\(ordinal)")
        }
        if finding.count > 1 { writer.member("occurrenceCount", finding.count) }
        if !related.isEmpty {
            writer.key("relatedLocations")
            writer.array(Array(related.enumerated())) { writer, entry in
                writer.object { writer in
                    writer.member("id", entry.offset + 1)
                    if let place = entry.element.place { physical(place, &writer) }
                    message(entry.element.text, &writer)
                }
            }
        }
        if finding.parts.count > 1, finding.kind != .ambiguity { derivation(finding, &writer) }
        if let suppression = finding.suppression {
            writer.key("suppressions")
            writer.array([suppression]) { writer, suppression in
                writer.object {
                    $0.member("kind", suppression.origin == .document ? "inSource" : "external")
                    $0.member("justification", suppression.reason)
                }
            }
        }
        if !finding.variants.isEmpty || finding.cause != nil {
            writer.key("properties")
            writer.object {
                if let cause = finding.cause { $0.member("cause", cause) }
                if !finding.variants.isEmpty { $0.member("variants", finding.variants) }
                if finding.furtherVariants > 0 { $0.member("furtherVariants", finding.furtherVariants) }
            }
        }
    }

    /// Writes the proof row by row.
    private func derivation(_ finding: Finding, _ writer: inout JSONWriter) {
        writer.key("codeFlows")
        writer.array([0]) { writer, _ in
            writer.object { writer in
                message(finding.kind == .conflict ? "Rows that add up to the contradiction" : "Rows that the finding depends on", &writer)
                writer.key("threadFlows")
                writer.array([0]) { writer, _ in
                    writer.object { writer in
                        writer.key("locations")
                        writer.array(Array(finding.parts.prefix(SARIFReporter.mostSteps))) { writer, part in
                            writer.object { writer in
                                writer.key("location")
                                writer.object { writer in
                                    physical(part.place ?? finding.place, &writer)
                                    message(part.text, &writer)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func message(_ text: String, _ writer: inout JSONWriter) {
        writer.key("message")
        writer.object { $0.member("text", text) }
    }

    private func physical(_ place: FilePlace, _ writer: inout JSONWriter) {
        writer.key("physicalLocation")
        writer.object { writer in
            writer.key("artifactLocation")
            writer.object { $0.member("uri", SARIFReporter.uri(place.file)) }
            writer.key("region")
            writer.object {
                // A finding about a whole file is shown at its first line.
                let line = max(1, place.line ?? 1)
                let column = max(1, place.column ?? 1)
                $0.member("startLine", line)
                $0.member("startColumn", column)
                $0.member("endLine", place.endLine ?? line)
                $0.member("endColumn", place.endLine == nil ? column + 1 : place.endColumn ?? column + 1)
            }
        }
    }

    /// Returns the message. The first sentence is the alert's title, and the parts are linked after it.
    private static func message(_ finding: Finding, _ related: [Finding.Part]) -> String {
        var text = escaped(finding.message) + "."
        if !finding.variants.isEmpty { text += " At \(escaped(finding.places(atMost: 20)))." }
        if finding.count > 1 { text += " Met \(finding.count) times." }
        if !related.isEmpty {
            text += " Rows: " + related.enumerated().map { "[\(escaped($1.id))](\($0 + 1))" }.joined(separator: ", ") + "."
        }
        if !finding.remedies.isEmpty { text += " To fix it: " + finding.remedies.map(escaped).joined(separator: "; or ") + "." }
        return text
    }

    /// Escapes brackets and backslashes, which form links in a message.
    private static func escaped(_ text: String) -> String {
        text.replacing(["\\": "\\\\", "[": "\\[", "]": "\\]"])
    }

    static func level(_ severity: Finding.Severity) -> String { severity.name }

    /// Returns the path as a relative reference, or as a `file` URI if it is absolute.
    static func uri(_ path: String) -> String {
        var text = path.hasPrefix("/") ? "file://" : ""
        var rest = path[...]
        // A Windows path, such as `C:\Folder\Cell.swift`, in a log from another machine.
        let drive = path.prefix(3)
        if drive.utf8.count == 3, drive.first?.isLetter == true, drive.dropFirst().first == ":", drive.hasSuffix("\\") || drive.hasSuffix("/") {
            text = "file:///\(drive.prefix(2))"
            rest = path.replacing("\\", with: "/").dropFirst(2)
        }
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        for byte in rest.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return text.isEmpty ? "unknown" : text
    }
}
