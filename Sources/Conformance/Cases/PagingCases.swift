import ScrollEngine
import ScrollModel

/// Pages and wheels: the final position after a drag or a fling.
enum PagingCases {
  /// The result of a release.
  private struct Outcome {
    var released: Double
    var rest: Double
    var afterMoves: [Double] = []
  }

  static func compare(
    _ vector: Vector, _ mode: ConformanceMode, _ check: inout Check
  ) {
    guard let setting = Setting(vector.input) else {
      return check.refuse("the pages or the gesture are missing or have another form")
    }
    let outcome = mode == .uikit ? setting.uikit() : setting.flutter()
    let tolerance = Tolerance(vector)
    func number(_ offset: Double) -> Double {
      (offset / setting.stride).rounded(.toNearestOrAwayFromZero)
    }
    for member in vector.expect.members ?? [] {
      switch member.key {
      case "page", "item": check.matches(member.key, number(outcome.rest), member.value, .exact)
      case "offset": check.matches("offset", outcome.rest, member.value, tolerance)
      case "offset_at_release", "item_at_release":
        // The start of a drag is specific to Flutter.
        guard mode == .flutter else { continue }
        let value = member.key == "offset_at_release" ? outcome.released : number(outcome.released)
        check.matches(member.key, value, member.value, tolerance)
      case "page_reported_after_each_move":
        let pages = member.value.list ?? []
        check.holds("moves", pages.count == outcome.afterMoves.count)
        for (place, wanted) in zip(outcome.afterMoves, pages) {
          check.matches("page after a move", number(place), wanted, .exact)
        }
      case "visible_pages":
        let first = (outcome.rest / setting.stride).rounded(.down)
        let last = ((outcome.rest + setting.viewport) / setting.stride).rounded(.up) - 1
        check.matches("first visible page", first, member.value[0] ?? .null, .exact)
        check.matches("last visible page", last, member.value.list?.last ?? .null, .exact)
      case "tol", "tol_abs", "tol_rel": break
      default: check.refuse("the expectation '\(member.key)' is unknown")
      }
    }
  }

  /// The scroll view and the gesture of a vector.
  private struct Setting {
    var stride: Double
    var viewport: Double
    var start: Double
    var isWheel: Bool
    var snaps: Bool
    /// The finger's movements; with a speed they form a fling.
    var moves: [Double]
    var speed: Double?
    var stepCount: Double
    var platform: FlutterPlatform

    init?(_ input: VectorValue) {
      isWheel = input["item_extent"] != nil
      guard let stride = input.number("item_extent") ?? input.number("page_stride"), stride > 0
      else { return nil }
      self.stride = stride
      viewport = input.number("viewport") ?? stride
      start = input.number("start_offset") ?? (input.number("start_page") ?? 0) * stride
      snaps = input["snapping"]?.bool ?? true
      platform = input.text("platform").flatMap(FlutterPlatform.init(rawValue:)) ?? .android
      stepCount = input["fling"]?.number("moves") ?? 50
      // A vector may have any number of moves; a thousand exceeds every fling.
      guard abs(start) < 1e6, (1...1000).contains(stepCount) else { return nil }
      if let fling = input["fling"] {
        guard let way = fling.number("dx_finger") ?? fling.number("dy_finger"),
          let finger = fling.number("finger_speed"), finger > 0, abs(way) < 1e6
        else { return nil }
        (moves, speed) = ([way], finger)
      } else if let drag = input["drag"]?.number("dx_finger") ?? input["drag"]?.number("dy_finger")
      {
        guard (input["drag"]?.number("release_speed") ?? 0) == 0 else { return nil }
        moves = [drag]
      } else if let list = input["moves_finger_dx"]?.numbers {
        moves = list
      } else {
        return nil
      }
    }

    /// A length well beyond the range of the gesture.
    private var length: Double { max(start, 0) + 50 * stride + 20_000 }

    /// Runs the complete engine with touches; drags compensate for the slop.
    func uikit() -> Outcome {
      var configuration = Configuration()
      configuration.behavior = !snaps ? .none : isWheel ? .interval(stride) : .paging
      // A wheel decelerates like a list.
      configuration.deceleration = isWheel ? .normal : .automatic
      let scene = EngineDrive.plane(
        Size(width: (length / stride).rounded(.up) * stride, height: 100),
        in: Size(width: isWheel ? viewport : stride, height: 100), axes: .horizontal)
      var drive = EngineDrive(scene, configuration, at: Point(x: start, y: 0))
      var outcome = Outcome(released: start, rest: start)
      drive.down()
      if let speed, let way = moves.first {
        let step = abs(way) / (stepCount * speed) * 1000
        for _ in 0..<Int(stepCount) {
          drive.wait(step)
          drive.move(way / stepCount, 0)
        }
      } else {
        for (index, move) in moves.enumerated() {
          let slop = index == 0 ? configuration.physics.slop + 1e-9 : 0
          drive.wait(16)
          drive.move(move + (move < 0 ? -slop : slop), 0)
          outcome.afterMoves.append(drive.offset.x)
          for _ in 0..<4 {
            drive.wait(16)
            drive.move(0, 0)
          }
        }
      }
      outcome.released = drive.offset.x
      drive.up()
      drive.rest()
      outcome.rest = drive.offset.x
      return outcome
    }

    /// Runs Flutter's drag and page rules.
    func flutter() -> Outcome {
      let last = ((length / stride).rounded(.up) - 1) * stride
      var scroller = FlutterScroller(
        platform, offset: start, low: 0, high: last, viewport: viewport)
      var outcome = Outcome(released: start, rest: start)
      var time = 0.0
      scroller.down(at: time)
      if let speed, let way = moves.first {
        let step = abs(way) / (stepCount * speed) * 1000
        var index = 0.0
        while index <= stepCount {
          scroller.move(by: index == 0 ? 0 : way / stepCount, at: time)
          time += step
          index += 1
        }
      } else {
        for move in moves {
          scroller.move(by: move, at: nil)
          outcome.afterMoves.append(scroller.offset)
        }
      }
      outcome.released = scroller.offset
      let velocity = scroller.up(at: time)
      outcome.rest = rest(from: scroller.offset, velocity, low: 0, high: last)
      return outcome
    }

    private func rest(
      from place: Double, _ velocity: Double, low: Double, high: Double
    ) -> Double {
      let motion = FlutterMotion(
        platform, from: place, velocity: velocity, low: low, high: high)
      let leaves = (velocity <= 0 && place <= low) || (velocity >= 0 && place >= high)
      if !snaps || leaves { return motion?.target ?? place }
      if isWheel {
        let limit = motion?.limit ?? place
        if limit == low || limit == high { return limit }
        return FlutterSnap.item(natural: limit, extent: stride, low: low, high: high) * stride
      }
      return FlutterSnap.page(offset: place, stride: stride, velocity: velocity) * stride
    }
  }
}
