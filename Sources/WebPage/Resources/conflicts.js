// Details of findings, created on demand: proofs, broken constraints, the contents of a log, and the cards of reports without diagnoses.

import { h, name } from './dom.js';
import { points, range, causeWords, changeWords } from './format.js';
import { link, rowLink, rows, changeList, viewName } from './parts.js';
import { findingCard, blameLine } from './card.js';
import { changeEvent } from './remedies.js';
import { looseView } from './ambiguities.js';

const owners = { system: 'the framework’s own', transient: 'ends by itself' };

const changes = (list, layout) => (list ?? []).map((change) => ({ events: [changeEvent(change, layout)], words: changeWords(change) })).filter(({ events }) => events[0]);

/** Returns the proofs of a diagnosis's conflicts. */
export function proofs({ diagnosis, conflicts }, store) {
  const { layout } = store.state;
  return conflicts.map((conflict) => h('section', { class: 'one-proof' },
    h('h4', {}, `Conflict ${conflict.id}`), h('p', {}, h('bdi', {}, conflict.explanation)), diagnosis?.owner === 'transient' ? vanishes(conflict, layout) : null,
    rows(conflict.members.map((id) => rowLink(store, id))), proof(conflict, layout)));
}

/** Returns the constraints that were broken for a diagnosis's conflicts, with their likelihoods. */
export function decisions({ conflicts }, store) {
  const { layout } = store.state;
  const isOwn = (decision) => conflicts.some((conflict) => decision.conflict?.length && decision.conflict.every((row) => conflict.members.includes(row)));
  const own = (layout.report.decisions ?? []).filter(isOwn);
  return own.length ? own.map((decision) => brokenRow(decision, store)) : h('p', { class: 'note' }, 'No other constraint is broken here: one that is broken for another conflict resolves this one, too.');
}

export function ambiguous({ ambiguities }, store) {
  const { layout } = store.state;
  return ambiguities.map(({ view, cause, needs, tied }) => h('section', { class: 'one-proof' }, h('p', {}, viewName(layout, view), `: ${causeWords[cause] ?? cause}.`),
    needs?.length ? h('p', { class: 'note' }, `It needs ${needs.join('; ')}.`) : null, tied?.length ? rows(tied.map((id) => rowLink(store, id))) : null));
}

/** Returns the card of an entry without a diagnosis. */
export function olderCard({ id, conflicts, ambiguities }, store, page) {
  return conflicts.length > 0 ? conflictCard(conflicts[0], store, page) : ambiguities.map((each) => ambiguityCard(id, each, store, page));
}

function conflictCard(conflict, store, page) {
  const { layout } = store.state;
  const title = [
    h('span', { class: 'sign conflicting', 'aria-hidden': 'true' }, '!'), h('span', { class: 'label' }, `Conflict ${conflict.id}`),
    owners[conflict.owner] ? h('span', { class: 'chip' }, owners[conflict.owner]) : null,
  ];
  return findingCard('conflicting', conflict.id, store, title,
    h('p', { class: 'sentence' }, h('bdi', {}, conflict.explanation)), conflict.owner === 'transient' ? vanishes(conflict, layout) : null,
    rows(conflict.members.map((id) => rowLink(store, id))), decisions({ conflicts: [conflict] }, store),
    h('details', { class: 'proof' }, h('summary', {}, 'Proof'), proof(conflict, layout)),
    changeList('To fix it', changes(conflict.fixes, layout), page), blameLine(conflict.fingerprint, conflict.id, store, page));
}

function ambiguityCard(id, ambiguity, store, page) {
  const { layout } = store.state;
  const { view, cause, needs, tied, suggestions, fingerprint } = ambiguity;
  const title = [h('span', { class: 'sign ambiguous', 'aria-hidden': 'true' }, '?'), h('span', { class: 'label' }, viewName(layout, view), ' is ambiguous')];
  return findingCard('ambiguous', id, store, title, h('p', { class: 'sentence' }, `${causeWords[cause] ?? cause}.`), looseView(ambiguity, store, page),
    needs?.length ? h('p', { class: 'note' }, `It needs ${needs.join('; ')}.`) : null, tied?.length ? [h('h4', {}, 'Competing constraints'), rows(tied.map((each) => rowLink(store, each)))] : null,
    changeList('To resolve it', changes(suggestions, layout), page), blameLine(fingerprint, view, store, page));
}

function vanishes({ vanishesAt }, layout) {
  if (!vanishesAt?.length) return null;
  const place = ({ view, dimension, min, max }, index) => [index > 0 ? ' and ' : null, viewName(layout, view), ` has a ${dimension} of ${range({ min, max })}`];
  return h('p', { class: 'note' }, 'The conflict disappears when ', vanishesAt.map(place), '.');
}

function proof({ members, proof: { factors = {}, sum } = {} }, layout) {
  const row = (factor, text, kind) => h('tr', { class: kind }, h('td', { class: 'number' }, factor), h('td', {}, h('bdi', {}, text)));
  return [
    h('p', { class: 'note' }, 'Each row is an expression that must be 0 or more. If the rows are multiplied by their factors and added, the variables cancel, and the sum is negative.'),
    h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Factor'), h('th', { scope: 'col' }, 'Row'))),
      h('tbody', {}, members.map((id) => row(`${factors[id]} ×`, layout.rowText(id))), row(String(sum), 'sum, which must be 0 or more', 'sum'))),
  ];
}

function brokenRow({ candidates, broken, reason, restored }, store) {
  const best = Math.max(...candidates.map(({ probability }) => probability ?? 0), 0.01);
  const meter = (probability) => [
    h('span', { class: 'meter', 'aria-hidden': 'true' }, h('span', { style: { width: `${(100 * probability) / best}%` } })),
    h('span', { class: 'number' }, `${Math.round(probability * 100)} %`),
  ];
  const candidate = ({ constraint, probability }) => {
    const isBroken = constraint === broken;
    const chip = isBroken ? h('span', { class: 'chip' }, restored ? 'broken, then restored' : 'broken') : null;
    const content = [name(constraint), chip, probability === undefined ? null : meter(probability)];
    return h('li', {}, link(store, 'constraint', constraint, content, { class: isBroken ? 'broken' : '' }));
  };
  return h('section', { class: 'decision' }, h('h4', {}, 'What the system breaks'), h('p', {}, h('bdi', {}, reason)),
    h('ol', { class: 'candidates' }, candidates.slice(0, 12).map(candidate)));
}

/** Returns the details of a console log: the constraint that was broken, the predicted one, and the outcome of each choice. */
export function logDetails({ layout }) {
  const { recorded, prediction, printed, outcomes } = layout.report;
  const expected = prediction?.candidates ?? [];
  const place = expected.findIndex(({ constraint }) => constraint === recorded?.broken);
  const rank = place >= 0 ? `; the prediction ranks it number ${place + 1} of ${expected.length}, at ${Math.round(100 * expected[place].probability)} %.` : '.';
  return [recorded?.broken ? h('p', {}, name(recorded.broken), ' was broken', rank) : null,
    printed?.innocent?.length ? h('p', {}, 'Not in any conflict: ', h('bdi', {}, printed.innocent.join(', ')), '.') : null,
    (outcomes ?? []).slice(0, 8).map((each) => outcome(each, layout))];
}

function outcome({ broken, unsatisfied = [], frames = {} }, layout) {
  const lengths = (frame) => Object.entries(frame).filter(([, value]) => value !== null).map(([key, value]) => `${key} ${points(value)}`).join(', ');
  return h('details', {}, h('summary', {}, 'With ', name(broken.join(', ')), ' broken'), rows([
    ...unsatisfied.map(({ id, error }) => [name(id), ` is off by ${points(error)} pt`]),
    ...Object.entries(frames).map(([view, frame]) => [viewName(layout, view), ' ', lengths(frame)]),
  ]));
}
