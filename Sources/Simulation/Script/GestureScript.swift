import ScrollModel

/// What is done to a scroll view, step after step.
///
/// A script is text, one step a line; `docs/simulating.md` lists the steps. A script knows no
/// scene: whether it fits one shows when they are run together.
public struct GestureScript: Hashable, Sendable {
  /// The steps in their order.
  let steps: [Step]

  /// Reads a script from bytes of UTF-8.
  public init(_ text: [UInt8]) throws(ScriptError) {
    var parser = ScriptParser(try ScriptScanner.tokens(of: text))
    steps = try parser.steps()
  }

  /// Reads a script.
  public init(_ text: String) throws(ScriptError) {
    try self.init(Array(text.utf8))
  }

  /// One step and the line it stands on.
  struct Step: Hashable, Sendable {
    let line: Int
    let action: Action
  }

  /// What a step does.
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
  }

  /// Where a finger is at a time since it came down.
  struct PathSample: Hashable, Sendable {
    let point: Point
    let time: Int64
  }

  /// Where a finger goes.
  enum Direction: String, CaseIterable, Sendable {
    case up
    case down
    case left
    case right
  }
}

/// What is wrong with a step of a script, alone or with the scene it runs in.
public struct ScriptError: Error, Equatable, Sendable {
  /// The line of the script, from 1.
  public let line: Int
  /// What is wrong and what to write instead.
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
