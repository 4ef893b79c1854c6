// What was found: conflicts with their proof, what gave way and what would mend them; ambiguities with their ranges.

import { h, put, button, name } from './dom.js';
import * as api from './api.js';
import { points, range, causeWords, changeWords, changeEvent } from './format.js';
import { stateSign } from './table.js';
import { fail } from './frame.js';

export function mountFindings(host, store, page) {
  function draw() {
    const { layout } = store.state;
    if (!layout) return;
    const { report } = layout;
    const conflicts = report.conflicts ?? [];
    const ambiguities = report.ambiguities ?? [];
    put(host, conflicts.map((conflict) => conflictCard(conflict, store, page)), logCard(report), repairsCard(report, page), ambiguities.slice(0, 200).map((each) => ambiguityCard(each, store, page)),
      ambiguities.length > 200 ? h('p', { class: 'note' }, `${ambiguities.length - 200} more ambiguous views are marked in the tree.`) : null,
      conflicts.length + ambiguities.length === 0 ? h('div', { class: 'good' }, h('p', { class: 'big' }, report.verdict === 'clean' ? 'Nothing is wrong here.' : 'No conflict is shown.'),
        h('p', {}, report.verdict === 'clean' ? 'The constraints hold together, and exactly one layout fits them best.' : missingWords(report))) : null,
      compressed(report), notes(report));
    mark(store.state);
  }

  function mark({ selection }) {
    for (const card of host.querySelectorAll('[data-finding]')) {
      const isChosen = selection?.type === 'finding' && selection.id === card.dataset.finding;
      card.classList.toggle('chosen', isChosen);
    }
  }

  store.watch(['layout'], draw);
  store.watch(['selection', 'layout'], ({ selection, layout }) => {
    const finding = selection?.type === 'finding' ? selection.id : null;
    const conflict = layout?.report.conflicts?.find(({ id }) => id === finding) ?? null;
    const loose = layout?.report.ambiguities?.find((each) => each.view === finding || (selection?.type === 'view' && each.view === selection.id)) ?? null;
    store.set({ conflict, ghost: loose ? { view: loose.view, attributes: layout.ambiguities.get(loose.view).flatMap(({ attributes }) => attributes) } : null });
    mark(store.state);
    if (finding) host.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
  });
}

const missingWords = (report) => (report.missing?.length ? `Not known, as the log does not print it: ${report.missing.join(', ')}.` : 'What is shown can hold together.');

function card(kind, id, store, title, ...content) {
  return h('article', { class: `finding ${kind}`, 'data-finding': id },
    h('h3', {}, h('button', { type: 'button', class: 'head', on: { click: () => store.set({ selection: store.state.selection?.id === id ? null : { type: 'finding', id } }) } }, title)), content);
}

function conflictCard(conflict, store, page) {
  const { layout } = store.state;
  const decisions = (layout.report.decisions ?? []).filter((decision) => decision.conflict?.length && decision.conflict.every((row) => conflict.members.includes(row)));
  const owners = { system: 'the framework’s own', transient: 'passing: it rests on a temporary size' };
  return card('conflicting', conflict.id, store,
    [h('span', { class: 'sign conflicting', 'aria-hidden': 'true' }, '!'), h('span', { class: 'label' }, `Conflict ${conflict.id}`), owners[conflict.owner] ? h('span', { class: 'chip' }, owners[conflict.owner]) : null],
    h('p', { class: 'sentence' }, h('bdi', {}, conflict.explanation)),
    vanishes(conflict),
    h('ul', { class: 'members' }, conflict.members.map((id) => memberRow(id, layout, store))),
    decisions.map((decision) => gaveWay(decision, store)),
    h('details', { class: 'proof' }, h('summary', {}, 'Proof'), proof(conflict, layout)),
    changes('To mend it', conflict.fixes ?? [], page),
    blameLine(conflict.fingerprint, store, page));
}

function vanishes({ vanishesAt }) {
  if (!vanishesAt?.length) return null;
  return h('p', { class: 'note' }, 'Gone where ', vanishesAt.map(({ view, dimension, min, max }, place) => [place > 0 ? ' and ' : null, name(view), ` has a ${dimension} of ${range({ min, max })}`]), '.');
}

function memberRow(id, layout, store) {
  const constraint = layout.constraint(id);
  return h('li', {}, h('button', {
    type: 'button', class: 'row-button', 'data-row': id, disabled: !constraint,
    on: { click: () => store.set({ selection: { type: 'constraint', id } }), pointerenter: () => constraint && store.set({ hover: { type: 'constraint', id } }), pointerleave: () => store.set({ hover: null }) },
  }, constraint ? stateSign(constraint.state) : h('span', { class: 'sign implicit' }, '='), name(id), h('bdi', { class: 'text' }, layout.rowText(id))));
}

function proof(conflict, layout) {
  const factors = conflict.proof?.factors ?? {};
  return [
    h('p', { class: 'note' }, 'Each row, as what must be 0 or more, times its factor: the variables cancel, and the sum cannot be so.'),
    h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Factor'), h('th', { scope: 'col' }, 'Row'))),
      h('tbody', {}, conflict.members.map((id) => h('tr', {}, h('td', { class: 'number' }, `${factors[id]} ×`), h('td', {}, h('bdi', {}, layout.rowText(id))))),
        h('tr', { class: 'sum' }, h('td', { class: 'number' }, String(conflict.proof?.sum)), h('td', {}, 'what is left, and must be 0')))),
  ];
}

function gaveWay(decision, store) {
  const best = Math.max(...decision.candidates.map(({ probability }) => probability ?? 0), 0.01);
  return h('section', { class: 'decision' }, h('h4', {}, 'What gives way'), h('p', {}, h('bdi', {}, decision.reason)),
    h('ol', { class: 'candidates' }, decision.candidates.slice(0, 12).map(({ constraint, probability }) => h('li', {},
      h('button', { type: 'button', class: `row-button${constraint === decision.broken ? ' broken' : ''}`, on: { click: () => store.set({ selection: { type: 'constraint', id: constraint } }) } },
        name(constraint), constraint === decision.broken ? h('span', { class: 'chip' }, decision.restored ? 'broken, then restored' : 'broken') : null,
        probability === undefined ? null : h('span', { class: 'meter', 'aria-hidden': 'true' }, h('span', { style: { width: `${(100 * probability) / best}%` } })),
        probability === undefined ? null : h('span', { class: 'number' }, `${Math.round(probability * 100)} %`))))));
}

/** Of a console log: what it says was broken, what was to be expected, and what each choice leads to. */
function logCard(report) {
  const { recorded, prediction, printed, outcomes } = report;
  if (!recorded && !outcomes?.length && !printed?.innocent?.length) return null;
  const place = prediction?.candidates?.findIndex(({ constraint }) => constraint === recorded?.broken) ?? -1;
  return h('article', { class: 'finding log' }, h('h3', {}, 'What the log says'),
    recorded?.broken ? h('p', {}, name(recorded.broken), ' was broken', place >= 0 ? `: number ${place + 1} of ${prediction.candidates.length} by the rules, at ${Math.round(100 * prediction.candidates[place].probability)} %.` : '.') : null,
    printed?.innocent?.length ? h('p', {}, 'Printed, but no part of it: ', h('bdi', {}, printed.innocent.join(', ')), '.') : null,
    (outcomes ?? []).slice(0, 8).map(({ broken, unsatisfied, frames }) => h('details', {}, h('summary', {}, 'With ', name(broken.join(', ')), ' broken'),
      h('ul', { class: 'members' }, (unsatisfied ?? []).map(({ id, error }) => h('li', {}, name(id), ` is off by ${points(error)}`)),
        Object.entries(frames ?? {}).map(([view, frame]) => h('li', {}, name(view), ' ', Object.entries(frame).filter(([, value]) => value !== null).map(([key, value]) => `${key} ${points(value)}`).join(', ')))))));
}

/** Fixes or suggestions, each to be looked at and to be applied. */
export function changes(title, list, page) {
  const known = list.filter((change) => changeEvent(change));
  if (known.length === 0) return null;
  return h('section', { class: 'changes' }, h('h4', {}, title), h('ul', {}, known.slice(0, 24).map((change) => {
    const words = changeWords(change);
    return h('li', {}, h('bdi', { class: 'words' }, words), h('span', { class: 'acts' },
      button('Preview', () => page.preview.events([changeEvent(change)], words), { 'aria-label': `Preview: ${words}` }),
      button('Apply', () => page.apply([changeEvent(change)], words), { 'aria-label': `Apply: ${words}`, disabled: !page.isNewest, class: 'apply' })));
  })));
}

function repairsCard(report, page) {
  const repairs = report.repairs ?? [];
  if ((report.conflicts?.length ?? 0) < 2 || repairs.length === 0) return null;
  return h('article', { class: 'finding repairs' }, h('h3', {}, h('span', { class: 'label' }, 'Ends every conflict')), h('ul', { class: 'changes' }, repairs.slice(0, 12).map(({ relax }) => {
    const events = relax.map((id) => ({ op: 'setPriority', id, priority: 999 }));
    const words = `Lower ${relax.join(', ')} to 999`;
    return h('li', {}, h('bdi', { class: 'words' }, words), h('span', { class: 'acts' }, button('Preview', () => page.preview.events(events, words), { 'aria-label': `Preview: ${words}` }),
      button('Apply', () => page.apply(events, words), { 'aria-label': `Apply: ${words}`, disabled: !page.isNewest, class: 'apply' })));
  })));
}

function ambiguityCard(ambiguity, store, page) {
  const { layout } = store.state;
  return card('ambiguous', ambiguity.view, store,
    [h('span', { class: 'sign ambiguous', 'aria-hidden': 'true' }, '?'), h('span', { class: 'label' }, name(ambiguity.view), ' is ambiguous')],
    h('p', { class: 'sentence' }, `${causeWords[ambiguity.cause] ?? ambiguity.cause}.`),
    ambiguity.attributes.map((attribute) => slider(ambiguity.view, attribute, layout, page)),
    ambiguity.needs?.length ? h('p', { class: 'note' }, `Needs ${ambiguity.needs.join('; ')}.`) : null,
    ambiguity.tied?.length ? [h('h4', {}, 'Compete'), h('ul', { class: 'members' }, ambiguity.tied.map((id) => memberRow(id, layout, store)))] : null,
    h('div', { class: 'acts' }, button('Exercise', () => { store.set({ selection: { type: 'finding', id: ambiguity.view } }); page.preview.exercise([ambiguity.view]); }, { title: 'Go through layouts that fit as well', class: 'exercise' })),
    changes('To settle it', ambiguity.suggestions ?? [], page),
    blameLine(ambiguity.fingerprint, store, page));
}

function slider(view, { attribute, min, max, value }, layout, page) {
  const size = layout.report.size ?? { width: 320, height: 480 };
  const room = Math.max(attribute === 'minX' || attribute === 'width' ? size.width : size.height, 100);
  const least = min ?? Math.min(value, 0) - room;
  const greatest = max ?? Math.max(value, least) + room;
  const output = h('output', {}, points(value));
  const input = h('input', {
    type: 'range', min: least, max: greatest, step: 'any', 'aria-label': `${attribute} of ${view}`,
    on: { input: () => { put(output, points(Math.round(input.valueAsNumber * 10) / 10)); page.store.set({ selection: { type: 'finding', id: view } }); page.preview.setValue(view, attribute, input.valueAsNumber); } },
  });
  input.value = String(value);
  return h('div', { class: 'slider' }, h('span', { class: 'what' }, attribute), input, output, h('span', { class: 'range' }, range({ min, max })));
}

function blameLine(fingerprint, store, page) {
  if (store.state.newest === 0) return null;
  const line = h('p', { class: 'blame' });
  put(line, button('Which step brought it?', async () => {
    try {
      const { id, step } = store.state;
      const answer = await api.get(api.path(id, '/blame', { step }));
      const found = answer.findings.find((each) => each.fingerprint === fingerprint);
      if (!found) return;
      put(line, button(found.since === 0 ? 'There from the beginning' : `Brought by step ${found.since}`, () => page.show(found.since).catch(fail)),
        found.introduced?.length && found.since > 0 ? [' with ', h('bdi', {}, found.introduced.join(', '))] : null, found.older?.length ? [', against the older ', h('bdi', {}, found.older.join(', '))] : null, '.');
    } catch (error) { fail(error); }
  }, { class: 'quiet' }));
  return line;
}

function compressed(report) {
  const unmet = report.unsatisfied ?? [];
  if (unmet.length === 0) return null;
  return h('details', { class: 'finding plain-card' }, h('summary', {}, `Optional constraints that are not met: ${unmet.length}`),
    h('ul', { class: 'members' }, unmet.slice(0, 100).map(({ id, priority, error, kind }) => h('li', {}, name(id), h('span', { class: 'detail' }, `${kind} by ${points(error)}, priority ${priority}`)))));
}

function notes(report) {
  const lines = [...(report.inconclusive ?? []).map((each) => `Not proved: ${each.what ?? each.reason ?? JSON.stringify(each)}`), ...(report.warnings ?? []).map((each) => (typeof each === 'string' ? each : each.message ?? JSON.stringify(each)))];
  if (lines.length === 0) return null;
  return h('details', { class: 'finding plain-card' }, h('summary', {}, `Notes: ${lines.length}`), h('ul', {}, lines.slice(0, 100).map((line) => h('li', {}, h('bdi', {}, line)))));
}
