-- The store of scrolltrace: one SQLite file that users can query.
--
-- A capture is one imported file or one recording run. It contains traces. A trace contains the events
-- of one scroll view. Every entry of a trace has a `seq`: one total order over all tables of the
-- trace, from 0 without gaps. Separate tables contain inputs (input of the scroll view), observations
-- (its reported behavior) and remarks (gaps, repairs and keyframes of the recording).
--
-- Units: times are whole nanoseconds since the trace began (`time_ns`); lengths are in the trace's
-- `coordinate_space` (points for an app); velocities are lengths per second; y increases downwards.
-- NULL means that the source does not contain the value, never zero.
--
-- Writers: "importer" is `scrolltrace import`, "recorder" is `scrolltrace record` or an app that
-- embeds the recorder, "store" is the code of the store.

PRAGMA application_id = 1398043235; -- 'STrc': this is a scrolltrace file
PRAGMA user_version = 4;            -- version of this schema; a newer one is rejected

-- ---------------------------------------------------------------------------------------------
-- Sources of traces
-- ---------------------------------------------------------------------------------------------

CREATE TABLE capture (
  -- One imported file or one recording run; one clock.
  capture_id      INTEGER PRIMARY KEY,          -- store: number of the capture in this file
  format          TEXT NOT NULL,                -- importer: format of the source, e.g. 'scrolltrace-jsonl'
  source_name     TEXT,                         -- importer: file name as given; NULL for a stream
  file_hash       BLOB UNIQUE                   -- importer: SHA-256 of the source's bytes on disk;
    CHECK (length(file_hash) = 32),             --   the same bytes are imported once. NULL for a stream
  byte_count      INTEGER                       -- importer: bytes of the source on disk
    CHECK (byte_count >= 0),
  added_unix_ms   INTEGER NOT NULL,             -- store: wall clock at the start of the capture, Unix milliseconds
  tool_version    TEXT NOT NULL,                -- store: version of scrolltrace that wrote the capture
  is_closed       INTEGER NOT NULL              -- store: 0 while its writer is active or was killed, 1 afterwards
    CHECK (is_closed IN (0, 1))
) STRICT;

CREATE TABLE trace (
  -- One scroll view with its properties that are not events.
  trace_id        INTEGER PRIMARY KEY,          -- store: number of the trace in this file
  capture_id      INTEGER NOT NULL              -- store: the capture that contains it
    REFERENCES capture (capture_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL              -- store: its index among the capture's traces, from 1
    CHECK (number >= 1),
  name            TEXT NOT NULL,                -- source: its name
  parent_name     TEXT,                         -- source: name of the trace of the scroll view around this one
  parent_trace_id INTEGER                       -- store: that trace, if the capture contains it
    REFERENCES trace (trace_id) ON DELETE SET NULL,
  device          TEXT,                         -- source: e.g. 'iPhone17,1'
  system          TEXT,                         -- source: operating system and version
  app             TEXT,                         -- source: app and version
  declared_configuration TEXT,                  -- source: the configuration that the app declares, as text
  axes            TEXT                          -- source: directions in which the view scrolls
    CHECK (axes IN ('vertical', 'horizontal', 'both')),
  coordinate_space TEXT NOT NULL                -- source: the unit of lengths
    CHECK (coordinate_space IN ('points', 'css-px', 'device-px', 'device-units', 'normalized')),
  scale           REAL                          -- source: device pixels per point, above 0, at most 1000
    CHECK (scale > 0 AND scale <= 1000),
  clock_name      TEXT,                         -- source: clock the times were read from, e.g. 'unix_ms'
  clock_origin    TEXT,                         -- source: that clock's reading at time 0, as the source wrote it
  source_format   TEXT,                         -- importer: foreign format from which the trace was first converted
  source_hash     TEXT,                         -- importer: SHA-256 of that foreign file, 64 hexadecimal digits
  event_count     INTEGER                       -- store: entries of the trace; NULL until it is sealed
    CHECK (event_count >= 0),
  duration_ns     INTEGER                       -- store: time of the last entry; NULL until it is sealed
    CHECK (duration_ns >= 0),
  inputs_digest   BLOB                          -- store: SHA-256 over all inputs; NULL until the trace is sealed
    CHECK (length(inputs_digest) = 32),
  observations_digest BLOB                      -- store: SHA-256 over all observations
    CHECK (length(observations_digest) = 32),
  information_digest BLOB                       -- store: SHA-256 over this row's source columns, metadata, quality,
    CHECK (length(information_digest) = 32),    --   remarks and the interleaving of inputs and observations
  UNIQUE (capture_id, number)
) STRICT;

CREATE TABLE metadata (
  -- Entries of a trace's header without a column.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  key             TEXT NOT NULL,                -- source: name of the entry
  json            TEXT NOT NULL,                -- source: its value as compact JSON text
  PRIMARY KEY (trace_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE quality (
  -- The quality of the samples of a quantity. A quantity without a row is exact.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  quantity        TEXT NOT NULL                 -- source: the quantity
    CHECK (quantity IN ('touch', 'wheel', 'offset', 'geometry', 'layout', 'phase', 'position',
                        'visibility', 'time')),
  quality         TEXT NOT NULL                 -- source: 'throttled' = at most one value per interval_ms,
    CHECK (quality IN ('exact', 'throttled', 'derived')), -- 'derived' = computed by the importer
  interval_ms     REAL                          -- source: only with 'throttled', milliseconds
    CHECK (interval_ms > 0 AND interval_ms <= 3600000),
  PRIMARY KEY (trace_id, quantity),
  CHECK ((quality = 'throttled') = (interval_ms IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostic (
  -- Problems that the importer or recorder found in its source. At most 1,000 rows per kind and capture.
  capture_id      INTEGER NOT NULL              -- store: the capture
    REFERENCES capture (capture_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL,             -- store: order of arrival, from 1
  severity        TEXT NOT NULL                 -- importer: 'data-loss' = the trace lacks data of the source
    CHECK (severity IN ('info', 'notice', 'data-loss', 'error')),
  kind            TEXT NOT NULL,                -- importer: stable name, e.g. 'bad-number'
  line            INTEGER CHECK (line >= 1),    -- importer: line of the source, from 1
  column          INTEGER CHECK (column >= 1),  -- importer: column in bytes, from 1
  byte            INTEGER CHECK (byte >= 0),    -- importer: byte of the decompressed source, from 0
  message         TEXT NOT NULL,                -- importer: the problem, and the changed or omitted data
  PRIMARY KEY (capture_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostic_count (
  -- The number of diagnostics of each kind, including those without a row.
  capture_id      INTEGER NOT NULL              -- store: the capture
    REFERENCES capture (capture_id) ON DELETE CASCADE,
  kind            TEXT NOT NULL,                -- importer: stable name of the kind
  severity        TEXT NOT NULL                 -- importer: the worst severity of the kind
    CHECK (severity IN ('info', 'notice', 'data-loss', 'error')),
  count           INTEGER NOT NULL CHECK (count >= 1), -- store: the number
  PRIMARY KEY (capture_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE target (
  -- The ids of scroll targets, numbered per trace in the order of their first appearance.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  target          INTEGER NOT NULL              -- store: number of the id within the trace, from 0
    CHECK (target >= 0),
  kind            TEXT NOT NULL                 -- source: the integer 0 and the string '0' are two ids
    CHECK (kind IN ('int', 'string', 'uuid', 'other')),
  value           TEXT NOT NULL,                -- source: the id as text, at most 1,024 bytes, compared byte by byte
  type_name       TEXT                          -- source: only with 'other', name of the id's type
    CHECK ((kind = 'other') = (type_name IS NOT NULL)),
  is_optional     INTEGER NOT NULL              -- source: 1 if the id's declared type is optional
    CHECK (is_optional IN (0, 1)),
  PRIMARY KEY (trace_id, target)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- Inputs of the scroll view
-- ---------------------------------------------------------------------------------------------

CREATE TABLE touch_sample (
  -- Samples of fingers.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  pointer         INTEGER NOT NULL,                          -- source: the number of the finger
  phase           INTEGER NOT NULL CHECK (phase BETWEEN 0 AND 4),    -- source: 0 began, 1 moved, 2 stationary, 3 ended, 4 cancelled
  delivery        INTEGER NOT NULL CHECK (delivery BETWEEN 0 AND 2), -- source: 0 direct, 1 coalesced, 2 predicted (not measured)
  x               REAL NOT NULL CHECK (x BETWEEN -1e9 AND 1e9),      -- source: from the container's left edge
  y               REAL NOT NULL CHECK (y BETWEEN -1e9 AND 1e9),      -- source: from the container's top edge
  pressure        REAL CHECK (pressure BETWEEN 0 AND 1e9),           -- source: 0 none, 1 a firm touch on most devices
  PRIMARY KEY (trace_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE wheel_sample (
  -- Steps of a mouse wheel, samples of a trackpad scroll.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  dx              REAL NOT NULL CHECK (dx BETWEEN -1e9 AND 1e9),     -- source: requested change of the offset, positive increases it
  dy              REAL NOT NULL CHECK (dy BETWEEN -1e9 AND 1e9),     -- source: the same for the vertical axis
  phase           INTEGER NOT NULL CHECK (phase BETWEEN 0 AND 6),    -- source: 0 none (click wheel), 1 may begin, 2 began, 3 changed,
                                                                     --   4 stationary, 5 ended, 6 cancelled
  momentum_phase  INTEGER NOT NULL CHECK (momentum_phase BETWEEN 0 AND 6), -- source: the same codes for the momentum afterwards
  is_precise      INTEGER NOT NULL CHECK (is_precise IN (0, 1)),     -- source: 1 points of a trackpad, 0 notches scaled by the system
  x               REAL CHECK (x BETWEEN -1e9 AND 1e9),               -- source: cursor in the container
  y               REAL CHECK (y BETWEEN -1e9 AND 1e9),               -- source: the same, vertically, from the top
  PRIMARY KEY (trace_id, seq),
  CHECK ((x IS NULL) = (y IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE command (
  -- Programmatic scrolls.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  kind            TEXT NOT NULL                 -- source: 'to-…' scrolls; 'write' sets the binding to an id or nil; 'cancel' stops
    CHECK (kind IN ('to-id', 'to-edge', 'to-point', 'to-x', 'to-y', 'write', 'cancel')),
  target          INTEGER,                      -- source: with 'to-id', and with 'write' unless it writes nil
  edge            TEXT                          -- source: only with 'to-edge'
    CHECK (edge IN ('top', 'leading', 'bottom', 'trailing')),
  x               REAL CHECK (x BETWEEN -1e9 AND 1e9),       -- source: with 'to-point' and 'to-x'
  y               REAL CHECK (y BETWEEN -1e9 AND 1e9),       -- source: with 'to-point' and 'to-y'
  anchor_x        REAL CHECK (anchor_x BETWEEN -1e9 AND 1e9), -- source: fraction of the width to align; NULL requests the smallest movement
  anchor_y        REAL CHECK (anchor_y BETWEEN -1e9 AND 1e9), -- source: fraction of the height
  animation       TEXT                          -- source: 'automatic' is the platform's own; NULL only with 'cancel'
    CHECK (animation IN ('none', 'automatic', 'timed', 'spring')),
  animation_s     REAL CHECK (animation_s BETWEEN 0 AND 3600), -- source: seconds, with 'timed' and 'spring'
  curve           TEXT                          -- source: only with 'timed'
    CHECK (curve IN ('linear', 'ease-in', 'ease-out', 'ease-in-out')),
  bounce          REAL CHECK (bounce BETWEEN -1 AND 1),      -- source: only with 'spring'
  route           TEXT                          -- source: with 'to-…': the interface the program used
    CHECK (route IN ('position', 'reader', 'offset')),
  preserves_velocity INTEGER                    -- source: with 'to-…': 1 if a current movement continues
    CHECK (preserves_velocity IN (0, 1)),
  PRIMARY KEY (trace_id, seq),
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target)
) STRICT, WITHOUT ROWID;

CREATE TABLE layout (
  -- Complete layouts of all targets.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  content_width   REAL CHECK (content_width BETWEEN 0 AND 1e9),  -- source: size of the content
  content_height  REAL CHECK (content_height BETWEEN 0 AND 1e9), -- source: its height
  PRIMARY KEY (trace_id, seq),
  CHECK ((content_width IS NULL) = (content_height IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE layout_target (
  -- The targets of a layout.
  trace_id        INTEGER NOT NULL,             -- store: the trace
  seq             INTEGER NOT NULL,             -- store: the layout
  position        INTEGER NOT NULL              -- source: its index in layout order, from 0
    CHECK (position >= 0),
  target          INTEGER NOT NULL,             -- source: the target
  x               REAL NOT NULL CHECK (x BETWEEN -1e9 AND 1e9),     -- source: frame in content coordinates
  y               REAL NOT NULL CHECK (y BETWEEN -1e9 AND 1e9),     -- source: the same, vertically, from the top
  width           REAL NOT NULL CHECK (width BETWEEN 0 AND 1e9),    -- source: width of the frame
  height          REAL NOT NULL CHECK (height BETWEEN 0 AND 1e9),   -- source: its height
  is_estimated    INTEGER NOT NULL              -- source: 1 if a lazy stack has not measured the frame
    CHECK (is_estimated IN (0, 1)),
  PRIMARY KEY (trace_id, seq, position),
  FOREIGN KEY (trace_id, seq) REFERENCES layout (trace_id, seq) ON DELETE CASCADE,
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target)
) STRICT, WITHOUT ROWID;

CREATE TABLE content_edit (
  -- Single changes to the list of targets.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  kind            TEXT NOT NULL                 -- source: the kind of edit
    CHECK (kind IN ('insert', 'remove', 'move', 'resize')),
  target          INTEGER NOT NULL,             -- source: the target
  position        INTEGER                       -- source: its index after an insert or move, before a remove
    CHECK (position BETWEEN 0 AND 1e9),
  width           REAL CHECK (width BETWEEN 0 AND 1e9),      -- source: new size, with 'resize' and, where known, 'insert'
  height          REAL CHECK (height BETWEEN 0 AND 1e9),     -- source: its height
  PRIMARY KEY (trace_id, seq),
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target),
  CHECK ((width IS NULL) = (height IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE container (
  -- Changes of the container and its display. A NULL column is unchanged.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  width           REAL CHECK (width BETWEEN 0 AND 1e9),      -- source: the scroll view's frame, insets included
  height          REAL CHECK (height BETWEEN 0 AND 1e9),     -- source: its height
  inset_top       REAL CHECK (inset_top BETWEEN -1e9 AND 1e9),    -- source: safe area and content margins, physical sides
  inset_left      REAL CHECK (inset_left BETWEEN -1e9 AND 1e9),   -- source: from the left side
  inset_bottom    REAL CHECK (inset_bottom BETWEEN -1e9 AND 1e9), -- source: from the bottom
  inset_right     REAL CHECK (inset_right BETWEEN -1e9 AND 1e9),  -- source: from the right side
  layout_direction TEXT CHECK (layout_direction IN ('ltr', 'rtl')), -- source: 'ltr' or 'rtl'
  scale           REAL CHECK (scale > 0 AND scale <= 1000),       -- source: device pixels per point
  refresh_hz      REAL CHECK (refresh_hz > 0 AND refresh_hz <= 10000), -- source: the display's frames per second
  refresh_origin_ns INTEGER CHECK (refresh_origin_ns >= 0),       -- source: time of one tick of the refresh clock
  PRIMARY KEY (trace_id, seq),
  CHECK ((width IS NULL) = (height IS NULL)),
  CHECK ((inset_top IS NULL) = (inset_left IS NULL)),
  CHECK ((inset_top IS NULL) = (inset_bottom IS NULL)),
  CHECK ((inset_top IS NULL) = (inset_right IS NULL))
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- Observations of the scroll view
-- ---------------------------------------------------------------------------------------------

CREATE TABLE geometry (
  -- The sizes that apply to the offsets: one row per change, so that rows of frames stay small.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  geometry_id     INTEGER NOT NULL CHECK (geometry_id >= 0),      -- store: number within the trace, from 0, in order of first use
  content_width   REAL CHECK (content_width BETWEEN 0 AND 1e9),   -- source: size of the content
  content_height  REAL CHECK (content_height BETWEEN 0 AND 1e9),  -- source: its height
  container_width REAL CHECK (container_width BETWEEN 0 AND 1e9), -- source: the scroll view's frame, insets included
  container_height REAL CHECK (container_height BETWEEN 0 AND 1e9), -- source: its height
  inset_top       REAL CHECK (inset_top BETWEEN -1e9 AND 1e9),    -- source: insets of the content, physical sides
  inset_left      REAL CHECK (inset_left BETWEEN -1e9 AND 1e9),   -- source: from the left side
  inset_bottom    REAL CHECK (inset_bottom BETWEEN -1e9 AND 1e9), -- source: from the bottom
  inset_right     REAL CHECK (inset_right BETWEEN -1e9 AND 1e9),  -- source: from the right side
  PRIMARY KEY (trace_id, geometry_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE frame (
  -- Content offsets. The view `frame_full` adds the sizes.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  x               REAL NOT NULL CHECK (x BETWEEN -1e9 AND 1e9), -- source: content offset
  y               REAL NOT NULL CHECK (y BETWEEN -1e9 AND 1e9), -- source: the same, vertically, from the top
  phase           INTEGER CHECK (phase BETWEEN 0 AND 4),     -- source: 0 idle, 1 tracking, 2 interacting, 3 decelerating, 4 animating
  geometry_id     INTEGER NOT NULL,                          -- store: the sizes at this time
  PRIMARY KEY (trace_id, seq),
  FOREIGN KEY (trace_id, geometry_id) REFERENCES geometry (trace_id, geometry_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE phase_change (
  -- Changes of the scroll phase.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  old_phase       INTEGER CHECK (old_phase BETWEEN 0 AND 4), -- source: codes as in frame.phase
  new_phase       INTEGER NOT NULL CHECK (new_phase BETWEEN 0 AND 4), -- source: the phase from now on
  velocity_x      REAL CHECK (velocity_x BETWEEN -1e9 AND 1e9), -- source: reported with the change, per second
  velocity_y      REAL CHECK (velocity_y BETWEEN -1e9 AND 1e9), -- source: its vertical part
  PRIMARY KEY (trace_id, seq),
  CHECK ((velocity_x IS NULL) = (velocity_y IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE position_report (
  -- Reports of the position binding.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  target          INTEGER,                                   -- source: NULL if the binding was nil
  is_by_user      INTEGER CHECK (is_by_user IN (0, 1)),      -- source: 1 if the source reports that the user positioned the view
  PRIMARY KEY (trace_id, seq),
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target)
) STRICT, WITHOUT ROWID;

CREATE TABLE visibility (
  -- Changes of a target's visibility, as reported by the real system.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  target          INTEGER NOT NULL,                          -- source: the target
  is_visible      INTEGER NOT NULL CHECK (is_visible IN (0, 1)),  -- source: 1 if visible from now on
  threshold       REAL CHECK (threshold BETWEEN 0 AND 1),    -- source: fraction from which it counts as visible
  fraction        REAL CHECK (fraction BETWEEN 0 AND 1),     -- source: reported visible fraction
  PRIMARY KEY (trace_id, seq),
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target)
) STRICT, WITHOUT ROWID;

CREATE TABLE visible_set (
  -- Reports of the set of visible targets.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  threshold       REAL CHECK (threshold BETWEEN 0 AND 1),    -- source: fraction from which a target counts as visible
  PRIMARY KEY (trace_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE visible_target (
  -- The targets of such a set, in the order of the report.
  trace_id        INTEGER NOT NULL,             -- store: the trace
  seq             INTEGER NOT NULL,             -- store: the set
  position        INTEGER NOT NULL CHECK (position >= 0),    -- source: its index in the report, from 0
  target          INTEGER NOT NULL,             -- source: the target
  PRIMARY KEY (trace_id, seq, position),
  FOREIGN KEY (trace_id, seq) REFERENCES visible_set (trace_id, seq) ON DELETE CASCADE,
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target)
) STRICT, WITHOUT ROWID;

CREATE TABLE release (
  -- Ends of gestures, as reported by the real system.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  velocity_x      REAL CHECK (velocity_x BETWEEN -1e9 AND 1e9), -- source: of the content offset, per second
  velocity_y      REAL CHECK (velocity_y BETWEEN -1e9 AND 1e9), -- source: its vertical part
  proposed_x      REAL CHECK (proposed_x BETWEEN -1e9 AND 1e9), -- source: final offset without a behavior
  proposed_y      REAL CHECK (proposed_y BETWEEN -1e9 AND 1e9), -- source: its vertical part
  chosen_x        REAL CHECK (chosen_x BETWEEN -1e9 AND 1e9),   -- source: final offset with the behavior
  chosen_y        REAL CHECK (chosen_y BETWEEN -1e9 AND 1e9),   -- source: its vertical part
  target          INTEGER,                                   -- source: the chosen target
  PRIMARY KEY (trace_id, seq),
  FOREIGN KEY (trace_id, target) REFERENCES target (trace_id, target),
  CHECK ((velocity_x IS NULL) = (velocity_y IS NULL)),
  CHECK ((proposed_x IS NULL) = (proposed_y IS NULL)),
  CHECK ((chosen_x IS NULL) = (chosen_y IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE annotation (
  -- App state, marks, hitches and other notes.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- source: nanoseconds since the trace began
  kind            TEXT NOT NULL,                             -- source: e.g. 'app-state', 'mark'
  text            TEXT,                                      -- source: e.g. 'background'
  duration_ns     INTEGER CHECK (duration_ns >= 0),          -- source: NULL if it has no duration
  PRIMARY KEY (trace_id, seq)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- Remarks of the recorder or importer about the recording
-- ---------------------------------------------------------------------------------------------

CREATE TABLE gap (
  -- Missing events. A replay that crosses a gap reports it.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- recorder: nanoseconds since the trace began
  from_ns         INTEGER NOT NULL CHECK (from_ns >= 0),     -- recorder: time of the first missing event
  to_ns           INTEGER NOT NULL CHECK (to_ns >= from_ns), -- recorder: time of the last missing event
  event_count     INTEGER CHECK (event_count >= 0),          -- recorder: the number of missing events
  PRIMARY KEY (trace_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE repair (
  -- Events that the reader changed: each row describes the entry with the next seq.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- importer: nanoseconds since the trace began
  kind            TEXT NOT NULL,                             -- importer: stable name, e.g. 'time-raised'
  text            TEXT NOT NULL,                             -- importer: the change, with the original value
  PRIMARY KEY (trace_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE keyframe (
  -- Cuts of a trace: the next event_count entries repeat the state at this time.
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq >= 0),         -- store: its index in the trace's total order
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0),     -- recorder: nanoseconds since the trace began
  event_count     INTEGER NOT NULL CHECK (event_count >= 0), -- recorder: the number of repeated entries
  PRIMARY KEY (trace_id, seq)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- Views for users: names instead of codes and numbers, milliseconds instead of nanoseconds
-- ---------------------------------------------------------------------------------------------

CREATE VIEW traces AS
  -- All traces with their capture.
SELECT
  trace.trace_id,                                            -- number for use with the other views
  trace.name,
  capture.source_name,                                       -- the imported file
  capture.format,
  CASE
    WHEN trace.inputs_digest IS NOT NULL THEN 'sealed'
    WHEN capture.is_closed = 0 THEN 'not closed'
    ELSE 'not sealed'
  END AS state,                                              -- only a sealed trace is complete
  trace.duration_ns / 1e9 AS duration_s,
  trace.event_count,
  (SELECT count(*) FROM frame WHERE frame.trace_id = trace.trace_id) AS frames,
  (SELECT count(*) FROM touch_sample WHERE touch_sample.trace_id = trace.trace_id)
    + (SELECT count(*) FROM wheel_sample WHERE wheel_sample.trace_id = trace.trace_id) AS samples,
  trace.device,
  trace.system,
  trace.app,
  trace.declared_configuration,
  datetime(capture.added_unix_ms / 1000, 'unixepoch') AS added_utc
FROM trace
JOIN capture USING (capture_id);

CREATE VIEW frame_full AS
  -- Frames with phase by name and all sizes.
SELECT
  frame.trace_id,
  frame.seq,
  frame.time_ns / 1e6 AS time_ms,
  frame.x,
  frame.y,
  CASE frame.phase
    WHEN 0 THEN 'idle' WHEN 1 THEN 'tracking' WHEN 2 THEN 'interacting'
    WHEN 3 THEN 'decelerating' WHEN 4 THEN 'animating'
  END AS phase,
  geometry.content_width,
  geometry.content_height,
  geometry.container_width,
  geometry.container_height,
  geometry.inset_top,
  geometry.inset_left,
  geometry.inset_bottom,
  geometry.inset_right
FROM frame
JOIN geometry USING (trace_id, geometry_id);

CREATE VIEW touch_full AS
  -- Touches with phase and delivery by name.
SELECT
  trace_id,
  seq,
  time_ns / 1e6 AS time_ms,
  pointer,
  CASE phase
    WHEN 0 THEN 'began' WHEN 1 THEN 'moved' WHEN 2 THEN 'stationary'
    WHEN 3 THEN 'ended' WHEN 4 THEN 'cancelled'
  END AS phase,
  CASE delivery WHEN 0 THEN 'direct' WHEN 1 THEN 'coalesced' WHEN 2 THEN 'predicted' END AS delivery,
  x,
  y,
  pressure
FROM touch_sample;

CREATE VIEW phase_full AS
  -- Phase changes by name.
SELECT
  trace_id,
  seq,
  time_ns / 1e6 AS time_ms,
  CASE old_phase
    WHEN 0 THEN 'idle' WHEN 1 THEN 'tracking' WHEN 2 THEN 'interacting'
    WHEN 3 THEN 'decelerating' WHEN 4 THEN 'animating'
  END AS old_phase,
  CASE new_phase
    WHEN 0 THEN 'idle' WHEN 1 THEN 'tracking' WHEN 2 THEN 'interacting'
    WHEN 3 THEN 'decelerating' WHEN 4 THEN 'animating'
  END AS new_phase,
  velocity_x,
  velocity_y
FROM phase_change;

CREATE VIEW layout_full AS
  -- Targets of every layout with their ids.
SELECT
  layout.trace_id,
  layout.seq,
  layout.time_ns / 1e6 AS time_ms,
  layout_target.position,
  target.value AS id,
  target.kind AS id_kind,
  layout_target.x,
  layout_target.y,
  layout_target.width,
  layout_target.height,
  layout_target.is_estimated,
  layout.content_width,
  layout.content_height
FROM layout
JOIN layout_target USING (trace_id, seq)
JOIN target USING (trace_id, target);

CREATE VIEW visibility_full AS
  -- Visibility events with their ids.
SELECT
  visibility.trace_id,
  visibility.seq,
  visibility.time_ns / 1e6 AS time_ms,
  target.value AS id,
  target.kind AS id_kind,
  visibility.is_visible,
  visibility.threshold,
  visibility.fraction
FROM visibility
JOIN target USING (trace_id, target);

CREATE VIEW position_full AS
  -- Position reports with their ids.
SELECT
  position_report.trace_id,
  position_report.seq,
  position_report.time_ns / 1e6 AS time_ms,
  target.value AS id,
  target.kind AS id_kind,
  position_report.is_by_user
FROM position_report
LEFT JOIN target USING (trace_id, target);

CREATE VIEW event AS
  -- Every entry of a trace in one list: filter by trace_id, order by seq.
  SELECT trace_id, seq, time_ns / 1e6 AS time_ms, 'input' AS class, 'touch' AS kind,
         x || ', ' || y AS summary FROM touch_sample
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'input', 'wheel', dx || ', ' || dy FROM wheel_sample
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'input', 'command', kind FROM command
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'input', 'layout', NULL FROM layout
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'input', 'edit', kind FROM content_edit
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'input', 'container', width || ' x ' || height FROM container
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'frame', x || ', ' || y FROM frame
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'phase',
         CASE new_phase WHEN 0 THEN 'idle' WHEN 1 THEN 'tracking' WHEN 2 THEN 'interacting'
                        WHEN 3 THEN 'decelerating' WHEN 4 THEN 'animating' END FROM phase_change
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'position',
         (SELECT value FROM target WHERE target.trace_id = position_report.trace_id
                                     AND target.target = position_report.target) FROM position_report
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'visibility',
         (SELECT value FROM target WHERE target.trace_id = visibility.trace_id
                                     AND target.target = visibility.target)
         || CASE is_visible WHEN 1 THEN ' visible' ELSE ' hidden' END FROM visibility
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'visible set', NULL FROM visible_set
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'release',
         velocity_x || ', ' || velocity_y FROM release
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'observation', 'annotation',
         kind || coalesce(': ' || text, '') FROM annotation
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'remark', 'gap', event_count || ' events missing' FROM gap
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'remark', 'repair', kind || ': ' || text FROM repair
UNION ALL SELECT trace_id, seq, time_ns / 1e6, 'remark', 'keyframe', event_count || ' entries' FROM keyframe;

CREATE VIEW diagnostics AS
  -- Diagnostics of every capture with their file.
SELECT
  diagnostic.capture_id,
  capture.source_name,
  diagnostic.severity,
  diagnostic.kind,
  diagnostic.line,
  diagnostic.column,
  diagnostic.message
FROM diagnostic
JOIN capture USING (capture_id)
ORDER BY diagnostic.capture_id, diagnostic.number;

-- ---------------------------------------------------------------------------------------------
-- Version 2: results of replays and analyses
-- ---------------------------------------------------------------------------------------------
--
-- All data below can be recomputed from the tables above. It is stored so that users can query it
-- and so that a second query is fast. "replayer" is `scrolltrace replay` and `compare`, "analyzer" is
-- `scrolltrace analyze`. If a trace or a configuration changes, its rows are replaced.

CREATE TABLE outcome (
  -- The outcome of a trace's recording, or of a replay under one configuration.
  outcome_id      INTEGER PRIMARY KEY,          -- store: number of the outcome in this file
  trace_id        INTEGER NOT NULL              -- store: the trace
    REFERENCES trace (trace_id) ON DELETE CASCADE,
  kind            TEXT NOT NULL                 -- replayer: 'recorded' = as observed, 'replayed' = computed by the engine
    CHECK (kind IN ('recorded', 'replayed')),
  configuration   TEXT,                         -- replayer: canonical text of the configuration; NULL if recorded
  configuration_digest BLOB                     -- replayer: SHA-256 of that text
    CHECK (length(configuration_digest) = 32),
  engine_version  TEXT,                         -- replayer: version of the engine; NULL if recorded
  drive           TEXT                          -- replayer: the input that moved the content; NULL if recorded
    CHECK (drive IN ('gesture', 'release', 'offset', 'command')),
  inputs_digest   BLOB NOT NULL                 -- replayer: inputs digest of the trace when the outcome was computed
    CHECK (length(inputs_digest) = 32),
  observations_digest BLOB NOT NULL             -- replayer: observations digest of the trace at that time
    CHECK (length(observations_digest) = 32),
  outcome_digest  BLOB NOT NULL                 -- replayer: digest over the outcome's own observations
    CHECK (length(outcome_digest) = 32),
  frame_count     INTEGER NOT NULL CHECK (frame_count >= 0),     -- replayer: frames of the outcome
  compared_frames INTEGER CHECK (compared_frames >= 0), -- replayer: recorded frames that were compared; NULL = no comparison
  excluded_frames INTEGER CHECK (excluded_frames >= 0), -- replayer: recorded frames that drove the replay
  tolerance_pt    REAL CHECK (tolerance_pt >= 0),       -- replayer: largest distance that does not count as a divergence
  max_distance_pt REAL CHECK (max_distance_pt >= 0),    -- replayer: largest distance from the recording
  divergence_count INTEGER CHECK (divergence_count >= 0), -- replayer: number of intervals beyond the tolerance
  CHECK ((kind = 'replayed') = (configuration IS NOT NULL)),
  CHECK ((configuration IS NULL) = (configuration_digest IS NULL)),
  CHECK ((configuration IS NULL) = (engine_version IS NULL)),
  CHECK ((configuration IS NULL) = (drive IS NULL))
) STRICT;

CREATE TABLE settle (
  -- Decisions about the final offset of a scroll. Offsets count from the leading side.
  outcome_id      INTEGER NOT NULL              -- store: the outcome
    REFERENCES outcome (outcome_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- replayer: order in the outcome, from 0
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0), -- replayer: time of the decision
  axis            TEXT NOT NULL CHECK (axis IN ('vertical', 'horizontal')), -- replayer: the axis
  is_resize       INTEGER NOT NULL CHECK (is_resize IN (0, 1)), -- replayer: 1 after a resize, 0 after a gesture
  velocity        REAL NOT NULL,                -- replayer: velocity at the release, per second
  original        REAL NOT NULL,                -- replayer: offset at the start of the gesture, or the target of the motion that it interrupted
  natural_rest    REAL NOT NULL,                -- replayer: final offset of the deceleration without edges
  proposed_rest   REAL NOT NULL,                -- replayer: the same, limited to the range
  chosen_rest     REAL NOT NULL,                -- replayer: the chosen final offset
  chosen_id       TEXT,                         -- replayer: the chosen target, as text
  rule            TEXT NOT NULL,                -- replayer: the rule of the choice, e.g. 'nearest'
  clamp           TEXT NOT NULL CHECK (clamp IN ('none', 'start', 'end')), -- replayer: end of the range that limited it
  target_limit    INTEGER,                      -- replayer: number of targets that the gesture may pass; NULL = no limit
  flip_margin     REAL,                         -- replayer: distance of the proposed rest from a different choice
  curve           TEXT NOT NULL,                -- replayer: the curve of the motion to the final offset
  PRIMARY KEY (outcome_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE settle_candidate (
  -- The candidates of a decision, nearest first.
  outcome_id      INTEGER NOT NULL,             -- store: the outcome
  number          INTEGER NOT NULL,             -- store: the decision
  position        INTEGER NOT NULL CHECK (position >= 0), -- replayer: order by distance, from 0
  id              TEXT,                         -- replayer: the target of the candidate, if any
  place           REAL NOT NULL,                -- replayer: its offset, before it is limited to the range
  distance        REAL NOT NULL,                -- replayer: its distance from the proposed rest
  PRIMARY KEY (outcome_id, number, position),
  FOREIGN KEY (outcome_id, number) REFERENCES settle (outcome_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_id (
  -- Ids that the position reported in an outcome, up to 10,000.
  outcome_id      INTEGER NOT NULL              -- store: the outcome
    REFERENCES outcome (outcome_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- replayer: order in the outcome, from 0
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0), -- replayer: time of the report
  id              TEXT,                         -- replayer: the id as text; NULL = nil
  PRIMARY KEY (outcome_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE divergence (
  -- Differences between a replay and its recording, worst first.
  outcome_id      INTEGER NOT NULL              -- store: the replay
    REFERENCES outcome (outcome_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- replayer: order by severity, from 0
  kind            TEXT NOT NULL                 -- replayer: the quantity that differs
    CHECK (kind IN ('offset', 'id', 'phase', 'visibility')),
  verdict         TEXT NOT NULL,                -- replayer: kind of the result, e.g. 'wrong-target'
  from_ns         INTEGER NOT NULL,             -- replayer: first time beyond the tolerance
  to_ns           INTEGER NOT NULL,             -- replayer: last time beyond it
  maximum_pt      REAL NOT NULL,                -- replayer: largest distance; 1 if the kind has no distance
  area_pt_s       REAL NOT NULL,                -- replayer: distance over time
  rest_difference_pt REAL,                      -- replayer: distance at rest; NULL if the two never rested
  recorded_rest   TEXT,                         -- replayer: target at which the recording rested
  replayed_rest   TEXT,                         -- replayer: target at which the replay rested
  stage           TEXT NOT NULL,                -- replayer: the first decision that differs, e.g. 'candidate-choice'
  cause           TEXT NOT NULL,                -- replayer: the behavior of both sides, as a sentence
  PRIMARY KEY (outcome_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcome_frame (
  -- Frames of a replay; only with `--keep-frames`, because recomputing them is faster than reading them.
  outcome_id      INTEGER NOT NULL              -- store: the replay
    REFERENCES outcome (outcome_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- replayer: order, from 0
  time_ns         INTEGER NOT NULL,             -- replayer: the tick
  x               REAL NOT NULL,                -- replayer: content offset, from the left
  y               REAL NOT NULL,                -- replayer: the same, from the top
  phase           INTEGER CHECK (phase BETWEEN 0 AND 4), -- replayer: codes as in frame.phase
  PRIMARY KEY (outcome_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE analysis (
  -- One analysis of one outcome with its options.
  analysis_id     INTEGER PRIMARY KEY,          -- store: number of the analysis in this file
  outcome_id      INTEGER NOT NULL              -- store: the outcome
    REFERENCES outcome (outcome_id) ON DELETE CASCADE,
  name            TEXT NOT NULL,                -- analyzer: the analysis, e.g. 'impressions'
  options         TEXT NOT NULL,                -- analyzer: its options as text, e.g. the name of a policy
  version         TEXT NOT NULL,                -- analyzer: version of the analysis
  UNIQUE (outcome_id, name, options)
) STRICT;

CREATE TABLE impression (
  -- Visible targets, as defined by an impression policy.
  analysis_id     INTEGER NOT NULL              -- store: the analysis; its options contain the policy
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order in time, from 0
  id              TEXT NOT NULL,                -- analyzer: the target as text
  from_ns         INTEGER NOT NULL,             -- analyzer: start of the visible interval
  to_ns           INTEGER,                      -- analyzer: its end; NULL = still visible at the end of the trace
  at_ns           INTEGER,                      -- analyzer: time of the impression; NULL = a near miss
  peak_fraction   REAL CHECK (peak_fraction BETWEEN 0 AND 1), -- analyzer: largest visible fraction
  certainty       TEXT,                         -- analyzer: certainty of the times
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

-- Replaced in version 3.
CREATE TABLE finding (
  -- Defects reported by detectors.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order, worst first
  detector        TEXT NOT NULL,                -- analyzer: e.g. 'S05'; `scrolltrace lint --explain S05`
  severity        TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'error')), -- analyzer: the severity
  from_ns         INTEGER,                      -- analyzer: its start; NULL = the whole trace
  to_ns           INTEGER,                      -- analyzer: its end
  id              TEXT,                         -- analyzer: the affected target, if any
  summary         TEXT NOT NULL,                -- analyzer: one sentence with the numbers
  cause           TEXT NOT NULL,                -- analyzer: the likely cause
  repair          TEXT,                         -- analyzer: smallest change that removes it; NULL = none was found
  fingerprint     TEXT NOT NULL,                -- analyzer: equal for the same defect in different traces
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE VIEW settles AS
  -- Decisions with their trace and configuration.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  settle.number,
  settle.time_ns / 1e6 AS time_ms,
  settle.velocity,
  settle.proposed_rest,
  settle.chosen_rest,
  settle.chosen_id,
  settle.rule,
  settle.flip_margin
FROM settle
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW divergences AS
  -- Differences between recordings and replays, with the configuration of the replay.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.configuration,
  outcome.drive,
  divergence.kind,
  divergence.verdict,
  divergence.from_ns / 1e6 AS from_ms,
  divergence.to_ns / 1e6 AS to_ms,
  divergence.maximum_pt,
  divergence.rest_difference_pt,
  divergence.recorded_rest,
  divergence.replayed_rest,
  divergence.stage,
  divergence.cause
FROM divergence
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW matrix AS
  -- One row per replay. Replays with equal outcome digests are equal.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.configuration,
  outcome.drive,
  hex(outcome.outcome_digest) AS outcome_digest,
  (SELECT count(*) FROM settle WHERE settle.outcome_id = outcome.outcome_id) AS settles,
  outcome.divergence_count,
  outcome.max_distance_pt,
  outcome.compared_frames
FROM outcome
JOIN trace USING (trace_id)
WHERE outcome.kind = 'replayed';

CREATE VIEW impressions AS
  -- Impressions and near misses with their policies.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  analysis.options AS policy,
  impression.id,
  impression.from_ns / 1e6 AS from_ms,
  impression.to_ns / 1e6 AS to_ms,
  impression.at_ns / 1e6 AS at_ms,
  impression.peak_fraction,
  impression.certainty
FROM impression
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW findings AS
  -- Findings with their trace.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  finding.detector,
  finding.severity,
  finding.from_ns / 1e6 AS from_ms,
  finding.to_ns / 1e6 AS to_ms,
  finding.id,
  finding.summary,
  finding.cause,
  finding.repair,
  finding.fingerprint
FROM finding
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

-- ---------------------------------------------------------------------------------------------
-- Version 3: whether the user can scroll, and tables for the results of every analysis
-- ---------------------------------------------------------------------------------------------

-- A container change can disable or enable scrolling by the user.
ALTER TABLE container ADD COLUMN
  is_scroll_disabled INTEGER                    -- source: from now on, 1 = only programs can scroll, 0 = the user can, too
    CHECK (is_scroll_disabled IN (0, 1));

-- Stores of version 2 contained notices as 'info'. Findings can be recomputed, so they are deleted.
DELETE FROM analysis WHERE name = 'findings';
DROP TABLE finding;

CREATE TABLE finding (
  -- Defects reported by detectors.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order, worst first
  detector        TEXT NOT NULL,                -- analyzer: e.g. 'S05'; `scrolltrace lint --explain S05`
  severity        TEXT NOT NULL                 -- analyzer: the severity
    CHECK (severity IN ('info', 'notice', 'warning', 'error')),
  from_ns         INTEGER,                      -- analyzer: its start; NULL = the whole trace
  to_ns           INTEGER,                      -- analyzer: its end
  id              TEXT,                         -- analyzer: the affected target, if any
  summary         TEXT NOT NULL,                -- analyzer: one sentence with the numbers
  cause           TEXT NOT NULL,                -- analyzer: the likely cause
  repair          TEXT,                         -- analyzer: smallest change that removes it; NULL = none was found
  fingerprint     TEXT NOT NULL,                -- analyzer: equal for the same defect in different traces
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

DROP VIEW settles;

CREATE VIEW settles AS
  -- Decisions with their trace and configuration. `number` is that of
  -- `scrolltrace explain --settle`, from 1; a decision after a resize has none.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  CASE settle.is_resize WHEN 0 THEN
    settle.number + 1
      - sum(settle.is_resize) OVER (PARTITION BY settle.outcome_id ORDER BY settle.number)
  END AS number,
  settle.time_ns / 1e6 AS time_ms,
  settle.velocity,
  settle.proposed_rest,
  settle.chosen_rest,
  settle.chosen_id,
  settle.rule,
  settle.flip_margin
FROM settle
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE TABLE analysis_note (
  -- Assumptions of an analysis, or the reason why it has no result.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order, from 0
  text            TEXT NOT NULL,                -- analyzer: one sentence
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE smoothness_stretch (
  -- Intervals of scrolling whose smoothness was measured.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order, from 0
  kind            TEXT NOT NULL                 -- analyzer: the cause of the scroll, 'state' = all scrolls in a state of the app,
    CHECK (kind IN ('gesture', 'program', 'state', 'total')), -- 'total' = all scrolls
  gesture         INTEGER CHECK (gesture >= 0), -- analyzer: with 'gesture' and 'program', number of the scroll in the trace
  state           TEXT,                         -- analyzer: with 'state', its name; NULL = before the first reported state
  from_ns         INTEGER,                      -- analyzer: start of the scroll; NULL for several scrolls
  to_ns           INTEGER,                      -- analyzer: its end
  frame_count     INTEGER NOT NULL CHECK (frame_count >= 0),    -- analyzer: frames of the interval
  unjudged_count  INTEGER NOT NULL CHECK (unjudged_count >= 0), -- analyzer: frame intervals that can be either pauses or late frames
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE smoothness_measure (
  -- Measurements of an interval of scrolling, one number per row.
  analysis_id     INTEGER NOT NULL,             -- store: the analysis
  number          INTEGER NOT NULL,             -- store: the interval
  measure         TEXT NOT NULL,                -- analyzer: the measurement, e.g. 'hitch-ratio'
  value           REAL,                         -- analyzer: the number, in the row's unit; NULL = not measurable
  unit            TEXT NOT NULL,                -- analyzer: e.g. 'ms/s', 'frames', '%'
  low             REAL,                         -- analyzer: lower end of its 95 % bootstrap interval, if it has one
  high            REAL,                         -- analyzer: upper end of that interval
  sample_count    INTEGER CHECK (sample_count >= 0), -- analyzer: number of samples; NULL without a value
  reason          TEXT,                         -- analyzer: the reason if there is no value
  PRIMARY KEY (analysis_id, number, measure),
  FOREIGN KEY (analysis_id, number) REFERENCES smoothness_stretch (analysis_id, number) ON DELETE CASCADE,
  CHECK ((low IS NULL) = (high IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE probe (
  -- Statistics of a geometry observer's actions; the analysis's options contain its expression.
  analysis_id     INTEGER PRIMARY KEY           -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  transform_count INTEGER NOT NULL CHECK (transform_count >= 0), -- analyzer: number of evaluations of the expression
  action_count    INTEGER NOT NULL CHECK (action_count >= 0),    -- analyzer: number of changes of its value
  most_actions_per_second INTEGER NOT NULL CHECK (most_actions_per_second >= 0), -- analyzer: largest number of changes within a second
  acts_on_every_change INTEGER NOT NULL         -- analyzer: 1 if nearly every change of the geometry changes the value
    CHECK (acts_on_every_change IN (0, 1)),
  unknown_frames  INTEGER NOT NULL CHECK (unknown_frames >= 0)   -- analyzer: frames with an unknown value
) STRICT;

CREATE TABLE probe_action (
  -- The actions of a geometry observer, up to 10,000.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order in time, from 0
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0), -- analyzer: time of the action
  old_value       REAL,                         -- analyzer: the value before; a condition is 1 or 0; NULL = not finite
  new_value       REAL,                         -- analyzer: the value from now on
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE transition (
  -- Statistics of a scroll transition; the analysis's options contain its configuration.
  analysis_id     INTEGER PRIMARY KEY           -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  frame_count     INTEGER NOT NULL CHECK (frame_count >= 0),     -- analyzer: number of frames
  change_count    INTEGER NOT NULL CHECK (change_count >= 0),    -- analyzer: changes of a view's transition phase
  skipped_identity_count INTEGER NOT NULL CHECK (skipped_identity_count >= 0), -- analyzer: views that crossed identity between two frames
  most_animated   INTEGER NOT NULL CHECK (most_animated >= 0),   -- analyzer: largest number of simultaneous views with an effect
  most_animated_ns INTEGER CHECK (most_animated_ns >= 0),        -- analyzer: the first frame with that number
  animated_limit  INTEGER NOT NULL CHECK (animated_limit >= 0),  -- analyzer: number of views without lost frames on real devices
  frames_over_limit INTEGER NOT NULL CHECK (frames_over_limit >= 0) -- analyzer: frames above that limit
) STRICT;

CREATE TABLE transition_change (
  -- Changes of a view's transition phase, up to 10,000.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order in time, from 0
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0), -- analyzer: the frame of the change
  id              TEXT NOT NULL,                -- analyzer: the target as text
  old_phase       TEXT NOT NULL                 -- analyzer: the transition phase before
    CHECK (old_phase IN ('topLeading', 'identity', 'bottomTrailing')),
  new_phase       TEXT NOT NULL                 -- analyzer: the transition phase from now on
    CHECK (new_phase IN ('topLeading', 'identity', 'bottomTrailing')),
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE transition_mismatch (
  -- Intervals in which a view is drawn outside its layout frame, up to 10,000.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order, from 0
  id              TEXT NOT NULL,                -- analyzer: the target as text
  from_ns         INTEGER NOT NULL,             -- analyzer: the first frame
  to_ns           INTEGER NOT NULL,             -- analyzer: the last frame
  is_drawn_in_view INTEGER NOT NULL             -- analyzer: 1 = drawn in view with its layout out of view, 0 = the reverse
    CHECK (is_drawn_in_view IN (0, 1)),
  largest_offset_pt REAL NOT NULL,              -- analyzer: the largest distance between the two frames
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE VIEW smoothness AS
  -- All smoothness measurements.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  smoothness_stretch.kind AS stretch,
  smoothness_stretch.gesture,
  smoothness_stretch.state,
  smoothness_stretch.from_ns / 1e6 AS from_ms,
  smoothness_stretch.to_ns / 1e6 AS to_ms,
  smoothness_stretch.frame_count AS frames,
  smoothness_measure.measure,
  smoothness_measure.value,
  smoothness_measure.unit,
  smoothness_measure.low,
  smoothness_measure.high,
  smoothness_measure.sample_count,
  smoothness_measure.reason
FROM smoothness_measure
JOIN smoothness_stretch USING (analysis_id, number)
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW probes AS
  -- Geometry observers and the number of their actions.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  analysis.options AS expression,
  probe.transform_count,
  probe.action_count,
  probe.most_actions_per_second,
  probe.acts_on_every_change,
  probe.unknown_frames
FROM probe
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW probe_actions AS
  -- The times of geometry observers' actions.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  analysis.options AS expression,
  probe_action.number,
  probe_action.time_ns / 1e6 AS time_ms,
  probe_action.old_value,
  probe_action.new_value
FROM probe_action
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW transitions AS
  -- Scroll transitions and the number of views that they animated simultaneously.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  analysis.options AS transition,
  transition.frame_count AS frames,
  transition.change_count,
  transition.skipped_identity_count,
  transition.most_animated,
  transition.most_animated_ns / 1e6 AS most_animated_ms,
  transition.animated_limit,
  transition.frames_over_limit,
  (SELECT count(*) FROM transition_mismatch
   WHERE transition_mismatch.analysis_id = transition.analysis_id) AS mismatches
FROM transition
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW transition_changes AS
  -- Changes of the transition phase of views.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  outcome.kind,
  outcome.configuration,
  analysis.options AS transition,
  transition_change.time_ns / 1e6 AS time_ms,
  transition_change.id,
  transition_change.old_phase,
  transition_change.new_phase
FROM transition_change
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

-- ---------------------------------------------------------------------------------------------
-- Version 4: diagnoses
-- ---------------------------------------------------------------------------------------------

CREATE TABLE kept_diagnosis (
  -- The actual behavior of an app. The analysis's options contain the configuration that replaces the
  -- declared one.
  analysis_id     INTEGER PRIMARY KEY           -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  verdict         TEXT NOT NULL                 -- analyzer: the conclusion
    CHECK (verdict IN ('as-declared', 'cause', 'undecided', 'no-evidence')),
  obstacle        TEXT,                         -- analyzer: the reason why a diagnosis is not possible
  decision_count  INTEGER NOT NULL CHECK (decision_count >= 0),  -- analyzer: releases with a final offset
  explained_count INTEGER NOT NULL CHECK (explained_count >= 0), -- analyzer: number of releases that the conclusion explains
  declared_explained_count INTEGER              -- analyzer: number that the declared configuration explains; NULL without one
    CHECK (declared_explained_count >= 0)
) STRICT;

CREATE TABLE kept_cause (
  -- The causes of a recording's behavior, the main cause first.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 0),  -- analyzer: order, from 0
  class           TEXT NOT NULL,                -- analyzer: the kind, e.g. 'interval'
  summary         TEXT NOT NULL,                -- analyzer: the app's behavior, and its difference from the declared one
  configuration   TEXT NOT NULL,                -- analyzer: the configuration with the same behavior, as text
  parameter       TEXT,                         -- analyzer: the name of its numeric parameter
  value           REAL,                         -- analyzer: the parameter's value
  unit            TEXT,                         -- analyzer: its unit
  symbolic        TEXT,                         -- analyzer: the lengths of the layout that equal the value
  certainty       TEXT NOT NULL                 -- analyzer: the certainty of the cause
    CHECK (certainty IN ('certain', 'likely', 'undecided')),
  odds            REAL,                         -- analyzer: the odds against the next best cause
  explained_count INTEGER NOT NULL CHECK (explained_count >= 0), -- analyzer: number of releases that it explains
  effects         TEXT,                         -- analyzer: detectors whose findings follow from it, separated by spaces
  fix             TEXT,                         -- analyzer: the suggested change
  fix_code        TEXT,                         -- analyzer: the change as code of the app
  fix_configuration TEXT,                       -- analyzer: the configuration after the change, as text
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_decision (
  -- The releases that a diagnosis explains, up to 10,000.
  analysis_id     INTEGER NOT NULL              -- store: the analysis
    REFERENCES analysis (analysis_id) ON DELETE CASCADE,
  number          INTEGER NOT NULL CHECK (number >= 1),  -- analyzer: order in time, from 1
  time_ns         INTEGER NOT NULL CHECK (time_ns >= 0), -- analyzer: time of the release
  rest            REAL,                         -- analyzer: final offset, from the leading side
  margin_pt       REAL,                         -- analyzer: change of the proposed rest after which another rest is
                                                --   chosen; NULL = none
  PRIMARY KEY (analysis_id, number)
) STRICT, WITHOUT ROWID;

CREATE VIEW diagnosis AS
  -- One line for each diagnosed trace, with its main cause.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  analysis.options AS given_configuration,
  kept_diagnosis.verdict,
  kept_diagnosis.obstacle,
  kept_diagnosis.decision_count AS decisions,
  kept_diagnosis.explained_count AS explained,
  kept_diagnosis.declared_explained_count AS declared_explained,
  kept_cause.class,
  kept_cause.summary AS cause,
  kept_cause.certainty,
  kept_cause.fix
FROM kept_diagnosis
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id)
LEFT JOIN kept_cause
  ON kept_cause.analysis_id = kept_diagnosis.analysis_id AND kept_cause.number = 0;

CREATE VIEW diagnosis_cause AS
  -- Every cause with its evidence and its fix.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  analysis.options AS given_configuration,
  kept_cause.number,
  kept_cause.class,
  kept_cause.summary,
  kept_cause.configuration,
  kept_cause.parameter,
  kept_cause.value,
  kept_cause.unit,
  kept_cause.symbolic,
  kept_cause.certainty,
  kept_cause.odds,
  kept_cause.explained_count AS explained,
  kept_cause.effects,
  kept_cause.fix,
  kept_cause.fix_code,
  kept_cause.fix_configuration
FROM kept_cause
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

CREATE VIEW decision AS
  -- Every diagnosed release, and its distance from another rest.
SELECT
  outcome.trace_id,
  trace.name AS trace,
  analysis.options AS given_configuration,
  kept_decision.number,
  kept_decision.time_ns / 1e6 AS time_ms,
  kept_decision.rest,
  kept_decision.margin_pt
FROM kept_decision
JOIN analysis USING (analysis_id)
JOIN outcome USING (outcome_id)
JOIN trace USING (trace_id);

-- ---------------------------------------------------------------------------------------------
-- Version 5: headers and footers that stay in view while their sections are
-- ---------------------------------------------------------------------------------------------

-- A target of a layout can be pinned.
ALTER TABLE layout_target ADD COLUMN
  pinned          TEXT                          -- source: the role of a view that stays in view while its section is; NULL = none
    CHECK (pinned IN ('header', 'footer'));

DROP VIEW layout_full;

CREATE VIEW layout_full AS
  -- Targets of every layout with their ids.
SELECT
  layout.trace_id,
  layout.seq,
  layout.time_ns / 1e6 AS time_ms,
  layout_target.position,
  target.value AS id,
  target.kind AS id_kind,
  layout_target.x,
  layout_target.y,
  layout_target.width,
  layout_target.height,
  layout_target.is_estimated,
  layout_target.pinned,
  layout.content_width,
  layout.content_height
FROM layout
JOIN layout_target USING (trace_id, seq)
JOIN target USING (trace_id, target);
