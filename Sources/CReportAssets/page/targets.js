// The targets under a configuration: visible fractions, transitions, final positions.

const svgName = "http://www.w3.org/2000/svg";
const make = (name, attributes, parent) => {
  const element = document.createElementNS(svgName, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (parent) parent.append(element);
  return element;
};
// Text that does not fit is truncated, and omitted without room for three letters.
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
// The fraction of a target within the rectangle that fractions refer to.
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
// The phase of a target's transition and its distance from identity.
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
// The final offset of a release without velocity, with the candidates' distances from `here`.
const resting = (track, here) => ["x", "y"].flatMap((axis) => {
  const list = track.rests.filter((r) => r[1] === axis), r = list[last(list, state.t, (v) => v[0])];
  if (!r || !r[6].length) return [];
  const from = Math.min(Math.max(here[axis], r[4]), r[5]);
  return [{ horizontal: axis === "x", id: r[2], place: r[3], candidates: r[6].map(([id, place], k) => ({ id, place, distance: Math.abs(place - from), first: !k })) }];
});
const named = (id, place) => (id === null ? points(place) : isolated(id));
const write = (svg, words, attributes) => { make("text", { stroke: colors.faint, "stroke-width": attributes["font-size"] / 4, "paint-order": "stroke",
  "stroke-linejoin": "round", ...attributes }, svg).textContent = words; };
