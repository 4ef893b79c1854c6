internal import LayoutAnalysis
internal import LayoutModel
internal import Reporting

/// Merges equal findings of several variants into one with a list of variants.
struct VariantMerge {
    private struct Key: Hashable {
        var kind: Rule
        var views: [String]
        var constraints: [String]
        /// The text, if the finding names no view and no constraint, or if the same ones have several findings.
        var text: String
        var ordinal: Int
    }

    /// The variants of a finding.
    private struct Variants {
        var names: [String] = []
        /// The bytes of the names.
        var bytes = 0
        /// The number of further ones.
        var further = 0

        mutating func add(_ name: String) {
            guard names.count < Finding.mostVariants, bytes <= Finding.mostVariantBytes else { return further += 1 }
            names.append(name)
            bytes += name.utf8.count
        }
    }

    /// The same finding with the numbers of other sizes.
    private struct Others {
        /// The places in `sizes` of all sizes at which a conflict was found, or of the first ones of another finding.
        var sizes: [Int]
        /// Those with remedies that set another constant, each with the place of its sizes.
        var findings: [(finding: Finding, sizes: Int)] = []
        /// Whether another one has another message.
        var differ = false
    }

    private var order: [Key] = []
    private var findings: [Key: Finding] = [:]
    private var variants: [Key: Variants] = [:]
    private var smallest: Set<Key> = []
    private var sizes: [CheckedSizes] = []
    private var others: [Key: Others] = [:]
    /// For the constraints of a remedy, the remedies that set other constants for them, as texts of findings.
    private var constants: [[String]: [(text: String, remedy: Remedy)]] = [:]
    private let analyzer: Analyzer
    /// Whether only the layout itself was checked.
    private let isOneAsItIs: Bool

    /// The maximum number of findings, and of constants for the same constraints, that are tried in place of the first ones.
    private static let mostOthers = 16
    /// The maximum number of constraints for which several constants are tried.
    private static let mostConstants = 1000
    /// The number of rows of all layouts in which constants are tried.
    private static let mostRows = 8000

    /// - Parameter variants: those checked as a whole; a range of sizes counts as one.
    init(variants: [String], analyzer: Analyzer) {
        isOneAsItIs = variants == [""]
        self.analyzer = analyzer
    }

    /// - Parameters:
    ///   - sizes: the sizes that have the findings; nil if the messages name them.
    ///   - isSmallest: whether the messages name the smallest size of a range, which is more informative than another size.
    mutating func add(_ found: [Finding], variant: String, at sizes: CheckedSizes? = nil, isSmallest: Bool = false) {
        let place = begin(sizes)
        for (key, finding) in VariantMerge.keyed(found) {
            if findings[key] == nil {
                order.append(key)
                findings[key] = finding
                if let place { others[key] = Others(sizes: [place]) }
            } else {
                note(finding, key, at: place, isFound: true)
                findings[key]?.note(finding)
                if isSmallest, !smallest.contains(key) { findings[key]?.message = finding.message }
            }
            if isSmallest { smallest.insert(key) }
            collect(finding, at: place)
            variants[key, default: Variants()].add(variant.isEmpty ? Finding.ownSize : variant)
        }
    }

    /// Adds the findings at another size of a region, whose constants may hold at all its sizes. Only their numbers are reported, as they need
    /// not be found at all of them.
    mutating func add(_ found: [Finding], alsoAt sizes: CheckedSizes) {
        let place = begin(sizes)
        for (key, finding) in VariantMerge.keyed(found) {
            collect(finding, at: place)
            note(finding, key, at: place, isFound: false)
        }
    }

    /// Collects the constants that the remedies of a conflict set.
    private mutating func collect(_ finding: Finding, at place: Int?) {
        guard let place, finding.kind == .conflict else { return }
        for (number, remedy) in sizes[place].changes(of: finding) {
            guard constants.count < VariantMerge.mostConstants || constants[remedy.constraints] != nil else { return }
            let known = constants[remedy.constraints] ?? []
            if known.count >= VariantMerge.mostOthers || known.contains(where: { $0.remedy.to == remedy.to }) { continue }
            constants[remedy.constraints, default: []].append((finding.remedies[number], remedy))
        }
    }

    private mutating func begin(_ added: CheckedSizes?) -> Int? {
        guard let added, !isOneAsItIs else { return nil }
        sizes.append(added)
        return sizes.count - 1
    }

    /// Notes the numbers with which a finding was made again, at a place of `sizes` if its message does not name them.
    private mutating func note(_ finding: Finding, _ key: Key, at place: Int?, isFound: Bool) {
        guard var known = others[key], let first = findings[key] else { return }
        known.differ = known.differ || finding.message != first.message
        if let place, key.kind == .conflict {
            if isFound { known.sizes.append(place) }
            let isOther = finding.remedies != first.remedies && !sizes[place].changes(of: finding).isEmpty
            if isOther, known.findings.count < VariantMerge.mostOthers { known.findings.append((finding, place)) }
        }
        others[key] = known
    }

    private static func keyed(_ found: [Finding]) -> [(Key, Finding)] {
        var ordinals: [Key: Int] = [:]
        return found.map { finding in
            var constraints = finding.constraints
            // The sizes that a conflict or tie depends on are different rows in each variant; the constraints are the same.
            constraints.sort()
            // Findings of Interface Builder refer to the file.
            let isNamed = !finding.views.isEmpty || !constraints.isEmpty
            var key = Key(
                kind: finding.kind, views: finding.views, constraints: constraints,
                text: isNamed && !finding.kind.isOfInterfaceBuilder && finding.kind != .assertion ? "" : finding.fingerprint, ordinal: 0)
            ordinals[key, default: 0] += 1
            key.ordinal = ordinals[key] ?? 1
            return (key, finding)
        }
    }

    /// The merged findings in the order of their first occurrence.
    var merged: [Finding] {
        var room = VariantMerge.mostRows
        return order.compactMap { key in
            guard var finding = findings[key] else { return nil }
            guard !isOneAsItIs, let variants = variants[key] else { return finding }
            if let others = others[key], !smallest.contains(key) { finding = sized(finding, others, &room) }
            (finding.variants, finding.furtherVariants) = (variants.names, variants.further)
            return finding
        }
    }

    /// Returns the finding with the numbers that hold at most sizes, and with the size that they are from.
    private func sized(_ first: Finding, _ others: Others, _ room: inout Int) -> Finding {
        let place = others.sizes[0]
        var shown = (finding: first, sizes: place)
        if first.kind == .conflict, others.sizes.count > 1 || sizes[place].isRange {
            var wrong: [(place: Int, remedy: Remedy)]?
            for candidate in [shown] + others.findings {
                let changes = sizes[candidate.sizes].changes(of: candidate.finding)
                let failing = changes.filter { !holds($0.remedy, of: candidate.finding, others, &room) }
                if wrong == nil { wrong = failing }
                if failing.isEmpty {
                    (shown, wrong) = (candidate, [])
                    break
                }
            }
            for (number, remedy) in wrong ?? [] {
                let known = constants[remedy.constraints]?.filter { $0.remedy.to != remedy.to } ?? []
                if let right = known.first(where: { holds($0.remedy, of: first, others, &room) }) {
                    shown.finding.remedies[number] = right.text + " (for all these sizes)"
                } else {
                    shown.finding.remedies[number] += " (at \(sizes[place].name))"
                }
            }
        }
        let ids = shown.finding.parts.map(\.id)
        let differ = others.differ || first.kind == .conflict && others.sizes.contains { differs(ids, in: sizes[$0], &room) }
        if differ { shown.finding.shownAt = sizes[shown.sizes].name }
        (shown.finding.fingerprint, shown.finding.others) = (first.fingerprint, first.others)
        (shown.finding.severity, shown.finding.isFailure) = (first.severity, first.isFailure)
        return shown.finding
    }

    /// Returns whether a constant ends a finding's conflict at all sizes at which it was found.
    private func holds(_ remedy: Remedy, of finding: Finding, _ others: Others, _ room: inout Int) -> Bool {
        let rows = finding.parts.map(\.id)
        for place in others.sizes {
            for document in sizes[place].ends {
                room -= sizes[place].rowCount
                if room < 0 || !analyzer.isEnded(rows, by: remedy, in: document) { return false }
            }
        }
        return true
    }

    /// Returns whether a conflict's rows have other numbers at other sizes of a region.
    private func differs(_ rows: [String], in sizes: CheckedSizes, _ room: inout Int) -> Bool {
        guard sizes.isRange else { return false }
        room -= sizes.rowCount
        return room < 0 || analyzer.differ(rows, between: sizes.ends[0], and: sizes.ends[1])
    }
}

extension Finding {
    /// Merges the same finding of another variant.
    fileprivate mutating func note(_ other: Finding) {
        if others.count < Finding.mostVariants, !fingerprints.contains(other.fingerprint) { others.append(other.fingerprint) }
        severity = min(severity, other.severity)
        isFailure = isFailure || other.isFailure
    }
}
