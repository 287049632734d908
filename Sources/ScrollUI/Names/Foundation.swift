// SwiftUI re-exports Foundation, such as CGFloat, CGRect and round(), so this module does, too.
@_exported import Foundation
// The same applies to Observation.
@_exported import Observation
