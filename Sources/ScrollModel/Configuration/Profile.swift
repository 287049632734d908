/// A platform release whose behavior a configuration uses.
///
/// A profile only sets the defaults of the switches; each switch can be set individually.
public enum Profile: String, CaseIterable, Hashable, Sendable {
  /// The iOS 17 generation: no roles for anchors, a nil anchor acts as top.
  case ios17
  /// The iOS 18 generation: `ScrollPosition`, phases and visibility.
  case ios18
  /// The iOS 26 generation: view alignment with an anchor, pages as long as the container.
  case ios26
  /// iOS 27: as iOS 26, because no public source documents a difference in scrolling.
  case ios27
  /// The macOS 14 generation, equivalent to iOS 17.
  case macos14
  /// The macOS 15 generation, equivalent to iOS 18.
  case macos15
  /// The macOS 26 generation, equivalent to iOS 26.
  case macos26
  /// macOS 27, equivalent to iOS 27.
  case macos27

  /// The API generation of the release, from 1 to 3.
  public var generation: Int {
    switch self {
    case .ios17, .macos14: 1
    case .ios18, .macos15: 2
    case .ios26, .ios27, .macos26, .macos27: 3
    }
  }

  /// Whether the release is a macOS release.
  public var isDesktop: Bool {
    switch self {
    case .ios17, .ios18, .ios26, .ios27: false
    case .macos14, .macos15, .macos26, .macos27: true
    }
  }

  /// Whether `ScrollPosition`, anchor roles, phases and visibility callbacks exist (POS-1).
  public var hasScrollPosition: Bool { generation >= 2 }

  /// Whether `ScrollPosition` exposes its `x` and `y` (POS-15).
  public var showsPositionCoordinates: Bool { generation >= 3 }

  /// The default release of a configuration.
  public static let standard = Profile.ios18
}
