// The layout at other sizes, in the other direction, and with larger text: computed while the pointer moves, stored only on request.

import { h, put, button, select, eachFrame, later } from './dom.js';
import * as api from './api.js';
import { points, range } from './format.js';
import { verdictBadge, fail } from './frame.js';
import { movedViews, newestOnly } from './preview.js';
import { entrySentence } from './findings.js';

const device = (name, width, height) => [`${width}x${height}`, `${name}: ${width} × ${height}`];
const presets = [
  ['Phones', [device('iPhone SE', 320, 568), device('iPhone 8', 375, 667), device('iPhone 15', 393, 852), device('iPhone 15 Pro Max', 430, 932)]],
  ['Tablets', [device('iPad mini', 744, 1133), device('iPad', 820, 1180), device('iPad Pro 13"', 1024, 1366)]],
  ['Split view', [device('a third of an iPad', 320, 1180), device('half of an iPad', 507, 820), device('two thirds of an iPad', 678, 820)]],
];
const textSizes = [
  ['0.8', 'Small (0.8×)'], ['1', 'As stated'], ['1.25', 'Large (1.25×)'], ['1.5', 'Extra large (1.5×)'], ['2', 'Accessibility (2×)'], ['3', 'Largest (3×)'],
];

/** Returns at which lengths of an axis the required constraints can be satisfied, while the other axis has the step's length. */
const holdWords = (found, axis, other, size) => (found
  ? `At ${other} ${points(size[other])}, the required constraints on the ${axis} can be satisfied at ${axis} ${range(found)}. `
  : `At ${other} ${points(size[other])}, no ${axis} helps. `);

const labelled = (label, input) => h('div', { class: 'field' }, h('label', { for: input.id }, label), input);

export function mountSizes(host, store, page) {
  let wanted = {};
  const base = () => {
    const { size = {} } = store.state.layout.report;
    return { width: wanted.width ?? size?.width ?? 0, height: wanted.height ?? size?.height ?? 0 };
  };

  /** Returns the size of the root after events, or that of the step if it has none. */
  function triedSize(list) {
    const { size } = store.state.layout.report;
    const { width, height } = list.find(({ op }) => op === 'resize') ?? {};
    return size && { width: width ?? size.width, height: height ?? size.height };
  }

  /** Returns the events for the chosen size, direction and text size. */
  function events() {
    const { layout } = store.state;
    const list = [];
    const size = Object.fromEntries(['width', 'height'].filter((key) => wanted[key] !== undefined).map((key) => [key, wanted[key]]));
    if (Object.keys(size).length > 0) list.push({ op: 'resize', ...size });
    if (wanted.direction && wanted.direction !== layout.direction) list.push({ op: 'setDirection', direction: wanted.direction });
    if (wanted.scale && wanted.scale !== 1) {
      for (const view of layout.views) {
        const size = view.intrinsicContentSize;
        if (!size || !(view.text || /Label|Button|Text/.test(view.class ?? ''))) continue;
        const scaled = (value) => (typeof value === 'number' && value > 0 ? Math.round(value * wanted.scale * 10) / 10 : value ?? null);
        list.push({ op: 'setIntrinsicContentSize', view: view.id, width: scaled(size.width), height: scaled(size.height) });
      }
    }
    return list;
  }

  const ask = newestOnly(async (list, began) => {
    const { id, step, layout } = store.state;
    if (list.length === 0) { store.set({ shown: null }); return; }
    const answer = await api.preview(id, step, list, 'frames');
    if (store.state.step !== step) return;
    const frames = answer.frames ? layout.absolute(answer.frames) : store.state.shown?.frames ?? layout.frames;
    store.set({ shown: { frames, moved: movedViews(layout, frames), kind: 'drag', verdict: answer.verdict, members: answer.conflict, size: triedSize(list) } });
    tellVerdict(answer.verdict);
    performance.measure('input to verdict', { start: began, end: performance.now() });
    if (!answer.frames) settle();
  });

  // A conflicting layout has frames only when it is known which constraint breaks, which is computed when the pointer rests.
  const settle = later(async () => {
    const { id, step, layout } = store.state;
    const list = events();
    if (list.length === 0) return;
    try {
      const answer = await api.preview(id, step, list, 'report');
      if (store.state.step !== step || JSON.stringify(events()) !== JSON.stringify(list)) return;
      const frames = layout.absolute(answer.report.frames ?? {});
      const judged = layout.judged(answer.report, list);
      store.set({ shown: { frames, moved: movedViews(layout, frames), kind: 'drag', verdict: answer.verdict, layout: judged, size: triedSize(list) } });
      put(sentence, h('bdi', {}, judged.entries[0] ? entrySentence(judged.entries[0], judged) : ''));
    } catch (error) { fail(error); }
  }, 120);

  const drawSoon = eachFrame(() => draw());

  function change(patch, began = performance.now()) {
    wanted = { ...wanted, ...patch };
    store.set({ tried: base() });
    ask(events(), began);
    drawSoon();
  }

  /** Resizes the root while its edge is dragged. */
  function drag(phase, width, height) {
    if (phase === 'begin') store.set({ tab: 'sizes' });
    else if (phase === 'move') {
      const { size } = store.state.layout.report;
      const patch = {};
      if (Math.round(width) !== Math.round(base().width) || wanted.width !== undefined) patch.width = Math.max(0, Math.round(width));
      if (Math.round(height) !== Math.round(base().height) || wanted.height !== undefined) patch.height = Math.max(0, Math.round(height));
      if (size) change(patch);
    }
  }

  const lengthField = (key, label) => {
    const typed = () => { if (input.value !== '' && input.valueAsNumber >= 0) change({ [key]: input.valueAsNumber }); };
    const input = h('input', { type: 'number', min: 0, step: 1, id: `size-${key}`, on: { input: typed } });
    return { input, row: labelled(label, input) };
  };
  const width = lengthField('width', 'Width');
  const height = lengthField('height', 'Height');
  const openDevice = (value) => {
    const [w, h2] = value.split('x').map(Number);
    if (w) change({ width: w, height: h2 });
  };
  const turn = () => {
    const size = base();
    change({ width: size.height, height: size.width });
  };
  const preset = select([['', 'A device …'], ...presets], openDevice, { id: 'size-preset' });
  const direction = select([['ltr', 'Left to right'], ['rtl', 'Right to left']], (value) => change({ direction: value }), { id: 'size-direction' });
  const scale = select(textSizes, (value) => change({ scale: Number(value) }), { id: 'size-text' });
  const verdict = h('div', { class: 'live-verdict', role: 'status' });
  const [sentence, feasible] = [h('p', { class: 'note' }), h('p', { class: 'note' })];
  const keep = button('Keep as a step', () => {
    const [list, size] = [events(), base()];
    wanted = {};
    page.apply(list, `resize to ${points(size.width)} × ${points(size.height)}`);
  }, { class: 'primary' });
  const reset = button('Reset', () => {
    wanted = {};
    store.set({ shown: null, tried: null });
    put(sentence);
    draw();
  });
  const regions = h('section', { class: 'regions-panel' });
  const turned = labelled('Preset', preset);
  turned.classList.add('wide');
  turned.append(button('Turn', turn, { title: 'Exchange width and height' }));
  put(host, h('div', { class: 'section-head' }, h('h2', {}, 'At other sizes'), verdict), sentence,
    h('div', { class: 'fields' }, width.row, height.row, turned, labelled('Direction', direction), labelled('Text size', scale)),
    h('div', { class: 'acts' }, keep, reset), h('p', { class: 'hint' }, 'Or drag the edges of the root in the drawing. Text size scales the intrinsic sizes of views with text, as if their text did not wrap.'),
    feasible, regions);
  let hasRegions = false;
  const mountRegions = async ({ tab }) => {
    if (tab !== 'sizes' || hasRegions) return;
    hasRegions = true;
    (await import('./regions.js')).mountRegions(regions, store, change);
  };
  store.watch(['tab'], (state) => mountRegions(state).catch(fail));
  mountRegions(store.state).catch(fail);

  function tellVerdict(word) { put(verdict, verdictBadge(word)); }

  function draw() {
    const { layout } = store.state;
    if (!layout) return;
    host.classList.toggle('fragment', layout.isFragment);
    const size = base();
    if (document.activeElement !== width.input) width.input.value = String(size.width);
    if (document.activeElement !== height.input) height.input.value = String(size.height);
    direction.value = wanted.direction ?? layout.direction;
    scale.value = String(wanted.scale ?? 1);
    const isChanged = events().length > 0;
    keep.disabled = !isChanged || !page.isNewest;
    reset.disabled = !isChanged;
    const { feasibleSize: sizes } = layout.report;
    put(feasible, sizes && layout.report.size ? [['width', 'height'], ['height', 'width']].map(([axis, other]) => holdWords(sizes[axis], axis, other, layout.report.size)) : null);
    for (const element of host.querySelectorAll('input, select')) element.disabled = layout.isFragment;
    if (!isChanged) tellVerdict(layout.report.verdict);
  }

  store.watch(['layout'], () => {
    wanted = {};
    store.set({ tried: null });
    put(sentence);
    draw();
  });
  store.watch(['newest'], draw);
  draw();
  return { drag };
}
