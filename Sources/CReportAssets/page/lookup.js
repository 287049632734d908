// Lookup of values at a time, and formatting of numbers and ids.

const last = (list, t, key) => {
  let low = 0, high = list.length;
  while (low < high) { const mid = (low + high) >> 1; if (key(list[mid]) <= t) low = mid + 1; else high = mid; }
  return low - 1;
};
const offset = (track, t) => {
  if (!track.t.length) return null;
  const i = last(track.t, t, (v) => v);
  if (i < 0) return { x: track.x[0], y: track.y[0] };
  const j = i + 1;
  // A long pause between frames is rest, not a slow movement.
  if (j >= track.t.length || track.t[j] - track.t[i] > 100 || track.t[i] === t) return { x: track.x[i], y: track.y[i] };
  const share = (t - track.t[i]) / (track.t[j] - track.t[i]);
  return { x: track.x[i] + (track.x[j] - track.x[i]) * share, y: track.y[i] + (track.y[j] - track.y[i]) * share };
};
const phase = (track, t) => {
  const i = last(track.phases, t, (p) => p[0]);
  return i >= 0 && t <= track.phases[i][1] ? track.phases[i][2] : "idle";
};
const reported = (track, t) => { const i = last(track.ids, t, (p) => p[0]); return i >= 0 ? track.ids[i][1] : null; };
const at = (list, t) => list[Math.max(0, last(list, t, (p) => p.t))] || null;
const settle = (track, t) => track.settles.find((s) => t >= s.release && t <= Math.max(s.rest, s.release));
const points = (v) => (Math.abs(v) < 0.005 ? "0" : String(Math.round(v * 100) / 100));
// Truncated, not rounded, like every other number of a report.
const seconds = (ms) => (Math.floor(ms) / 1000).toFixed(3) + " s";
// Isolates an id, whose writing direction must not affect the text around it.
const isolated = (id) => `\u2068${id}\u2069`;
