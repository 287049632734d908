// The timeline: its rows, scales and colors, and the order in which it is drawn.

// Only rows with content take room.
const rows = [
  ["phase", 12, tracks[0] && tracks[0].phases.length], ["replay", 12, tracks[1] && tracks[1].phases.length],
  ["owner", 14, tracks[0] && tracks[0].owners.length], ["touch", 12, data.gestures.length], ["id", 14, tracks[0] && tracks[0].ids.length], ["replay id", 14, tracks[1] && tracks[1].ids.length],
  ["seen", 12, data.policies.some((p) => p.impressions.some((i) => i.qualified !== null))],
  ["marks", 14, data.marks.length || data.findings.length],
].filter((row) => row[2]);
const lanes = () => {
  const room = rows.reduce((sum, row) => sum + row[1] + 4, 0), plot = state.height - room - 34;
  // Each replay may have a bar above the curves.
  const lane = { plot: [22 + 3 * Math.max(0, tracks.length - 6), plot] };
  let y = plot + 30;
  for (const [name, height] of rows) { lane[name] = [y, height]; y += height + 4; }
  return lane;
};
const left = 54, right = 12;
// Positions count time in which something happens; without shortened idle time that is all time.
const place = (t) => left + ((shortened(t) - shortened(state.from)) / (shortened(state.to) - shortened(state.from))) * (state.width - left - right);
const moment = (px) => lengthened(shortened(state.from) + ((px - left) / (state.width - left - right)) * (shortened(state.to) - shortened(state.from)));

// Curves have the strokes of the legend.
let pens = [];
const readColors = () => {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["paper", "card", "ink", "soft", "line", "faint", "accent", "warning", "error", "info",
    "notice", "tracking", "interacting", "decelerating", "animating"]) colors[name] = style.getPropertyValue("--" + name).trim();
  pens = [...document.querySelectorAll(".legend .key line")].map((key) => {
    const look = getComputedStyle(key);
    return { color: look.color, dash: (look.strokeDasharray.match(/[\d.]+/g) || []).map(Number) };
  });
};
const color = (i) => pens[i].color;

const range = () => {
  if (state.held) return state.held;
  let low = Infinity, high = -Infinity;
  for (const [i, track] of tracks.entries()) {
    if (state.hidden.has(i)) continue;
    const values = state.axis === "x" ? track.x : track.y;
    const a = Math.max(0, last(track.t, state.from, (v) => v)), b = Math.max(a, last(track.t, state.to, (v) => v));
    for (let i = a; i <= b && i < values.length; i++) { if (values[i] < low) low = values[i]; if (values[i] > high) high = values[i]; }
  }
  if (low > high) return [0, 1];
  const room = Math.max((high - low) * 0.08, 4);
  return [low - room, high + room];
};
const steps = (low, high, count) => {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw) || power * 10;
  const list = [];
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) list.push(Math.abs(v) < step / 1e6 ? 0 : v);
  return list;
};

const draw = () => {
  const ratio = devicePixelRatio || 1, box = canvas.getBoundingClientRect();
  state.width = box.width; state.height = box.height;
  canvas.width = Math.round(box.width * ratio); canvas.height = Math.round(box.height * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, state.width, state.height);
  pen.font = "11px system-ui, sans-serif";
  const lane = lanes(), [top, bottom] = lane.plot, [low, high] = range();
  Object.assign(state, { low, high, top, bottom });
  const level = (v) => bottom - ((v - low) / (high - low)) * (bottom - top);
  drawGrid(level, low, high, top, bottom);
  drawDivergences(top, bottom);
  pen.save(); pen.beginPath(); pen.rect(left, 0, state.width - left - right + 6, state.height); pen.clip();
  pen.save(); pen.beginPath(); pen.rect(left, top - 6, state.width - left - right + 6, bottom - top + 12); pen.clip();
  tracks.forEach((track, i) => { if (!state.hidden.has(i)) drawTrack(track, i, level); });
  pen.restore();
  drawLanes(lane);
  pen.restore();
  drawFindings(top, bottom);
  drawScrubber(top);
  workbench.draw();
};
const drawGrid = (level, low, high, top, bottom) => {
  pen.strokeStyle = colors.line; pen.fillStyle = colors.soft; pen.lineWidth = 1;
  pen.textAlign = "right"; pen.textBaseline = "middle";
  for (const v of steps(low, high, 5)) {
    const y = Math.round(level(v)) + 0.5;
    pen.globalAlpha = 0.6; pen.beginPath(); pen.moveTo(left, y); pen.lineTo(state.width - right, y); pen.stroke(); pen.globalAlpha = 1;
    pen.fillText(points(v), left - 6, y);
  }
  pen.fillText("pt", left - 12, top - 12);
  drawIdle(top, bottom);
  pen.strokeStyle = colors.line; pen.fillStyle = colors.soft; pen.lineWidth = 1; pen.textAlign = "center"; pen.textBaseline = "top";
  let free = -Infinity;
  const count = Math.max(2, Math.floor(state.width / 110)) * (state.to - state.from) / (shortened(state.to) - shortened(state.from));
  for (const t of steps(state.from, state.to, count)) {
    const x = Math.round(place(t)) + 0.5;
    if (x < free) continue;
    free = x + 70;
    pen.globalAlpha = 0.35; pen.beginPath(); pen.moveTo(x, top); pen.lineTo(x, bottom); pen.stroke(); pen.globalAlpha = 1;
    const words = (t / 1000).toLocaleString("en", { maximumFractionDigits: 3 }) + " s", half = pen.measureText(words).width / 2;
    pen.fillText(words, Math.min(x, state.width - half - 2), bottom + 8);
  }
};
