extension Int64 {
  /// Returns the sum, clamped to the range of `Int64`.
  ///
  /// Used for counts from files, which may contain any number.
  public func heldSum(with other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other > 0 ? .max : .min
  }
}
