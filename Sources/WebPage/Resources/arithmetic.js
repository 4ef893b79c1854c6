// Of a console log, which has no frames: its conflicts as lengths, each to a scale of its own.

import { h, s, put } from './dom.js';
import { conflictStrip } from './strip.js';
import { stripShapes } from './marks.js';

export function mountArithmetic(host, store) {
  function draw() {
    const { layout, selection } = store.state;
    if (!layout?.isFragment) return;
    const chosen = selection?.type === 'finding' ? selection.id : null;
    const strips = (layout.report.conflicts ?? []).map((conflict) => figure(layout, conflict, conflict.id === chosen, store)).filter(Boolean);
    put(host, h('div', { class: 'arithmetic' }, h('p', { class: 'note' }, 'A console log shows only part of a layout, without frames.',
      strips.length ? ' This is what its constraints add up to.' : ' Its constraints are listed below.'), strips));
  }

  store.watch(['layout', 'selection'], draw);
  draw();
}

function figure(layout, conflict, isChosen, store) {
  const found = conflictStrip(layout, conflict);
  if (!found) return null;
  // A vertical sum too is shown lying: there is no layout to stand beside.
  const total = Math.max(found.room + found.excess, found.needed.reduce((sum, { length }) => sum + length, 0), 1);
  const width = 640;
  return h('button', { type: 'button', class: `figure${isChosen ? ' chosen' : ''}`, on: { click: () => store.set({ selection: { type: 'finding', id: conflict.id } }) } },
    s('svg', { viewBox: `0 0 ${width} 76` }, stripShapes({ ...found, axis: 'horizontal' }, (width - 20) / total, 4, 4, conflict.explanation)));
}
