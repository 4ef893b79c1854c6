// Remedies of a report as events that apply them as a step of the session.

import { h, button } from './dom.js';
import { acts } from './parts.js';
import { copyText, fail } from './frame.js';

/** The most events that the service accepts at once. */
const mostEvents = 1000;

/** Returns the event that sets a row's priority: a constraint's own, or a view's content priority. Other implicit rows have none. */
function priorityEvent(id, priority, layout) {
  if (layout.constraint(id)) return { op: 'setPriority', id, priority };
  const row = layout.contentRow(id);
  return row && { op: row.kind === 'hugging' ? 'setHugging' : 'setCompressionResistance', view: row.view, axis: row.axis, priority };
}

const addEvent = (constraint, layout) => (layout.document.fragment === true ? null : { op: 'addConstraint', constraint });
const removeEvent = (id, layout) => (layout.constraint(id) ? { op: 'removeConstraint', id } : null);
const deactivateEvent = (id, layout) => (layout.constraint(id)?.active ? { op: 'deactivate', id } : null);
const constantEvent = (id, constant, layout) => (layout.constraint(id) && typeof constant === 'number' ? { op: 'setConstant', id, constant } : null);

/** Returns the event that applies a fix or suggestion, or null if there is none. */
export function changeEvent({ kind, constraint, priority, to }, layout) {
  switch (kind) {
    case 'add': return addEvent(constraint, layout);
    case 'remove': return removeEvent(constraint, layout);
    case 'relax': case 'priority': return priorityEvent(constraint, priority, layout);
    case 'constant': return constantEvent(constraint, to, layout);
    default: return null;
  }
}

/** Returns the events that apply a remedy, or null if a session cannot apply it, such as a change of code. */
export function remedyEvents({ kind, constraint, constraints, view, axis, priority, to }, layout, cause) {
  const ids = [...new Set(constraints ?? (constraint === undefined ? [] : [constraint]))];
  const all = (make) => {
    const events = ids.map(make);
    return events.length > 0 && events.length <= mostEvents && events.every(Boolean) ? events : null;
  };
  switch (kind) {
    case 'lowerPriority': return all((id) => priorityEvent(id, priority ?? 999, layout));
    // A log prints the rows of an autoresizing mask as constraints, which do not exist without the mask.
    case 'removeConstraint': case 'disableMask': return all((id) => removeEvent(id, layout));
    case 'changeConstant': return ids.length === 1 ? all((id) => constantEvent(id, to, layout)) : null;
    // For a duplicate, the remedy names the old and the new constraint; for two sets, only the constraints of one set.
    case 'deactivateFirst': return all((id) => deactivateEvent(id, layout))?.slice(0, cause === 'duplicate' ? 1 : mostEvents) ?? null;
    case 'addConstraint': return all((equation) => addEvent(equation, layout));
    case 'setHugging': case 'setCompressionResistance': return layout.view(view) && axis && priority !== undefined ? [{ op: kind, view, axis, priority }] : null;
    default: return null;
  }
}

const left = {
  clean: 'the layout is then clean', ambiguous: 'an ambiguity remains', incomplete: 'the constraints can then all be satisfied', conflicting: 'other conflicts remain',
};

function outcomeLine({ verdict, ends, adds }) {
  const hasNew = adds?.length > 0;
  const parts = [ends?.length ? 'fixes this finding' : null, hasNew ? `adds ${adds.join(', ')}` : null, hasNew && verdict === 'conflicting' ? null : left[verdict] ?? verdict];
  return h('p', { class: `outcome ${verdict}` }, `Tried: ${parts.filter(Boolean).join('; ')}.`);
}

/** Returns a remedy: its sentence and outcome, its two buttons if the session can apply it, and its code or its place in Interface Builder. */
export function remedyItem(remedy, store, page, cause) {
  const events = remedyEvents(remedy, store.state.layout, cause);
  const { sentence, outcome, code } = remedy;
  return h('div', { class: 'remedy' }, h('p', { class: 'words' }, h('bdi', {}, sentence)), outcome ? outcomeLine(outcome) : null,
    events ? acts(page, events, sentence.replace(/\.$/, '')) : null,
    code?.interfaceBuilder ? h('p', { class: 'hint' }, h('bdi', {}, code.interfaceBuilder)) : null, ...codeLines(code));
}

/** Returns UIKit's code, and beside it that for the library that made the constraint. */
const codeLines = (code) => [code?.swift, code?.snapKit, code?.masonry].filter(Boolean).map(codeLine);

function codeLine(text) {
  const copy = () => copyText(text, 'Copied.').catch(fail);
  return h('div', { class: 'code' }, h('code', {}, text), button('Copy', copy, { class: 'quiet', 'aria-label': `Copy: ${text}` }));
}
