// Sliders for the ranges of ambiguous views. They follow the frames that are shown.

import { h, put } from './dom.js';
import { points, range } from './format.js';

const words = { minX: 'x', minY: 'y' };
const parts = ['minX', 'minY', 'width', 'height'];

/** Returns an ambiguous view's sliders, one for each ambiguous attribute, below an optional heading. */
export function looseView({ view, attributes }, store, page, heading = null) {
  return h('div', { class: 'loose' }, heading, attributes.map((attribute) => slider(view, attribute, store, page)));
}

/** Returns the slider of an attribute. If the range has no bound, the slider extends beyond the value by the root's length. */
function slider(view, { attribute, min, max, value }, store, page) {
  const { layout } = store.state;
  const size = layout.report.size ?? { width: 320, height: 480 };
  const room = Math.max(attribute === 'minX' || attribute === 'width' ? size.width : size.height, 100);
  const least = min ?? Math.min(value, 0) - room;
  const greatest = max ?? Math.max(value, least) + room;
  const output = h('output', {}, points(value));
  const input = h('input', {
    type: 'range', min: least, max: greatest, step: 'any', 'aria-label': `${words[attribute] ?? attribute} of ${layout.nameOf(view)}`,
    'data-view': view, 'data-attribute': attribute, on: { input: move },
  });
  input.value = String(value);

  function move() {
    put(output, points(Math.round(input.valueAsNumber * 10) / 10));
    store.set({ selection: { type: 'finding', id: layout.entry(view)?.id ?? view } });
    page.preview.setValue(view, attribute, input.valueAsNumber);
  }
  return h('div', { class: 'slider' }, h('span', { class: 'what' }, words[attribute] ?? attribute), input, output, h('span', { class: 'range' }, range({ min, max })));
}

/** Sets the sliders to the frames that are shown, except the slider that is being dragged. */
export function followFrames(host, { layout, shown }) {
  const frames = shown?.frames ?? layout.frames;
  for (const input of host.querySelectorAll('.slider input')) {
    if (shown?.kind === 'range' && input === document.activeElement) continue;
    const view = layout.viewIndex.get(input.dataset.view);
    const part = parts.indexOf(input.dataset.attribute);
    const parent = layout.parents[view] ?? -1;
    const value = frames[4 * view + part] - (part < 2 && parent >= 0 ? frames[4 * parent + part] : 0);
    if (Number.isNaN(value)) continue;
    input.value = String(value);
    put(input.nextElementSibling, points(Math.round(value * 10) / 10));
  }
}
