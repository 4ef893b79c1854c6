// The step that brought a finding, and what it was that brought it.

import { h, put, button } from './dom.js';
import * as api from './api.js';
import { fail } from './frame.js';

/** Writes it into a line. Similar findings have one fingerprint, so it needs the finding's name, too. */
export async function writeOrigin(line, fingerprint, name, store, page) {
  const { id, step } = store.state;
  const answer = await api.get(api.path(id, '/blame', { step }));
  const found = answer.findings.find((each) => each.fingerprint === fingerprint && each.name === name);
  if (!found) return;
  const { since, introduced, older } = found;
  put(line, button(since === 0 ? 'There from the beginning' : `Brought by step ${since}`, () => page.show(since).catch(fail)),
    introduced?.length && since > 0 ? [' with ', h('bdi', {}, introduced.join(', '))] : null,
    older?.length ? [', against the older ', h('bdi', {}, older.join(', '))] : null, '.');
}
