internal import Foundation

/// A file descriptor that is closed with its owner.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

/// The system's words for the last failed call.
func lastSystemError() -> String {
    String(cString: strerror(errno))
}
