import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A TCP socket on the loopback address, for logs of a simulator or an app.
final class LoopbackListener {
  /// The socket, which is readable when a connection is pending.
  let descriptor: Int32
  /// The port, also if 0 requested any.
  let port: UInt16

  /// Listens on a port; 0 uses any free port.
  init(port: UInt16) throws(Failure) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    var isReused: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    // Only 127.0.0.1, so that logs are not accessible from other machines.
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    self.port = UInt16(bigEndian: address.sin_port)
    guard isListening else {
      // `deinit` closes the descriptor; it also runs after a failed initialization.
      throw Failure(
        .unavailable,
        "cannot listen on port \(port) of this machine: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Accepts the pending connection; nil if it was closed again.
  func accept() -> Int32? {
    #if canImport(Darwin)
      let connection = Darwin.accept(descriptor, nil, nil)
    #elseif canImport(Glibc)
      let connection = Glibc.accept(descriptor, nil, nil)
    #else
      let connection = Musl.accept(descriptor, nil, nil)
    #endif
    guard connection >= 0 else {
      // The connection is closed, or no descriptor is free: an immediate retry would loop.
      usleep(100_000)
      return nil
    }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    return connection
  }
}
