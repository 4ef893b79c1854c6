// The comparison of a captured layout with the running app.

import { h } from './dom.js';
import { count } from './format.js';
import { link, rows } from './parts.js';

/** Returns the number of compared frames and ambiguities, and a line for each difference. */
export function observedDetails({ frames, ambiguities, differences }, capture, store) {
  const line = ({ view, sentence }) => link(store, 'view', view, h('bdi', { class: 'words' }, `${sentence[0].toUpperCase()}${sentence.slice(1)}.`));
  return [
    h('p', { class: 'note' }, `Compared: ${count(frames, 'frame')}, ${count(ambiguities, 'ambiguity', 'ambiguities')}${capture?.tool ? `, from ${capture.tool}` : ''}.`),
    rows(differences.slice(0, 100).map(line))];
}
