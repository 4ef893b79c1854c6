/// Fields that every answer carries unless its handler set another value: what a browser may do with it.
public enum SecurityFields {
    public static let all: [(name: String, value: String)] = [
        // A report is never run as a script, whatever it contains.
        ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
