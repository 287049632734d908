#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread that runs one closure to its end.
struct WorkerThread: Sendable {
  /// The thread's handle as a number: a pointer on some systems, an integer on others.
  private let handle: UInt

  /// Starts the thread; nil if the system cannot create it.
  static func start(_ run: @escaping @Sendable () -> Void) -> WorkerThread? {
    let body = Unmanaged.passRetained(ThreadBody(run)).toOpaque()
    guard let handle = createThread(body) else {
      Unmanaged<ThreadBody>.fromOpaque(body).release()
      return nil
    }
    return WorkerThread(handle: handle)
  }

  /// Whether the caller runs on this thread.
  var isCurrent: Bool {
    #if canImport(Darwin)
      handle == UInt(bitPattern: pthread_self())
    #else
      handle == UInt(pthread_self())
    #endif
  }

  /// Waits for the thread to end; call it once.
  func join() {
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: handle) { pthread_join(thread, nil) }
    #else
      pthread_join(pthread_t(handle), nil)
    #endif
  }
}

/// The closure of a thread, as an object that a raw pointer can refer to.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func createThread(_ body: UnsafeMutableRawPointer) -> UInt? {
  #if canImport(Darwin)
    var thread: pthread_t?
    guard pthread_create(&thread, nil, runDarwinBody, body) == 0 else { return nil }
    return UInt(bitPattern: thread)
  #else
    var thread = pthread_t()
    guard pthread_create(&thread, nil, runBody, body) == 0 else { return nil }
    return UInt(thread)
  #endif
}

private func runBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let body { Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
  return nil
}

#if canImport(Darwin)
  private func runDarwinBody(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    runBody(body)
  }
#endif
