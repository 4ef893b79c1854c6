// What was found: a card for each conflict and ambiguity, and what else the report says.

import { h, put, button, name } from './dom.js';
import { points, verdictWords } from './format.js';
import { conflictCard, logCard, repairsCard } from './conflicts.js';
import { ambiguityCard } from './ambiguities.js';
import { link, rows } from './parts.js';

const mostAmbiguities = 200;
const none = [];

export function mountFindings(host, store, page) {
  const kept = h('div', { class: 'kept' });
  function draw() {
    const { layout } = store.state;
    if (!layout) return;
    const { report } = layout;
    const conflicts = report.conflicts ?? [];
    const ambiguities = report.ambiguities ?? [];
    const more = ambiguities.length - mostAmbiguities;
    put(host,
      conflicts.map((conflict) => conflictCard(conflict, store, page)), logCard(report), repairsCard(report, page),
      ambiguities.slice(0, mostAmbiguities).map((each) => ambiguityCard(each, store, page)),
      more > 0 ? h('p', { class: 'note' }, `${more} more ambiguous views are marked in the tree.`) : null,
      conflicts.length + ambiguities.length === 0 ? nothing(report) : null,
      told(store), alternatesCard(report, page), kept, compressed(report), notes(report));
    mark(store.state);
  }

  function mark({ selection }) {
    for (const card of host.querySelectorAll('[data-finding]')) {
      const isChosen = selection?.type === 'finding' && selection.id === card.dataset.finding;
      card.classList.toggle('chosen', isChosen);
      card.querySelector('.head').setAttribute('aria-pressed', String(isChosen));
    }
  }

  store.watch(['layout'], draw);
  store.watch(['layout', 'exercises'], ({ step, exercises }) => {
    put(kept, keptCard(exercises.filter((each) => each.step === step), page));
  });
  store.watch(['selection', 'layout'], ({ selection, layout }) => {
    if (!layout) return;
    const finding = selection?.type === 'finding' ? selection.id : null;
    const view = finding ?? (selection?.type === 'view' ? selection.id : null);
    const loose = layout.ambiguities.get(view);
    store.set({
      conflict: layout.report.conflicts?.find(({ id }) => id === finding) ?? null,
      ghosts: loose ? [{ view, attributes: layout.looseness(view) }] : none,
    });
    mark(store.state);
    if (finding) host.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
  });
}

function nothing({ verdict, missing, inconclusive }) {
  if (!(verdict in verdictWords)) return h('div', { class: 'good' }, h('p', { class: 'big' }, 'No verdict is known.'));
  const words = verdict === 'clean' ? 'All constraints hold, one layout fits best.'
    : inconclusive?.length ? 'No time for a verdict.' : missing?.length ? `Not in the log: ${missing.join(', ')}.` : 'What is shown can hold.';
  return h('div', { class: 'good' }, h('p', { class: 'big' }, verdict === 'clean' ? 'Nothing is wrong here.' : 'No conflict is shown.'), h('p', {}, words));
}

/** Of an Interface Builder file: what only its format tells. */
function told(store) {
  const { layout } = store.state;
  const { findings } = layout.report;
  if (!findings?.length) return null;
  const line = ({ view, constraint, message, line: at, column }) => {
    const [type, id] = constraint === undefined ? ['view', view] : ['constraint', constraint];
    const isThere = type === 'view' ? layout.view(id) : layout.constraint(id);
    return link(store, type, id ?? '', [h('bdi', { class: 'words' }, message), h('span', { class: 'number' }, `${at}:${column}`)], { isOpen: Boolean(isThere) });
  };
  return h('details', { class: 'finding told', open: true }, h('summary', {}, `What the file tells: ${findings.length}`), rows(findings.slice(0, 100).map(line)));
}

function alternatesCard(report, page) {
  if (!report.alternates?.length) return null;
  const show = ({ id, moved }) => button(id, () => page.preview.alternate(id), {
    title: `moves ${moved.join(', ')}`.slice(0, 300), 'aria-label': `Show alternate ${id}`,
  });
  return h('article', { class: 'finding plain-card alternates' }, h('h3', {}, 'Other layouts that fit as well'),
    h('div', { class: 'acts' }, report.alternates.map(show), button('Exercise all', () => page.preview.exercise())));
}

/** What was exercised at this step before. */
function keptCard(exercises, page) {
  if (!exercises.length) return null;
  const again = (each) => button(each.id, () => page.preview.goThrough(each), { 'aria-label': `Show ${each.id}` });
  return h('article', { class: 'finding plain-card' }, h('h3', {}, 'Kept exercises'), h('div', { class: 'acts' }, exercises.map(again)));
}

function compressed({ unsatisfied }) {
  if (!unsatisfied?.length) return null;
  const row = ({ id, priority, error, kind }) => [name(id), h('span', { class: 'detail' }, ` ${kind} by ${points(error)}, priority ${priority}`)];
  return h('details', { class: 'finding plain-card' },
    h('summary', {}, `Constraints that are not met: ${unsatisfied.length}`), rows(unsatisfied.slice(0, 100).map(row)));
}

function notes({ inconclusive, warnings }) {
  const words = (each) => (typeof each === 'string' ? each : [each.subject, each.reason ?? each.message].filter(Boolean).join(': '));
  const lines = [...(inconclusive ?? []).map((each) => `Not proved: ${words(each)}`), ...(warnings ?? []).map(words)];
  if (lines.length === 0) return null;
  return h('details', { class: 'finding plain-card' },
    h('summary', {}, `Notes: ${lines.length}`), rows(lines.slice(0, 100).map((line) => h('bdi', {}, line))));
}
