"use strict";
// Everything shown comes from the data element and is only ever set as text.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const canvas = $("timeline"), pen = canvas.getContext("2d");
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const end = Math.max(data.duration, 1);
  const state = { t: 0, from: 0, to: end, playing: false, speed: 1, axis: data.axis, width: 0, height: 0 };
  const colors = {};

  // Columns come as differences; sums bring them back.
  const sums = (list, unit) => { let sum = 0; return list.map((d) => (sum += d) / unit); };
  const tracks = data.tracks.map((track) => ({
    ...track, t: sums(track.t, 1000), x: sums(track.x, 1000), y: sums(track.y, 1000),
  }));

  // MARK: Looking things up

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
  // Cut, as every other number of a report is, not rounded.
  const seconds = (ms) => (Math.floor(ms) / 1000).toFixed(3) + " s";
  // An id of another direction must not turn the words around it.
  const isolated = (id) => `\u2068${id}\u2069`;

  // MARK: Timeline

  // Only rows with something in them take room.
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
  const place = (t) => left + ((t - state.from) / (state.to - state.from)) * (state.width - left - right);
  const moment = (px) => state.from + ((px - left) / (state.width - left - right)) * (state.to - state.from);

  // Curves are drawn as the legend shows them.
  const keys = [...document.querySelectorAll(".legend .key line")];
  let pens = [];
  const readColors = () => {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["paper", "card", "ink", "soft", "line", "faint", "accent", "warning", "error", "info",
      "notice", "tracking", "interacting", "decelerating", "animating"]) colors[name] = style.getPropertyValue("--" + name).trim();
    pens = keys.map((key) => {
      const look = getComputedStyle(key);
      return { color: look.color, dash: (look.strokeDasharray.match(/[\d.]+/g) || []).map(Number) };
    });
  };
  const color = (i) => pens[i].color;

  const range = () => {
    let low = Infinity, high = -Infinity;
    for (const track of tracks) {
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
    const level = (v) => bottom - ((v - low) / (high - low)) * (bottom - top);
    drawGrid(level, low, high, top, bottom);
    drawDivergences(top, bottom);
    pen.save(); pen.beginPath(); pen.rect(left, 0, state.width - left - right + 6, state.height); pen.clip();
    pen.save(); pen.beginPath(); pen.rect(left, top - 6, state.width - left - right + 6, bottom - top + 12); pen.clip();
    tracks.forEach((track, i) => drawTrack(track, i, level));
    pen.restore();
    drawLanes(lane);
    pen.restore();
    drawFindings(top, bottom);
    drawScrubber(top);
  };
  const drawGrid = (level, low, high, top, bottom) => {
    pen.strokeStyle = colors.line; pen.fillStyle = colors.soft; pen.lineWidth = 1;
    pen.textAlign = "right"; pen.textBaseline = "middle";
    for (const v of steps(low, high, 5)) {
      const y = Math.round(level(v)) + 0.5;
      pen.globalAlpha = 0.6; pen.beginPath(); pen.moveTo(left, y); pen.lineTo(state.width - right, y); pen.stroke(); pen.globalAlpha = 1;
      pen.fillText(points(v), left - 6, y);
    }
    pen.fillText("pt", left - 6, top - 12);
    pen.textAlign = "center"; pen.textBaseline = "top";
    for (const t of steps(state.from, state.to, Math.max(2, Math.floor(state.width / 110)))) {
      const x = Math.round(place(t)) + 0.5;
      pen.globalAlpha = 0.35; pen.beginPath(); pen.moveTo(x, top); pen.lineTo(x, bottom); pen.stroke(); pen.globalAlpha = 1;
      const words = (t / 1000).toLocaleString("en", { maximumFractionDigits: 3 }) + " s", half = pen.measureText(words).width / 2;
      pen.fillText(words, Math.min(x, state.width - half - 2), bottom + 8);
    }
  };
  const drawDivergences = (top, bottom) => {
    for (const d of data.divergences) {
      if (d.kind !== "offset" || d.to < state.from || d.from > state.to) continue;
      const a = Math.max(left, place(d.from)), b = Math.min(state.width - right, Math.max(place(d.to), place(d.from) + 2));
      // Shades of several replays would hide the curves: only the first has one, each a bar in its color.
      if (d.track === 1) { pen.globalAlpha = 0.13; pen.fillStyle = colors.error; pen.fillRect(a, top, b - a, bottom - top); pen.globalAlpha = 1; }
      pen.fillStyle = color(d.track); pen.fillRect(a, top - 1 - 3 * d.track, b - a, 2.2);
    }
  };
  const drawTrack = (track, i, level) => {
    const values = state.axis === "x" ? track.x : track.y;
    if (!values.length) return;
    pen.strokeStyle = color(i); pen.lineWidth = i === 0 ? 2.2 : 1.7; pen.setLineDash(pens[i].dash); pen.lineJoin = "round";
    pen.beginPath();
    const a = Math.max(0, last(track.t, state.from, (v) => v)), b = Math.min(values.length - 1, last(track.t, state.to, (v) => v) + 1);
    let before = null;
    for (let k = a; k <= b; k++) {
      const x = place(track.t[k]), y = level(values[k]);
      // Between frames far apart the view rested where it was.
      if (before !== null && track.t[k] - track.t[before] > 100) pen.lineTo(x, level(values[before]));
      if (before === null) pen.moveTo(x, y); else pen.lineTo(x, y);
      before = k;
    }
    pen.lineTo(place(end), level(values[values.length - 1]));
    pen.stroke(); pen.setLineDash([]);
    for (const s of track.settles) {
      if (s.horizontal !== (state.axis === "x") || s.rest < state.from || s.release > state.to) continue;
      const x = place(s.release);
      if (s.projected !== null) {
        pen.globalAlpha = 0.8; pen.setLineDash([2, 3]); pen.lineWidth = 1; pen.beginPath();
        pen.moveTo(x, level(s.offset)); pen.lineTo(place(s.rest), level(s.projected)); pen.stroke(); pen.setLineDash([]); pen.globalAlpha = 1;
        diamond(place(s.rest), level(s.projected), 3.5, false);
      }
      diamond(place(s.rest), level(s.at), 4.5, true);
    }
  };
  const diamond = (x, y, r, filled) => {
    pen.beginPath(); pen.moveTo(x, y - r); pen.lineTo(x + r, y); pen.lineTo(x, y + r); pen.lineTo(x - r, y); pen.closePath();
    if (filled) { pen.fillStyle = pen.strokeStyle; pen.fill(); } else pen.stroke();
  };
  const drawLanes = (lane) => {
    const bar = (from, to, [y, h], fill, alpha = 1) => {
      if (to < state.from || from > state.to) return;
      pen.globalAlpha = alpha; pen.fillStyle = fill;
      pen.fillRect(place(from), y, Math.max(1.5, place(to) - place(from)), h); pen.globalAlpha = 1;
    };
    const phases = (track, row) => { for (const [from, to, name] of track.phases) if (colors[name]) bar(from, to, row, colors[name]); };
    if (lane.phase) phases(tracks[0], lane.phase);
    if (lane.replay) phases(tracks[1], lane.replay);
    // Who moved the content: owners that take it from a finger or a deceleration stand out.
    const owned = { finger: "interacting", deceleration: "decelerating", behavior: "decelerating", program: "animating", unknown: "error" };
    if (lane.owner) for (const [from, to, name] of tracks[0].owners) {
      bar(from, to, lane.owner, colors[owned[name] || "warning"]);
      if (to < state.from || from > state.to || place(Math.min(to, state.to)) - Math.max(left, place(from)) < 6 * name.length + 6) continue;
      pen.textAlign = "left"; pen.textBaseline = "middle"; pen.fillStyle = colors.ink;
      pen.fillText(name, Math.max(left, place(from)) + 3, lane.owner[0] + lane.owner[1] / 2);
    }
    for (const g of data.gestures) bar(g.from, g.to, lane.touch, colors.soft, 0.75);
    pen.textAlign = "left"; pen.textBaseline = "middle";
    const ids = (track, row) => track.ids.forEach(([t, id], i) => {
      const to = i + 1 < track.ids.length ? track.ids[i + 1][0] : end;
      bar(t, to, row, i % 2 ? colors.faint : colors.line);
      const width = place(Math.min(to, state.to)) - Math.max(left, place(t));
      if (id !== null && width > 22) {
        pen.save(); pen.beginPath(); pen.rect(Math.max(left, place(t)), row[0], width - 2, row[1]); pen.clip();
        pen.fillStyle = colors.ink; pen.fillText(id, Math.max(left, place(t)) + 3, row[0] + row[1] / 2); pen.restore();
      }
    });
    if (lane.id) ids(tracks[0], lane.id);
    if (lane["replay id"]) ids(tracks[1], lane["replay id"]);
    const seen = data.policies[0];
    if (seen && lane.seen) for (const i of seen.impressions) if (i.qualified !== null) bar(i.qualified, i.to, lane.seen, colors.accent, 0.16);
    if (lane.marks) drawMarks(lane.marks);
    pen.restore(); pen.save();
    pen.textAlign = "right"; pen.fillStyle = colors.soft; pen.font = "10px system-ui, sans-serif";
    for (const [name] of rows) pen.fillText(name, left - 6, lane[name][0] + lane[name][1] / 2 + 1);
    pen.font = "11px system-ui, sans-serif";
  };
  // A line through the curves where a finding was made; what holds from the start on has none.
  const drawFindings = (top, bottom) => {
    let free = -Infinity;
    for (const f of data.findings.filter((f) => f.from > 0).sort((a, b) => a.from - b.from)) {
      const x = Math.round(place(f.from)) + 0.5;
      if (f.severity === "info" || x < left || x > state.width - right + 1) continue;
      pen.strokeStyle = pen.fillStyle = colors[f.severity] || colors.soft; pen.lineWidth = 1; pen.setLineDash([1, 3]);
      pen.beginPath(); pen.moveTo(x, top); pen.lineTo(x, bottom); pen.stroke(); pen.setLineDash([]);
      const width = pen.measureText(f.name).width, start = x + 4 + width > state.width - right ? x - 6 - width : x + 4;
      if (start < free) continue;
      pen.textAlign = "left"; pen.textBaseline = "top"; pen.fillText(f.name, start, top + 2); free = start + width + 6;
    }
  };
  const severities = ["info", "notice", "warning", "error"];
  const drawMarks = ([y, h]) => {
    for (const m of data.marks) {
      if (m.t < state.from || m.t > state.to) continue;
      pen.fillStyle = m.kind === "command" ? colors.accent : colors.soft;
      pen.beginPath(); pen.arc(place(m.t), y + h / 2, 3.5, 0, 7); pen.fill();
    }
    // Of several at one moment the worst lies on top.
    for (const f of [...data.findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))) {
      if (f.to < state.from || f.from > state.to) continue;
      const x = Math.max(left + 6, place(f.from));
      pen.fillStyle = f.severity === "error" ? colors.error : f.severity === "warning" ? colors.warning : f.severity === "notice" ? colors.notice : colors.info;
      pen.beginPath(); pen.moveTo(x, y); pen.lineTo(x + 6, y + h - 1); pen.lineTo(x - 6, y + h - 1); pen.closePath(); pen.fill();
    }
  };
  const drawScrubber = (top) => {
    const x = place(state.t);
    if (x < left - 1 || x > state.width - right + 1) return;
    pen.strokeStyle = colors.ink; pen.lineWidth = 1.5; pen.beginPath(); pen.moveTo(x, top - 6); pen.lineTo(x, state.height - 4); pen.stroke();
    pen.fillStyle = colors.ink; pen.beginPath(); pen.arc(x, top - 8, 5, 0, 7); pen.fill();
  };

  // MARK: What the view shows

  const svgName = "http://www.w3.org/2000/svg";
  const make = (name, attributes, parent) => {
    const element = document.createElementNS(svgName, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (parent) parent.append(element);
    return element;
  };
  // Text that does not fit is cut; where there is no room for three letters, there is none.
  const label = (svg, id, words, x, y, size, width, height) => {
    const count = Math.floor(width / (size * 0.58)), isCut = id.length + words.length > count;
    if (height < size * 1.3 || count < 3) return;
    make("text", { x, y, "font-size": size, fill: colors.ink }, svg).textContent =
      isCut ? isolated(id.slice(0, count - 1)) + words.slice(0, Math.max(0, count - 1 - id.length)) + "…" : isolated(id) + words;
  };
  // The rectangle within the insets of the container and the margins of a track's configuration.
  const inside = (box, lens) => {
    const [top, left, bottom, right] = lens ? lens.margins : [0, 0, 0, 0], x = box.il + left, y = box.it + top;
    return { x, y, w: Math.max(0, box.w - x - box.ir - right), h: Math.max(0, box.h - y - box.ib - bottom) };
  };
  const shared = (a, la, b, lb) => Math.max(0, Math.min(a + la, b + lb) - Math.max(a, b));
  // How much of a target is within the rectangle that fractions refer to.
  const fraction = (f, view, lens) => {
    const wide = f.w > 0 ? shared(f.x, f.w, view.x, view.w) / f.w : 0, high = f.h > 0 ? shared(f.y, f.h, view.y, view.h) / f.h : 0;
    const along = data.axis === "x" ? wide : high;
    return lens && !lens.area ? along : wide * high;
  };
  const reach = ([kind, a, b, c], view, box) => Math.max(0, kind === "visible" ? (view + box) / 2 - Math.min(Math.max(a, 0), 1) * view
    : kind === "inset" ? reach(a, view, box) - b
    : kind === "mix" ? reach(a, view, box) + (reach(b, view, box) - reach(a, view, box)) * c : 0);
  const controls = { "ease-in": [0.42, 1], "ease-out": [0, 0.58], "ease-in-out": [0.42, 0.58] };
  const eased = (curve, share) => {
    const c = controls[curve];
    if (share <= 0 || share >= 1 || !c) return Math.min(Math.max(share, 0), 1);
    let low = 0, high = 1;
    for (let i = 0; i < 40; i++) {
      const s = (low + high) / 2, r = 1 - s;
      if (3 * r * r * s * c[0] + 3 * r * s * s * c[1] + s * s * s < share) low = s; else high = s;
    }
    return low * low * (3 - 2 * low);
  };
  // The phase of a target's transition and how far it is to identity.
  const transition = (f, box, inner, lens) => {
    const settings = lens && lens.transition;
    if (!settings) return null;
    const flat = (settings.axis || data.axis) === "x", view = settings.inner ? inner : { x: 0, y: 0, w: box.w, h: box.h };
    const size = flat ? f.w : f.h, room = flat ? view.w : view.h;
    let away = flat ? f.x + size / 2 - view.x - room / 2 : f.y + size / 2 - view.y - room / 2;
    if (flat && data.rtl) away = -away;
    const mode = away < 0 ? settings.before : settings.after, distance = Math.abs(away);
    const near = mode ? reach(mode.threshold, size, room) : Infinity, far = (size + room) / 2;
    const phase = distance <= near ? "identity" : away < 0 ? "topLeading" : "bottomTrailing";
    const share = !mode ? 1 : mode.curve === null ? (phase === "identity" ? 1 : 0)
      : eased(mode.curve, far > near ? 1 - (distance - near) / (far - near) : distance < far ? 1 : 0);
    return { phase, share };
  };
  // Where a release without velocity would come to rest, with the candidates' distances from here.
  const resting = (track, here) => ["x", "y"].flatMap((axis) => {
    const list = track.rests.filter((r) => r[1] === axis), r = list[last(list, state.t, (v) => v[0])];
    if (!r || !r[6].length) return [];
    const from = Math.min(Math.max(here[axis], r[4]), r[5]);
    return [{ horizontal: axis === "x", id: r[2], place: r[3], candidates: r[6].map(([id, place], k) => ({ id, place, distance: Math.abs(place - from), first: !k })) }];
  });
  const named = (id, place) => (id === null ? points(place) : isolated(id));
  const write = (svg, words, attributes) => { make("text", { stroke: colors.faint, "stroke-width": attributes["font-size"] / 4, "paint-order": "stroke",
    "stroke-linejoin": "round", ...attributes }, svg).textContent = words; };
  // Lines at the places that could come to lie at the container's start, nearest first.
  const drawCandidates = (svg, candidates, horizontal, chosen, from, here, box, inner, size) => {
    let row = 0;
    for (const c of candidates) {
      const isChosen = chosen(c), start = horizontal ? inner.x : inner.y, p = c.place - (horizontal ? here.x : here.y) + start;
      if (p < -1 || p > (horizontal ? box.w : box.h) + 1 || (row >= 4 && !isChosen)) continue;
      const ink = isChosen ? colors.ink : colors.soft, words = `${isChosen ? "◆ " : ""}${named(c.id, c.place)}, ${points(c.distance)} pt ${from}`;
      make("line", { ...(horizontal ? { x1: p, x2: p, y1: 0, y2: box.h } : { x1: 0, x2: box.w, y1: p, y2: p }), stroke: ink,
        "stroke-width": size / (isChosen ? 6 : 10), "stroke-dasharray": `${size / 3} ${size / 4}` }, svg);
      const atEnd = p > box.w * 0.6;
      if (horizontal) write(svg, words, { x: atEnd ? p - size / 3 : p + size / 3, y: box.h - size * (0.6 + 1.2 * row), "font-size": size * 0.9,
        "text-anchor": atEnd ? "end" : "start", fill: ink });
      else write(svg, words, { x: box.w - size / 2, y: Math.min(box.h - size / 3, Math.max(size, p + size * 1.05)), "font-size": size * 0.9, "text-anchor": "end", fill: ink });
      row++;
    }
  };
  const drawAnchor = (svg, lens, box, inner, size) => {
    if (!lens || !lens.anchor) return null;
    const flat = data.axis === "x", share = flat ? (data.rtl ? 1 - lens.anchor[0] : lens.anchor[0]) : lens.anchor[1];
    const p = flat ? inner.x + share * inner.w : inner.y + share * inner.h;
    make("line", { ...(flat ? { x1: p, x2: p, y1: 0, y2: box.h } : { x1: 0, x2: box.w, y1: p, y2: p }), stroke: colors.accent, "stroke-width": size / 5 }, svg);
    write(svg, "anchor", flat ? { x: p + (share > 0.5 ? -1 : 1) * size / 3, y: box.h / 2, "font-size": size * 0.9, fill: colors.accent, "text-anchor": share > 0.5 ? "end" : "start" }
      : { x: size / 2, y: p < size * 2 ? p + size * 1.1 : p - size / 3, "font-size": size * 0.9, fill: colors.accent });
    return p;
  };
  const drawView = (track, i) => {
    const figure = $("view" + i);
    if (!figure) return;
    const svg = figure.querySelector("svg"), read = figure.querySelector(".read");
    svg.replaceChildren();
    const box = at(data.containers, state.t), here = offset(track, state.t);
    const isLeftOut = data.layoutsEnd !== null && state.t >= data.layoutsEnd, layout = isLeftOut ? null : at(data.layouts, state.t);
    if (!box || !here) { read.textContent = box ? "no frame" : "the size of the container is not known"; return; }
    svg.setAttribute("viewBox", `0 0 ${box.w} ${box.h}`);
    // Text is as large on the screen whatever the size of the drawing; 450 is its largest height.
    const scale = Math.min(figure.clientWidth / box.w, 450 / box.h), size = scale > 0 ? 11 / scale : box.h / 40, seen = [], lens = track.lens, inner = inside(box, lens);
    const view = lens && lens.inner ? inner : { x: 0, y: 0, w: box.w, h: box.h };
    make("rect", { x: 0, y: 0, width: box.w, height: box.h, fill: colors.faint }, svg);
    if (layout) for (let k = 0; k < layout.ids.length; k++) {
      const f = { x: layout.x[k] - here.x, y: layout.y[k] - here.y, w: layout.w[k], h: layout.h[k] }, { x, y, w, h } = f;
      if (x >= box.w || y >= box.h || x + w <= 0 || y + h <= 0) continue;
      const share = fraction(f, view, lens), change = transition(f, box, inner, lens), isWhole = !change || change.phase === "identity";
      make("rect", { x: x + 1, y: y + 1, width: Math.max(0, w - 2), height: Math.max(0, h - 2), rx: size / 3, fill: color(i),
        "fill-opacity": (0.08 + 0.2 * share) * (change ? 0.4 + 0.6 * change.share : 1), stroke: color(i), "stroke-width": size / 12,
        ...(isWhole ? {} : { "stroke-dasharray": `${size / 2} ${size / 3}` }) }, svg);
      const told = change ? ` ${change.phase} ${points(change.share * 100)} %` : "";
      label(svg, layout.ids[k], ` · ${Math.round(share * 100)} %${isWhole ? "" : " ·" + told}`, Math.max(x, 0) + size / 2, Math.max(y, 0) + size * 1.25, size,
        Math.min(x + w, box.w) - Math.max(x, 0) - size, Math.min(y + h, box.h) - Math.max(y, 0));
      seen.push(`${isolated(layout.ids[k])} ${Math.round(share * 100)} %${told}`);
    }
    for (const [x, y, w, h] of [[0, 0, box.w, inner.y], [0, inner.y + inner.h, box.w, box.h - inner.y - inner.h], [0, 0, inner.x, box.h],
      [inner.x + inner.w, 0, box.w - inner.x - inner.w, box.h]])
      if (w > 0 && h > 0) make("rect", { x, y, width: w, height: h, fill: colors.soft, "fill-opacity": 0.22 }, svg);
    const anchor = drawAnchor(svg, lens, box, inner, size);
    const now = settle(track, state.t), moving = phase(track, state.t), rests = resting(track, here);
    if (now) drawCandidates(svg, now.candidates, now.horizontal, (c) => c.verdict === "chosen", "from projected", here, box, inner, size);
    else if (moving !== "idle") for (const r of rests) drawCandidates(svg, r.candidates, r.horizontal, (c) => c.id === r.id && Math.abs(c.place - r.place) < 0.01, "away", here, box, inner, size);
    for (const g of data.gestures) {
      if (g.kind !== "touch" || state.t < g.from || state.t > g.to) continue;
      const k = Math.max(0, last(g.path, state.t, (p) => p[0]));
      if (g.path[k]) make("circle", { cx: g.path[k][1], cy: g.path[k][2], r: size * 1.4, fill: colors.ink, "fill-opacity": 0.35 }, svg);
    }
    make("rect", { x: 0, y: 0, width: box.w, height: box.h, fill: "none", stroke: colors.soft, "stroke-width": size / 8 }, svg);
    const id = reported(track, state.t);
    read.textContent = `offset ${points(here.x)}, ${points(here.y)}\nphase ${moving}` + (id === null ? "" : `\nid ${isolated(id)}`)
      + (anchor === null ? "" : `\nanchor line at ${points(anchor)} pt`)
      + (now && now.projected !== null ? `\nsettling to ${points(now.at)}, by itself it would go to ${points(now.projected)}` : "")
      + rests.map((r) => `\nwould rest at ${named(r.id, r.place)}; nearest ` + r.candidates.map((c) => `${named(c.id, c.place)} (${points(c.distance)} pt)`).join(", ")).join("")
      + (isLeftOut ? `\nthe layouts from ${seconds(data.layoutsEnd)} on are too large for this page`
        : seen.length ? `\nshown ${seen.slice(0, 12).join(", ")}${seen.length > 12 ? " …" : ""}` : "");
    svg.setAttribute("aria-label", `${track.name}: ${read.textContent.replaceAll("\n", ", ")}`);
  };

  // MARK: Moving

  let pending = 0, hashTimer = 0;
  const show = () => {
    if (pending) return;
    pending = requestAnimationFrame(() => {
      pending = 0;
      draw();
      tracks.forEach(drawView);
      $("now").textContent = seconds(state.t);
      canvas.setAttribute("aria-valuenow", state.t.toFixed(3));
      canvas.setAttribute("aria-valuetext", seconds(state.t));
    });
  };
  const go = (t, follow = true) => {
    state.t = Math.min(Math.max(t, 0), end);
    if (follow && (state.t < state.from || state.t > state.to)) {
      const span = state.to - state.from;
      state.from = Math.min(Math.max(0, state.t - span / 2), end - span); state.to = state.from + span;
    }
    clearTimeout(hashTimer);
    hashTimer = setTimeout(() => history.replaceState(null, "", "#t=" + Number((state.t / 1000).toFixed(6))), state.playing ? 400 : 60);
    show();
  };
  const zoom = (factor, around) => {
    const span = Math.min(end, Math.max(10, (state.to - state.from) * factor)), share = (around - state.from) / (state.to - state.from);
    state.from = Math.min(Math.max(0, around - span * share), end - span); state.to = state.from + span; show();
  };
  const pan = (ms) => {
    const span = state.to - state.from;
    state.from = Math.min(Math.max(0, state.from + ms), end - span); state.to = state.from + span; show();
  };
  const frame = (direction) => {
    const times = (tracks.find((t) => t.t.length) || { t: [] }).t;
    if (!times.length) return;
    let i = last(times, state.t, (v) => v);
    if (direction > 0) i++; else if (times[i] === state.t) i--;
    go(times[Math.min(Math.max(i, 0), times.length - 1)]);
  };
  let clock = 0;
  const play = (on) => {
    state.playing = on; clock = 0;
    $("play").textContent = on ? "Pause" : "Play"; $("play").setAttribute("aria-pressed", String(on));
    if (on) { if (state.t >= end) go(0); requestAnimationFrame(tick); }
  };
  const tick = (time) => {
    if (!state.playing) return;
    if (clock) go(state.t + (time - clock) * state.speed);
    clock = time;
    if (state.t >= end) play(false); else requestAnimationFrame(tick);
  };

  // MARK: Input

  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId); canvas.focus({ preventScroll: true });
    drag = { pan: event.shiftKey || event.button === 1, x: event.offsetX };
    if (!drag.pan) go(moment(event.offsetX), false);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (drag.pan) { pan(moment(drag.x) - moment(event.offsetX)); drag.x = event.offsetX; } else go(moment(event.offsetX), false);
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { drag = null; });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY) && !event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) zoom(Math.exp(event.deltaY / 200), moment(event.offsetX));
    else pan(((event.deltaX || event.deltaY) / state.width) * (state.to - state.from));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const keys = {
      ArrowLeft: () => frame(-1), ArrowRight: () => frame(1), Home: () => go(0), End: () => go(end), " ": () => play(!state.playing),
      PageUp: () => go(state.t - (state.to - state.from) / 10), PageDown: () => go(state.t + (state.to - state.from) / 10),
      "+": () => zoom(0.7, state.t), "=": () => zoom(0.7, state.t), "-": () => zoom(1 / 0.7, state.t),
      "0": () => { state.from = 0; state.to = end; show(); }, x: () => axis("x"), y: () => axis("y"),
    };
    const action = keys[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); action(); }
  });
  const axis = (name) => { state.axis = name; $("axis").value = name; show(); };
  $("play").addEventListener("click", () => play(!state.playing));
  $("speed").addEventListener("change", (event) => { state.speed = Number(event.target.value); });
  $("axis").addEventListener("change", (event) => axis(event.target.value));
  $("in").addEventListener("click", () => zoom(0.6, state.t));
  $("out").addEventListener("click", () => zoom(1 / 0.6, state.t));
  $("all").addEventListener("click", () => { state.from = 0; state.to = end; show(); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-t]");
    if (!link) return;
    event.preventDefault(); go(Number(link.dataset.t)); canvas.focus({ preventScroll: true });
    canvas.scrollIntoView({ block: "center", behavior: reduced ? "auto" : "smooth" });
  });
  const fromFragment = () => {
    const match = /^#t=([0-9.]+)$/.exec(location.hash);
    if (match && Number.isFinite(Number(match[1]))) go(Number(match[1]) * 1000);
  };
  addEventListener("hashchange", fromFragment);
  addEventListener("resize", show);
  addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("details")) part.open = true; });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); show(); });

  // MARK: Start

  readColors();
  canvas.setAttribute("aria-valuemax", String(end));
  $("axis").value = state.axis; $("interactive").hidden = false; $("static").hidden = true;
  // The page opens at what its verdict speaks of: where something is seen, not where it was declared.
  const worst = data.findings[0], apart = data.divergences.find((d) => d.kind === "offset" && d.track === 1);
  go(worst && (!apart || worst.severity === "error" || worst.severity === "warning") ? worst.to : apart ? apart.to : 0); fromFragment(); show();
  document.documentElement.dataset.ready = "yes";
})();
