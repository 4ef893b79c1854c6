internal import CSodium

/// libsodium must be initialised before its random numbers are used from several threads; a static constant is, exactly once.
enum Sodium {
    static let isReady: Bool = sodium_init() >= 0
}
