// Findings across sessions, by fingerprint, each with a chart of the times at which it was seen.

import { h, s, put, button } from './dom.js';
import * as api from './api.js';
import { count, moment } from './format.js';
import { ago } from './sessions.js';

const bars = 28;

export async function mountRecurring(host, sessions) {
  const list = h('ul', { class: 'finding-list' });
  put(host, h('h2', {}, 'Findings'), list);
  const { findings } = await api.findings({ limit: 25, history: bars });
  if (findings.length === 0) { put(list, h('li', { class: 'empty' }, 'There are no findings yet.')); return; }
  // Conflicts of one cause have the same sentence.
  const first = new Map(findings.map((finding) => [`${finding.example} ${finding.summary}`, finding]).reverse());
  put(list, findings.filter((finding) => first.get(`${finding.example} ${finding.summary}`) === finding).map((finding) => {
    const strip = h('span', { class: 'history' }, finding.history ? history(finding.history) : null);
    const sign = finding.kind === 'conflict' ? ['conflicting', '!', 'Conflict'] : ['ambiguous', '?', 'Ambiguity'];
    return h('li', {}, h('button', { type: 'button', class: 'finding-row', on: { click: () => sessions.only({ fingerprint: finding.fingerprint }) } },
      h('span', { class: `sign ${sign[0]}`, role: 'img', 'aria-label': sign[2] }, sign[1]), h('span', { class: 'what' }, h('bdi', {}, finding.summary), h('span', { class: 'facts' }, `${count(finding.sessions, 'session')}, last ${ago(finding.lastSeen)}, first ${ago(finding.firstSeen)}`)), strip));
  }));
}

/** Returns a chart of how often a finding was seen, from the time when it was first seen. */
function history({ since, counts }) {
  const most = Math.max(...counts, 1);
  const times = counts.reduce((sum, each) => sum + each, 0);
  const bar = (number, place) => {
    const height = number ? Math.max(3, (18 * number) / most) : 1;
    return s('rect', { x: place * 4, y: 20 - height, width: 3, height, class: number ? 'some' : 'no' });
  };
  return s('svg', { class: 'strip', viewBox: `0 0 ${counts.length * 4} 20`, role: 'img', 'aria-label': `Seen ${count(times, 'time')} since ${moment(since)}` }, counts.map(bar));
}
