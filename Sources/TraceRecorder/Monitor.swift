#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value shared by threads under a lock, with a condition to wait for.
///
/// The standard library's `Mutex` cannot wait; this is a POSIX mutex and condition around a value.
final class Monitor<Value>: @unchecked Sendable {
  // Unchecked: the value is only accessed under the mutex, which the compiler cannot verify.
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: sending Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the value.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Runs `body` with exclusive access to the value, and wakes all waiting threads.
  func withLockAndSignal<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Wakes all waiting threads.
  func signal() {
    pthread_cond_broadcast(condition)
  }

  /// Waits until `isReady` returns true or the time is over, then runs `body`.
  ///
  /// `wait` returns the remaining seconds: nil for no limit, 0 or less for no wait. It wakes no
  /// other thread.
  func wait<Result>(
    _ wait: (inout Value) -> (isReady: Bool, seconds: Double?), _ body: (inout Value) -> Result
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      let (isReady, seconds) = wait(&value)
      if isReady { break }
      guard let seconds else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      guard seconds > 0 else { break }
      var deadline = timespec()
      clock_gettime(CLOCK_REALTIME, &deadline)
      let whole = Int(seconds.rounded(.down))
      let nanoseconds = Int(deadline.tv_nsec) + Int((seconds - Double(whole)) * 1e9)
      deadline.tv_sec += whole + nanoseconds / 1_000_000_000
      deadline.tv_nsec = nanoseconds % 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &deadline)
    }
    return body(&value)
  }
}
