// The frame of a finding, and the step that brought it.

import { h, put, button } from './dom.js';
import { fail } from './frame.js';

/** A card whose head selects the finding. */
export function findingCard(kind, id, store, title, ...content) {
  const choose = () => {
    const { selection } = store.state;
    if (selection?.type !== 'finding' || selection.id !== id) store.set({ selection: { type: 'finding', id } });
  };
  return h('article', { class: `finding ${kind}`, 'data-finding': id },
    h('h3', {}, h('button', { type: 'button', class: 'head', on: { click: choose } }, title)), content);
}

/** Asks, when it is wanted, since which step a finding is there. */
export function blameLine(fingerprint, name, store, page) {
  if (store.state.newest === 0) return null;
  const line = h('p', { class: 'blame' });
  const ask = () => import('./blame.js').then(({ writeOrigin }) => writeOrigin(line, fingerprint, name, store, page)).catch(fail);
  return put(line, button('Which step brought it?', ask, { class: 'quiet' }));
}
