/// A release of the platform whose behavior a configuration asks for.
///
/// A profile only sets the defaults of the switches; every switch may be set by itself.
public enum Profile: String, CaseIterable, Hashable, Sendable {
  /// The iOS 17 generation: no roles for anchors, a nil anchor acts as top.
  case ios17
  /// The iOS 18 generation: `ScrollPosition`, phases and visibility.
  case ios18
  /// The iOS 26 generation: view alignment with an anchor, pages as long as the container.
  case ios26
  /// iOS 27: as iOS 26, since nothing public says that scrolling differs.
  case ios27
  /// The macOS 14 generation, a sibling of iOS 17.
  case macos14
  /// The macOS 15 generation, a sibling of iOS 18.
  case macos15
  /// The macOS 26 generation, a sibling of iOS 26.
  case macos26
  /// macOS 27, a sibling of iOS 27.
  case macos27

  /// Which of the three API generations the release belongs to, from 1.
  public var generation: Int {
    switch self {
    case .ios17, .macos14: 1
    case .ios18, .macos15: 2
    case .ios26, .ios27, .macos26, .macos27: 3
    }
  }

  /// Whether the release is one of macOS.
  public var isDesktop: Bool {
    switch self {
    case .ios17, .ios18, .ios26, .ios27: false
    case .macos14, .macos15, .macos26, .macos27: true
    }
  }

  /// Whether `ScrollPosition`, anchor roles, phases and visibility callbacks exist (POS-1).
  public var hasScrollPosition: Bool { generation >= 2 }

  /// Whether `ScrollPosition` shows its `x` and `y` (POS-15).
  public var showsPositionCoordinates: Bool { generation >= 3 }

  /// The release that a configuration has when it names none.
  public static let standard = Profile.ios18
}
