import ScrollModel
import TextKit

/// A page of a Playwright trace with the traces of its scrollers.
struct PlaywrightPage {
  let name: String
  /// The index of its context.
  let context: Int
  /// The prefix of its traces' names; nil until the first of them was begun.
  var prefix: String?
  /// The number of its frames so far.
  var frameCount = 0
  /// The position of the mouse.
  var mouse: Point?
  /// The last call that resized the window, and the requested size.
  private var resizing: (call: String, size: Size)?
  /// The inner scrollers away from their start, to infer which one a wheel moved.
  private(set) var moved: [(name: String, frame: Int)] = []
  /// The document's trace, then one for each scroller in the order of occurrence.
  var traces: [PageTrace] = []

  struct PageTrace {
    /// The scroller's name in its page.
    var name: String
    /// The index of its frame; 0 for the main one.
    var frame: Int
    var trace: MonotonicTraceWriter
    var size: Size?
  }

  init(name: String, context: Int) {
    self.name = name
    self.context = context
  }

  mutating func noteResize(_ call: String, to size: Size) { resizing = (call, size) }

  /// Whether a snapshot was taken before its call resized the window.
  ///
  /// A call begins first, then its "before" snapshot is taken.
  func isOutdated(_ size: Size, in call: String) -> Bool {
    guard !call.isEmpty, let resizing else { return false }
    return resizing.call == call && resizing.size != size
  }

  mutating func noteMoved(
    _ snapshot: PlaywrightSession.Snapshot, _ scrollers: [PlaywrightFrame.Scroller]
  ) {
    for (named, scroller) in zip(snapshot.scrollers, scrollers) where moved.count < 1000 {
      guard scroller.label != "document", !moved.contains(where: { $0.name == named.name }) else {
        continue
      }
      moved.append((named.name, snapshot.frame))
    }
  }

  /// Returns the names of a frame's scrollers.
  static func named(
    _ scrollers: [PlaywrightFrame.Scroller], in frame: Int
  ) -> [(name: String, offset: Point)] {
    let prefix = frame == 0 ? "" : "frame \(frame) "
    return scrollers.map { scroller in
      let suffix = scroller.number > 1 ? " [\(scroller.number)]" : ""
      return (prefix + scroller.label + suffix, scroller.offset)
    }
  }
}
