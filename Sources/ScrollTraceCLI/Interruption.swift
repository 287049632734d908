import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C and its like, turned into something a loop can wait for.
///
/// A signal writes one byte into a pipe; whoever waits for input waits for the pipe, too. The state
/// is the process's own, as signals are.
enum Interruption {
  private static let writeEnd = Atomic<Int32>(-1)
  private static let readEnd = Atomic<Int32>(-1)
  private static let isTriggered = Atomic<Bool>(false)

  /// Takes over SIGINT and SIGTERM, and SIGUSR1 as the trigger of a ring recording.
  static func install() -> Bool {
    guard readEnd.load(ordering: .acquiring) < 0 else { return true }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    readEnd.store(ends[0], ordering: .releasing)
    writeEnd.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.note(UInt8(ascii: "i")) }
    }
    signal(SIGUSR1) { _ in
      Interruption.isTriggered.store(true, ordering: .releasing)
      Interruption.note(UInt8(ascii: "t"))
    }
    return true
  }

  private static func note(_ byte: UInt8) {
    var byte = byte
    _ = write(writeEnd.load(ordering: .acquiring), &byte, 1)
  }

  /// Whether the trigger came since the last call.
  static func takeTrigger() -> Bool {
    isTriggered.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// What a wait ended with.
  enum Wait {
    case readable
    case interrupted
    case timeout
  }

  /// Waits until a descriptor can be read, an interruption comes, or the time is over.
  static func wait(for descriptor: Int32, milliseconds: Int32) -> Wait {
    var requests = [
      pollfd(fd: readEnd.load(ordering: .acquiring), events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&requests, 2, milliseconds) > 0 else { return .timeout }
    if requests[0].revents != 0 {
      var byte: UInt8 = 0
      if read(requests[0].fd, &byte, 1) == 1 {
        return byte == UInt8(ascii: "i") ? .interrupted : .timeout
      }
    }
    return requests[1].revents != 0 ? .readable : .timeout
  }
}
