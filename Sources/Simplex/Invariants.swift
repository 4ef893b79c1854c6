/// Traps if an invariant of a small value is violated, in debug builds and in fuzzers. Release builds check nothing.
///
/// - Parameters:
///   - size: the number of rows. Large values are not checked, as that would make the tests slow.
///   - violation: the first violated invariant, or nil.
func assertInvariants(ofSize size: Int, _ violation: () -> String?) {
    #if DEBUG
    if size <= 100, let violation = violation() { preconditionFailure("violated invariant: \(violation)") }
    #endif
}
