public import ScrollModel

/// The initial state of a panel: the recorded values.
public struct WorkbenchStart: Sendable {
  /// The declared configuration in its text form, or the defaults.
  public let configuration: String
  /// The first container size, if the trace has one.
  public let container: Size?
  /// Whether lines run from right to left.
  public let isRightToLeft: Bool
  /// The gestures.
  public let gestures: [RecordedGesture]

  /// Creates the initial state from the inputs of a trace.
  public init(_ inputs: ReplayInputs) {
    let declared = inputs.information.declaredConfiguration ?? ""
    configuration = ((try? Self.configuration(declared)) ?? Configuration()).text
    (container, isRightToLeft) = inputs.opening
    gestures = inputs.gestures
  }

  /// Parses a configuration: its text form, or the short form of only a behavior.
  public static func configuration(_ text: String) throws(ReplayError) -> Configuration {
    do throws(ConfigurationSyntaxError) {
      return try Configuration(text: text)
    } catch {
      let problem = error
      do throws(ConfigurationSyntaxError) {
        var configuration = Configuration()
        configuration.behavior = try ScrollBehavior(text: text)
        return configuration
      } catch {
        throw ReplayError(.impossible, "configuration '\(text)': \(problem)")
      }
    }
  }
}

extension ReplayInputs {
  /// The initial size of the container, and whether lines initially run from right to left.
  public var opening: (container: Size?, isRightToLeft: Bool) {
    var (size, direction): (Size?, LayoutDirection?) = (nil, nil)
    for (_, event) in events {
      switch event {
      case .input(.container(let change)):
        size = size ?? change.size
        direction = direction ?? change.layoutDirection
      case .observation(.frame(let frame)): size = size ?? frame.geometry.containerSize
      default: continue
      }
      if size != nil, direction != nil { break }
    }
    return (size, direction == .rightToLeft)
  }
}
