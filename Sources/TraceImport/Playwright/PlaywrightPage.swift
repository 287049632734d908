import ScrollModel
import TextKit

/// A page of a Playwright trace with the traces of its scrollers.
struct PlaywrightPage {
  let name: String
  /// The number of its context.
  let context: Int
  /// What its traces' names start with; nil until the first of them was begun.
  var prefix: String?
  /// How many frames it had so far.
  var frameCount = 0
  /// Where the mouse is.
  var mouse: Point?
  /// The last call that changed the window's size, and the size it asked for.
  private var resizing: (call: String, size: Size)?
  /// The inner scrollers that were away from their start, to tell what a wheel moved.
  private(set) var moved: [(name: String, frame: Int)] = []
  /// The document's trace first, then one for each scroller as it is met.
  var traces: [PageTrace] = []

  struct PageTrace {
    /// The scroller's name in its page.
    var name: String
    /// The number of its frame; 0 for the main one.
    var frame: Int
    var trace: MonotonicTraceWriter
    var size: Size?
  }

  init(name: String, context: Int) {
    self.name = name
    self.context = context
  }

  mutating func noteResize(_ call: String, to size: Size) { resizing = (call, size) }

  /// Whether a snapshot was taken before the resize that its call is about.
  ///
  /// A call begins first, then comes the snapshot of what was before it.
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

  /// Returns what scrollers of a frame are called.
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
