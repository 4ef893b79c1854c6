// The frame of a finding, and the step that brought it.

import { h, put, button } from './dom.js';
import * as api from './api.js';
import { fail } from './frame.js';

/** A card whose head selects the finding, or lets go of it. */
export function findingCard(kind, id, store, title, ...content) {
  const choose = () => {
    const { selection } = store.state;
    store.set({ selection: selection?.type === 'finding' && selection.id === id ? null : { type: 'finding', id } });
  };
  return h('article', { class: `finding ${kind}`, 'data-finding': id },
    h('h3', {}, h('button', { type: 'button', class: 'head', on: { click: choose } }, title)), content);
}

/** Asks, when it is wanted, since which step a finding is there. Similar findings have one fingerprint, so it needs its name, too. */
export function blameLine(fingerprint, name, store, page) {
  if (store.state.newest === 0) return null;
  const line = h('p', { class: 'blame' });
  const ask = async () => {
    try {
      const { id, step } = store.state;
      const answer = await api.get(api.path(id, '/blame', { step }));
      const found = answer.findings.find((each) => each.fingerprint === fingerprint && each.name === name);
      if (found) tell(found);
    } catch (error) {
      fail(error);
    }
  };
  const tell = ({ since, introduced, older }) => put(line,
    button(since === 0 ? 'There from the beginning' : `Brought by step ${since}`, () => page.show(since).catch(fail)),
    introduced?.length && since > 0 ? [' with ', h('bdi', {}, introduced.join(', '))] : null,
    older?.length ? [', against the older ', h('bdi', {}, older.join(', '))] : null, '.');
  return put(line, button('Which step brought it?', ask, { class: 'quiet' }));
}
