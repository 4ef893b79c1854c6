internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Chooses alternates, that is other optimal layouts, as UIKit's `exerciseAmbiguityInLayout` does. The choice is a function of a
/// seed.
struct Exercise {
    private let optimum: Optimum
    /// The views of which each alternate moves at least one; empty if any view may move.
    private let views: Set<Int>

    /// - Parameter ids: the ids of these views.
    init(_ optimum: Optimum, moving ids: Set<String>) {
        self.optimum = optimum
        let all = optimum.system.document.views
        views = ids.isEmpty ? [] : Set(all.indices.filter { ids.contains(all[$0].id) })
    }

    /// The distance by which an unbounded attribute is moved, in points.
    static let step: Rational = 24

    /// The criterion by which two layouts differ for a reader.
    private enum Difference: CaseIterable {
        /// Some reported coordinate differs by more than 1e-5 points.
        case visible
        /// Some reported coordinate differs. Used if no two optimal layouts differ visibly.
        case any

        func holds(_ a: Rational, _ b: Rational) -> Bool {
            let exact = (a - b).magnitude
            let reported = Exercise.precision
            if exact > reported * 20 { return true }
            if exact < reported * (self == .visible ? 5 : .half) { return false }
            let distance = (a.rounded(toPlaces: 6) - b.rounded(toPlaces: 6)).magnitude
            return distance > (self == .visible ? reported * 10 : .zero)
        }
    }

    /// The precision of reported numbers, in points.
    private static let precision = Rational(1, over: 1_000_000) ?? .zero

    /// Returns up to `count` layouts that differ from the reported one and from each other, each as its changes. The candidates
    /// are the extremes of each ambiguous attribute in turn, starting at an attribute chosen by the seed, and then points between
    /// them.
    func alternates(of varying: [VaryingVariable], count: Int, seed: UInt64) -> [[VariableChange]] {
        for difference in Difference.allCases {
            let found = alternates(of: varying, count: count, seed: seed, difference)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func alternates(of varying: [VaryingVariable], count: Int, seed: UInt64, _ difference: Difference) -> [[VariableChange]] {
        guard count > 0, !varying.isEmpty else { return [] }
        // The reported layout comes first.
        var taken: [[VariableChange]] = [[]]
        func take(_ changes: [VariableChange]) {
            if taken.count <= count, taken.allSatisfy({ differs($0, changes, difference) }) { taken.append(changes) }
        }
        // Proportional variables have the same extremes.
        let known = Set(varying.map(\.variable))
        let leaders = varying.filter { $0.range.isLeader || !known.contains($0.range.leader.variable) }
        let start = Int((seed &- 1) % UInt64(leaders.count))
        let order = leaders[start...] + leaders[..<start]
        var extremes: [[VariableChange]] = []
        for entry in order {
            extremes += [entry.range.ends.greatest, entry.range.ends.least].map { $0.sample(of: entry.variable, step: Exercise.step) }
                .filter(movesWanted)
            if extremes.count > 4 * count + 16 { break }
        }
        extremes.forEach(take)
        var random = SplitMix(state: seed)
        for _ in 0..<(4 * count) where taken.count <= count {
            guard let extreme = random.element(of: extremes), let weight = Rational(1 + Int(random.next() % 7), over: 8) else { break }
            let between = extreme.map { VariableChange($0.variable, weight * $0.change) }
            if movesWanted(between) { take(between) }
        }
        return Array(taken.dropFirst())
    }

    /// Returns whether two layouts differ by a criterion. Each is given as its changes from the reported layout.
    private func differs(_ a: [VariableChange], _ b: [VariableChange], _ difference: Difference) -> Bool {
        let end = 4 * optimum.system.document.views.count
        func differ(_ variable: Int, _ one: Rational, _ other: Rational) -> Bool {
            variable < end && difference.holds(optimum.point[variable] + one, optimum.point[variable] + other)
        }
        var (left, right) = (a[...], b[...])
        while let variable = [left.first?.variable, right.first?.variable].compactMap(\.self).min() {
            let one = left.first?.variable == variable ? left.removeFirst().change : .zero
            let other = right.first?.variable == variable ? right.removeFirst().change : .zero
            if differ(variable, one, other) { return true }
        }
        return false
    }

    /// Returns whether a layout, given as its changes from the reported layout, moves one of the wanted views.
    private func movesWanted(_ changes: [VariableChange]) -> Bool {
        views.isEmpty
            || changes.contains { views.contains($0.variable / 4) }
                && Exercise.moved(from: optimum.point, by: changes, optimum.system).contains { views.contains($0.view) }
    }

    /// Returns the frames that differ from the reported ones as printed.
    static func moved(from point: [Rational], by changes: [VariableChange], _ system: LoweredSystem) -> [Alternate.MovedFrame] {
        let changes = changes.filter { $0.variable < 4 * system.document.views.count }
        for difference in Difference.allCases {
            var moved: [Alternate.MovedFrame] = []
            for change in changes {
                let view = change.variable / 4
                let before = point[change.variable]
                if moved.last?.view == view || !difference.holds(before, before + change.change) { continue }
                func value(_ dimension: FrameDimension) -> Rational {
                    let variable = LoweredSystem.variable(view, dimension)
                    return point[variable] + changes.change(of: variable)
                }
                moved.append(
                    Alternate.MovedFrame(view: view, frame: LayoutFrame(x: value(.x), y: value(.y), width: value(.width), height: value(.height))))
            }
            if !moved.isEmpty { return moved }
        }
        return []
    }
}

/// A deterministic pseudorandom generator (SplitMix64, Steele et al. 2014).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func element<Element>(of list: [Element]) -> Element? {
        list.isEmpty ? nil : list[Int(next() % UInt64(list.count))]
    }
}

extension LoweredSystem {
    /// Returns a view's frame at a point.
    func frame(of view: Int, at point: [Rational]) -> LayoutFrame {
        LayoutFrame(
            x: point[LoweredSystem.variable(view, .x)], y: point[LoweredSystem.variable(view, .y)],
            width: point[LoweredSystem.variable(view, .width)], height: point[LoweredSystem.variable(view, .height)])
    }
}
