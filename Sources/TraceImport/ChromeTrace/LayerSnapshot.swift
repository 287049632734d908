import TextKit

/// The scroll offsets in a snapshot of the layer tree, as Chrome wrote them until about 2015.
struct LayerSnapshot {
  /// One layer with an offset.
  struct Layer {
    var id: Int64
    var x: Double
    var y: Double
  }

  /// How deep layers are looked for: the scanner's own limit leaves room for what is in a layer.
  private static let depthLimit = JSONScanner.deepestLimit - 4
  /// How many layers one snapshot may give.
  private static let layerLimit = 10_000

  /// The layers that say where they are scrolled to, in the order of the text.
  private(set) var layers: [Layer] = []
  private var scanner: JSONScanner
  /// What is known of the objects that are open; nil stands for an array.
  private var open: [Part?] = []

  private struct Part {
    var id: Int64?
    var offset: (x: Double, y: Double)?
  }

  /// Reads the arguments of a snapshot event; behind damage nothing is read.
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

  /// Goes into a container; any other value is skipped by the next step.
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
