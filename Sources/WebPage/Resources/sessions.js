// The list of sessions, with search and facets as the service has them.

import { h, put, button, name, later } from './dom.js';
import * as api from './api.js';
import { ago, moment } from './format.js';
import { verdictBadge, fail } from './frame.js';

const spans = [['', 'Any time'], ['1', 'Today'], ['7', 'Seven days'], ['30', 'Thirty days']];

export function mountSessions(host) {
  const filter = { q: '', verdict: '', tag: '', fingerprint: '', days: '' };
  let cursor = null;
  let asked = 0;
  const rows = h('ul', { class: 'session-list' });
  const more = button('More', () => load(true));
  const chips = h('div', { class: 'chips' });
  const search = h('input', { type: 'search', placeholder: 'Search names, views, identifiers …', 'aria-label': 'Search sessions', maxlength: 200, on: { input: later(() => { filter.q = search.value.trim(); load(); }, 150) } });
  const span = h('select', { 'aria-label': 'Time', on: { change: () => { filter.days = span.value; load(); } } }, spans.map(([value, label]) => h('option', { value }, label)));
  const verdicts = h('div', { class: 'verdicts', role: 'group', 'aria-label': 'Verdict' });
  put(host, h('div', { class: 'section-head' }, h('h2', {}, 'Sessions'), search, span), verdicts, chips, rows, more);

  function drawFacets() {
    put(verdicts, ['conflicting', 'ambiguous', 'clean', 'incomplete'].map((verdict) => button(verdictBadge(verdict), () => { filter.verdict = filter.verdict === verdict ? '' : verdict; load(); }, { 'aria-pressed': String(filter.verdict === verdict), class: 'facet' })));
    const chip = (key, label) => (filter[key] ? button([label, ' ', h('bdi', {}, filter[key]), ' ×'], () => { filter[key] = ''; load(); }, { class: 'chip', 'aria-label': `Remove the filter ${label} ${filter[key]}` }) : null);
    put(chips, chip('tag', 'tag'), chip('fingerprint', 'finding'));
  }

  async function load(isMore = false) {
    asked += 1;
    const own = asked;
    drawFacets();
    try {
      const { days, ...values } = filter;
      const since = days ? new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 19) + 'Z' : '';
      const page = await api.sessions({ ...values, since, limit: 30, cursor: isMore ? cursor : '' });
      if (own !== asked) return;
      cursor = page.next;
      const items = page.sessions.map(item);
      if (isMore) rows.append(...items); else put(rows, items.length ? items : h('li', { class: 'empty' }, Object.values(filter).some(Boolean) ? 'No session fits.' : 'No session yet: paste a layout above, or try an example.'));
      more.hidden = !cursor;
    } catch (error) {
      if (own === asked) { put(rows, h('li', { class: 'empty' }, error.message)); more.hidden = true; }
    }
  }

  function item(session) {
    const { id } = session;
    const thumbnail = h('img', { class: 'thumbnail', loading: 'lazy', alt: '', src: api.path(id, '/diagram.svg'), on: { error: () => thumbnail.classList.add('none') } });
    return h('li', {}, h('a', { class: 'session-card', href: `/sessions/${encodeURIComponent(id)}` }, h('span', { class: 'picture' }, thumbnail),
      h('span', { class: 'what' }, name(session.name ?? session.root ?? id), h('span', { class: 'facts' }, h('time', { datetime: session.createdAt, title: moment(session.createdAt) }, ago(session.createdAt)), session.step > 0 ? `, step ${session.step}` : '')),
      verdictBadge(session.verdict)),
    h('span', { class: 'tags' }, (session.tags ?? []).map((tag) => button(tag, () => { filter.tag = tag; load(); }, { class: 'chip', 'aria-label': `Only sessions with the tag ${tag}` })),
      button('Delete', async () => { try { await api.remove(id); load(); } catch (error) { fail(error); } }, { class: 'quiet delete', 'aria-label': `Delete ${session.name ?? id}` })));
  }

  drawFacets();
  return { load, only(values) { Object.assign(filter, values); load(); host.scrollIntoView({ block: 'nearest' }); } };
}
