import ScrollEngine
import ScrollModel

/// The rules under which a family is run.
public enum ConformanceMode: String, CaseIterable, Hashable, Sendable {
  /// This engine, which imitates UIKit.
  case uikit
  /// Flutter.
  case flutter
  /// Android, Compose and RecyclerView.
  case android
  /// Chromium.
  case chromium
  /// The current edition of CSS scroll snap.
  case css
  /// CSS scroll snap in any of its editions, for cases on which they differ.
  case cssEditions = "css-editions"
  /// Facebook's pop.
  case pop
  /// Reanimated.
  case reanimated
  /// better-scroll.
  case betterScroll = "better-scroll"
  /// React Native's snapping on iOS.
  case reactNative = "react-native"
  /// Flutter with clamping physics.
  case flutterClamping = "flutter-clamping"
  /// Flutter's wheels.
  case flutterWheel = "flutter-wheel"

  /// The release physics of the mode, for recordings.
  var physics: PeerPhysics? { PeerPhysics(rawValue: rawValue) }
}

/// One row of the report: the comparison of a family's cases under one mode.
struct ConformanceRun {
  /// The rules of the row.
  var mode: ConformanceMode
  /// Whether a case belongs to the row.
  var includes: @Sendable (Vector) -> Bool
  /// Whether a case of the row must pass.
  var isMust: @Sendable (Vector) -> Bool
  /// Compares one case.
  var compare: @Sendable (Vector, VectorFamily) -> Check
}

/// The known families, and their modes.
enum KnownFamilies {
  /// A family's kind and its modes.
  struct Entry {
    var name: String
    var kind: String
    var modes: [ConformanceMode]
    /// Whether the rows are shown first: measurements of the real system.
    var isMeasured = false
  }

  static let table: [Entry] = [
    Entry(
      name: "uikit-decay-measured", kind: "decay-target", modes: [.uikit], isMeasured: true),
    Entry(
      name: "uikit-bounce-measured", kind: "bounce-series", modes: [.uikit], isMeasured: true),
    Entry(name: "uikit-decay-ios26", kind: "decay-target", modes: [.uikit], isMeasured: true),
    Entry(name: "uikit-fling-ios26", kind: "decay-series", modes: [.uikit], isMeasured: true),
    Entry(name: "uikit-return-ios26", kind: "return-series", modes: [.uikit], isMeasured: true),
    Entry(
      name: "uikit-rubber-band-ios26", kind: "rubber-band-series", modes: [.uikit],
      isMeasured: true),
    Entry(name: "uikit-rubber-band-published", kind: "rubber-band", modes: [.uikit]),
    Entry(name: "decay-projection-formulas", kind: "formula", modes: [.uikit]),
    Entry(name: "release-velocity-blend", kind: "velocity", modes: [.uikit]),
    Entry(name: "pop-decay-relations", kind: "relations", modes: [.uikit, .pop]),
    Entry(name: "flutter-paging", kind: "paging", modes: [.uikit, .flutter]),
    Entry(name: "androidx-snap-targets", kind: "snap-target", modes: [.uikit, .android]),
    Entry(name: "recyclerview-center-snap", kind: "snap-distance", modes: [.uikit, .android]),
    Entry(
      name: "chromium-stretch-reconcile", kind: "overscroll-invariant", modes: [.uikit, .chromium]),
    Entry(
      name: "cc-snap-selection", kind: "snap-selection", modes: [.uikit, .css, .cssEditions]),
    Entry(name: "wpt-scroll-snap", kind: "snap-selection", modes: [.uikit, .css, .cssEditions]),
    Entry(name: "flutter-simulations", kind: "trajectory", modes: [.uikit, .flutter]),
    Entry(name: "chromium-velocity", kind: "velocity", modes: [.uikit, .chromium]),
    Entry(name: "flutter-velocity-ios-tracker", kind: "velocity", modes: [.uikit, .flutter]),
    Entry(name: "flutter-velocity-lsq2", kind: "velocity", modes: [.flutter]),
    Entry(name: "flutter-overscroll-resistance", kind: "scalar", modes: [.flutter]),
    Entry(name: "flutter-drag-and-momentum", kind: "gesture", modes: [.flutter]),
    Entry(name: "aosp-velocity", kind: "velocity", modes: [.android]),
    Entry(name: "aosp-lsq2-coefficients", kind: "fit", modes: [.android]),
    Entry(name: "aosp-axis-scroll-velocity", kind: "velocity-from-deltas", modes: [.android]),
    Entry(name: "polyfit", kind: "fit", modes: [.android]),
    Entry(name: "compose-decay", kind: "trajectory-property", modes: [.android]),
    Entry(name: "chromium-fling-curves", kind: "fling-curve", modes: [.chromium]),
    Entry(name: "chromium-elastic-bezier", kind: "overscroll-frames", modes: [.chromium]),
    Entry(name: "reanimated-decay", kind: "frames", modes: [.reanimated]),
    Entry(name: "better-scroll", kind: "peer-misc", modes: [.betterScroll]),
    Entry(name: "touch-recordings", kind: "recording", modes: recordingModes),
    Entry(name: "peer-recorded-strokes", kind: "recording", modes: recordingModes),
  ]

  /// Recordings run under every physics.
  private static let recordingModes = PeerPhysics.allCases.compactMap {
    ConformanceMode(rawValue: $0.rawValue)
  }

  /// Returns the entry of a family by its name, or by its kind for a new name; nil if the kind is
  /// ambiguous.
  static func entry(for family: VectorFamily) -> Entry? {
    let named = table.filter { $0.name == family.name }
    guard named.isEmpty else { return named.first { $0.kind == family.kind } }
    let alike = table.filter { $0.kind == family.kind }
    let source = alike.filter { firstWord($0.name) == firstWord(family.name) }
    // Families of one kind may be from several platforms with different rules.
    return source.first ?? (Set(alike.map(\.modes)).count == 1 ? alike.first : nil)
  }

  private static func firstWord(_ name: String) -> Substring {
    name.prefix { $0 != "-" }
  }

  /// The rows of a known family.
  static func runs(of entry: Entry, _ family: VectorFamily) -> [ConformanceRun] {
    entry.modes.map { mode in
      let isMust = family.isMust
      let isSnap = entry.kind == "snap-selection"
      // In a family that a UIKit-like engine need not match, only marked cases are run.
      let isOptional = mode == .uikit && !isMust && !isSnap && entry.kind != "recording"
      let alone = entry.modes.count == 1
      return ConformanceRun(
        mode: mode,
        includes: {
          isSnap ? SnapSelectionCases.includes($0, mode) : !isOptional || $0.isMarked
        },
        isMust: {
          isSnap ? mode != .cssEditions : isMust || ($0.isMarked && (mode == .uikit || alone))
        },
        compare: { Cases.compare($0, $1, mode) })
    }
  }
}
