public import Analysis
public import Simulation

extension GalleryCase {
  /// The facts about the app that detectors need in addition to the trace.
  public var findingOptions: FindingOptions {
    var all = FindingOptions()
    for option in options {
      switch (option.name, option.value) {
      case ("minimum-view-time", let value?): all.minimumViewTime = value
      case ("effect-travel", let value?): all.effectTravel = value
      case ("threshold", let value?): all.visibilityThreshold = value
      case ("waits-for-interaction", nil): all.waitsForInteraction = true
      default: preconditionFailure("'\(option.name)' is no option")
      }
    }
    return all
  }
}
