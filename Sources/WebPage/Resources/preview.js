// Layouts that are shown instead of the step's: previews of changes, alternates, and ambiguous views that are dragged.

import { h, put, button, eachFrame, wantsMotion } from './dom.js';
import * as api from './api.js';
import { alignmentInsets } from './shapes.js';
import { changeWords, count, points } from './format.js';
import { changeEvent } from './remedies.js';
import { verdictBadge, fail } from './frame.js';

/** The short names of attributes. */
const short = { minX: 'x', minY: 'y' };

const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));

/** Returns the views whose frames differ. */
export function movedViews(layout, frames) {
  const moved = new Set();
  for (let view = 0; view < layout.views.length; view += 1) {
    for (let part = 4 * view; part < 4 * view + 4; part += 1) {
      if (Math.abs(frames[part] - layout.frames[part]) > 1e-3) { moved.add(layout.views[view].id); break; }
    }
  }
  return moved;
}

/** Returns the subjects of an entry, by which entries of two layouts are compared. */
const subjects = ({ diagnosis, conflicts, ambiguities }) => {
  const found = [...conflicts.map(({ members }) => members.join('\n')), ...ambiguities.map(({ view }) => view)];
  return found.length ? found : [diagnosis?.cause];
};

const isFound = ({ conflicts, ambiguities }) => conflicts.length + ambiguities.length > 0;

/** Returns the ids of a layout's entries that another one does not have, and the entries that only the other one has. */
function changedEntries(layout, other) {
  const [before, after] = [layout, other].map(({ entries }) => new Set(entries.flatMap(subjects)));
  return {
    ended: new Set(layout.entries.filter((entry) => !subjects(entry).some((each) => after.has(each))).map(({ id }) => id)),
    // The remark about a log without a conflict is not something that a change introduces.
    came: other.entries.filter((entry) => isFound(entry) && !subjects(entry).some((each) => before.has(each))),
  };
}

/** Returns a function that makes one call at a time. Of the calls made meanwhile, only the newest follows. */
export function newestOnly(ask) {
  let isBusy = false;
  let next = null;
  return async function run(...values) {
    if (isBusy) { next = values; return; }
    isBusy = true;
    try { await ask(...values); } catch (error) { fail(error); }
    isBusy = false;
    if (next) { const waiting = next; next = null; run(...waiting); }
  };
}

export function mountPreview(host, store, page) {
  let run = 0;
  let dragged = null;

  function stop() {
    run += 1;
  }

  function clear() {
    stop();
    store.set({ shown: null, alternate: null });
  }

  /** Shows frames instead of the step's. */
  function present(frames, about) {
    const { layout } = store.state;
    store.set({ shown: { frames, moved: movedViews(layout, frames), ...about } });
  }

  /** Animates from the frames that are shown to others. */
  async function moveTo(frames, about) {
    stop();
    const own = run;
    const from = store.state.shown?.frames ?? store.state.layout.frames;
    if (!wantsMotion()) { present(frames, about); return own === run; }
    const moved = movedViews(store.state.layout, frames);
    const begin = performance.now();
    const length = 450;
    return new Promise((resolve) => {
      const tick = (now) => {
        if (own !== run) { resolve(false); return; }
        const part = ease(Math.min(Math.max((now - begin) / length, 0), 1));
        const between = Float64Array.from(frames, (value, place) => (Number.isNaN(from[place]) ? value : from[place] + (value - from[place]) * part));
        store.set({ shown: { frames: part >= 1 ? frames : between, moved, ...about } });
        if (part < 1) requestAnimationFrame(tick); else resolve(true);
      };
      requestAnimationFrame(tick);
    });
  }

  /** Shows the layout after events. */
  async function events(list, words) {
    const { id, step, layout } = store.state;
    try {
      const answer = await api.preview(id, step, list, 'report');
      if (store.state.step !== step) return;
      const judged = layout.judged(answer.report, list);
      const changed = changedEntries(layout, judged);
      const detail = [layout.entries.length ? `resolves ${changed.ended.size} of ${count(layout.entries.length, 'finding')}` : null, changed.came.length ? `introduces ${changed.came.length}` : null];
      const about = { kind: 'preview', title: words, verdict: answer.verdict, events: list, layout: judged, detail: detail.filter(Boolean).join(', '), ...changed };
      if (layout.isFragment) { store.set({ shown: { frames: layout.frames, moved: new Set(), ...about } }); return; }
      await moveTo(layout.absolute(answer.report.frames ?? {}), about);
    } catch (error) {
      fail(error);
    }
  }

  /** Shows one of the report's alternates. */
  function alternate(name) {
    const { layout } = store.state;
    const found = layout.report.alternates?.find(({ id }) => id === name);
    if (!found) return;
    store.set({ alternate: name });
    moveTo(layout.absolute(found.frames), { kind: 'alternate', title: `Alternate ${name}` });
  }

  /** Loads the module for exercises on first use. */
  let exercises = null;
  const withExercises = async (work) => {
    try {
      exercises ??= import('./exercise.js').then(({ mountExercise }) => mountExercise(store, { clear, moveTo, run: () => run }));
      await work(await exercises);
    } catch (error) {
      exercises = null;
      fail(error);
    }
  };
  const exercise = (views) => withExercises((each) => each.exercise(views));
  const goThrough = (kept) => withExercises((each) => each.goThrough(kept));

  /** Returns a constraint that pulls an attribute of a frame to a value, weaker than all others. */
  function pull(attribute, view, value) {
    const { layout } = store.state;
    const { id } = layout.views[view];
    const insets = alignmentInsets(layout, view);
    const parent = layout.parents[view];
    if (attribute === 'width' || attribute === 'height') {
      const less = attribute === 'width' ? insets.left + insets.right : insets.top + insets.bottom;
      return { first: { item: id, attribute }, relation: '==', constant: Math.max(value - less, 0), priority: 0.001 };
    }
    const side = attribute === 'minX' ? 'left' : 'top';
    const outer = alignmentInsets(layout, parent);
    return {
      first: { item: id, attribute: side }, relation: '==', second: { item: layout.views[parent].id, attribute: side },
      constant: value + insets[side] - outer[side], priority: 0.001,
    };
  }

  const ask = newestOnly(async (wanted) => {
    const { id, step, layout } = store.state;
    const list = wanted.map(({ attribute, view, value }) => ({ op: 'addConstraint', constraint: pull(attribute, view, value) }));
    const answer = await api.preview(id, step, list, 'frames');
    if (store.state.step !== step) return;
    const frames = answer.frames ?? (await api.preview(id, step, list, 'report')).report.frames;
    const value = wanted.map(({ attribute, view }) => `${short[attribute] ?? attribute} ${Math.round((frames[layout.views[view].id]?.[short[attribute] ?? attribute] ?? 0) * 10) / 10}`).join(', ');
    stop();
    present(layout.absolute(frames), { kind: 'range', title: `${layout.nameOf(layout.views[wanted[0].view].id)}: ${value}` });
  });
  const askSoon = eachFrame(ask);

  /** Sets an ambiguous attribute to a value; views that depend on it follow. */
  const setValue = (id, attribute, value) => askSoon([{ attribute, view: store.state.layout.viewIndex.get(id), value }]);

  function move(phase, handle, dx, dy) {
    const { layout, shown } = store.state;
    if (phase === 'begin') {
      // An animated view stops, and is dragged from its present position.
      stop();
      const view = layout.viewIndex.get(handle.of);
      const frames = shown?.frames ?? layout.frames;
      const parent = layout.parents[view];
      dragged = {
        view, x: frames[4 * view] - (parent < 0 ? 0 : frames[4 * parent]), y: frames[4 * view + 1] - (parent < 0 ? 0 : frames[4 * parent + 1]),
        width: frames[4 * view + 2], height: frames[4 * view + 3],
      };
    } else if (phase === 'move' && dragged) {
      const values = { minX: dragged.x + dx, minY: dragged.y + dy, width: dragged.width + dx, height: dragged.height + dy };
      const known = new Map(layout.looseness(handle.of).map((each) => [each.attribute, each]));
      askSoon(handle.handle.split(' ').map((attribute) => {
        const { min, max } = known.get(attribute);
        return { attribute, view: dragged.view, value: Math.min(Math.max(values[attribute], min ?? -1e6), max ?? 1e6) };
      }));
    }
  }

  function draw() {
    const { shown } = store.state;
    if (!shown || shown.kind === 'drag') { put(host); return; }
    const suggestion = shown.prevented?.[0];
    put(host, h('div', { class: 'card' },
      h('strong', {}, shown.title), shown.verdict ? verdictBadge(shown.verdict) : null, shown.detail ? h('span', { class: 'detail' }, shown.detail) : null,
      shown.moved?.size ? h('span', { class: 'detail' }, count(shown.moved.size, 'view moves', 'views move')) : null,
      shown.events && page.isNewest ? button('Apply', () => page.apply(shown.events, shown.title), { class: 'primary' }) : null,
      suggestion && page.isNewest && typeof suggestion === 'string' && !suggestion.includes(' to ')
        ? button(`Rule out: ${suggestion}`, () => page.apply([changeEvent({ kind: 'add', constraint: suggestion }, store.state.layout)], changeWords({ kind: 'add', constraint: suggestion }))) : null,
      button('Close', clear, { class: 'quiet' })));
  }
  store.watch(['shown', 'newest'], (state) => { if (state.shown?.title !== draw.title || state.shown?.verdict !== draw.verdict || !state.shown) { draw.title = state.shown?.title; draw.verdict = state.shown?.verdict; draw(); } });
  return { stop, clear, events, alternate, exercise, goThrough, setValue, move, moveTo };
}
