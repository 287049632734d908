/// Where a command prints, and what is known about the reader's terminal.
///
/// Results go to the output, everything else to the error stream. A command never touches the
/// process's own streams, so a test hands in two closures and reads what a user would see.
public struct Console {
  /// A sink for text; it throws when the text could not be written.
  public typealias Write = (String) throws -> Void

  /// When colors are used.
  public var color = ColorChoice.auto
  /// The number of columns of the terminal, or what to assume where there is none.
  public var width: Int
  /// Whether results appear on a terminal.
  public var isOutputTerminal: Bool
  /// Whether messages appear on a terminal that can redraw a line.
  public var isErrorTerminal: Bool
  /// Whether the environment asks for no color (`NO_COLOR`, or a terminal that has none).
  public var isColorUnwanted: Bool
  /// Whether the reader's terminal is known to show links (OSC 8).
  public var knowsLinks = false
  /// The first failure to write a result; nil while all is well.
  public private(set) var outputFailure: (any Error)?

  private let outputSink: Write
  private let errorSink: Write
  private let bufferBytes: Int
  private var pending = ""

  /// Makes a console from its two sinks.
  ///
  /// Up to `bufferBytes` of output are held back to save system calls; with 0 each text is
  /// written at once.
  public init(
    output: @escaping Write, error: @escaping Write, width: Int = 80,
    isOutputTerminal: Bool = false, isErrorTerminal: Bool = false, isColorUnwanted: Bool = false,
    bufferBytes: Int = 0
  ) {
    self.outputSink = output
    self.errorSink = error
    self.width = width
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.isColorUnwanted = isColorUnwanted
    self.bufferBytes = bufferBytes
  }

  /// The style of results.
  public var style: Style { style(onTerminal: isOutputTerminal) }

  /// The style of messages.
  public var errorStyle: Style { style(onTerminal: isErrorTerminal) }

  private func style(onTerminal isTerminal: Bool) -> Style {
    switch color {
    case .always: Style(isEnabled: true, hasLinks: isTerminal && knowsLinks)
    case .never: Style(isEnabled: false)
    case .auto:
      Style(
        isEnabled: isTerminal && !isColorUnwanted,
        hasLinks: isTerminal && !isColorUnwanted && knowsLinks)
    }
  }
}

extension Console {
  /// Writes result text as it is.
  public mutating func write(_ text: String) {
    guard outputFailure == nil else { return }
    pending += text
    if pending.utf8.count >= bufferBytes { flush() }
  }

  /// Writes one line of results.
  public mutating func print(_ line: String = "") {
    write(line + "\n")
  }

  /// Writes message text as it is, after all results written so far.
  public mutating func writeError(_ text: String) {
    flush()
    // When messages cannot be written, there is nobody left to tell.
    try? errorSink(text)
  }

  /// Writes one line of messages.
  public mutating func printError(_ line: String = "") {
    writeError(line + "\n")
  }

  /// Hands all results held back to the sink.
  public mutating func flush() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    do {
      try outputSink(text)
    } catch {
      outputFailure = error
    }
  }
}
