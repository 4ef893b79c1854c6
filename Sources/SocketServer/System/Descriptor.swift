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

/// Returns the error text of the last failed system call.
func lastSystemError() -> String {
    String(cString: strerror(errno))
}
