import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("Scene files")
struct SceneFileTests {
  /// A text and its complete error message.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let error: String
    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }
    var testDescription: String { error }
  }

  static let broken: [Refusal] = [
    Refusal("", "line 1, column 1: the text ends inside a value"),
    Refusal("[]", "line 1, column 1: the scene: expected an object, found an array"),
    Refusal("{\n  \"axis\" \"vertical\"\n}", "line 2, column 10: expected ':', found '\"'"),
    Refusal("{}", "line 1, column 1: 'container' is missing from the scene"),
    Refusal(
      #"{"container": [1, 1]}"#, "line 1, column 1: the scene needs either 'items' or 'frames'"),
    Refusal(
      #"{"container": [1, 1], "items": [], "frames": []}"#,
      "line 1, column 1: the scene needs either 'items' or 'frames'"),
    Refusal(
      "{\"container\": [1, 1],\n \"items\": []} x", "line 2, column 15: something follows the value"
    ),
  ]

  static let unknown: [Refusal] = [
    Refusal(
      "{\n  \"contianer\": [1, 1]\n}",
      "line 2, column 3: 'contianer' is no key of the scene; did you mean 'container'?"),
    Refusal(
      #"{"stack": {"spacng": 1}}"#,
      "line 1, column 12: 'spacng' is no key of 'stack'; did you mean 'spacing'?"),
    Refusal(
      #"{"stack": {"colour": 1}}"#,
      "line 1, column 12: 'colour' is no key of 'stack'; its keys are spacing, padding, alignment"),
    Refusal(
      #"{"hz": 60, "hz": 60}"#, "line 1, column 12: 'hz' comes twice in the scene"),
    Refusal(
      #"{"axis": "diagonal"}"#,
      "line 1, column 10: 'axis': 'diagonal' is not known; its words are vertical, horizontal, both"
    ),
    Refusal(
      #"{"axis": "horizonal"}"#,
      "line 1, column 10: 'axis': 'horizonal' is not known; did you mean 'horizontal'?"),
    Refusal(
      "{\"a\u{202E}\": 1}",
      "line 1, column 2: 'a\\u{202E}' is no key of the scene; its keys are name, parent, device, "
        + "system, app, configuration, axis, container, insets, direction, scale, hz, stack, items, "
        + "frames, content, lazy, seed, inner"),
  ]

  static let values: [Refusal] = [
    Refusal(
      #"{"hz": "60"}"#, "line 1, column 8: 'hz': expected a number, found a string"),
    Refusal(
      #"{"hz": 0}"#, "line 1, column 8: 'hz': expected a number from 1 to 10000, found 0"),
    Refusal(
      #"{"scale": 1e400}"#,
      "line 1, column 11: 'scale': the number is out of range: a finite number below 1.8e308 is needed"
    ),
    Refusal(
      #"{"container": {"width": 1}}"#,
      "line 1, column 15: 'container' needs both 'width' and 'height'"),
    Refusal(
      #"{"container": [1, 2, 3]}"#,
      "line 1, column 22: 'container' is [width, height]; something follows"),
    Refusal(
      #"{"container": [1]}"#,
      "line 1, column 15: 'container' is [width, height]; found 1 of 2 numbers"),
    Refusal(
      #"{"container": [-1, 1]}"#,
      "line 1, column 16: 'container': expected a number from 0 to 1000000, found -1"),
    Refusal(
      #"{"items": [{"id": 1}]}"#, "line 1, column 12: an item needs both 'id' and 'size'"),
    Refusal(
      #"{"items": [{"id": 1.5, "size": 1}]}"#,
      "line 1, column 19: 'id': the number is not a whole number"),
    Refusal(
      #"{"items": [{"id": {"uuid": "12"}, "size": 1}]}"#,
      "line 1, column 19: an id object has one of 'int', 'string', 'uuid' (36 characters), "
        + "or 'type' and 'text'"),
    Refusal(
      #"{"items": {"count": 3}}"#, "line 1, column 11: 'items' needs both 'count' and 'size'"),
    Refusal(
      #"{"items": {"count": 1000001, "size": 1}}"#,
      "line 1, column 21: 'count': expected a whole number from 0 to 1000000, found 1000001"),
    Refusal(
      #"{"items": {"count": 1, "first_id": 0, "prefix": "a", "size": 1}}"#,
      "line 1, column 49: 'first_id' and 'prefix' exclude each other"),
    Refusal(
      #"{"items": {"count": 1, "size": {"min": 2, "max": 1}}}"#,
      "line 1, column 32: 'size' needs 'min' and 'max', the smaller one first"),
    Refusal(
      #"{"frames": [{"id": 1, "frame": [0, 0, -1, 1]}]}"#,
      "line 1, column 32: 'frame': expected a width and a height of 0 or more"),
    Refusal(
      #"{"seed": -1}"#,
      "line 1, column 10: 'seed': expected a whole number from 0 to 9223372036854775807, found -1"),
  ]

  static let together: [Refusal] = [
    Refusal(
      #"{"container": [1, 1], "items": [], "inner": [{"container": [1, 1], "items": []}]}"#,
      "line 1, column 46: an inner view needs 'at', its place in the content"),
    Refusal(
      #"{"container": [1, 1], "items": [], "content": [1, 1]}"#,
      "line 1, column 47: 'content' goes with 'frames'; a stack makes its own content size"),
    Refusal(
      #"{"container": [1, 1], "lazy": {}, "frames": []}"#,
      "line 1, column 45: 'lazy' goes with 'items'; given frames are never estimated"),
    Refusal(
      #"{"container": [1, 1], "axis": "both", "items": {"count": 1, "size": 5}}"#,
      "line 1, column 48: an item of a scene that scrolls both ways needs a size [width, height]"),
    Refusal(
      #"{"container": [1, 1], "items": {"count": 1000000, "size": 501}}"#,
      "line 1, column 32: the items are longer than 5e8 points together; use fewer or smaller ones"),
  ]

  @Test(
    "an invalid scene is refused with line, column and the expected text",
    arguments: broken + unknown + values + together)
  func refusal(refusal: Refusal) {
    let found = message { _ = try SceneFile(json: Array(refusal.text.utf8), name: "test") }
    #expect(found == refusal.error)
  }

  @Test("a scene without its optional keys has the documented defaults")
  func defaults() throws {
    let scene = try SceneFile(
      json: Array(#"{"container": [390, 844], "items": []}"#.utf8), name: "f")
    #expect(scene.labels == SceneFile.Labels(name: "f"))
    #expect(scene.axes == .vertical && scene.direction == .leftToRight)
    #expect(scene.container == Size(width: 390, height: 844))
    #expect(scene.insets == .zero && scene.stack == SceneFile.Stack())
    #expect(scene.scale == 3 && scene.refreshRate == 60)
    #expect(scene.lazy == nil && scene.seed == nil && scene.content == .items([]))
  }

  @Test("every key of a scene is read")
  func everything() throws {
    let text = #"""
      {"name": "n", "parent": "p", "device": "d", "system": "s", "app": "a", "configuration": "c",
       "axis": "horizontal", "container": {"width": 300, "height": 200},
       "insets": {"top": 1, "left": 2, "bottom": 3, "right": 4}, "direction": "rtl", "scale": 2,
       "hz": 59.94, "stack": {"spacing": 5, "padding": 6, "alignment": "bottom"},
       "items": [{"id": 1, "size": 10}, {"id": "1", "size": [20, 30]},
                 {"id": {"type": "T", "text": "t", "optional": true}, "size": 0},
                 {"id": {"uuid": "00000000-0000-0001-0000-000000000002"}, "size": 1}],
       "lazy": {"enabled": true, "measured_ahead": 7}, "seed": 9}
      """#
    let scene = try SceneFile(json: Array(text.utf8), name: "f")
    var expected = SceneFile(
      name: "n", container: Size(width: 300, height: 200),
      content: .items([
        SceneFile.Item(id: TargetID(1), size: .length(10)),
        SceneFile.Item(id: TargetID("1"), size: .fixed(Size(width: 20, height: 30))),
        SceneFile.Item(
          id: TargetID(.other(type: "T", text: "t"), isOptional: true), size: .length(0)),
        SceneFile.Item(id: TargetID(.uuid(1, 2)), size: .length(1)),
      ]))
    expected.labels.parentName = "p"
    expected.labels.device = "d"
    expected.labels.system = "s"
    expected.labels.app = "a"
    expected.labels.configuration = "c"
    expected.axes = .horizontal
    expected.insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    expected.direction = .rightToLeft
    expected.scale = 2
    expected.refreshRate = 59.94
    expected.stack.spacing = 5
    expected.stack.padding = Insets(top: 6, left: 6, bottom: 6, right: 6)
    expected.stack.alignment = .end
    expected.lazy = SceneFile.Lazy(measuredAhead: 7)
    expected.seed = 9
    #expect(scene == expected)
  }

  @Test(
    "a truncated scene is refused unless only its last line ending is missing",
    arguments: Fixtures.names)
  func truncation(name: String) throws {
    let text = try Fixtures.sceneText(name)
    let whole = text.lastIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? 0
    for length in 0..<text.count {
      let isRead = (try? SceneFile(json: Array(text.prefix(length)), name: name)) != nil
      #expect(isRead == (length >= whole), "\(length) bytes")
    }
  }

  @Test("a scene with changed bytes is read or refused with a position inside it")
  func damage() throws {
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed)
      let name = generator.element(of: Fixtures.names) ?? ""
      var text = try Fixtures.sceneText(name)
      for _ in 0..<3 {
        text[generator.int(in: 0...text.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
      }
      do throws(SceneError) {
        _ = try SceneFile(json: text, name: name)
      } catch {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        #expect((1...lines.count).contains(error.line), "seed \(seed): \(error)")
        if lines.indices.contains(error.line - 1) {
          #expect(
            (1...lines[error.line - 1].count + 1).contains(error.column), "seed \(seed): \(error)")
        }
      }
    }
  }
}
