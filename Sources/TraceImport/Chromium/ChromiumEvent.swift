/// One scroll-related trace event of Chromium, independent of the file format.
///
/// This is a small value, because tens of thousands of them are buffered to be sorted by time.
struct ChromiumEvent {
  /// The kind of event, independent of its names in different versions of Chromium.
  enum Kind: UInt8 {
    /// A scroll offset was written: `a`, `b` is the offset.
    case offset
    /// An animation moved a scroller: `a`, `b` is the offset.
    case animatedOffset
    /// The compositor scrolled a node: from `a`, `b` to `c`, `d` if `hasOffsets`.
    case scrollBy
    /// The main thread received a scroller's movement: `a`, `b` is the offset.
    case mainOffset
    case touchStart
    case touchMove
    case touchEnd
    case touchCancel
    case wheel
    case scrollBegin
    case scrollUpdate
    case inertialUpdate
    case scrollEnd
    case flingStart
    case flingCancel
    /// The browser handled a touch: `node` is the kind that it replaces if there is no better
    /// event.
    case touchHandled
    /// The velocity of a fling at its start: `a`, `b` in pixels per second, in the finger's
    /// direction.
    case flingVelocity
    /// A fling from its start to its end: `a`, `b` is its velocity.
    case fling
    /// A verdict of ScrollJankV4 about one frame: `a` is 1 for a janky one.
    case verdict
    /// A frame reached the screen.
    case presented
    /// A frame was not produced in time.
    case droppedFrame
    /// A mark of the page: `a` is the page's time in milliseconds if `hasOffsets`.
    case mark
    /// An event dispatched to the page; `text` is its type.
    case pageEvent
    /// The main thread scrolled a layer; `text` is the element.
    case scrollLayer
    /// A layout of the whole document: `a`, `b` is its size.
    case viewport
    /// A layer of a layer tree snapshot: `a`, `b` is its scroll offset.
    case layerOffset
    /// The end of an asynchronous event: `c`, `d` may complete its beginning.
    case end
    /// Data was lost at this position.
    case loss
    /// Already used by another event.
    case consumed
  }

  var time: Int64
  var kind: Kind
  /// Nanoseconds; negative if unknown.
  var duration: Int64 = -1
  var process: Int64 = 0
  var thread: Int64 = 0
  /// The compositor's id of the scroll node; negative if unknown.
  var node: Int64 = -1
  /// The common key of a beginning and its end; 0 for none.
  var key: UInt64 = 0
  /// The scroller that the event belongs to; negative while unknown.
  var scroller: Int32 = -1
  /// The time of the rest after movement beyond this end of a scroll; negative without movement.
  var restTime: Int64 = -1
  /// Whether the optional numbers are present.
  var hasOffsets = false
  var a = 0.0
  var b = 0.0
  var c = 0.0
  var d = 0.0
  var text: String?

  init(time: Int64, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// Whether a scroll moved nothing.
  var isStill: Bool { kind == .scrollBy && hasOffsets && a == c && b == d }
}

extension ChromiumEvent.Kind {
  /// Creates the kind of an input event from Chromium's name of its type.
  ///
  /// `InputLatency` and its steps use one spelling, `EventLatency` another.
  init?(inputType name: ArraySlice<UInt8>) {
    guard let entry = Self.inputTypes.first(where: { $0.name.elementsEqual(name) }) else {
      return nil
    }
    self = entry.kind
  }

  private static let spellings: [(String, ChromiumEvent.Kind)] = [
    ("TouchStart", .touchStart), ("TouchMove", .touchMove), ("TouchEnd", .touchEnd),
    ("TouchCancel", .touchCancel), ("MouseWheel", .wheel), ("GestureScrollBegin", .scrollBegin),
    ("GestureScrollUpdate", .scrollUpdate), ("GestureScrollEnd", .scrollEnd),
    ("GestureFlingStart", .flingStart), ("GestureFlingCancel", .flingCancel),
    ("TOUCH_PRESSED", .touchStart), ("TOUCH_MOVED", .touchMove), ("TOUCH_RELEASED", .touchEnd),
    ("MOUSE_WHEEL", .wheel), ("GESTURE_SCROLL_BEGIN", .scrollBegin),
    ("FIRST_GESTURE_SCROLL_UPDATE", .scrollUpdate), ("GESTURE_SCROLL_UPDATE", .scrollUpdate),
    ("INERTIAL_GESTURE_SCROLL_UPDATE", .inertialUpdate), ("GESTURE_SCROLL_END", .scrollEnd),
    ("INERTIAL_GESTURE_SCROLL_END", .scrollEnd),
  ]

  private static let inputTypes: [(name: [UInt8], kind: ChromiumEvent.Kind)] =
    spellings.map { (Array($0.0.utf8), $0.1) }

  /// Creates the kind of an input event from its number in the `EventLatency` protobuf.
  ///
  /// The numbers are those of the extension descriptor that Chromium 156 writes into its traces.
  init?(eventLatencyType number: UInt64) {
    switch number {
    case 3: self = .wheel
    case 6: self = .touchStart
    case 7: self = .touchEnd
    case 8: self = .touchMove
    case 9: self = .scrollBegin
    case 10, 21: self = .scrollUpdate
    case 11, 28: self = .scrollEnd
    case 26: self = .inertialUpdate
    default: return nil
    }
  }

  /// Creates the kind of a touch from an action of the browser's gesture recognizer.
  init?(touchAction name: ArraySlice<UInt8>) {
    if name.elementsEqual("Action::DOWN".utf8) || name.elementsEqual("Action::POINTER_DOWN".utf8) {
      self = .touchStart
    } else if name.elementsEqual("Action::UP".utf8) || name.elementsEqual("Action::POINTER_UP".utf8)
    {
      self = .touchEnd
    } else if name.elementsEqual("Action::MOVE".utf8) {
      self = .touchMove
    } else if name.elementsEqual("Action::CANCEL".utf8) {
      self = .touchCancel
    } else {
      return nil
    }
  }

  /// The word for the input in an annotation; nil for other events.
  var inputWord: String? {
    switch self {
    case .touchStart: "touch-start"
    case .touchMove: "touch-move"
    case .touchEnd: "touch-end"
    case .touchCancel: "touch-cancel"
    case .wheel: "wheel"
    case .scrollBegin: "scroll-begin"
    case .scrollUpdate: "scroll-update"
    case .inertialUpdate: "inertial-update"
    case .scrollEnd: "scroll-end"
    case .flingStart: "fling-start"
    case .flingCancel: "fling-cancel"
    default: nil
    }
  }
}
