// Code written for SwiftUI gets CGFloat, CGRect and round() along with it; so it does here.
@_exported import Foundation
// The same holds for Observable models.
@_exported import Observation
