// The step that introduced a finding, and the change that caused it.

import { h, put, button } from './dom.js';
import * as api from './api.js';
import { fail } from './frame.js';

/** Fills in a finding's line. Similar findings can share a fingerprint, so the name is compared, too. */
export async function writeOrigin(line, fingerprint, name, store, page) {
  const { id, step } = store.state;
  const answer = await api.get(api.path(id, '/blame', { step }));
  const found = answer.findings.find((each) => each.fingerprint === fingerprint && each.name === name);
  if (!found) return;
  const { since, introduced, older } = found;
  put(line, button(since === 0 ? 'Present from the beginning' : `Introduced by step ${since}`, () => page.show(since).catch(fail)),
    introduced?.length && since > 0 ? [' with ', h('bdi', {}, introduced.join(', '))] : null,
    older?.length ? [', in conflict with the older ', h('bdi', {}, older.join(', '))] : null, '.');
}
