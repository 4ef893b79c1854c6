// Remarks of a report beside its findings: the contents of a log, an Interface Builder file's own findings, violated and unproven constraints.

import { h, name } from './dom.js';
import { points, count } from './format.js';
import { link, rows, changeList, folded, viewName } from './parts.js';

export function remarkCards(layout, store, page) {
  const { report } = layout;
  return [logCard(report, store), repairsCard(layout, page), observedCard(report, store), ofFile(layout, store), compressed(layout), notes(report)];
}

/** Returns a card with a console log's other contents. */
function logCard({ recorded, printed, outcomes }, store) {
  if (!recorded && !outcomes?.length && !printed?.innocent?.length) return null;
  return folded('What the log says', 'finding plain-card log', async () => (await import('./conflicts.js')).logDetails(store.state));
}

/** Returns a card with changes that resolve all of several conflicts. Omitted for logs, whose conflicts may be the framework's own. */
function repairsCard({ report: { conflicts, repairs }, document }, page) {
  if ((conflicts?.length ?? 0) < 2 || !repairs?.length || document.fragment === true) return null;
  const change = ({ relax }) => ({ events: relax.map((id) => ({ op: 'setPriority', id, priority: 999 })), words: `Lower ${relax.join(', ')} to priority 999` });
  return folded('To resolve every conflict', 'finding plain-card repairs', () => changeList(null, repairs.slice(0, 12).map(change), page));
}

/** Returns a card that compares a captured layout with the running app. */
function observedCard({ observed, capture }, store) {
  if (!observed) return null;
  const found = observed.differences.length;
  const card = folded(`In the running app: ${found ? count(found, 'difference') : 'the same'}`, 'finding plain-card observed',
    async () => (await import('./observed.js')).observedDetails(observed, capture, store));
  card.open = found > 0;
  return card;
}

/** Returns a card with the findings of the file format: those of an Interface Builder file, or of the other messages in a text. */
function ofFile(layout, store) {
  const { findings } = layout.report;
  if (!findings?.length) return null;
  const line = ({ view, constraint, message, remedy, line: at, column }) => {
    const [type, id] = constraint === undefined ? ['view', view] : ['constraint', constraint];
    const isThere = type === 'view' ? layout.view(id) : layout.constraint(id);
    return link(store, type, id ?? '', [h('bdi', { class: 'words' }, remedy === undefined ? message : `${message} ${remedy}`), h('span', { class: 'number' }, `${at}:${column}`)], { isOpen: Boolean(isThere) });
  };
  return h('details', { class: 'finding of-file', open: true }, h('summary', {}, `${layout.isFragment ? 'In the text' : 'In the file'}: ${findings.length}`), rows(findings.slice(0, 100).map(line)));
}

function compressed(layout) {
  const { unsatisfied } = layout.report;
  if (!unsatisfied?.length) return null;
  const row = ({ id, priority, error, kind }) => {
    const own = layout.contentRow(id);
    const what = own ? [viewName(layout, own.view), ` is ${kind} by`] : [name(id), kind === 'unmet' ? ' is off by' : ` is ${kind} by`];
    return [what, h('span', { class: 'detail' }, ` ${points(error)} pt, ${priority === 1000 ? 'required' : `priority ${points(priority)}`}`)];
  };
  return folded(`Violated constraints: ${unsatisfied.length}`, 'finding plain-card', () => rows(unsatisfied.slice(0, 100).map(row)));
}

function notes({ inconclusive, warnings }) {
  const words = (each) => (typeof each === 'string' ? each : [each.subject, each.reason ?? each.message].filter(Boolean).join(': '));
  const lines = [...(inconclusive ?? []).map((each) => `Not proven: ${words(each)}`), ...(warnings ?? []).map(words)];
  if (lines.length === 0) return null;
  return folded(`Notes: ${lines.length}`, 'finding plain-card', () => rows(lines.slice(0, 100).map((line) => h('bdi', {}, line))));
}
