internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Shows other layouts of the set of optima, deterministic in the seed.
enum Exercise {
    /// How far an unbounded attribute is moved, in points.
    static let step: Rational = 24

    /// When two layouts differ for a reader.
    private enum Difference: CaseIterable {
        /// Some coordinate differs by more than 1e-5 points as reported.
        case visible
        /// Some coordinate differs as reported: for layouts whose whole ambiguity is that little.
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

    /// How precisely numbers are reported, in points.
    private static let precision = Rational(1, over: 1_000_000) ?? .zero

    /// Up to `count` layouts that differ from the shown one and from each other: the extremes of each ambiguous attribute in turn,
    /// begun at a place that the seed tells, then points between them.
    static func alternates(of varying: [VaryingVariable], in optimum: Optimum, count: Int, seed: UInt64) -> [[Rational]] {
        for difference in Difference.allCases {
            let found = alternates(of: varying, in: optimum, count: count, seed: seed, difference)
            if !found.isEmpty { return found }
        }
        return []
    }

    private static func alternates(
        of varying: [VaryingVariable], in optimum: Optimum, count: Int, seed: UInt64, _ difference: Difference
    ) -> [[Rational]] {
        guard count > 0, !varying.isEmpty else { return [] }
        var points: [[Rational]] = [optimum.point]
        func take(_ point: [Rational]) {
            if points.count <= count, points.allSatisfy({ differs($0, point, difference, optimum.system) }) { points.append(point) }
        }
        // What changes in proportion has the same extremes.
        let known = Set(varying.map(\.variable))
        let leaders = varying.filter { $0.range.isLeader || !known.contains($0.range.leader.variable) }
        let start = Int((seed &- 1) % UInt64(leaders.count))
        let order = leaders[start...] + leaders[..<start]
        var extremes: [[Rational]] = []
        for entry in order {
            for end in [entry.range.ends.greatest, entry.range.ends.least] {
                extremes.append(optimum.point.changed(by: end.sample(of: entry.variable, step: step)))
            }
            if extremes.count > 4 * count + 16 { break }
        }
        extremes.forEach(take)
        var random = SplitMix(state: seed)
        for _ in 0..<(4 * count) where points.count <= count {
            guard let a = random.element(of: extremes), let weight = Rational(1 + Int(random.next() % 7), over: 8) else { break }
            take(zip(optimum.point, a).map { $0 + weight * ($1 - $0) })
        }
        return Array(points.dropFirst())
    }

    private static func differs(_ a: [Rational], _ b: [Rational], _ difference: Difference, _ system: LoweredSystem) -> Bool {
        (0..<(4 * system.document.views.count)).contains { difference.holds(a[$0], b[$0]) }
    }

    /// The frames that differ for a reader.
    static func moved(from a: [Rational], to b: [Rational], _ system: LoweredSystem) -> [Alternate.MovedFrame] {
        for difference in Difference.allCases {
            let moved = system.document.views.indices.compactMap { view -> Alternate.MovedFrame? in
                let differs = FrameDimension.allCases.contains { dimension in
                    let variable = LoweredSystem.variable(view, dimension)
                    return difference.holds(a[variable], b[variable])
                }
                return differs ? Alternate.MovedFrame(view: view, frame: system.frame(of: view, at: b)) : nil
            }
            if !moved.isEmpty { return moved }
        }
        return []
    }
}

/// A small generator of random numbers with a fixed sequence for each seed (SplitMix64, Steele et al. 2014).
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
    /// A view's frame at a point.
    func frame(of view: Int, at point: [Rational]) -> LayoutFrame {
        LayoutFrame(
            x: point[LoweredSystem.variable(view, .x)], y: point[LoweredSystem.variable(view, .y)],
            width: point[LoweredSystem.variable(view, .width)], height: point[LoweredSystem.variable(view, .height)])
    }
}
