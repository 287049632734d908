import ScrollModel
import TextKit

extension GestureScript {
  /// Creates a script from actions, one per line.
  init(_ actions: [Action]) {
    steps = actions.enumerated().map { Step(line: $0 + 1, action: $1) }
  }

  /// The actions without repeats.
  var actions: [Action] { Self.flattened(steps) }

  private static func flattened(_ steps: [Step]) -> [Action] {
    steps.flatMap { step -> [Action] in
      guard case .repeated(let count, let inner) = step.action else { return [step.action] }
      let once = flattened(inner)
      return (0..<count).flatMap { _ in once }
    }
  }

  /// The number of steps, without waits.
  public var gestureCount: Int { actions.count { !$0.isWait } }

  /// The lines of the script, which parse to the same steps.
  public var lines: [String] { actions.map(\.text) }

  /// The lines of the script with repeat blocks, which parse to the same steps.
  public var foldedLines: [String] {
    let lines = lines
    var folded: [String] = []
    var start = 0
    while start < lines.count {
      let block = Self.repetition(at: start, in: lines)
      guard let block else {
        folded.append(lines[start])
        start += 1
        continue
      }
      folded.append("repeat \(block.count) {")
      folded += lines[start..<start + block.length].map { "  \($0)" }
      folded.append("}")
      start += block.count * block.length
    }
    return folded
  }

  /// The repetition from a line on that saves the most lines; nil if none saves any.
  private static func repetition(
    at start: Int, in lines: [String]
  ) -> (length: Int, count: Int)? {
    var best: (length: Int, count: Int)?
    var saved = 0
    let left = lines.count - start
    for length in stride(from: 1, through: left / 2, by: 1) {
      var count = 1
      while (count + 1) * length <= left,
        (0..<length).allSatisfy({ lines[start + $0] == lines[start + count * length + $0] })
      {
        count += 1
      }
      // The block needs two additional lines.
      let gain = (count - 1) * length - 2
      if gain > saved { (best, saved) = ((length, count), gain) }
    }
    return best
  }

  /// The script as text, one step per line.
  public var text: String { lines.map { "\($0)\n" }.joined() }
}

extension GestureScript.Action {
  /// Whether it is a wait.
  var isWait: Bool {
    switch self {
    case .wait, .until: true
    default: false
    }
  }

  /// The step in script syntax.
  var text: String {
    switch self {
    case .stroke(let from, let to, let duration, let easing):
      return strokeText(from, to, duration, easing)
    case .path(let samples):
      let points = samples.map { "\(pair($0.point.x, $0.point.y))@\(time($0.time))" }
      return "path " + points.joined(separator: " ")
    case .flick(let direction, let speed): return "fling \(direction.rawValue) \(number(speed))"
    case .hold(let point, let duration):
      return "hold \(pair(point.x, point.y)) for \(time(duration))"
    case .tap(let point): return "tap \(pair(point.x, point.y))"
    case .wheel(let delta, let count, let every):
      return "wheel \(pair(delta.dx, delta.dy))"
        + (every > 0 ? " x\(count) every \(time(every))" : "")
    case .trackpad(let delta, let duration, let momentum):
      return "trackpad \(pair(delta.dx, delta.dy)) over \(time(duration))"
        + (momentum.map { " momentum \(time($0))" } ?? "")
    case .command(let command): return command.scriptText
    case .rotate(let size):
      return "rotate" + (size.map { " to \(pair($0.width, $0.height))" } ?? "")
    case .resize(let size): return "resize \(pair(size.width, size.height))"
    case .insets(let insets):
      return "insets \(pair(insets.top, insets.left)),\(pair(insets.bottom, insets.right))"
    case .delayed(let delay, let action): return "\(action.text) after \(time(delay))"
    case .disable(let isDisabled): return isDisabled ? "disable" : "enable"
    case .insert(let id, let index, let size):
      return "insert \(id.scriptText) at \(index)" + (size.map { " size \($0.scriptText)" } ?? "")
    case .remove(let id): return "remove \(id.scriptText)"
    case .move(let id, let index): return "move \(id.scriptText) to \(index)"
    case .grow(let id, let size): return "grow \(id.scriptText) to \(size.scriptText)"
    case .append(let count): return "append \(count)"
    case .measure(let count): return "measure \(count)"
    case .note(let kind, let text):
      return
        (["note", ScriptNumbers.quoted(kind)] + (text.map { [ScriptNumbers.quoted($0)] } ?? []))
        .joined(separator: " ")
    case .wait(let duration): return "wait \(time(duration))"
    case .until(let moment): return "at \(time(moment))"
    case .repeated(let count, let steps):
      return "repeat \(count) {\n" + steps.map { "  \($0.action.text)\n" }.joined() + "}"
    }
  }

  private func strokeText(
    _ from: Point, _ to: Point, _ duration: Int64, _ easing: Easing
  ) -> String {
    let way = "from \(pair(from.x, from.y)) to \(pair(to.x, to.y)) over \(time(duration))"
    guard easing != .fling else { return "fling \(way)" }
    guard easing != .linear, let named = Easing.named.first(where: { $0.easing == easing }) else {
      return "drag \(way)"
    }
    return "drag \(way) ease \(named.name)"
  }
}

private func number(_ value: Double) -> String { ScriptNumbers.text(value) }
private func pair(_ first: Double, _ second: Double) -> String {
  "\(number(first)),\(number(second))"
}
private func time(_ nanoseconds: Int64) -> String { ScriptNumbers.durationText(nanoseconds) }

extension ScriptNumbers {
  /// Returns a finite number in script syntax.
  static func text(_ value: Double) -> String { (try? NumberText.text(value)) ?? "0" }

  /// Returns a duration, in seconds if it is a whole number of them.
  static func durationText(_ nanoseconds: Int64) -> String {
    nanoseconds > 0 && nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000)s" : milliseconds(nanoseconds)
  }

  /// Returns a text in quotes.
  static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension SceneFile.ItemSize {
  var scriptText: String {
    switch self {
    case .length(let length): number(length)
    case .fixed(let size): pair(size.width, size.height)
    }
  }
}

extension TargetID {
  /// The id in script syntax, as a word if possible; else its text in quotes.
  var scriptText: String {
    let mark = isOptional ? "?" : ""
    let word: String
    switch value {
    case .int(let number): word = "\(number)\(mark)"
    case .string(let text):
      word = text + mark
      if !isOptional, !isWord(word) { return ScriptNumbers.quoted(text) }
    case .uuid: word = "uuid:\(displayText)\(mark)"
    case .other(let type, let text): word = "\(type)(\(text))\(mark)"
    }
    return isWord(word) ? word : ScriptNumbers.quoted(displayText)
  }

  /// Whether a word is parsed as this id.
  private func isWord(_ word: String) -> Bool {
    !word.isEmpty && word != "nothing"
      && !word.utf8.contains { " \t\r\n{}\"#".utf8.contains($0) }
      && ScriptNumbers.id(word) == self
  }
}

extension Command {
  /// The command in script syntax; springs and other curves become the nearest supported ones.
  var scriptText: String {
    switch self {
    case .cancel: return "cancel"
    case .write(let id, let anchor, let animation):
      return "write \(id?.scriptText ?? "nothing")" + anchorText(anchor) + animation.scriptText
    case .scroll(let destination, let anchor, let animation, let route, _):
      let goal =
        switch destination {
        case .id(let id): "id \(id.scriptText)"
        case .edge(let edge): "edge \(edge.rawValue)"
        case .point(let point): "point \(pair(point.x, point.y))"
        case .x(let x): "x \(number(x))"
        case .y(let y): "y \(number(y))"
        }
      return "scroll to \(goal)" + anchorText(anchor) + animation.scriptText
        + (route == .position ? "" : " via \(route.rawValue)")
    }
  }

  private func anchorText(_ anchor: UnitPoint?) -> String {
    guard let anchor else { return "" }
    let name = UnitPoint.named.first { $0.point == anchor }?.name
    return " anchor \(name ?? pair(anchor.x, anchor.y))"
  }
}

extension ScrollAnimation {
  fileprivate var scriptText: String {
    switch self {
    case .none: ""
    case .automatic: " animated"
    case .timed(let seconds, _), .spring(let seconds, _):
      " over \(ScriptNumbers.durationText(Int64((seconds * 1e9).rounded())))"
    }
  }
}
