// Downloads of a session.

import { h } from './dom.js';
import * as api from './api.js';

/** Downloads the drawing or the report of a step, or a whole session. */
export async function download({ id, step, session, alternate }, what) {
  const values = what === '/export' ? {} : { step, alternate: what === '/diagram.svg' ? alternate : null };
  const href = await api.copied(api.path(id, what, values));
  const file = `${(session.name ?? id).replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)}.${{ '/diagram.svg': 'svg', '/report': 'report.json', '/export': 'session.json' }[what]}`;
  h('a', { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
