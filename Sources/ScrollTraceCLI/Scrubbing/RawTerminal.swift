import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal while one verb has the whole of it.
///
/// Keys arrive one by one and nothing is echoed; what was on the screen comes back at the end. The
/// owner calls `leave` on every way out.
final class RawTerminal {
  private var saved: termios?

  /// Whether both streams are a terminal that can place its cursor.
  static func isThere(_ console: Console) -> Bool {
    guard console.isOutputTerminal, isatty(STDIN_FILENO) == 1 else { return false }
    return getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Takes the terminal; false if it does not allow that.
  func enter(_ console: inout Console) -> Bool {
    var state = termios()
    guard tcgetattr(STDIN_FILENO, &state) == 0 else { return false }
    var raw = state
    cfmakeraw(&raw)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { return false }
    saved = state
    // The second screen, without a cursor.
    console.write("\u{1B}[?1049h\u{1B}[?25l")
    return true
  }

  /// Gives the terminal back as it was; calling it again does nothing.
  func leave(_ console: inout Console) {
    guard var state = saved else { return }
    saved = nil
    console.write("\u{1B}[?25h\u{1B}[?1049l")
    _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &state)
  }

  /// Stops the process as Ctrl-Z does everywhere; comes back when it is continued.
  func suspend(_ console: inout Console) -> Bool {
    leave(&console)
    raise(SIGTSTP)
    return enter(&console)
  }

  /// The columns and rows there are now.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The bytes that were typed; nil when the terminal is gone.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// `read` of the system, whose name the method above has.
private func systemRead(
  _ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, start, count)
}
