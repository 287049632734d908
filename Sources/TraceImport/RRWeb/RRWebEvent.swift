import ScrollModel
import TextKit

/// What one record of an rrweb recording says, as far as it matters to scrolling.
///
/// Shapes and numbers are those of rrweb's `packages/types/src/index.ts`.
enum RRWebEvent {
  /// The page's address and the size of its window.
  case meta(href: String, size: Size?)
  /// All elements of the page, and how far the window was scrolled.
  case snapshot(DOMTree, offset: Point?)
  /// The page was loaded, or its elements were.
  case loaded
  /// Elements came, went or changed.
  case mutation(Mutation)
  case touch(Touch)
  /// What a mouse did, such as `down`, over an element.
  case mouse(String, node: Int64, at: Point)
  /// An element, or the document, was scrolled to here.
  case scroll(node: Int64, to: Point)
  /// The window has this size now.
  case viewport(Size)
  /// A mark that the page set.
  case custom(String)
  /// A record that could not be read; when it happened is not known.
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

  /// The place among events of one millisecond: batched moves come late, yet before the finger's end.
  var rank: Int {
    guard case .touch(let touch) = self else { return 1 }
    switch touch.phase {
    case .began: return 0
    case .moved, .stationary: return 1
    case .ended, .cancelled: return 2
    }
  }

  /// What a record weighs in the window that sorts them.
  var cost: Int {
    switch self {
    case .snapshot(let tree, _): 1 + tree.nodes.count / 4
    case .mutation(let mutation): 1 + (mutation.added.nodes.count + mutation.removed.count) / 4
    default: 1
    }
  }
}

/// Why a record is left out.
struct RecordProblem: Error {
  var kind: String
  var message: String
}

/// A record with its time in nanoseconds of Unix time.
struct TimedRRWebEvent {
  var time: Int64
  /// The window of the browser that it happened in; empty where the recording names none.
  var window: String
  var event: RRWebEvent
  /// Where the record starts in the source.
  var byte: Int64
  /// Tells what the record says from what others say; 0 where the event itself does.
  var digest: UInt64 = 0
}
