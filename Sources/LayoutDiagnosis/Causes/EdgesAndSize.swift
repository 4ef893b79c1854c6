internal import ExactArithmetic
internal import LayoutModel

/// A view is pinned to both sides of its container and has a fixed size as well.
enum EdgesAndSize: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let size = facts.sizesBetweenEdges.first else { return nil }
        let name = facts.name(size.first.item)
        let between = facts.conflicts.first.flatMap { facts.needed(of: size, in: $0) }
        let room = between.map { ", which makes it \(facts.size($0, size.axis))," } ?? ""
        let ends = size.axis == .horizontal ? "both sides" : "top and bottom"
        let device = ConflictFacts.screenLengths.contains(size.constant) ? " \(facts.number(size.constant)) is the length of one screen." : ""
        return Diagnosis(
            cause: .edgesAndSize, owner: .app,
            sentence: "\(name) is pinned to \(ends)\(room) and is also fixed at \(facts.number(size.constant)).\(device)", culprits: [size.id],
            because: facts.because([size] + facts.rows.filter { $0.axis == size.axis && $0.id != size.id }),
            remedies: [facts.remove(size, why: ": the pins give it"), facts.lower(size)], confidence: Rational(9, over: 10) ?? .one)
    }
}
