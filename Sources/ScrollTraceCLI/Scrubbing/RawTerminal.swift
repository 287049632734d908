import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Exclusive use of the terminal by one command.
///
/// Keys arrive one by one without echo, and the previous screen is restored at the end. The owner
/// must call `leave` on every exit path.
final class RawTerminal {
  private var saved: termios?

  /// Whether both streams are a terminal with cursor positioning.
  static func isThere(_ console: Console) -> Bool {
    canDraw(console) && isatty(STDIN_FILENO) == 1
  }

  /// Whether the output is a terminal with cursor positioning.
  static func canDraw(_ console: Console) -> Bool {
    console.isOutputTerminal && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Shows the alternate screen, without a cursor.
  static let opening = "\u{1B}[?1049h\u{1B}[?25l"
  /// Shows the previous screen again.
  static let closing = "\u{1B}[?25h\u{1B}[?1049l"

  /// The text that replaces the whole screen by lines; each erases the previous one, which avoids
  /// flicker.
  static func screen(of lines: [String]) -> String {
    "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
  }

  /// Enters raw mode; false if the terminal does not allow it.
  func enter(_ console: inout Console) -> Bool {
    var state = termios()
    guard tcgetattr(STDIN_FILENO, &state) == 0 else { return false }
    var raw = state
    cfmakeraw(&raw)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { return false }
    saved = state
    console.write(Self.opening)
    return true
  }

  /// Restores the terminal; repeated calls have no effect.
  func leave(_ console: inout Console) {
    guard var state = saved else { return }
    saved = nil
    console.write(Self.closing)
    _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &state)
  }

  /// Suspends the process as Ctrl-Z does; returns when it is continued.
  func suspend(_ console: inout Console) -> Bool {
    leave(&console)
    raise(SIGTSTP)
    return enter(&console)
  }

  /// The current columns and rows.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The typed bytes; nil when the terminal is closed.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// The system's `read`, whose name the method above shadows.
private func systemRead(
  _ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, start, count)
}
