import TextKit

/// What the name of a trace event tells a reader to do with it.
enum EventName {
  /// The event is of this kind.
  case kind(ChromiumEvent.Kind)
  /// The input type stands in the arguments: an `EventLatency`, or a step of an old `InputLatency`.
  case inputInArguments
  /// A snapshot of the whole layer tree, as traces of 2013 to 2015 have it.
  case layerTree
  /// The name of a thread stands in the arguments.
  case threadName

  /// Returns what an event of such a name is good for; nil means to leave it out.
  init?(_ name: ArraySlice<UInt8>) {
    guard let found = NameTable.shared[name] else { return nil }
    self = found
  }

  /// The category of the marks that a page sets itself.
  static let userTiming = Array("blink.user_timing".utf8)
}

/// The names of interest, by their length.
struct NameTable: Sendable {
  static let shared = NameTable()

  private let byLength: [[(name: [UInt8], meaning: EventName)]]
  /// One bit for each length that some name has.
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

  /// Whether some name of interest has this length.
  @inline(__always)
  func hasLength(_ length: Int) -> Bool {
    length < 64 && lengths >> UInt64(truncatingIfNeeded: length) & 1 == 1
  }

  subscript(name: ArraySlice<UInt8>) -> EventName? {
    guard hasLength(name.count) else { return nil }
    return byLength[name.count].first { $0.name.elementsEqual(name) }?.meaning
  }
}
