public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

extension Checker {
    /// Checks that the frames are those of all views at a point.
    public func checkFrames(_ frames: [LayoutFrame], at point: [Rational]) -> [Refusal] {
        if let reason = whyNoLayout(point) { return [Refusal("frames", reason)] }
        guard frames.count == system.document.views.count else { return [Refusal("frames", "there is not exactly one frame for each view")] }
        var refusals: [Refusal] = []
        for (view, frame) in frames.enumerated() {
            for dimension in FrameDimension.allCases {
                let variable = LoweredSystem.variable(view, dimension)
                if frame[dimension] != point[variable] {
                    refusals.append(
                        Refusal("frames", "\(name(of: variable)) is \(point[variable].decimalText()) instead of \(frame[dimension].decimalText())"))
                }
            }
        }
        return refusals
    }

    /// Checks that the list contains exactly the optional or broken rows that the layout violates, each with its error.
    ///
    /// Rows of the fitting size, with which a root without a size shrinks, are never listed. A violation within the tolerance may
    /// be omitted.
    ///
    /// - Parameter optimum: the proven optimum at this point, if there is one. Rows that it satisfies are not evaluated again.
    public func checkUnsatisfied(
        _ list: [Unsatisfied], broken: Set<Int>, at point: [Rational], _ optimum: BlockwiseCertificate? = nil
    ) -> [Refusal] {
        let claim = "unsatisfied"
        if let reason = whyNoLayout(point) { return [Refusal(claim, reason)] }
        if let optimum, optimum.point != point || optimum.signs.count != system.rows.count {
            return [Refusal(claim, "the proven optimum belongs to a different layout")]
        }
        var violated: [String: (row: Int, error: Rational)] = [:]
        for index in system.rows.indices where !system.isRequired(index) || broken.contains(index) {
            if let optimum, optimum.holds(index) { continue }
            let error = system.violation(of: index, at: point)
            if error.isZero { continue }
            if case .implicit(.fitting) = system.rows[index].kind { continue }
            if error.isPositive { violated[system.id(of: index)] = (index, error) }
        }
        var refusals: [Refusal] = []
        for entry in list {
            guard let (row, error) = violated.removeValue(forKey: entry.id) else {
                refusals.append(Refusal(claim, "\(entry.id) is satisfied, is required and not broken, or is listed twice"))
                continue
            }
            if entry.error != error {
                refusals.append(Refusal(claim, "\(entry.id) is violated by \(error.decimalText()), not \(entry.error.decimalText())"))
            }
            if entry.priority != system.rows[row].priority { refusals.append(Refusal(claim, "the listed priority of \(entry.id) is wrong")) }
            if entry.kind != kind(of: row) { refusals.append(Refusal(claim, "\(entry.id) is \(kind(of: row).rawValue), not \(entry.kind.rawValue)")) }
        }
        for (id, missing) in violated.sorted(by: { $0.value.row < $1.value.row }) where missing.error > Tolerance.violation {
            refusals.append(Refusal(claim, "\(id) is violated by \(missing.error.decimalText()) but not listed"))
        }
        return refusals
    }

    private func kind(of row: Int) -> Unsatisfied.Kind {
        switch system.rows[row].kind {
        case .implicit(.compressionResistance): .compressed
        case .implicit(.hugging): .stretched
        default: .unmet
        }
    }
}
