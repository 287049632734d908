/// One release and its rest.
public struct ReportSettle: Sendable {
  /// A candidate of a release.
  public struct Candidate: Hashable, Sendable {
    /// The target at this position, if any.
    public var id: String?
    /// Its offset, in points.
    public var place: Double
    /// Its distance from the natural end, in points.
    public var distance: Double
    /// Whether it was chosen, or the reason why not.
    public var verdict: String

    /// Creates a candidate.
    public init(id: String?, place: Double, distance: Double, verdict: String) {
      self.id = id
      self.place = place
      self.distance = distance
      self.verdict = verdict
    }
  }

  /// The choices of hypothetical releases over a grid of offsets and velocities.
  public struct Plane: Hashable, Sendable {
    /// The choice of a release; the kind distinguishes ids from offsets, which may look alike.
    public enum Choice: Hashable, Sendable {
      /// A target, by its id.
      case target(String)
      /// An offset without a target, in points.
      case place(String)

      /// The choice as text.
      public var text: String {
        switch self {
        case .target(let text), .place(let text): text
        }
      }
    }

    /// Offsets of the columns, in points.
    public var offsets: [Double]
    /// Velocities of the rows, in points per second.
    public var velocities: [Double]
    /// The chosen targets or offsets; `cells` contains indices of this list.
    public var choices: [Choice]
    /// For each velocity a row with the choice for each offset.
    public var cells: [[Int]]

    /// Creates a plane.
    public init(offsets: [Double], velocities: [Double], choices: [Choice], cells: [[Int]]) {
      self.offsets = offsets
      self.velocities = velocities
      self.choices = choices
      self.cells = cells
    }
  }

  /// Its number in the track, from 1.
  public var number: Int
  /// Whether it is along the horizontal axis.
  public var isHorizontal: Bool
  /// The time of the release, in nanoseconds.
  public var releaseTime: Int64
  /// The time of the rest, in nanoseconds.
  public var restTime: Int64
  /// Offset at the release, in points.
  public var releaseOffset: Double
  /// Velocity at the release, in points per second; nil if unknown.
  public var velocity: Double?
  /// The evidence for the velocity.
  public var velocityEvidence: String?
  /// The natural end, in points.
  public var projected: Double?
  /// The resting offset, in points.
  public var rest: Double
  /// The kind of end.
  public var ending: String
  /// The rule in one sentence.
  public var sentence: String
  /// The smallest change of the natural end that changes the choice, in points.
  public var flipMargin: Double?
  /// Fitted deceleration per millisecond.
  public var deceleration: Double?
  /// The candidates, nearest first.
  public var candidates: [Candidate] = []
  /// The results of hypothetical releases.
  public var plane: Plane?

  /// Creates a settle.
  public init(
    number: Int, isHorizontal: Bool, releaseTime: Int64, restTime: Int64, releaseOffset: Double,
    rest: Double, ending: String, sentence: String
  ) {
    self.number = number
    self.isHorizontal = isHorizontal
    self.releaseTime = releaseTime
    self.restTime = restTime
    self.releaseOffset = releaseOffset
    self.rest = rest
    self.ending = ending
    self.sentence = sentence
  }
}
