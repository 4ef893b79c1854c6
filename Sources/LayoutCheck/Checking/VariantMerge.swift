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

    private var order: [Key] = []
    private var findings: [Key: Finding] = [:]
    private var variants: [Key: Variants] = [:]
    private var smallest: Set<Key> = []
    /// Whether only the layout itself was checked.
    private let isOneAsItIs: Bool

    /// - Parameter variants: those checked as a whole; a range of sizes counts as one.
    init(variants: [String]) {
        isOneAsItIs = variants == [""]
    }

    /// - Parameter isSmallest: whether the messages name the smallest size of a range, which is more informative than another
    ///   size.
    mutating func add(_ found: [Finding], variant: String, isSmallest: Bool = false) {
        var ordinals: [Key: Int] = [:]
        for finding in found {
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
            if findings[key] == nil {
                order.append(key)
                findings[key] = finding
            } else {
                findings[key]?.note(finding)
                if isSmallest, !smallest.contains(key) { findings[key]?.message = finding.message }
            }
            if isSmallest { smallest.insert(key) }
            variants[key, default: Variants()].add(variant.isEmpty ? Finding.ownSize : variant)
        }
    }

    /// The merged findings in the order of their first occurrence.
    var merged: [Finding] {
        order.compactMap { key in
            guard var finding = findings[key] else { return nil }
            guard !isOneAsItIs, let variants = variants[key] else { return finding }
            (finding.variants, finding.furtherVariants) = (variants.names, variants.further)
            return finding
        }
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
