import CSQLite
import Synchronization

/// Stops a connection's work from another thread.
///
/// The only part of a connection that may be shared. An interrupter that outlives its connection
/// does nothing.
public final class Interrupter: Sendable {
  /// The address of the connection, 0 once it is closed.
  ///
  /// A number, because pointers do not cross threads. The lock keeps the connection open while it
  /// is being interrupted.
  private let address: Mutex<UInt>

  init(_ handle: OpaquePointer) {
    address = Mutex(UInt(bitPattern: handle))
  }

  /// Makes the running statements of the connection fail with `interrupted` soon.
  ///
  /// Statements that start after the last running one has ended are not affected.
  public func interrupt() {
    address.withLock { address in
      guard let handle = OpaquePointer(bitPattern: address) else { return }
      sqlite3_interrupt(handle)
    }
  }

  /// Calls `close`, which returns SQLite's code, and forgets the connection if that succeeded.
  ///
  /// Nobody can interrupt meanwhile, so an interrupt never meets a connection that is being freed.
  func retire(closing close: () -> Int32) -> Int32 {
    address.withLock { address in
      let code = close()
      if code == SQLITE_OK { address = 0 }
      return code
    }
  }
}
