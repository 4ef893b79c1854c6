// A conflict: its sentence, its members, its proof, what gave way, and what would mend it.

import { h, name } from './dom.js';
import { points, range, changeWords, changeEvent } from './format.js';
import { link, rowLink, rows, changeList } from './parts.js';
import { findingCard, blameLine } from './card.js';

const owners = { system: 'the framework’s own', transient: 'passing: it rests on a temporary size' };

export function conflictCard(conflict, store, page) {
  const { layout } = store.state;
  const isOwn = (decision) => decision.conflict?.length && decision.conflict.every((row) => conflict.members.includes(row));
  const fixes = (conflict.fixes ?? []).map((fix) => ({ events: [changeEvent(fix)], words: changeWords(fix) })).filter(({ events }) => events[0]);
  const title = [
    h('span', { class: 'sign conflicting', 'aria-hidden': 'true' }, '!'), h('span', { class: 'label' }, `Conflict ${conflict.id}`),
    owners[conflict.owner] ? h('span', { class: 'chip' }, owners[conflict.owner]) : null,
  ];
  return findingCard('conflicting', conflict.id, store, title,
    h('p', { class: 'sentence' }, h('bdi', {}, conflict.explanation)), vanishes(conflict),
    rows(conflict.members.map((id) => rowLink(store, id))),
    (layout.report.decisions ?? []).filter(isOwn).map((decision) => gaveWay(decision, store)),
    h('details', { class: 'proof' }, h('summary', {}, 'Proof'), proof(conflict, layout)),
    changeList('To mend it', fixes, page), blameLine(conflict.fingerprint, conflict.id, store, page));
}

function vanishes({ vanishesAt }) {
  if (!vanishesAt?.length) return null;
  const place = ({ view, dimension, min, max }, index) => [index > 0 ? ' and ' : null, name(view), ` has a ${dimension} of ${range({ min, max })}`];
  return h('p', { class: 'note' }, 'Gone where ', vanishesAt.map(place), '.');
}

function proof({ members, proof: { factors = {}, sum } = {} }, layout) {
  const row = (factor, text, kind) => h('tr', { class: kind }, h('td', { class: 'number' }, factor), h('td', {}, h('bdi', {}, text)));
  return [
    h('p', { class: 'note' }, 'Each row, as what must be 0 or more, times its factor: the variables cancel, and the sum cannot be so.'),
    h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Factor'), h('th', { scope: 'col' }, 'Row'))),
      h('tbody', {}, members.map((id) => row(`${factors[id]} ×`, layout.rowText(id))), row(String(sum), 'what is left, and must be 0', 'sum'))),
  ];
}

function gaveWay({ candidates, broken, reason, restored }, store) {
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
  return h('section', { class: 'decision' }, h('h4', {}, 'What gives way'), h('p', {}, h('bdi', {}, reason)),
    h('ol', { class: 'candidates' }, candidates.slice(0, 12).map(candidate)));
}

/** Of a console log: what it says was broken, what was to be expected, and what each choice leads to. */
export function logCard({ recorded, prediction, printed, outcomes }) {
  if (!recorded && !outcomes?.length && !printed?.innocent?.length) return null;
  const expected = prediction?.candidates ?? [];
  const place = expected.findIndex(({ constraint }) => constraint === recorded?.broken);
  const rank = place >= 0 ? `: number ${place + 1} of ${expected.length} by the rules, at ${Math.round(100 * expected[place].probability)} %.` : '.';
  return h('article', { class: 'finding log' }, h('h3', {}, 'What the log says'),
    recorded?.broken ? h('p', {}, name(recorded.broken), ' was broken', rank) : null,
    printed?.innocent?.length ? h('p', {}, 'Printed, but no part of it: ', h('bdi', {}, printed.innocent.join(', ')), '.') : null,
    (outcomes ?? []).slice(0, 8).map(outcome));
}

function outcome({ broken, unsatisfied = [], frames = {} }) {
  const lengths = (frame) => Object.entries(frame).filter(([, value]) => value !== null).map(([key, value]) => `${key} ${points(value)}`).join(', ');
  return h('details', {}, h('summary', {}, 'With ', name(broken.join(', ')), ' broken'), rows([
    ...unsatisfied.map(({ id, error }) => [name(id), ` is off by ${points(error)}`]),
    ...Object.entries(frames).map(([view, frame]) => [name(view), ' ', lengths(frame)]),
  ]));
}

/** Where there are several conflicts, what ends all of them. */
export function repairsCard({ conflicts, repairs }, page) {
  if ((conflicts?.length ?? 0) < 2 || !repairs?.length) return null;
  const change = ({ relax }) => ({ events: relax.map((id) => ({ op: 'setPriority', id, priority: 999 })), words: `Lower ${relax.join(', ')} to 999` });
  return h('article', { class: 'finding repairs' }, changeList('To end every conflict', repairs.slice(0, 12).map(change), page));
}
