// The first finding and its remedy in short, for a window with so little room that its card is below the drawing.

import { h, put, button } from './dom.js';
import { entrySentence } from './findings.js';

export function mountAnswer(host, store) {
  const show = () => store.set({ tab: 'findings', selection: { type: 'finding', id: store.state.layout.entries[0].id } });
  function draw() {
    const { layout } = store.state;
    const [first] = layout.entries;
    put(host, first ? button([h('bdi', { class: 'sentence' }, entrySentence(first, layout)), h('bdi', {}, first.diagnosis?.remedies?.[0]?.sentence)], show) : null);
  }
  store.watch(['layout'], draw);
  draw();
}
