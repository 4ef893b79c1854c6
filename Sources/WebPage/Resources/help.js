// Search in all chapters of the manual. The chapters themselves need no script.

import { h, put, later } from './dom.js';

/** The most sections that are listed. */
const most = 30;
/** The number of a section's characters that are shown on each side of the first match. */
const around = 70;

let sections = null;

/** Returns all sections of the manual, fetched on first use. */
function load() {
  sections ??= fetch('/assets/manual.json').then((response) => response.json());
  return sections;
}

/** Returns the sections that contain every word, those first that have most of the words in their headings. */
function find(list, words) {
  const found = [];
  for (const section of list) {
    const [heading, text] = [`${section.title} ${section.heading}`.toLowerCase(), section.text.toLowerCase()];
    if (words.every((word) => heading.includes(word) || text.includes(word))) {
      found.push({ section, rank: words.filter((word) => section.heading.toLowerCase().includes(word)).length, place: text.indexOf(words[0]) });
    }
  }
  return found.sort((a, b) => b.rank - a.rank);
}

function result({ section, place }) {
  const begin = Math.max(0, place - around);
  const piece = section.text.slice(begin, begin + 2 * around);
  return h('li', {}, h('a', { href: `/help/${section.chapter}#${section.anchor}` }, section.heading),
    h('span', { class: 'facts' }, section.heading === section.title ? null : section.title),
    h('span', { class: 'facts' }, begin > 0 ? `… ${piece} …` : piece));
}

function mount(host) {
  const list = h('ol', { class: 'results', hidden: true });
  const status = h('p', { class: 'facts', role: 'status' });
  const field = h('input', { type: 'search', id: 'query', placeholder: 'Search the manual', 'aria-label': 'Search the manual' });
  const search = later(async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) { list.hidden = true; put(status); return; }
    try {
      const found = find(await load(), words);
      put(list, found.slice(0, most).map(result));
      list.hidden = found.length === 0;
      put(status, found.length === 0 ? 'No section matches.' : found.length > most ? `The first ${most} of ${found.length} sections` : null);
    } catch {
      put(status, 'The service does not answer.');
    }
  }, 80);
  field.addEventListener('input', search);
  put(host, field, status, list);
}

mount(document.getElementById('search'));
document.documentElement.dataset.ready = 'yes';
