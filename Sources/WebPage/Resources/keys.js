// Keyboard shortcuts of the page, and the list of them.

import { h, button } from './dom.js';

const help = [
  ['j, k', 'next, previous finding'], ['[, ]', 'previous, next step'], ['e', 'exercise the ambiguity'], ['w', 'why is the selected view so wide? (h: so high, x, y)'],
  ['f or /', 'filter views'], ['m', 'copy as Markdown'], ['Escape', 'close, select nothing'], ['arrows, + − 0', 'in the drawing: move, zoom, fit'], ['?', 'this list'],
];

export function mountKeys(store, page) {
  let dialog = null;

  function showHelp() {
    dialog ??= document.body.appendChild(h('dialog', { class: 'keys', 'aria-label': 'Keys' }, h('h2', {}, 'Keys'),
      h('dl', {}, help.map(([key, words]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, words)])), button('Close', () => dialog.close())));
    dialog.showModal();
  }

  function finding(step) {
    const { layout, selection } = store.state;
    const all = layout.entries.map(({ id }) => id);
    if (all.length === 0) return;
    const place = selection?.type === 'finding' ? all.indexOf(selection.id) : step > 0 ? -1 : 0;
    store.set({ selection: { type: 'finding', id: all[(place + step + all.length) % all.length] }, tab: 'findings' });
    // The Tab key then continues in the card.
    document.querySelector('.finding.chosen .head')?.focus({ preventScroll: true });
  }

  const ask = (attribute) => () => { if (store.state.selection?.type === 'view') page.why(store.state.selection.id, attribute); };
  const work = {
    j: () => finding(1), k: () => finding(-1), '?': showHelp, m: () => page.copy(), w: ask('width'), h: ask('height'), x: ask('minX'), y: ask('minY'),
    '[': () => step(-1), ']': () => step(1), e: () => page.preview.exercise(store.state.selection && store.state.ghosts.length > 0 ? store.state.ghosts.map(({ view }) => view) : undefined),
    f: () => document.querySelector('.tree-panel .filter').focus(), '/': () => document.querySelector('.tree-panel .filter').focus(),
    Escape: () => { page.preview.clear(); store.set({ selection: null, lit: null, why: null }); },
  };

  function step(by) {
    const next = store.state.step + by;
    if (next >= 0 && next <= store.state.newest) page.show(next);
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.key !== 'Escape') return;
    if (!(event.key in work)) return;
    event.preventDefault();
    work[event.key]();
  });
  return { showHelp };
}
