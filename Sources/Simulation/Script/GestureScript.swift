import ScrollModel

/// The steps that are performed on a scroll view, in order.
///
/// A script is text, one step per line; `docs/simulating.md` lists the steps. A script is
/// independent of a scene: whether it fits is checked when both are run.
public struct GestureScript: Hashable, Sendable {
  /// The steps in order.
  let steps: [Step]

  /// Parses a script from bytes of UTF-8.
  public init(_ text: [UInt8]) throws(ScriptError) {
    var parser = ScriptParser(try ScriptScanner.tokens(of: text))
    steps = try parser.steps()
  }

  /// Parses a script.
  public init(_ text: String) throws(ScriptError) {
    try self.init(Array(text.utf8))
  }

  /// One step with its line number.
  struct Step: Hashable, Sendable {
    let line: Int
    let action: Action
  }

  /// The action of a step.
  ///
  /// Durations are nanoseconds.
  indirect enum Action: Hashable, Sendable {
    case stroke(from: Point, to: Point, duration: Int64, Easing)
    case flick(Direction, speed: Double)
    case path([PathSample])
    case hold(Point, duration: Int64)
    case tap(Point)
    case wheel(Vector, count: Int, every: Int64)
    case trackpad(Vector, duration: Int64, momentum: Int64?)
    case command(Command)
    case rotate(to: Size?)
    case resize(Size)
    case insets(Insets)
    case disable(Bool)
    case insert(TargetID, at: Int, SceneFile.ItemSize?)
    case remove(TargetID)
    case move(TargetID, to: Int)
    case grow(TargetID, SceneFile.ItemSize)
    case append(Int)
    case measure(Int)
    case note(kind: String, text: String?)
    case wait(Int64)
    case until(Int64)
    case repeated(Int, [Step])
    /// A change of the container so long after the step before, while the steps behind it go on.
    case delayed(Int64, Action)
  }

  /// The position of a finger at a time after its touch down.
  struct PathSample: Hashable, Sendable {
    let point: Point
    let time: Int64
  }

  /// The direction of a finger.
  enum Direction: String, CaseIterable, Sendable {
    case up
    case down
    case left
    case right
  }
}

/// An error of a script's step, alone or with its scene.
public struct ScriptError: Error, Equatable, Sendable {
  /// The line of the script, from 1.
  public let line: Int
  /// The problem and the valid text.
  public let message: String

  /// Creates an error.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension ScriptError: CustomStringConvertible {
  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
