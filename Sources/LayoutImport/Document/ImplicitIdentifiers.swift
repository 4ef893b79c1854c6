internal import ExactArithmetic
internal import JSON
internal import LayoutModel

/// The ids of implicit rows, which no constraint may have: `V.width>=0`, `ROOT.width==size`, `V.hugging.horizontal` …
extension DocumentReader {
    /// Checks against the rows that this document has.
    func checkIdentifiers(size: LayoutSize) throws(ImportError) {
        for index in dottedConstraints {
            var id = constraints[index].id
            let isTaken = id.withUTF8 { isImplicitRow($0, size: size) }
            if isTaken {
                throw place(ofConstraint: index).key("id").invalid("duplicate-id", "the id \"\(id)\" is reserved for an implicit row")
            }
        }
    }

    private func isImplicitRow(_ id: UnsafeBufferPointer<UInt8>, size: LayoutSize) -> Bool {
        for (suffix, row) in ImplicitRow.suffixes {
            let rest = id.count - suffix.utf8CodeUnitCount
            guard rest >= 0, UnsafeBufferPointer(rebasing: id[rest...]).isEqual(to: suffix),
                let view = names.find(UnsafeBufferPointer(rebasing: id[..<rest]))
            else { continue }
            if exists(row, view, size: size) { return true }
        }
        return false
    }

    private func exists(_ row: ImplicitRow, _ index: Int, size: LayoutSize) -> Bool {
        let view = views[index]
        switch row {
        case .nonNegative: return true
        case .baseline: return isFragment
        case .size(let axis): return index == root && size[axis] != nil
        case .fitting(let axis): return index == root && size[axis] == nil
        case .startInset: return (view.kind == .guide && view.insets != nil) || view.kind == .content
        case .endInset: return view.kind == .guide && view.insets != nil
        case .autoresizing: return view.autoresizing != nil
        case .intrinsic(let axis): return view.autoresizing == nil && view.intrinsicContentSize[axis] != nil
        }
    }
}

private enum ImplicitRow {
    case nonNegative
    /// Bounds of a baseline that the document does not state, only in a fragment.
    case baseline
    case size(Axis)
    case fitting(Axis)
    case startInset
    case endInset
    case autoresizing
    case intrinsic(Axis)

    static let suffixes: [(StaticString, ImplicitRow)] = [
        (".width>=0", .nonNegative), (".height>=0", .nonNegative),
        (".firstBaseline>=top", .baseline), (".firstBaseline<=bottom", .baseline),
        (".lastBaseline>=top", .baseline), (".lastBaseline<=bottom", .baseline),
        (".width==size", .size(.horizontal)), (".height==size", .size(.vertical)),
        (".width==fitting", .fitting(.horizontal)), (".height==fitting", .fitting(.vertical)),
        (".insets.left", .startInset), (".insets.top", .startInset), (".insets.right", .endInset), (".insets.bottom", .endInset),
        (".autoresizing.x", .autoresizing), (".autoresizing.width", .autoresizing),
        (".autoresizing.y", .autoresizing), (".autoresizing.height", .autoresizing),
        (".hugging.horizontal", .intrinsic(.horizontal)), (".hugging.vertical", .intrinsic(.vertical)),
        (".compressionResistance.horizontal", .intrinsic(.horizontal)), (".compressionResistance.vertical", .intrinsic(.vertical)),
    ]
}

extension LayoutSize {
    fileprivate subscript(axis: Axis) -> Rational? { axis == .horizontal ? width : height }
}
