internal import ExactArithmetic

// The storage of a block solver. A block may be as large as the layout, so numbers are packed (`LongNumbers`).

extension BlockSolver {
    /// One row's share of its form's cost: the row is `scale * (form - position)`, and its cost per point of the form is
    /// `|scale|` below or above `position`.
    struct Kink: BitwiseCopyable {
        var form: Int32
        var row: Int32
        /// Bits from the lowest: costly below, costly above, then the level.
        private var code: Int32
        /// See `scale(of:)` and `position(of:)`.
        var packedScale: PackedRational
        var packedPosition: PackedRational

        init(form: Int32, row: Int32, scale: PackedRational, position: PackedRational) {
            self.form = form
            self.row = row
            code = 0
            packedScale = scale
            packedPosition = position
        }

        var level: Int32 { code >> 2 }
        var isCostly: Bool { code & 3 != 0 }
        var isCostlyBelow: Bool { code & 1 != 0 }
        var isCostlyAbove: Bool { code & 2 != 0 }

        mutating func setCosts(level: Int32, isCostlyBelow: Bool, isCostlyAbove: Bool) {
            code = level << 2 | (isCostlyBelow ? 1 : 0) | (isCostlyAbove ? 2 : 0)
        }
    }

    @inline(__always) func scale(of kink: Kink) -> SmallRational { numbers.value(kink.packedScale) }
    @inline(__always) func position(of kink: Kink) -> SmallRational { numbers.value(kink.packedPosition) }
    @inline(__always) func position(ofKink kink: Int) -> SmallRational { position(of: kinks[kink]) }
    @inline(__always) func costBelow(_ kink: Kink) -> SmallRational { kink.isCostlyBelow ? scale(of: kink).magnitude : .zero }
    @inline(__always) func costAbove(_ kink: Kink) -> SmallRational { kink.isCostlyAbove ? scale(of: kink).magnitude : .zero }

    /// The increase of the slope at the kink.
    @inline(__always)
    func jump(_ kink: Kink) -> SmallRational {
        if !kink.isCostly { return .zero }
        let cost = scale(of: kink).magnitude
        return kink.isCostlyBelow && kink.isCostlyAbove ? cost + cost : cost
    }

    /// The range of a form's kinks.
    @inline(__always) func firstKink(of form: Int) -> Int { Int(kinkStarts[form]) }
    @inline(__always) func endKink(of form: Int) -> Int { Int(kinkStarts[form + 1]) }

    /// The definition of a variable by others.
    struct Definition: BitwiseCopyable {
        var variable: Int32
        /// The row that defines the variable, or `-1 - form` if a form's value enters.
        private var source: Int32
        /// The offset of its terms; see `terms(ofDefinition:)`.
        var start: Int32
        /// See `constant(of:)` and `inverse(of:)`.
        var packedConstant: PackedRational
        var packedInverse: PackedRational

        init(variable: Int32, row: Int, form: Int, start: Int, constant: PackedRational, inverse: PackedRational) {
            self.variable = variable
            source = Int32(truncatingIfNeeded: form < 0 ? row : -1 - form)
            self.start = Int32(truncatingIfNeeded: start)
            packedConstant = constant
            packedInverse = inverse
        }

        /// The equality, or -1.
        var row: Int { source < 0 ? -1 : Int(source) }
        /// The form whose value enters, or -1.
        var form: Int { source < 0 ? -1 - Int(source) : -1 }
    }

    @inline(__always) func constant(of definition: Definition) -> SmallRational { numbers.value(definition.packedConstant) }
    @inline(__always) func inverse(of definition: Definition) -> SmallRational { numbers.value(definition.packedInverse) }

    /// The range of a definition's terms, which are contiguous.
    @inline(__always)
    func terms(ofDefinition place: Int) -> Range<Int> {
        Int(definitions[place].start)..<(place + 1 < definitions.count ? Int(definitions[place + 1].start) : terms.count)
    }

    struct Term: BitwiseCopyable {
        /// A variable, or a form as `-1 - form`.
        var label: Int32
        /// See `value(of:)`.
        var packed: PackedRational
    }

    @inline(__always) func value(of term: Term) -> SmallRational { numbers.value(term.packed) }

    /// A multiple of an equality, by its place in `definitions`, that was subtracted from another row.
    struct Step: BitwiseCopyable {
        var definition: Int32
        var row: Int32
        /// See `multiple(of:)`.
        var packed: PackedRational
    }

    @inline(__always) func multiple(of step: Step) -> SmallRational { numbers.value(step.packed) }

    /// A form that may become a coordinate.
    struct Candidate: BitwiseCopyable {
        /// The first level of its rows after the hard level.
        var importance: Int32
        var row: Int32
    }

    /// A kink that a moving form or one of its dependents reaches.
    struct Event: BitwiseCopyable {
        var time: SmallRational
        var form: Int32
        var kink: Int32
        /// The change of the form's value per unit step of the moving form.
        var speed: SmallRational
    }
}
