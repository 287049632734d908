import ScrollModel
import Testing

@Suite("sums of counts from files")
struct HeldSumTests {
  @Test(
    "a sum beyond the range stays at its end, any other one is exact",
    arguments: [
      (3, 4, 7), (-3, 4, 1), (.max, 1, .max), (.max, .max, .max), (.min, -1, .min),
      (.min, .min, .min), (.max, .min, -1), (.max - 1, 1, .max),
    ] as [(Int64, Int64, Int64)])
  func held(one: Int64, other: Int64, sum: Int64) {
    #expect(one.heldSum(with: other) == sum)
    #expect(other.heldSum(with: one) == sum)
  }
}
