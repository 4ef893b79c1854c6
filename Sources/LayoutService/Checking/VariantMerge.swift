internal import LayoutLint
internal import Reporting

/// Makes one finding of those that are the same in several variants, with the list of these.
struct VariantMerge {
    private struct Key: Hashable {
        var kind: Rule
        var views: [String]
        var constraints: [String]
        /// Where it is about no view and no constraint, or the same ones have several findings.
        var text: String
        var ordinal: Int
    }

    private var order: [Key] = []
    private var findings: [Key: Finding] = [:]
    private var variants: [Key: [String]] = [:]
    private var smallest: Set<Key> = []
    /// Whether the layout was looked at as it is, and nothing else.
    private let isOneAsItIs: Bool

    /// - Parameter variants: in which it is looked at as a whole; a range of sizes beside these is one of them.
    init(variants: [String]) {
        isOneAsItIs = variants == [""]
    }

    /// - Parameter isSmallest: they say at which size of a range they show first, which says more than how it is at another.
    mutating func add(_ found: [Finding], variant: String, isSmallest: Bool = false) {
        var ordinals: [Key: Int] = [:]
        for finding in found {
            var constraints = finding.constraints
            // The sizes that a conflict or tie rests on are other rows in other variants; the constraints are the same.
            constraints.sort()
            // What Interface Builder told is told of the file.
            let isNamed = !finding.views.isEmpty || !constraints.isEmpty
            var key = Key(
                kind: finding.kind, views: finding.views, constraints: constraints,
                text: isNamed && !finding.kind.isOfInterfaceBuilder && finding.kind != .assertion ? "" : finding.fingerprint, ordinal: 0)
            ordinals[key, default: 0] += 1
            key.ordinal = ordinals[key] ?? 1
            if findings[key] == nil {
                order.append(key)
                findings[key] = finding
            } else {
                findings[key]?.note(finding)
                if isSmallest, !smallest.contains(key) { findings[key]?.message = finding.message }
            }
            if isSmallest { smallest.insert(key) }
            variants[key, default: []].append(variant)
        }
    }

    /// In the order in which they were met first.
    var merged: [Finding] {
        order.compactMap { key in
            guard var finding = findings[key] else { return nil }
            let names = (variants[key] ?? []).map { $0.isEmpty ? Finding.ownSize : $0 }
            finding.variants = isOneAsItIs ? [] : names
            return finding
        }
    }
}

extension Finding {
    /// Takes in the same finding of another variant.
    fileprivate mutating func note(_ other: Finding) {
        if !fingerprints.contains(other.fingerprint) { others.append(other.fingerprint) }
        severity = min(severity, other.severity)
        isFailure = isFailure || other.isFailure
    }
}
