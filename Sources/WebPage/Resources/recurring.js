// Findings across sessions, by fingerprint, each with a strip of when it was seen.

import { h, s, put, button } from './dom.js';
import * as api from './api.js';
import { ago, count } from './format.js';

const bars = 28;

export async function mountRecurring(host, sessions) {
  const list = h('ul', { class: 'finding-list' });
  put(host, h('h2', {}, 'Findings'), list);
  const { findings } = await api.findings({ limit: 25 });
  if (findings.length === 0) { put(list, h('li', { class: 'empty' }, 'Nothing was found yet.')); return; }
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      history(findings[Number(target.dataset.index)]).then((strip) => target.replaceChildren(strip)).catch(() => {});
    }
  });
  put(list, findings.map((finding, index) => {
    const strip = h('span', { class: 'history', 'data-index': index });
    seen.observe(strip);
    const sign = finding.kind === 'conflict' ? ['conflicting', '!', 'Conflict'] : ['ambiguous', '?', 'Ambiguity'];
    return h('li', {}, h('button', { type: 'button', class: 'finding-row', on: { click: () => sessions.only({ fingerprint: finding.fingerprint }) } },
      h('span', { class: `sign ${sign[0]}`, role: 'img', 'aria-label': sign[2] }, sign[1]), h('span', { class: 'what' }, h('bdi', {}, finding.summary), h('span', { class: 'facts' }, `${count(finding.sessions, 'session')}, last ${ago(finding.lastSeen)}, first ${ago(finding.firstSeen)}`)), strip));
  }));
}

/** How often a finding was seen, over the time since it was first seen. */
async function history(finding) {
  const times = (await api.sessions({ fingerprint: finding.fingerprint, limit: 200 })).sessions.map(({ createdAt }) => new Date(createdAt).getTime());
  const last = Date.now();
  const first = Math.min(new Date(finding.firstSeen).getTime(), last - 3_600_000);
  const heights = new Array(bars).fill(0);
  for (const time of times) heights[Math.min(bars - 1, Math.max(0, Math.floor(((time - first) / (last - first)) * bars)))] += 1;
  const most = Math.max(...heights, 1);
  return s('svg', { class: 'strip', viewBox: `0 0 ${bars * 4} 20`, role: 'img', 'aria-label': `Seen ${times.length} times since ${ago(finding.firstSeen)}` },
    heights.map((height, place) => s('rect', { x: place * 4, y: height ? 20 - Math.max(3, (18 * height) / most) : 19, width: 3, height: height ? Math.max(3, (18 * height) / most) : 1, class: height ? 'some' : 'no' })));
}
