// The conflicts of a console log, which has no frames, as lengths. Each conflict has its own scale.

import { h, s, put } from './dom.js';
import { conflictStrip } from './strip.js';
import { stripShapes, excessWords } from './marks.js';
import { judged } from './layout.js';

export function mountArithmetic(host, store) {
  function draw() {
    const { selection, shown } = store.state;
    if (!store.state.layout?.isFragment) return;
    const layout = judged(store.state);
    const chosen = selection?.type === 'finding' ? layout.entry(selection.id) : null;
    const strips = (layout.report.conflicts ?? []).map((conflict) => figure(layout, conflict, chosen?.conflicts.includes(conflict), store)).filter(Boolean);
    put(host, h('div', { class: 'arithmetic' }, h('p', { class: 'note' }, 'A console log shows only part of a layout, without frames.',
      strips.length ? ' The bars show the sums of its constraints.' : shown?.layout ? ' In this preview the constraints can all be satisfied.' : ' Its constraints are listed below.'), strips));
  }

  store.watch(['layout', 'selection', 'shown'], draw);
  draw();
}

function figure(layout, conflict, isChosen, store) {
  const found = conflictStrip(layout, conflict);
  if (!found) return null;
  // Vertical sums are drawn horizontally, too, since there is no layout beside them.
  const total = Math.max(found.room + found.excess, found.needed.reduce((sum, { length }) => sum + length, 0), 1);
  const width = 640;
  return h('button', { type: 'button', class: `figure${isChosen ? ' chosen' : ''}`, on: { click: () => store.set({ selection: { type: 'finding', id: layout.entry(conflict.id)?.id ?? conflict.id } }) } },
    s('svg', { viewBox: `0 0 ${width} 70` }, stripShapes({ ...found, axis: 'horizontal' }, (width - 20) / total, 4, 4, excessWords(found))),
    h('bdi', { class: 'words' }, conflict.explanation));
}
