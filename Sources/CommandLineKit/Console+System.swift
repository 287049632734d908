#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A write that failed in the operating system.
public struct WriteFailure: Error, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// Creates a failure from `errno`.
  public init(code: Int32) {
    self.code = code
  }

  /// Whether the reader closed the pipe, as `head` does after its last line.
  public var isReaderGone: Bool { code == EPIPE }

  /// The description of the operating system.
  public var description: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension Console {
  /// Returns the console of this process.
  public static func standard() -> Console {
    let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    let isErrorTerminal = isatty(STDERR_FILENO) == 1
    let hasNoColor = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    var console = Console(
      output: { try writeAll($0, to: STDOUT_FILENO) },
      error: { try writeAll($0, to: STDERR_FILENO) },
      width: terminalWidth(),
      isOutputTerminal: isOutputTerminal,
      isErrorTerminal: isErrorTerminal && environment("TERM") != "dumb",
      isColorUnwanted: hasNoColor || environment("TERM") == "dumb",
      // The capacity of a pipe on Linux; a terminal gets every line immediately.
      bufferBytes: isOutputTerminal ? 0 : 65_536)
    console.knowsLinks = (isOutputTerminal || isErrorTerminal) && knowsLinks(environment)
    return console
  }

  /// Whether the environment suggests a terminal with links; others may print them as text.
  static func knowsLinks(_ environment: (String) -> String?) -> Bool {
    // Inside tmux or screen the terminal is unknown.
    guard environment("TMUX") == nil, environment("STY") == nil else { return false }
    if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5000 }
    for name in ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"]
    where environment(name) != nil {
      return true
    }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"]
    return environment("TERM_PROGRAM").map(programs.contains) ?? false
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func terminalWidth() -> Int {
    #if canImport(Darwin) || canImport(Glibc)
      var size = winsize()
      for descriptor in [STDOUT_FILENO, STDERR_FILENO]
      where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
        return Int(size.ws_col)
      }
    #endif
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) {
      return columns
    }
    return 80
  }
}

/// Writes the whole text, continuing after short and interrupted writes.
private func writeAll(_ text: String, to descriptor: Int32) throws {
  var text = text
  try text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // The other end made the stream non-blocking, as some shells do: wait until it is writable.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        throw WriteFailure(code: errno)
      }
    }
  }
}
