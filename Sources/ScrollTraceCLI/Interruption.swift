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

/// Ctrl-C and its like, turned into something a loop can wait for.
///
/// A signal writes one byte into a pipe; whoever waits for input waits for the pipe, too. The state
/// is the process's own, as signals are.
enum Interruption {
  private static let writeEnd = Atomic<Int32>(-1)
  private static let readEnd = Atomic<Int32>(-1)
  private static let isTriggered = Atomic<Bool>(false)
  private static let hasInterruption = Atomic<Bool>(false)

  /// Takes over SIGINT and SIGTERM, and SIGUSR1 as the trigger of a ring recording.
  ///
  /// A hangup is left alone unless it is asked for: `nohup` has it ignored.
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
    // Whoever reads our acknowledgements may go away; that must not end a recording.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGUSR1) { _ in
      Interruption.isTriggered.store(true, ordering: .releasing)
      Interruption.note(UInt8(ascii: "t"))
    }
    // Whoever started the tool may have blocked them, as the threads of pools do.
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

  /// Whether the trigger came since the last call.
  static func takeTrigger() -> Bool {
    isTriggered.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether Ctrl-C or its like came.
  static var isPending: Bool { hasInterruption.load(ordering: .acquiring) }

  /// Throws if Ctrl-C or its like came; what the verb was doing is undone on the way out.
  static func check(_ consequence: @autoclosure () -> String) throws {
    if isPending { throw Failure(.interrupted, "interrupted; \(consequence())") }
  }

  /// File operations whose reads end at an interruption, and call `tick` while they wait.
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

  /// What a wait ended with.
  enum Wait {
    case readable
    case interrupted
    case timeout
  }

  /// Waits until a descriptor can be read, an interruption comes, or the time is over.
  static func wait(for descriptor: Int32, milliseconds: Int32) -> Wait {
    wait(forAnyOf: [descriptor], milliseconds: milliseconds).outcome
  }

  /// Waits until one of several descriptors can be read, and says for each whether it can.
  static func wait(
    forAnyOf descriptors: [Int32], milliseconds: Int32
  ) -> (outcome: Wait, isReadable: [Bool]) {
    let none = [Bool](repeating: false, count: descriptors.count)
    // The byte that reported it may have been read where somebody else waited.
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
