import CommandLineKit
import Synchronization
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Signals such as Ctrl-C, converted to an event that a loop can wait for.
///
/// A signal writes one byte into a pipe, and every wait for input also waits for the pipe. The
/// state is global, as signals are.
enum Interruption {
  private static let writeEnd = Atomic<Int32>(-1)
  private static let readEnd = Atomic<Int32>(-1)
  private static let isTriggered = Atomic<Bool>(false)
  private static let hasInterruption = Atomic<Bool>(false)

  /// Handles SIGINT and SIGTERM, and SIGUSR1 as the trigger of a ring recording.
  ///
  /// A hangup is only handled if requested, because `nohup` ignores it.
  static func install(withHangup takesHangup: Bool = false) -> Bool {
    guard readEnd.load(ordering: .acquiring) < 0 else { return true }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    readEnd.store(ends[0], ordering: .releasing)
    writeEnd.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM] + (takesHangup ? [SIGHUP] : []) {
      signal(number) { _ in
        Interruption.hasInterruption.store(true, ordering: .releasing)
        Interruption.note(UInt8(ascii: "i"))
      }
    }
    // The reader of acknowledgements may exit, which must not end a recording.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGUSR1) { _ in
      Interruption.isTriggered.store(true, ordering: .releasing)
      Interruption.note(UInt8(ascii: "t"))
    }
    // The parent process may have blocked the signals, as thread pools do.
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM, SIGUSR1] { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    return true
  }

  private static func note(_ byte: UInt8) {
    var byte = byte
    _ = write(writeEnd.load(ordering: .acquiring), &byte, 1)
  }

  /// Whether the trigger was received since the last call.
  static func takeTrigger() -> Bool {
    isTriggered.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether an interruption was received.
  static var isPending: Bool { hasInterruption.load(ordering: .acquiring) }

  /// Throws if an interruption was received; the command's changes are then undone.
  static func check(_ consequence: @autoclosure () -> String) throws {
    if isPending { throw Failure(.interrupted, "interrupted; \(consequence())") }
  }

  /// File operations whose reads end at an interruption, and which call `tick` while waiting.
  static func operations(tick: @escaping @Sendable () -> Void = {}) -> FileOperations {
    var operations = FileOperations.system
    let read = operations.read
    operations.read = { descriptor, buffer in
      while true {
        switch wait(for: descriptor, milliseconds: 200) {
        case .readable: return read(descriptor, buffer)
        case .interrupted: return 0
        case .timeout: tick()
        }
      }
    }
    return operations
  }

  /// The result of a wait.
  enum Wait {
    case readable
    case interrupted
    case timeout
  }

  /// Waits until a descriptor can be read, an interruption is received, or the time is over.
  static func wait(for descriptor: Int32, milliseconds: Int32) -> Wait {
    wait(forAnyOf: [descriptor], milliseconds: milliseconds).outcome
  }

  /// Waits until one of several descriptors can be read, and returns the readable ones.
  static func wait(
    forAnyOf descriptors: [Int32], milliseconds: Int32
  ) -> (outcome: Wait, isReadable: [Bool]) {
    let none = [Bool](repeating: false, count: descriptors.count)
    // Another wait may have read the byte of the interruption.
    if isPending { return (.interrupted, none) }
    var requests = ([readEnd.load(ordering: .acquiring)] + descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return (.timeout, none) }
    if requests[0].revents != 0 {
      var byte: UInt8 = 0
      if read(requests[0].fd, &byte, 1) == 1 {
        return (byte == UInt8(ascii: "i") ? .interrupted : .timeout, none)
      }
    }
    let isReadable = requests.dropFirst().map { $0.revents != 0 }
    return (isReadable.contains(true) ? .readable : .timeout, isReadable)
  }
}
