import TextKit

/// The scroll offsets in a snapshot of the layer tree, as written by Chrome until about 2015.
struct LayerSnapshot {
  /// One layer with an offset.
  struct Layer {
    var id: Int64
    var x: Double
    var y: Double
  }

  /// The largest depth of layers: the scanner's own limit minus the depth within a layer.
  private static let depthLimit = JSONScanner.deepestLimit - 4
  /// The largest number of layers in one snapshot.
  private static let layerLimit = 10_000

  /// The layers with a scroll offset, in the order of the text.
  private(set) var layers: [Layer] = []
  private var scanner: JSONScanner
  /// The state of the open objects; nil for an array.
  private var open: [Part?] = []

  private struct Part {
    var id: Int64?
    var offset: (x: Double, y: Double)?
  }

  /// Reads the arguments of a snapshot event; data after damage is ignored.
  init(_ text: ArraySlice<UInt8>) {
    scanner = JSONScanner(text)
    try? read()
  }

  private mutating func read() throws(JSONError) {
    guard try scanner.peek() == .object else { return }
    try scanner.beginObject()
    open.append(Part())
    while let part = open.last, layers.count < Self.layerLimit {
      guard part != nil else {
        guard try scanner.nextElement() else {
          open.removeLast()
          continue
        }
        try enter()
        continue
      }
      guard let key = try scanner.nextKey() else {
        close()
        continue
      }
      switch key {
      case "layer_id": open[open.count - 1]?.id = try? scanner.int64()
      case "scroll_offset": try takeOffset()
      default: try enter()
      }
    }
  }

  /// Enters a container; any other value is skipped by the next step.
  private mutating func enter() throws(JSONError) {
    guard open.count < Self.depthLimit else { return }
    switch try scanner.peek() {
    case .object:
      try scanner.beginObject()
      open.append(Part())
    case .array:
      try scanner.beginArray()
      open.append(nil)
    default: return
    }
  }

  private mutating func takeOffset() throws(JSONError) {
    guard try scanner.peek() == .array else { return }
    try scanner.beginArray()
    var numbers: [Double] = []
    while try scanner.nextElement() {
      if numbers.count < 3, let number = try? scanner.double() { numbers.append(number) }
    }
    if numbers.count == 2 { open[open.count - 1]?.offset = (numbers[0], numbers[1]) }
  }

  private mutating func close() {
    guard let part = open.removeLast(), let id = part.id, let offset = part.offset else { return }
    layers.append(Layer(id: id, x: offset.x, y: offset.y))
  }
}
