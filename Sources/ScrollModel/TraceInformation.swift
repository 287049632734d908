/// What a coordinate of the trace means.
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

/// How good the samples of one quantity are.
public enum SampleQuality: Hashable, Sendable {
  /// Every value as the system had it.
  case exact
  /// At most one value in this many milliseconds.
  case throttled(milliseconds: Double)
  /// Computed from something else by the importer.
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

/// The clock that the source measured with.
public struct SourceClock: Hashable, Sendable {
  /// Its name, such as `unix_ms` or `linux_monotonic`.
  public var name: String
  /// The reading at the start of the trace, as the source wrote it.
  public var origin: String?

  /// Creates a clock.
  public init(name: String, origin: String? = nil) {
    self.name = name
    self.origin = origin
  }
}

/// The foreign file a trace was first made from.
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

/// Everything about a trace that is not an event.
public struct TraceInformation: Hashable, Sendable {
  /// What people call the trace.
  public var name: String
  /// The name of the trace of the scroll view around this one, in the same capture.
  public var parentName: String?
  /// The device, such as `iPhone17,1`.
  public var device: String?
  /// The operating system and its version.
  public var system: String?
  /// The app and its version.
  public var app: String?
  /// The configuration that the app says it had, in its text form.
  public var declaredConfiguration: String?
  /// The directions in which the view scrolls, where known.
  public var axes: ScrollAxes?
  /// What a coordinate means.
  public var coordinateSpace: CoordinateSpace
  /// Device pixels per point, where known; where a coordinate is one, so many make a point.
  public var scale: Double?
  /// The clock of the source, where known.
  public var clock: SourceClock?
  /// The foreign file the trace was first made from; nil where the trace was made in our own format.
  public var source: SourceOrigin?
  /// How good the samples are; a quantity that is not listed is exact.
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

  /// Puts an entry into its place, over one with the same key.
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
