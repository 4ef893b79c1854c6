// The card of a finding, with a link to the step that introduced it.

import { h, put, button } from './dom.js';
import { fail } from './frame.js';

/** Returns a card. A click on its head selects the finding. */
export function findingCard(kind, id, store, title, ...content) {
  const choose = () => {
    const { selection } = store.state;
    if (selection?.type !== 'finding' || selection.id !== id) store.set({ selection: { type: 'finding', id } });
  };
  return h('article', { class: `finding ${kind}`, 'data-finding': id },
    h('h3', {}, h('button', { type: 'button', class: 'head', on: { click: choose } }, title)), content);
}

/** Returns a line that asks on demand which step introduced a finding. */
export function blameLine(fingerprint, name, store, page) {
  if (store.state.newest === 0) return null;
  const line = h('p', { class: 'blame' });
  const ask = () => import('./blame.js').then(({ writeOrigin }) => writeOrigin(line, fingerprint, name, store, page)).catch(fail);
  return put(line, button('Which step introduced it?', ask, { class: 'quiet' }));
}
