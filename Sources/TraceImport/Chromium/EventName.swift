import TextKit

/// The handling of a trace event by its name.
enum EventName {
  /// An event of this kind.
  case kind(ChromiumEvent.Kind)
  /// The input type is in the arguments: an `EventLatency`, or a step of an old `InputLatency`.
  case inputInArguments
  /// A snapshot of the whole layer tree, in traces from 2013 to 2015.
  case layerTree
  /// The name of a thread is in the arguments.
  case threadName

  /// Creates the handling of an event by its name; nil to skip it.
  init?(_ name: ArraySlice<UInt8>) {
    guard let found = NameTable.shared[name] else { return nil }
    self = found
  }

  /// The category of the marks that a page sets itself.
  static let userTiming = Array("blink.user_timing".utf8)
}

/// The relevant names, by length.
struct NameTable: Sendable {
  static let shared = NameTable()

  private let byLength: [[(name: [UInt8], meaning: EventName)]]
  /// One bit for each length of some name.
  let lengths: UInt64

  private init() {
    let names: [(String, EventName)] = [
      ("ScrollTree::SetScrollOffset", .kind(.offset)),
      ("ScrollTree::OnScrollOffsetAnimated", .kind(.animatedOffset)),
      ("ScrollTree::ScrollBy", .kind(.scrollBy)),
      ("ScrollableArea::scrollOffsetChanged", .kind(.mainOffset)),
      ("FlingBooster::GetVelocityForFlingStart", .kind(.flingVelocity)),
      ("FlingController::HandlingGestureFling", .kind(.fling)),
      ("GestureProvider::OnTouchEvent", .kind(.touchHandled)),
      ("ScrollJankV4", .kind(.verdict)),
      ("Presentation", .kind(.presented)),
      ("Extrapolated presentation", .kind(.presented)),
      ("DroppedFrame", .kind(.droppedFrame)),
      ("EventDispatch", .kind(.pageEvent)),
      ("ScrollLayer", .kind(.scrollLayer)),
      ("Layout", .kind(.viewport)),
      ("EventLatency", .inputInArguments),
      ("InputLatency", .inputInArguments),
      ("cc::LayerTreeHostImpl", .layerTree),
      ("thread_name", .threadName),
    ]
    let inputs: [(String, ChromiumEvent.Kind)] = [
      ("TouchStart", .touchStart), ("TouchMove", .touchMove), ("TouchEnd", .touchEnd),
      ("TouchCancel", .touchCancel), ("MouseWheel", .wheel),
      ("GestureScrollBegin", .scrollBegin), ("GestureScrollUpdate", .scrollUpdate),
      ("GestureScrollEnd", .scrollEnd), ("GestureFlingStart", .flingStart),
      ("GestureFlingCancel", .flingCancel),
    ]
    let all = names + inputs.map { ("InputLatency::\($0.0)", .kind($0.1)) }
    var byLength = [[(name: [UInt8], meaning: EventName)]](repeating: [], count: 64)
    var lengths: UInt64 = 0
    for (name, meaning) in all {
      let bytes = Array(name.utf8)
      byLength[bytes.count].append((bytes, meaning))
      lengths |= 1 << UInt64(bytes.count)
    }
    self.byLength = byLength
    self.lengths = lengths
  }

  /// Whether some relevant name has this length.
  @inline(__always)
  func hasLength(_ length: Int) -> Bool {
    length < 64 && lengths >> UInt64(truncatingIfNeeded: length) & 1 == 1
  }

  subscript(name: ArraySlice<UInt8>) -> EventName? {
    guard hasLength(name.count) else { return nil }
    return byLength[name.count].first { $0.name.elementsEqual(name) }?.meaning
  }
}
