extension Int64 {
  /// Returns the sum, held at the ends of what an `Int64` holds.
  ///
  /// For counts out of files: nobody has so many of anything, but a file can say so.
  public func heldSum(with other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other > 0 ? .max : .min
  }
}
