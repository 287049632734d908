/// The output of a command, and the properties of the user's terminal.
///
/// Results are written to the output, all other text to the error stream. A command never accesses
/// the process's own streams, so a test can pass two closures and read the user's view.
public struct Console {
  /// A sink for text; throws if the text could not be written.
  public typealias Write = (String) throws -> Void

  /// The use of colors.
  public var color = ColorChoice.auto
  /// The number of columns of the terminal, or a default without one.
  public var width: Int
  /// Whether results are written to a terminal.
  public var isOutputTerminal: Bool
  /// Whether messages are written to a terminal that can redraw a line.
  public var isErrorTerminal: Bool
  /// Whether the environment disables color (`NO_COLOR`, or a terminal without color).
  public var isColorUnwanted: Bool
  /// Whether the user's terminal supports links (OSC 8).
  public var knowsLinks = false
  /// The first failure to write a result; nil without one.
  public private(set) var outputFailure: (any Error)?

  private let outputSink: Write
  private let errorSink: Write
  private let bufferBytes: Int
  private var pending = ""

  /// Creates a console from its two sinks.
  ///
  /// Up to `bufferBytes` of output are buffered to save system calls; with 0 each text is written
  /// immediately.
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
  /// Writes result text unchanged.
  public mutating func write(_ text: String) {
    guard outputFailure == nil else { return }
    pending += text
    if pending.utf8.count >= bufferBytes { flush() }
  }

  /// Writes one line of results.
  public mutating func print(_ line: String = "") {
    write(line + "\n")
  }

  /// Writes message text unchanged, after all results written so far.
  public mutating func writeError(_ text: String) {
    flush()
    // A failure to write messages cannot be reported.
    try? errorSink(text)
  }

  /// Writes one line of messages.
  public mutating func printError(_ line: String = "") {
    writeError(line + "\n")
  }

  /// Passes all buffered results to the sink.
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
