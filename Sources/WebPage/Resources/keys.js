// Keyboard shortcuts of the page.

import { fail } from './frame.js';

export function mountKeys(store, page) {
  const showHelp = () => { import('./keylist.js').then((list) => list.show()).catch(fail); };

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
