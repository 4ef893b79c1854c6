internal import Glibc

/// Whether invariants are checked: in debug builds and in fuzzers, and if the environment says so, as it does for tests of optimized builds.
private let areInvariantsChecked: Bool = {
    #if DEBUG
    return true
    #else
    return getenv("PLUMBLINE_CHECK_INVARIANTS") != nil
    #endif
}()

/// Traps if an invariant of a small value is violated, and invariants are checked.
///
/// - Parameters:
///   - size: the number of rows. Large values are not checked, as that would make the tests slow.
///   - violation: the first violated invariant, or nil.
func assertInvariants(ofSize size: Int, _ violation: () -> String?) {
    if size <= 100, areInvariantsChecked, let violation = violation() { preconditionFailure("violated invariant: \(violation)") }
}
