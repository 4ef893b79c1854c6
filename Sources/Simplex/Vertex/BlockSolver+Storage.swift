internal import ExactArithmetic

// What a block's solver keeps: a block may be as large as the layout, so numbers are packed (`LongNumbers`).

extension BlockSolver {
    /// One row's part in its form's cost: the row is `scale` times the form less `position`, and costs so much a point of the form below
    /// or above that.
    struct Kink: BitwiseCopyable {
        var form: Int32
        var row: Int32
        /// From the lowest bit: costly below, costly above, then the level.
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

        /// Another level came before its own.
        mutating func raiseLevel() { code += 4 }
    }

    @inline(__always) func scale(of kink: Kink) -> SmallRational { numbers.value(kink.packedScale) }
    @inline(__always) func position(of kink: Kink) -> SmallRational { numbers.value(kink.packedPosition) }
    @inline(__always) func position(ofKink kink: Int) -> SmallRational { position(of: kinks[kink]) }
    @inline(__always) func costBelow(_ kink: Kink) -> SmallRational { kink.isCostlyBelow ? scale(of: kink).magnitude : .zero }
    @inline(__always) func costAbove(_ kink: Kink) -> SmallRational { kink.isCostlyAbove ? scale(of: kink).magnitude : .zero }

    /// How much the slope grows where the kink is passed.
    @inline(__always)
    func jump(_ kink: Kink) -> SmallRational {
        if !kink.isCostly { return .zero }
        let cost = scale(of: kink).magnitude
        return kink.isCostlyBelow && kink.isCostlyAbove ? cost + cost : cost
    }

    /// Where a form's kinks lie.
    @inline(__always) func firstKink(of form: Int) -> Int { Int(kinkStarts[form]) }
    @inline(__always) func endKink(of form: Int) -> Int { Int(kinkStarts[form + 1]) }

    /// How a variable follows from others.
    struct Definition: BitwiseCopyable {
        var variable: Int32
        /// The row that gives the variable, or a form whose value enters as `-1 - form`.
        private var source: Int32
        /// Where its terms begin; see `terms(ofDefinition:)`.
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

    /// Definitions' terms lie one after the other.
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

    /// A multiple of an equality, by its place in `definitions`, that was taken from another row.
    struct Step: BitwiseCopyable {
        var definition: Int32
        var row: Int32
        /// See `multiple(of:)`.
        var packed: PackedRational
    }

    @inline(__always) func multiple(of step: Step) -> SmallRational { numbers.value(step.packed) }

    /// A form that may become a coordinate.
    struct Candidate: BitwiseCopyable {
        /// The first level of its rows below the hard one.
        var importance: Int32
        var row: Int32
    }

    /// A kink that a moving form meets.
    struct Event: BitwiseCopyable {
        var time: SmallRational
        var form: Int32
        var kink: Int32
        /// How fast the form's value changes as the moving form's grows by 1 in its direction.
        var speed: SmallRational
    }
}
