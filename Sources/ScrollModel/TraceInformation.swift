/// The unit of the trace's coordinates.
public enum CoordinateSpace: String, CaseIterable, Hashable, Sendable {
  /// Points of the platform.
  case points
  /// CSS pixels.
  case cssPixels = "css-px"
  /// Pixels of the display.
  case devicePixels = "device-px"
  /// Units of the input device.
  case deviceUnits = "device-units"
  /// Fractions of an extent, 0 to 1.
  case normalized
}

/// The quality of the samples of one quantity.
public enum SampleQuality: Hashable, Sendable {
  /// Every value of the system.
  case exact
  /// At most one value in this many milliseconds.
  case throttled(milliseconds: Double)
  /// Computed from other data by the importer.
  case derived
}

/// A quantity whose sample quality a trace states.
public enum Quantity: String, CaseIterable, Hashable, Sendable {
  /// Touch positions.
  case touch
  /// Wheel deltas.
  case wheel
  /// Content offsets.
  case offset
  /// Content and container sizes and insets.
  case geometry
  /// Frames of targets.
  case layout
  /// Scroll phases.
  case phase
  /// Position ids.
  case position
  /// Visibility events and sets.
  case visibility
  /// Event times.
  case time
}

/// The clock of the source.
public struct SourceClock: Hashable, Sendable {
  /// Its name, such as `unix_ms` or `linux_monotonic`.
  public var name: String
  /// The reading at the start of the trace, as text of the source.
  public var origin: String?

  /// Creates a clock.
  public init(name: String, origin: String? = nil) {
    self.name = name
    self.origin = origin
  }
}

/// The foreign file that a trace was imported from.
public struct SourceOrigin: Hashable, Sendable {
  /// Name of its format.
  public var format: String
  /// SHA-256 of its bytes as 64 hexadecimal digits, where known.
  public var hash: String?

  /// Creates an origin.
  public init(format: String, hash: String? = nil) {
    self.format = format
    self.hash = hash
  }
}

/// A free entry about a trace: a key and a value that is JSON text.
public struct MetadataEntry: Hashable, Sendable {
  /// The key.
  public var key: String
  /// The value, as compact JSON text.
  public var json: String

  /// Creates an entry.
  public init(key: String, json: String) {
    self.key = key
    self.json = json
  }
}

/// All data of a trace except its events.
public struct TraceInformation: Hashable, Sendable {
  /// The name of the trace.
  public var name: String
  /// The name of the trace of the scroll view around this one, in the same capture.
  public var parentName: String?
  /// The device, such as `iPhone17,1`.
  public var device: String?
  /// The operating system and its version.
  public var system: String?
  /// The app and its version.
  public var app: String?
  /// The configuration that the app declared, in its text form.
  public var declaredConfiguration: String?
  /// The axes along which the view scrolls, if known.
  public var axes: ScrollAxes?
  /// The unit of coordinates.
  public var coordinateSpace: CoordinateSpace
  /// Device pixels per point, if known; converts coordinates in device pixels to points.
  public var scale: Double?
  /// The clock of the source, if known.
  public var clock: SourceClock?
  /// The foreign file that the trace was imported from; nil for traces in the native format.
  public var source: SourceOrigin?
  /// The quality of the samples; quantities that are not listed are exact.
  public var qualities: [Quantity: SampleQuality]
  /// Free entries, sorted by the bytes of their keys, each key once.
  public private(set) var metadata: [MetadataEntry]

  /// Creates the information of a trace.
  public init(name: String, coordinateSpace: CoordinateSpace = .points) {
    self.name = name
    self.coordinateSpace = coordinateSpace
    qualities = [:]
    metadata = []
  }

  /// Inserts an entry in order, and replaces one with the same key.
  public mutating func setMetadata(_ entry: MetadataEntry) {
    let place = metadata.firstIndex { !$0.key.utf8.lexicographicallyPrecedes(entry.key.utf8) }
    guard let place else {
      metadata.append(entry)
      return
    }
    if metadata[place].key.utf8.elementsEqual(entry.key.utf8) {
      metadata[place] = entry
    } else {
      metadata.insert(entry, at: place)
    }
  }
}
