// The list of sessions, with the service's search and facets.

import { h, put, button, select, name, later } from './dom.js';
import * as api from './api.js';
import { count, moment, provenance, thousands } from './format.js';
import { verdictBadge, fail } from './frame.js';

/** Returns a layout's root as its title. A log's has no meaning: it is around all views that the log shows. */
const rootTitle = (root, isLog) => (isLog && root === 'window' ? 'Console log' : root);

/** Returns the time since a moment in words. */
export function ago(time, now = Date.now()) {
  const seconds = (now - new Date(time).getTime()) / 1000;
  for (const [unit, length] of [['day', 86400], ['hour', 3600], ['minute', 60]]) {
    if (seconds >= length) return `${count(Math.floor(seconds / length), unit)} ago`;
  }
  return 'just now';
}

const spans = [['', 'Any time'], ['1', 'Today'], ['7', 'Seven days'], ['30', 'Thirty days']];
/** The number of a session's tags that are shown; a click on one filters by it. */
const mostTags = 3;
const facets = [['tag', 'tag'], ['owner', 'owner'], ['fingerprint', 'finding']];
const owners = { app: 'your app’s conflicts', library: 'a library’s conflicts', system: 'the system’s conflicts', transient: 'conflicts that end by themselves' };
/** Returns the word before a facet's value, and the value in words. */
const facetWords = (key, label, value) => (key === 'owner' && owners[value] ? ['', owners[value]] : [`${label} `, value]);

/** Pictures waiting to be loaded. They are loaded one by one when they become visible, so that they never delay the user's requests. */
const waiting = [];
let isLoading = false;
const inSight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { inSight.unobserve(target); waiting.push(target); }
  loadNext();
}, { rootMargin: '200px' });

function loadNext() {
  const picture = isLoading ? null : waiting.shift();
  if (!picture) return;
  isLoading = picture.isConnected;
  if (!isLoading) { loadNext(); return; }
  const done = () => { isLoading = false; loadNext(); };
  const failed = () => { picture.classList.add('none'); done(); };
  picture.addEventListener('load', () => { URL.revokeObjectURL(picture.src); done(); });
  picture.addEventListener('error', failed);
  api.copied(picture.dataset.source).then((address) => { picture.src = address; }, failed);
}

export function mountSessions(host) {
  const filter = { q: '', view: '', verdict: '', tag: '', owner: '', fingerprint: '', days: '' };
  let cursor = null;
  let asked = 0;
  const rows = h('ul', { class: 'session-list' });
  const more = button('More', () => load(true));
  const chips = h('div', { class: 'chips' });
  const field = (key, properties) => {
    const typed = later(() => choose(key, input.value.trim()), 150);
    const input = h('input', { type: 'search', on: { input: typed }, ...properties });
    return input;
  };
  const search = field('q', { placeholder: 'Search names, views, identifiers …', 'aria-label': 'Search sessions', maxlength: 200 });
  const view = field('view', { class: 'view-filter', placeholder: 'With a view …', 'aria-label': 'Only sessions with this view', maxlength: 1000 });
  const span = select(spans, (value) => choose('days', value), { 'aria-label': 'Time' });
  const verdicts = h('div', { class: 'verdicts', role: 'group', 'aria-label': 'Verdict' });
  put(host, h('div', { class: 'section-head' }, h('h2', {}, 'Sessions'), search, view, span), verdicts, chips, rows, more);

  function choose(key, value) {
    filter[key] = value;
    load();
  }

  /** Shows the facets, each with the number of sessions that it would leave, if known. */
  function drawFacets(counts = {}) {
    const badge = (sessions) => (sessions ? h('span', { class: 'count' }, thousands(sessions)) : null);
    const verdictButton = (verdict) => {
      const isChosen = filter.verdict === verdict;
      const sessions = counts.verdict?.find(({ value }) => value === verdict)?.sessions;
      return button([verdictBadge(verdict), badge(sessions)], () => choose('verdict', isChosen ? '' : verdict), { 'aria-pressed': String(isChosen), class: 'facet' });
    };
    const chosen = ([key, label]) => {
      const [before, words] = facetWords(key, label, filter[key]);
      return button([before, h('bdi', {}, words), ' ×'], () => choose(key, ''), { class: 'chip', 'aria-label': `Remove the filter ${before}${words}` });
    };
    const offer = (key, label, { value, sessions }) => {
      const [before, words] = facetWords(key, label, value);
      return button([before, h('bdi', {}, words), badge(sessions)], () => choose(key, value),
        { class: 'chip offer', 'aria-label': `Only ${before}${words}: ${count(sessions, 'session')}` });
    };
    const offered = ([key, label]) => (counts[key] ?? []).slice(0, 8).map((each) => offer(key, label, each));
    put(verdicts, ['conflicting', 'ambiguous', 'clean', 'incomplete'].map(verdictButton));
    put(chips, facets.filter(([key]) => filter[key]).map(chosen), facets.filter(([key]) => !filter[key] && key !== 'fingerprint').map(offered));
  }

  async function load(isMore = false) {
    asked += 1;
    const own = asked;
    const { days, ...values } = filter;
    const since = days ? new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 19) + 'Z' : '';
    if (!isMore) {
      drawFacets();
      api.facets({ ...values, since }).then((counts) => { if (own === asked) drawFacets(counts); }).catch(() => {});
    }
    try {
      const page = await api.sessions({ ...values, since, limit: 30, cursor: isMore ? cursor : '' });
      if (own !== asked) return;
      cursor = page.next;
      const items = page.sessions.map(item);
      const none = Object.values(filter).some(Boolean) ? 'No matching sessions.' : 'No session yet: paste a layout above, or try an example.';
      if (isMore) rows.append(...items);
      else put(rows, items.length ? items : h('li', { class: 'empty' }, none));
      more.hidden = !cursor;
    } catch (error) {
      if (own === asked) { put(rows, h('li', { class: 'empty' }, error.message)); more.hidden = true; }
    }
  }

  function item(session) {
    const { id, tags = [] } = session;
    // The root's name is last, since that of a pasted log has no meaning.
    const title = session.name ?? session.file ?? session.finding ?? rootTitle(session.root, session.verdict === 'incomplete') ?? id;
    const thumbnail = h('img', { class: 'thumbnail', alt: '', 'data-source': api.path(id, '/diagram.svg', { detail: 'thumbnail' }) });
    inSight.observe(thumbnail);
    const time = h('time', { datetime: session.createdAt, title: moment(session.createdAt) }, ago(session.createdAt));
    // Deleting cannot be undone, so it takes a second click.
    let isSure = false;
    const remove = async ({ currentTarget }) => {
      if (!isSure) {
        isSure = true;
        put(currentTarget, 'Really delete?');
        currentTarget.setAttribute('aria-label', `Really delete? ${title}`);
        return;
      }
      try {
        await api.remove(id);
        load();
      } catch (error) {
        fail(error);
      }
    };
    const tag = (each) => button(each, () => choose('tag', each), { class: 'chip', 'aria-label': `Only sessions with the tag ${each}` });
    return h('li', {},
      h('a', { class: 'session-card', href: `/sessions/${encodeURIComponent(id)}` }, h('span', { class: 'picture' }, thumbnail),
        h('span', { class: 'what' }, name(title),
          session.finding && session.finding !== title ? h('bdi', { class: 'said' }, session.finding) : null,
          h('span', { class: 'facts' }, session.name && session.file ? [h('bdi', {}, session.file), ', '] : null, time, session.step > 0 ? `, step ${session.step}` : '', provenance(session) ? `, ${provenance(session)}` : '')),
        verdictBadge(session.verdict)),
      h('span', { class: 'tags' }, tags.slice(0, mostTags).map(tag), tags.length > mostTags ? h('span', { class: 'facts', title: tags.slice(mostTags).join(', ') }, `and ${tags.length - mostTags} more`) : null,
        button('Delete', remove, { class: 'quiet delete', 'aria-label': `Delete ${title}` })));
  }

  drawFacets();
  return { load, only(values) { Object.assign(filter, values); load(); host.scrollIntoView({ block: 'nearest' }); } };
}
