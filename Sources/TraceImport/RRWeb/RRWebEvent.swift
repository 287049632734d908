import ScrollModel
import TextKit

/// The scroll-related contents of one record of an rrweb recording.
///
/// Shapes and numbers are those of rrweb's `packages/types/src/index.ts`.
enum RRWebEvent {
  /// The page's URL and the size of its window.
  case meta(href: String, size: Size?)
  /// All elements of the page, and the scroll offset of the window.
  case snapshot(DOMTree, offset: Point?)
  /// The page or its elements finished loading.
  case loaded
  /// Elements were added, removed or changed.
  case mutation(Mutation)
  case touch(Touch)
  /// A mouse event, such as `down`, on an element.
  case mouse(String, node: Int64, at: Point)
  /// An element, or the document, was scrolled to this offset.
  case scroll(node: Int64, to: Point)
  /// The window was resized.
  case viewport(Size)
  /// A mark that the page set.
  case custom(String)
  /// An unreadable record with an unknown time.
  case lost

  struct Mutation {
    var added = DOMTree()
    var parents: [Int64] = []
    var removed: [Int64] = []
    var addCount = 0
    var otherCount = 0
  }

  struct Touch: Equatable {
    var phase: TouchPhase
    var pointer: Int64
    var node: Int64
    var position: Point
  }

  /// The order among events of one millisecond: batched moves are late, but before the finger's
  /// end.
  var rank: Int {
    guard case .touch(let touch) = self else { return 1 }
    switch touch.phase {
    case .began: return 0
    case .moved, .stationary: return 1
    case .ended, .cancelled: return 2
    }
  }

  /// The cost of a record in the sort window.
  var cost: Int {
    switch self {
    case .snapshot(let tree, _): 1 + tree.nodes.count / 4
    case .mutation(let mutation): 1 + (mutation.added.nodes.count + mutation.removed.count) / 4
    default: 1
    }
  }
}

/// The reason why a record was skipped.
struct RecordProblem: Error {
  var kind: String
  var message: String
}

/// A record with its Unix time in nanoseconds.
struct TimedRRWebEvent {
  var time: Int64
  /// The browser window of the event; empty if unknown.
  var window: String
  var event: RRWebEvent
  /// The start of the record in the source.
  var byte: Int64
  /// A hash that distinguishes records; 0 if the event itself is sufficient.
  var digest: UInt64 = 0
}
