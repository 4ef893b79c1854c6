internal import ExactArithmetic

/// The eliminated variables of a block, each defined by others: first those that equalities eliminate, then those that forms
/// replace. A definition contains variables that later ones define, and none that earlier ones do.
///
/// A block may be as large as the layout, so numbers are packed (`LongNumbers`).
struct BlockDefinitions: ~Copyable {
    /// The definition of a variable by others.
    struct Definition: BitwiseCopyable {
        var variable: Int32
        /// The row that defines the variable, or `-1 - form` if a form's value enters.
        private var source: Int32
        /// The offset of its terms; see `terms(of:)`.
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

    struct Term: BitwiseCopyable {
        /// A variable, or a form as `-1 - form`.
        var label: Int32
        /// See `value(of:)`.
        var packed: PackedRational
    }

    private var all = UncheckedArray<Definition>()
    private var terms = UncheckedArray<Term>()
    private var numbers = LongNumbers()

    var count: Int { all.count }

    subscript(place: Int) -> Definition {
        @inline(__always) get { all[place] }
    }

    @inline(__always) func term(_ place: Int) -> Term { terms[place] }
    @inline(__always) func constant(of definition: Definition) -> SmallRational { numbers.value(definition.packedConstant) }
    /// The reciprocal of the variable's coefficient in its row or form.
    @inline(__always) func inverse(of definition: Definition) -> SmallRational { numbers.value(definition.packedInverse) }
    @inline(__always) func value(of term: Term) -> SmallRational { numbers.value(term.packed) }

    /// Returns the range of a definition's terms, which are contiguous.
    @inline(__always)
    func terms(of place: Int) -> Range<Int> {
        Int(all[place].start)..<(place + 1 < all.count ? Int(all[place + 1].start) : terms.count)
    }

    /// Removes all definitions.
    ///
    /// - Parameter variables: the greatest number of definitions that follow.
    mutating func begin(variables: Int) {
        all.reserve(variables)
        all.removeAll()
        terms.removeAll()
        numbers.removeAll()
    }

    /// Defines the pivot's variable by the other entries of its row, and by the row's constant or the value of a form.
    ///
    /// - Parameters:
    ///   - form: -1 if the row is an equality.
    ///   - formOfColumn: for each column the form that it represents, or -1; not used for an equality.
    mutating func add(
        by row: Int, pivot: Int, form: Int, constant: SmallRational, _ matrix: borrowing LinkedMatrix, _ formOfColumn: borrowing UncheckedArray<Int32>
    ) {
        let start = terms.count
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            if place != pivot {
                let label = form < 0 || formOfColumn[Int(node.column)] < 0 ? node.column : -1 - formOfColumn[Int(node.column)]
                terms.append(Term(label: label, packed: numbers.pack(matrix.value(of: node))))
            }
            place = Int(node.nextInRow)
        }
        let node = matrix.node(pivot).pointee
        all.append(
            Definition(
                variable: node.column, row: row, form: form, start: start, constant: numbers.pack(constant),
                inverse: numbers.pack(matrix.value(of: node).reciprocal)))
    }

    /// Computes the variables from the values of the forms. Returns false if a number gets too long.
    ///
    /// - Parameter values: receives a value for each of `variableCount` variables; 0 for one that is not defined.
    func evaluate(
        _ formValues: borrowing UncheckedArray<SmallRational>, variableCount: Int, _ values: inout UncheckedArray<SmallRational>
    ) -> Bool {
        values.fill(.zero, count: variableCount)
        var place = all.count - 1
        while place >= 0 {
            let definition = all[place]
            var sum = definition.form >= 0 ? formValues[definition.form] : -constant(of: definition)
            for term in terms(of: place) {
                let label = Int(terms[term].label)
                let value = label >= 0 ? values[label] : formValues[-1 - label]
                if value.isZero { continue }
                sum = sum - self.value(of: terms[term]) * value
            }
            let value = sum * inverse(of: definition)
            if value.isTooLong { return false }
            values[Int(definition.variable)] = value
            place -= 1
        }
        return true
    }
}
