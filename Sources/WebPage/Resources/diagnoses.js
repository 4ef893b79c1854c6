// The card of a diagnosis: cause, owner, first remedy and the rows. The proof is created on demand.

import { h, button, name } from './dom.js';
import { count, ownerWords } from './format.js';
import { stateSign } from './table.js';
import { link, rows, viewName, folded } from './parts.js';
import { findingCard, blameLine } from './card.js';
import { remedyItem } from './remedies.js';
import { looseView } from './ambiguities.js';

const owners = {
  app: 'A constraint of your app has to change.', library: 'The constraints belong to a library.',
  system: 'All that could be changed is the framework’s own.', transient: 'It ends by itself when the view gets its size.',
};
/** The number of ambiguous views whose sliders are shown. */
const mostLoose = 2;

const signs = { conflicting: '!', ambiguous: '?', incomplete: '…' };
const kindOf = ({ conflicts, ambiguities }) => (conflicts.length > 0 ? 'conflicting' : ambiguities.length > 0 ? 'ambiguous' : 'incomplete');

export function diagnosisCard(entry, store, page) {
  const { id, diagnosis, conflicts, ambiguities } = entry;
  const { cause, owner, sentence, because = [], remedies = [] } = diagnosis;
  const kind = kindOf(entry);
  const title = [h('span', { class: `sign ${kind}`, 'aria-hidden': 'true' }, signs[kind]), h('bdi', { class: 'sentence' }, sentence)];
  const detail = async (make, ...values) => (await import('./conflicts.js'))[make](entry, store, page, ...values);
  const found = conflicts[0] ?? ambiguities[0];
  return findingCard(kind, id, store, title,
    h('p', { class: 'about' }, h('span', { class: 'facts' }, id), h('a', { class: 'chip', href: `/help/causes#${encodeURIComponent(cause)}`, title: 'What this cause means' }, String(cause).replaceAll('-', ' ')),
      h('span', { class: 'chip', title: owners[owner] }, ownerWords[owner] ?? owner), conflicts.length > 1 ? h('span', { class: 'facts' }, count(conflicts.length, 'conflict')) : null),
    remedies.slice(0, 1).map((remedy) => remedyItem(remedy, store, page, cause)),
    because.length ? rows(because.map((reason) => reasonRow(reason, store))) : null,
    looseViews(ambiguities, store, page),
    conflicts.length ? folded('Proof', 'proof', () => detail('proofs')) : null,
    conflicts.length && store.state.layout.report.decisions?.length ? folded(store.state.layout.document.fragment === true ? 'What was broken' : 'What UIKit would break', 'decisions', () => detail('decisions')) : null,
    ambiguities.length ? folded('Why it is ambiguous', 'proof', () => detail('ambiguous')) : null,
    remedies.length > 1 ? folded(`Other remedies: ${remedies.length - 1}`, 'others', () => remedies.slice(1).map((remedy) => remedyItem(remedy, store, page, cause))) : null,
    found?.fingerprint ? blameLine(found.fingerprint, conflicts[0]?.id ?? ambiguities[0].view, store, page) : null);
}

/** Returns a row's part in the problem as a sentence, beside the row's id. */
function reasonRow({ constraint: id, says }, store) {
  const constraint = store.state.layout.constraint(id);
  const sign = constraint ? stateSign(constraint.state) : h('span', { class: 'sign implicit' }, '=');
  return link(store, 'constraint', id, [sign, h('bdi', { class: 'says' }, says), name(id, { class: 'id' })], { isOpen: Boolean(constraint) });
}

function looseViews(ambiguities, store, page) {
  if (ambiguities.length === 0) return null;
  const { layout } = store.state;
  const views = [...new Set(ambiguities.map(({ view }) => view))];
  const exercise = () => {
    store.set({ selection: { type: 'finding', id: layout.entry(ambiguities[0].id ?? views[0]).id } });
    page.preview.exercise(views);
  };
  const shown = (each) => looseView(each, store, page, h('p', { class: 'loose-view' }, viewName(layout, each.view)));
  const more = ambiguities.slice(mostLoose);
  return [ambiguities.slice(0, mostLoose).map(shown), more.length ? folded(count(more.length, 'more view'), 'loose', () => more.slice(0, 100).map(shown)) : null,
    h('div', { class: 'acts' }, button('Exercise', exercise, { title: 'Show other layouts that fit equally well', class: 'exercise' }))];
}
