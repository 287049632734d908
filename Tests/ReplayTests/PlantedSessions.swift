import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport

/// Gestures and changes on a screen that can reveal an injected difference.
enum PlantedSession: String, CaseIterable, Sendable {
  /// A list with bars that is flung, fast and slowly, to its end and back.
  case list
  /// Pages that are dragged beyond their start and released.
  case pulled
  /// A trackpad and a wheel, also beyond the start.
  case pad
  /// Programmatic scrolls to ids, edges, points and single coordinates.
  case commands
  /// A position binding that is set to the same value twice.
  case repeats
  /// Content that scrolls both ways, dragged nearly along an axis.
  case both
  /// Rotations, insertions above and below, growing items, a keyboard.
  case sizes
  /// Content that is shorter than its container.
  case short
  /// Quick flings, one after the other.
  case flicks
  /// A programmatic spring that needs more than a minute to settle.
  case spring
  /// A list that is dragged beyond its end and released there.
  case pastEnd = "past-end"
  /// A slow fling from the page before the last, which the end cuts short.
  case lastPage = "last-page"
  /// Drags at angles around the limit that still locks a drag to its axis.
  case slanted
  /// Fast flicks of short drags, one after the other.
  case jabs
  /// A scroll to a partly visible target, and one that leaves a target half visible.
  case cutOff = "cut-off"
  /// An id is written for a target that will be at the bottom.
  case write
  /// Content that grows while its last target is partly visible.
  case tail
  /// Content that scrolls both ways and is narrower than its container.
  case narrow
  /// Cards in a row, flung past several cards.
  case cards
  /// Rows with a pinned header for every six, flung and scrolled to.
  case sections
  /// Insets that change at rest, in a deceleration, and while content is dragged beyond its start.
  case insets

  var session: Session {
    get throws {
      let session = try Session(
        ObservedSimulation(
          try Simulator(scene: scene, script: try GestureScript(script)),
          configuration: Configuration()))
      return self == .spring ? Self.sprung(session) : session
    }
  }

  private var scene: SceneFile {
    let count = self == .short ? 2 : self == .pulled ? 8 : 30
    let length: Double = self == .pulled ? 600 : 220
    let size: SceneFile.ItemRule.SizeRule =
      width.map { .same(.fixed(Size(width: $0, height: length))) } ?? .same(.length(length))
    var scene = SceneFile(
      name: rawValue, container: Size(width: 390, height: 600),
      content: .generated(
        SceneFile.ItemRule(count: count, ids: .integers(first: 0), size: size)))
    scene.insets = Insets(top: 20, left: 0, bottom: 10, right: 0)
    scene.stack.spacing = 8
    if width != nil { scene.axes = .both }
    if self == .cards { scene.axes = .horizontal }
    if self == .sections {
      let rows = (0..<count).map { (row: Int) -> SceneFile.Item in
        let isHeader = row % 6 == 0
        return SceneFile.Item(
          id: TargetID(Int64(row)), size: .length(isHeader ? 90 : 160),
          pinned: isHeader ? .header : nil)
      }
      scene.content = .items(rows)
    }
    return scene
  }

  /// The width of the items of content that scrolls both ways.
  private var width: Double? {
    switch self {
    case .both, .slanted: 900
    case .narrow: 300
    default: nil
    }
  }

  private var script: String {
    switch self {
    case .list:
      """
      wait 200ms
      fling up 1800
      wait 3s
      fling up 280
      wait 2s
      fling up 500
      wait 2s
      fling up 6000
      wait 4s
      fling up 6000
      wait 4s
      fling down 900
      wait 3s
      """
    case .pulled:
      """
      drag from 200,200 to 200,320 over 300ms ease out
      wait 2s
      drag from 200,400 to 200,150 over 120ms ease linear
      wait 3s
      fling down 4000
      wait 3s
      """
    case .pad:
      """
      trackpad 0,-160 over 300ms
      wait 1s
      trackpad 0,600 over 250ms
      wait 2s
      wheel 0,40 x4 every 30ms
      wait 1s
      """
    case .commands:
      """
      wait 200ms
      scroll to id 3 via reader
      wait 500ms
      scroll to id 12 animated via reader
      wait 1s
      scroll to id 13 via reader
      wait 500ms
      scroll to point 0,500 via position
      wait 500ms
      scroll to edge bottom animated via position
      wait 1s
      scroll to id 12 anchor center via position
      wait 500ms
      write 4
      wait 1s
      scroll to id 25 via position
      wait 500ms
      scroll to y 300 animated via offset
      wait 1s
      """
    case .repeats:
      """
      wait 200ms
      scroll to y 900 animated via position
      wait 100ms
      cancel
      wait 300ms
      scroll to y 900 via position
      wait 1s
      """
    case .both:
      """
      wait 200ms
      drag from 300,400 to 100,340 over 200ms ease linear
      wait 2s
      drag from 300,400 to 260,200 over 200ms ease linear
      wait 2s
      scroll to x 120 via position
      wait 500ms
      drag from 150,150 to 350,350 over 200ms ease out
      wait 1s
      """
    case .sizes:
      """
      wait 200ms
      fling up 900
      wait 2s
      insert 777 at 0 size 130
      wait 500ms
      rotate to 600,390
      wait 1s
      insets 20,0,200,0
      wait 500ms
      scroll to edge bottom via offset
      wait 500ms
      grow 29 to 300
      wait 500ms
      append 2
      wait 500ms
      insets 20,0,10,0
      rotate to 390,600
      wait 1s
      """
    case .short: "wait 200ms\nfling up 1200\nwait 2s\nappend 6\nwait 500ms\n"
    case .flicks: "repeat 7 {\n  fling up 2600\n  wait 120ms\n}\nwait 4s\n"
    case .spring: "wait 200ms\n"
    case .pastEnd:
      """
      scroll to edge bottom via offset
      wait 300ms
      drag from 200,450 to 200,250 over 300ms ease out
      wait 2s
      """
    case .lastPage:
      """
      scroll to y 6000 via offset
      wait 300ms
      drag from 200,400 to 200,340 over 100ms ease linear
      wait 3s
      """
    case .slanted:
      """
      wait 200ms
      drag from 300,400 to 100,320 over 200ms ease linear
      wait 2s
      drag from 300,450 to 220,250 over 200ms ease linear
      wait 2s
      """
    case .jabs:
      """
      wait 200ms
      repeat 8 {
        drag from 200,400 to 200,300 over 60ms ease linear
        wait 100ms
      }
      wait 4s
      """
    case .cutOff:
      """
      wait 200ms
      scroll to id 2 via reader
      wait 300ms
      scroll to y 110 via offset
      wait 300ms
      scroll to y 90 via offset
      wait 300ms
      scroll to y 130 via offset
      wait 300ms
      """
    case .cards: "wait 200ms\nfling left 1800\nwait 3s\n"
    case .insets:
      """
      wait 200ms
      drag from 200,450 to 200,250 over 300ms ease out
      wait 500ms
      insets 80,0,10,0
      wait 500ms
      insets 20,0,10,0 after 300ms
      fling up 900
      wait 3s
      scroll to edge top via offset
      wait 300ms
      insets 80,0,10,0 after 350ms
      drag from 200,250 to 200,450 over 300ms ease out
      wait 2s
      """
    case .sections:
      """
      wait 200ms
      drag from 200,450 to 200,250 over 300ms ease out
      wait 1s
      scroll to id 9 anchor top via reader
      wait 300ms
      fling up 700
      wait 2s
      """
    case .write: "wait 200ms\nwrite 12\nwait 300ms\n"
    case .tail:
      """
      wait 200ms
      scroll to y 6180 via offset
      wait 300ms
      append 2
      wait 300ms
      """
    case .narrow:
      """
      wait 200ms
      drag from 100,300 to 260,300 over 200ms ease out
      wait 1s
      """
    }
  }

  private static func sprung(_ session: Session) -> Session {
    let start = TraceTime(nanoseconds: 300_000_000)
    let command = Command.scroll(
      to: .y(2000), anchor: nil, animation: .spring(seconds: 60, bounce: 0), route: .offset,
      preservesVelocity: false)
    return Session(
      information: session.information,
      session.batch.events + [
        (start, .input(.command(command))),
        (start.advanced(byNanoseconds: 100_000_000_000), .input(.command(.cancel))),
      ])
  }
}

/// A behavior that rests where the release's velocity would lead in a tenth of a second.
struct TenthOfSecond: TargetBehavior {
  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    target.rect = Rect(
      origin: Point(
        x: target.rect.origin.x,
        y: context.originalTarget.rect.origin.y + context.velocity.dy / 10),
      size: target.rect.size)
  }
}
