internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// At which sizes assertions fail, exactly: along a piece every decided frame, and so what an assertion says of them, is a linear function of
/// the size.
struct SizeAssertions {
    private let axis: Axis
    /// What each assertion says, as a row over frames: `e == 0` or `e >= 0`.
    private let system: LoweredSystem
    /// The place in the list, and the row, of each assertion that can be asked.
    private let rows: [(index: Int, row: Int)]
    private var spans: [Int: [SizeSpan]] = [:]

    init(of sweep: SizeSweep, in document: LayoutDocument, _ assertions: [LayoutAssertion]) {
        axis = sweep.range.axis
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        var asked = document
        asked.constraints = []
        var places: [Int] = []
        for (index, assertion) in assertions.enumerated() {
            guard case .constraint(let constraint) = assertion.meaning(id: "assert.\(index)", views: views, in: document) else { continue }
            asked.constraints.append(constraint)
            places.append(index)
        }
        let system = LoweredSystem(lowering: asked)
        self.system = system
        rows = places.enumerated().map { ($1, system.implicitCount + $0) }
        for piece in sweep.pieces.sorted(by: { $0.least.size < $1.least.size }) {
            for (index, row) in rows { add(index, row, piece) }
        }
    }

    /// One for each assertion that fails somewhere.
    var findings: [SizeAssertion] {
        spans.sorted { $0.key < $1.key }.map { SizeAssertion(axis: axis, index: $0.key, fails: SizeSpan.joined($0.value)) }
    }

    private mutating func add(_ index: Int, _ row: Int, _ piece: SizeSweep.Piece) {
        // Of what is not decided nothing is said here.
        if system.terms(of: row).contains(where: { piece.varying.contains($0.variable) }) { return }
        let (start, end) = (system.value(of: row, at: piece.least.values), system.value(of: row, at: piece.greatest.values))
        let (low, high) = (piece.least.size, piece.greatest.size)
        var failing: [SizeSpan] = []
        // Where the line is 0.
        let crossing = start.divided(by: start - end).map { low + (high - low) * $0 }
        if system.isEquality(row) {
            if start.isZero, end.isZero { return }
            if let crossing, low <= crossing, crossing <= high {
                if low < crossing { failing.append(SizeSpan(min: low, max: crossing, includesMax: false)) }
                if crossing < high { failing.append(SizeSpan(min: crossing, max: high, includesMin: false)) }
            } else {
                failing.append(SizeSpan(min: low, max: high))
            }
        } else if start.isNegative, end.isNegative {
            failing.append(SizeSpan(min: low, max: high))
        } else if start.isNegative, let crossing {
            failing.append(SizeSpan(min: low, max: crossing, includesMax: false))
        } else if end.isNegative, let crossing {
            failing.append(SizeSpan(min: crossing, max: high, includesMin: false))
        }
        if !failing.isEmpty { spans[index, default: []] += failing }
    }
}
