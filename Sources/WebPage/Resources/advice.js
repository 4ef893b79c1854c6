// The words about remedies that only some layouts have: the one that settles several findings, and those for Interface Builder.

import { h } from './dom.js';
import { remedyItem } from './remedies.js';

const changes = {
  lowerPriority: 'set its Priority', makeInequality: 'change its Relation', removeConstraint: 'delete it', deactivateFirst: 'delete it or uninstall it',
  changeConstant: 'set its Constant', changeItem: 'change its items',
};

/** Returns where in Interface Builder a remedy is made. */
export const inInterfaceBuilder = ({ kind }, places) => `In Interface Builder, select the constraint (line ${places.map(({ line }) => line).join(', ')} of the file) and ${changes[kind] ?? 'change it'}.`;

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
