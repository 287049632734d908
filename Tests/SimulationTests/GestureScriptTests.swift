import ScrollModel
import TestSupport
import Testing

@testable import Simulation

@Suite("Gesture scripts")
struct GestureScriptTests {
  /// A script and its complete error message.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let script: String
    let error: String
    init(_ script: String, _ error: String) {
      self.script = script
      self.error = error
    }
    var testDescription: String { error }
  }

  static let drag = "write 'drag from X,Y to X,Y over DURATION [ease linear|out|in-out]'"

  static let grammar: [Refusal] = [
    Refusal("wait 1s\n\nflng up 100", "line 3: 'flng' is not a step; did you mean 'fling'?"),
    Refusal(
      "jump",
      "line 1: 'jump' is not a step; the steps are drag, fling, path, hold, tap, wheel, trackpad, "
        + "scroll, write, cancel, rotate, resize, insets, disable, enable, insert, remove, move, grow, append, "
        + "measure, note, wait, at, repeat"),
    Refusal("\"wait\" 1s", "line 1: expected a step, found 'wait'"),
    Refusal("{", "line 1: expected a step, found '{'"),
    Refusal("tap 1,2\n}", "line 2: '}' closes nothing; take it out"),
    Refusal("repeat 2 {\n tap 1,2\n", "line 1: the repeat is never closed; add a '}'"),
    Refusal("repeat 2 { }", "line 1: a repeat needs steps between its braces"),
    Refusal(
      "repeat 0 { cancel }",
      "line 1: expected a count from 1 to 1000000, found '0'; write 'repeat COUNT { STEPS }'"),
    Refusal(
      String(repeating: "repeat 1 { ", count: 9), "line 1: repeats nest at most 8 deep"),
    Refusal("write \"a", "line 1: the quoted text has no closing quote"),
    Refusal("write \"\\x\"", "line 1: in the quoted text, a backslash starts no known escape"),
    Refusal("cancel now", "line 1: expected the end of the step, found 'now'; write 'cancel'"),
  ]

  static let steps: [Refusal] = [
    Refusal("drag", "line 1: expected 'from', found the end of the line; \(drag)"),
    Refusal("drag from 1;2", "line 1: expected X,Y, found '1;2'; \(drag)"),
    Refusal("drag from 1,2,3", "line 1: expected X,Y, found '1,2,3'; \(drag)"),
    Refusal(
      "drag from 1,2 to 3,4 over 300",
      "line 1: expected a duration above 0 and at most 60s, such as 300ms or 1.5s, found '300'; \(drag)"
    ),
    Refusal(
      "drag from 1,2 to 3,4 over 300ms ease bouncy",
      "line 1: expected linear, out or in-out, found 'bouncy'; \(drag)"),
    Refusal(
      "fling upp 3",
      "line 1: expected 'from', 'up', 'down', 'left' or 'right', found 'upp'; write "
        + "'fling from X,Y to X,Y over DURATION' or 'fling up|down|left|right SPEED'"),
    Refusal(
      "fling up -3",
      "line 1: expected a speed above 0 in points per second, found '-3'; write "
        + "'fling from X,Y to X,Y over DURATION' or 'fling up|down|left|right SPEED'"),
    Refusal(
      "wheel 0,1 x5",
      "line 1: expected 'every', found the end of the line; write 'wheel DX,DY [xCOUNT every DURATION]'"
    ),
    Refusal(
      "scroll to moon",
      "line 1: expected 'id', 'edge', 'point', 'x' or 'y', found 'moon'; write '\(StepForm.scroll.usage)'"
    ),
    Refusal(
      "scroll to edge top anchor center", "line 1: an anchor aligns an id; take it out"),
    Refusal(
      "wait 2h",
      "line 1: expected a duration up to 3600s, such as 300ms or 1.5s, found '2h'; write 'wait DURATION'"
    ),
    Refusal(
      "wait 3601s",
      "line 1: expected a duration up to 3600s, such as 300ms or 1.5s, found '3601s'; "
        + "write 'wait DURATION'"),
    Refusal(
      "resize 1,-1",
      "line 1: expected WIDTH,HEIGHT, found '1,-1'; write 'resize WIDTH,HEIGHT [after DURATION]'"),
    Refusal(
      "grow 3 to \u{1B}[2J",
      "line 1: expected a size such as 120 or 300,120, found '\\x1b[2J'; "
        + "write 'grow ID to N|WIDTH,HEIGHT'"),
  ]

  @Test("an invalid script is refused with its line and a correction", arguments: grammar + steps)
  func refusal(refusal: Refusal) {
    #expect(message { _ = try GestureScript(refusal.script) } == refusal.error)
  }

  static let misfits: [Refusal] = [
    Refusal(
      "wait 1s\nat 500ms",
      "line 2: 500ms has passed: the steps before end at 1000ms; use 'wait' or a later time"),
    Refusal("remove 99", "line 1: no item has the id '99'"),
    Refusal("remove \"3\"", "line 1: no item has the id '3'"),
    Refusal("insert 99 at 11", "line 1: index 11 is beyond the 10 items; use 0 to 10"),
    Refusal("move 0 to 10", "line 1: index 10 is beyond the last item; use 0 to 9"),
    Refusal(
      "repeat 1000000 { repeat 1000000 { wait 0s } }",
      "line 1: the trace grows beyond its limit of events; shorten it or raise the limit"),
    Refusal(
      "repeat 200 { append 1000 }",
      "line 1: the trace grows beyond its limit of events; shorten it or raise the limit"),
  ]

  @Test("a step that does not fit the scene is refused with its line", arguments: misfits)
  func misfit(refusal: Refusal) throws {
    var options = SimulationOptions()
    options.eventLimit = 100_000
    let simulator = try simulate(refusal.script, options: options)
    #expect(message { _ = try simulator.events() } == refusal.error)
  }

  @Test("every target of a layout counts against the limit of events")
  func layoutCost() throws {
    var options = SimulationOptions()
    // A rotation with ten rows counts as a step, a container, a layout and ten targets.
    options.eventLimit = 39
    #expect(message { _ = try simulate("repeat 3 { rotate }", options: options).events() } == nil)
    options.eventLimit = 38
    #expect(
      message { _ = try simulate("repeat 3 { rotate }", options: options).events() }
        == "line 1: the trace grows beyond its limit of events; shorten it or raise the limit")
  }

  @Test("a step that the scene does not support is refused with the reason")
  func kinds() throws {
    let listed = #"{"container": [1, 1], "items": [{"id": 1, "size": 1}]}"#
    let framed = #"{"container": [1, 1], "frames": []}"#
    let rows: [(String, String, String)] = [
      (listed, "insert 2 at 0", "the scene has no rule for sizes; add 'size N' to the step"),
      (
        listed, "append 1",
        "the scene has no rule for items; use 'insert', or give it 'items' with a 'count'"
      ),
      (framed, "remove 1", "the scene gives 'frames', which no step can change; give it 'items'"),
    ]
    for (scene, script, error) in rows {
      let simulator = try simulate(script, in: scene)
      #expect(message { _ = try simulator.events() } == "line 1: \(error)")
    }
  }

  @Test("an id in a script keeps its type")
  func ids() throws {
    let uuid = "01234567-89AB-CDEF-0011-223344556677"
    let rows: [(String, TargetID?)] = [
      ("12", TargetID(12)), ("-3", TargetID(-3)), ("card-3", TargetID("card-3")),
      ("\"12\"", TargetID("12")), ("\"a b\\n\"", TargetID("a b\n")), ("nothing", nil),
      ("\"nothing\"", TargetID("nothing")), ("12?", TargetID(.int(12), isOptional: true)),
      ("x?", TargetID(.string("x"), isOptional: true)), ("?", TargetID("?")),
      ("uuid:\(uuid)", TargetID(uuidText: uuid)),
      ("Place(old)", TargetID(.other(type: "Place", text: "old"))), ("(x)", TargetID("(x)")),
      ("12.5", TargetID("12.5")), ("007", TargetID("007")),
      ("1e3", TargetID("1e3")), ("-0", TargetID("-0")), ("cafe\u{301}", TargetID("cafe\u{301}")),
    ]
    for (text, id) in rows {
      let command = try simulate("write \(text)").events().last?.event
      #expect(command == .input(.command(.write(id, anchor: nil, animation: .none))), "\(text)")
    }
  }

  @Test("a scroll step includes destination, anchor, animation and route")
  func scrolls() throws {
    let rows: [(String, ScrollDestination, UnitPoint?, ScrollAnimation, CommandRoute)] = [
      ("id 3", .id(TargetID(3)), nil, .none, .position),
      ("id 3 anchor center", .id(TargetID(3)), UnitPoint(x: 0.5, y: 0.5), .none, .position),
      (
        "id 3 via reader animated anchor 0,0.25", .id(TargetID(3)), UnitPoint(x: 0, y: 0.25),
        .automatic, .reader
      ),
      (
        "edge bottom over 0.3s", .edge(.bottom), nil, .timed(seconds: 0.3, curve: .easeInOut),
        .position
      ),
      ("point 1,-2.5 via offset", .point(Point(x: 1, y: -2.5)), nil, .none, .offset),
      ("x 7", .x(7), nil, .none, .position), ("y -7", .y(-7), nil, .none, .position),
    ]
    for (text, destination, anchor, animation, route) in rows {
      let command = try simulate("scroll to \(text)").events().last?.event
      let expected = Command.scroll(
        to: destination, anchor: anchor, animation: animation, route: route,
        preservesVelocity: false)
      #expect(command == .input(.command(expected)), "\(text)")
    }
  }

  @Test("scrolling is disabled and enabled at the times of the script")
  func switching() throws {
    let events = try simulate("wait 10ms\ndisable\nwait 5ms\nenable").events().dropFirst(2)
    #expect(events.map(\.time.nanoseconds) == [10_000_000, 15_000_000])
    #expect(
      events.map(\.event)
        == [true, false].map { .input(.container(ContainerChange(isScrollDisabled: $0))) })
  }

  @Test("comments, blank lines, both kinds of line endings and one-line repeats are parsed")
  func layout() throws {
    let script = "# note\r\n\r\nrepeat 2 { repeat 2 { note a \"b c\" d } } # e\r\nwait 1s"
    let events = try simulate(script).events().dropFirst(2)
    let note = Annotation(kind: "a", text: "b c d")
    #expect(events.map(\.event) == Array(repeating: .observation(.annotation(note)), count: 4))
  }

  @Test("a truncated script is read or refused", arguments: Fixtures.names)
  func truncation(name: String) throws {
    let text = try Fixtures.scriptText(name)
    let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
    for length in 0...text.count {
      do throws(ScriptError) {
        _ = try GestureScript(Array(text.prefix(length)))
      } catch {
        #expect((1...lines).contains(error.line), "\(length) bytes: \(error)")
      }
    }
    #expect((try? GestureScript(text)) != nil)
  }

  @Test("a script with changed bytes is read or refused, and running it never traps")
  func damage() throws {
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed)
      let name = generator.element(of: Fixtures.names) ?? ""
      var text = try Fixtures.scriptText(name)
      for _ in 0..<generator.int(in: 1...4) {
        text[generator.int(in: 0...text.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
      }
      guard let script = try? GestureScript(text) else { continue }
      let scene = try SceneFile(json: Fixtures.sceneText(name), name: name)
      var options = SimulationOptions()
      options.eventLimit = 20_000
      _ = try? Simulator(scene: scene, script: script, options: options).events()
    }
  }

  @Test("the usage of every step starts with its first word")
  func usages() {
    for form in StepForm.allCases { #expect(form.usage.hasPrefix(form.rawValue)) }
  }

  @Test("commands without a binding in the configuration are listed, also in repeats")
  func unboundCommands() throws {
    let script = try GestureScript(
      """
      scroll to edge bottom
      repeat 2 {
        scroll to id 3 animated
      }
      write 4
      write nothing
      scroll to y 100 via offset
      scroll to id 5 via reader
      cancel
      """)
    func lines(_ change: (inout Configuration) -> Void) -> [Int] {
      var configuration = Configuration()
      change(&configuration)
      return script.unboundCommands(under: configuration).map(\.line)
    }
    #expect(lines { _ in } == [1, 3, 5, 6])
    #expect(lines { $0.position = .id(nil) } == [1, 3])
    #expect(lines { $0.position = .value(PositionValue()) } == [5, 6])
    #expect(
      lines {
        $0.position = .id(nil)
        $0.hasTargetLayout = false
      } == [1, 3, 5])
    #expect(
      lines {
        $0.position = .value(PositionValue())
        $0.hasTargetLayout = false
      } == [3, 5, 6])
  }
}
