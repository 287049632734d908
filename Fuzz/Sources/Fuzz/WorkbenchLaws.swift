import Replay
import ScrollModel
import TraceStore

/// Inputs of a replay come back from their bytes, edited or not; invalid ones are refused.
enum WorkbenchLaws {
  /// Ten cards and one drag.
  private static let original: ReplayInputs = {
    var information = TraceInformation(name: "cards")
    information.axes = .vertical
    var contents = TraceContents()
    (contents.hasTouches, contents.hasLayouts, contents.containersGiveSize) = (true, true, true)
    let cards = (0..<10).map {
      TargetFrame(
        id: TargetID("card-\($0)"), frame: Rect(x: 0, y: Double($0) * 312, width: 390, height: 300))
    }
    let container = ContainerChange(size: Size(width: 390, height: 300), refreshRate: 60)
    var events: [(time: TraceTime, event: TraceEvent)] = [
      (.zero, .input(.container(container))),
      (.zero, .input(.layout(Layout(contentSize: Size(width: 390, height: 3108), targets: cards)))),
    ]
    for step in 0...12 {
      let touch = TouchSample(
        pointer: 1, phase: step == 0 ? .began : step == 12 ? .ended : .moved,
        position: Point(x: 195, y: 250 - Double(step * step)))
      let time = TraceTime(nanoseconds: 500_000_000 + Int64(step) * 8_333_333)
      events.append((time, .input(.touch(touch))))
    }
    do throws(ReplayError) {
      return ReplayInputs(try ReplayPlan(Configuration(), of: information, contents), events)
    } catch {
      finding("the inputs cannot be replayed: \(error)")
    }
  }()
  private static let originalBytes = original.bytes

  static func check(edits bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    do throws(EditError) {
      comesBack(try original.edited(lines))
    } catch {
      if error.description.isEmpty { finding("an edit is refused without words") }
    }
  }

  /// An input is a list of changes to valid bytes.
  static func check(inputs bytes: [UInt8]) {
    guard let inputs = try? ReplayInputs(bytes: changed(originalBytes, by: bytes)) else { return }
    for (time, event) in inputs.events {
      if let problem = ModelLimits.problem(with: event, at: time) {
        finding("an event outside the bounds was accepted: \(problem)")
      }
    }
    comesBack(inputs)
  }

  private static func comesBack(_ inputs: ReplayInputs) {
    let bytes = inputs.bytes
    guard let again = try? ReplayInputs(bytes: bytes) else { finding("the bytes are refused") }
    guard again.bytes == bytes else { finding("the bytes give other inputs") }
  }
}
