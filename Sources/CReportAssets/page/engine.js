"use strict";
// The bridge to the engine: the WebAssembly module that a report carries, and the inputs of its trace.
//
// The module receives and returns bytes (see EngineModule/Module.swift). It runs in the page, whose
// policy allows no worker; the module counts frames and ends a replay that has too many.

/**
 * @typedef {{index: number, kind: string, start: number, end: number, x0: number, y0: number, x1: number,
 *   y1: number, velocity: {x: number, y: number}, samples: number[][] | null}} Gesture
 * @typedef {{configuration: string, container: {width: number, height: number} | null, rightToLeft: boolean,
 *   gestures: Gesture[]}} Baseline
 * @typedef {{release: number, axis: string, velocity: number, proposed: {x: number, y: number},
 *   chosen: number, target: string | null, rule: string, clamp: string, limit: number | null,
 *   rest: number | null, x: number | null, y: number | null,
 *   candidates: {id: string | null, at: number, chosen: boolean}[]}} EngineSettle
 */

/** Runs the module; uses nothing of the page, so that a check can run it without one. */
const engineCore = () => {
  let module = null, instance = null, inputs = null;

  const reader = (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), decoder = new TextDecoder();
    let at = 0;
    const read = {
      byte: () => view.getUint8(at++),
      flag: () => read.byte() === 1,
      integer: () => { at += 8; return view.getUint32(at - 8, true) + view.getInt32(at - 4, true) * 0x100000000; },
      hex: () => { at += 8; return view.getBigUint64(at - 8, true).toString(16).padStart(16, "0"); },
      real: () => { at += 8; return view.getFloat64(at - 8, true); },
      text: () => { const count = read.integer(); at += count; return decoder.decode(bytes.subarray(at - count, at)); },
      optional: (one) => (read.flag() ? one() : null),
      list: (one) => { const count = read.integer(), list = []; for (let i = 0; i < count; i++) list.push(one()); return list; },
      column: (count) => { at += count * 8; return new Float64Array(bytes.slice(at - count * 8, at).buffer); },
      point: () => ({ x: read.real(), y: read.real() }),
    };
    return read;
  };

  const requestBytes = (texts) => {
    const parts = texts.map((text) => new TextEncoder().encode(text));
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 8, 8));
    const view = new DataView(bytes.buffer);
    let at = 0;
    const integer = (value) => { view.setBigInt64(at, BigInt(value), true); at += 8; };
    parts.forEach((part, index) => {
      integer(part.length);
      bytes.set(part, at);
      at += part.length;
      if (index === 0) integer(parts.length - 1);
    });
    return bytes;
  };

  /** Calls a function of the module with a request; returns whether it failed, and the reply. */
  const call = (name, request) => {
    const { memory, engine_room, engine_reply, engine_reply_count } = instance.exports;
    // The address is needed first: the allocation may grow the memory, which replaces its buffer.
    const room = engine_room(request.length);
    new Uint8Array(memory.buffer).set(request, room);
    const failed = instance.exports[name]() !== 0, count = engine_reply_count(), start = engine_reply();
    const read = reader(new Uint8Array(memory.buffer, start, count).slice());
    if (failed) throw new Error(read.text());
    return read;
  };

  const readGesture = (read) => {
    const gesture = { index: read.integer(), kind: read.text(), start: read.real(), end: read.real() };
    const [first, last, velocity] = [read.point(), read.point(), read.point()];
    const samples = read.optional(() => read.list(() => [read.real(), read.real(), read.real()]));
    return { ...gesture, x0: first.x, y0: first.y, x1: last.x, y1: last.y, velocity, samples };
  };

  const readSettle = (read) => {
    const settle = {
      release: read.real(), axis: read.flag() ? "vertical" : "horizontal", velocity: read.real(),
      proposed: read.point(), chosen: read.real(), target: read.optional(read.text), rule: read.text(),
      clamp: read.text(), limit: read.optional(read.integer),
    };
    const rest = read.optional(() => ({ rest: read.real(), ...read.point() }));
    const candidates = read.list(() => ({ id: read.optional(read.text), at: read.real(), chosen: read.flag() }));
    return { ...settle, ...(rest || { rest: null, x: null, y: null }), candidates };
  };

  const readLayout = (read) => {
    const layout = { t: read.real(), ids: [], x: [], y: [], w: [], h: [] };
    read.list(() => {
      layout.ids.push(read.text());
      for (const key of ["x", "y", "w", "h"]) layout[key].push(read.real());
    });
    return layout;
  };

  const readContainer = (read) => {
    const container = {};
    for (const key of ["t", "w", "h", "it", "il", "ib", "ir"]) container[key] = read.real();
    return container;
  };

  const readRun = (read) => {
    const digest = read.hex(), frames = read.integer();
    const [t, x, y] = [read.column(frames), read.column(frames), read.column(frames)];
    const starts = read.list(() => [read.real(), read.text()]);
    const end = frames > 0 ? t[frames - 1] : 0;
    const phases = starts.map(([from, name], i) => [from, i + 1 < starts.length ? starts[i + 1][0] : Math.max(from, end), name]);
    const ids = read.list(() => [read.real(), read.optional(read.text)]);
    const names = read.list(read.text);
    const sets = read.list(() => [read.real(), read.list(read.integer)]);
    const settles = read.list(() => readSettle(read));
    return {
      error: null, digest, outcome: read.text(), t, x, y, phases, ids, sets, names, settles, rightToLeft: read.flag(),
      gestures: read.list(() => readGesture(read)), layouts: read.optional(() => read.list(() => readLayout(read))),
      containers: read.optional(() => read.list(() => readContainer(read))),
    };
  };

  /** Starts the module: at first, and again after a trap. */
  const start = async () => {
    instance = await WebAssembly.instantiate(module, {});
    const read = call("engine_load", inputs);
    return {
      configuration: read.text(), container: read.optional(() => ({ width: read.real(), height: read.real() })),
      rightToLeft: read.flag(), gestures: read.list(() => readGesture(read)),
    };
  };

  return {
    open: async (engineBytes, inputBytes) => {
      module = await WebAssembly.compile(engineBytes);
      inputs = inputBytes;
      return start();
    },
    run: async ({ configuration, edits }) => {
      const from = performance.now();
      let run;
      try {
        run = readRun(call("engine_run", requestBytes([configuration, ...edits])));
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
          await start();
          run = { error: "The engine stopped: this replay needs more memory than it may use. Make the change smaller." };
        } else {
          run = { error: error.message };
        }
      }
      run.micros = Math.round((performance.now() - from) * 1000);
      return run;
    },
  };
};

/** The bytes of the engine: its unpacker, a module of its own, expands them (Scripts/engine/pack.c). */
const expandedEngine = async (packed) => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength), size = view.getUint32(0, true);
  const count = view.getUint32(4 + size, true), { instance } = await WebAssembly.instantiate(packed.subarray(4, 4 + size), {});
  const { memory, unpack_room, unpack } = instance.exports;
  new Uint8Array(memory.buffer).set(packed.subarray(8 + size), unpack_room());
  const start = unpack(count);
  return new Uint8Array(memory.buffer, start, count);
};
/** Opens the engine, once for each element with inputs; rejects with a sentence if there is none. */
async function openEngine(elementId = "inputs") {
  const engineBytes = await expandedEngine(lettersToBytes($("engine").textContent));
  const core = engineCore(), baseline = await core.open(engineBytes, await unpackedBytes(elementId));
  const visibleIn = (run) => (t) => {
    const i = last(run.sets, t, (set) => set[0]);
    return i < 0 ? null : run.sets[i][1].map((number) => run.names[number]);
  };
  return {
    baseline,
    run: async (state) => {
      const run = await core.run(state);
      if (!run.error) run.visible = visibleIn(run);
      return run;
    },
    compare: compareRuns,
  };
}

/** What changed between two replays, in a sentence or two. */
const compareRuns = (before, after) => {
  if (after.error) return after.error;
  if (before.error) return "";
  const points = (value) => `${Math.round(value * 10) / 10} pt`;
  const place = (settle) => (settle.target === null ? points(settle.chosen) : `${settle.target} (${points(settle.chosen)})`);
  const changed = [];
  const count = Math.min(before.settles.length, after.settles.length);
  for (let i = 0; i < count; i++) {
    const [old, now] = [before.settles[i], after.settles[i]];
    if (old.target !== now.target || Math.abs(old.chosen - now.chosen) > 0.1) {
      changed.push(`Settle ${i + 1} now rests at ${place(now)} instead of ${place(old)}.`);
    }
  }
  const more = changed.length > 3 ? [`${changed.length - 3} more settles rest elsewhere.`] : [];
  const words = [...changed.slice(0, 3), ...more];
  if (before.settles.length !== after.settles.length) {
    words.push(`There are ${after.settles.length} settles instead of ${before.settles.length}.`);
  }
  if (words.length > 0) return words.join(" ");
  const isSame = before.digest === after.digest;
  return isSame ? "Nothing changed: every frame is where it was." : "Every settle rests where it did; the way there differs.";
};
