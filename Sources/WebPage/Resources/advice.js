// The card that only some layouts have: with the remedy that settles several findings.

import { h } from './dom.js';
import { remedyItem } from './remedies.js';

/** Returns a card with the remedy that settles all of several findings, or null if there is none. */
export function settlingCard(store, page) {
  const { entries, isFragment } = store.state.layout;
  const settles = ({ outcome }) => outcome && !outcome.adds?.length && outcome.verdict === (isFragment ? 'incomplete' : 'clean');
  for (const { diagnosis } of entries) {
    const remedy = diagnosis?.remedies?.find(settles);
    if (remedy) {
      return h('article', { class: 'finding plain-card settling' }, h('h3', {}, `One change settles all ${entries.length} findings (${diagnosis.id})`),
        remedyItem(remedy, store, page, diagnosis.cause));
    }
  }
  return null;
}
