/// Traps in a debug build if an invariant of a small value is violated. The tests, and the fuzzers' seeds among them, run debug
/// builds.
///
/// - Parameters:
///   - size: the number of rows. Large values are not checked, as that would make the tests slow.
///   - violation: the first violated invariant, or nil.
func assertInvariants(ofSize size: Int, _ violation: () -> String?) {
    #if DEBUG
        if size <= 100, let violation = violation() { preconditionFailure("violated invariant: \(violation)") }
    #endif
}
