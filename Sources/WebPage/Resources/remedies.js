// What a report proposes to change, as the events that make it a step of the session.

import { h, button } from './dom.js';
import { acts } from './parts.js';
import { copyText, fail } from './frame.js';

/** The most events that the service takes at once. */
const mostEvents = 1000;

/** Gives a row a priority: a constraint its own, and a content priority's row the one of its view. Of other implicit rows there is none to give. */
function priorityEvent(id, priority, layout) {
  if (layout.constraint(id)) return { op: 'setPriority', id, priority };
  const row = layout.contentRow(id);
  return row && { op: row.kind === 'hugging' ? 'setHugging' : 'setCompressionResistance', view: row.view, axis: row.axis, priority };
}

const addEvent = (constraint, layout) => (layout.document.fragment === true ? null : { op: 'addConstraint', constraint });
const removeEvent = (id, layout) => (layout.constraint(id) ? { op: 'removeConstraint', id } : null);
const deactivateEvent = (id, layout) => (layout.constraint(id)?.active ? { op: 'deactivate', id } : null);
const constantEvent = (id, constant, layout) => (layout.constraint(id) && typeof constant === 'number' ? { op: 'setConstant', id, constant } : null);

/** The event that makes a fix or suggestion; null if there is none. */
export function changeEvent({ kind, constraint, priority, to }, layout) {
  switch (kind) {
    case 'add': return addEvent(constraint, layout);
    case 'remove': return removeEvent(constraint, layout);
    case 'relax': case 'priority': return priorityEvent(constraint, priority, layout);
    case 'constant': return constantEvent(constraint, to, layout);
    default: return null;
  }
}

/** The events that make a remedy; null if it cannot be made in a session, as what is outside of the layout. */
export function remedyEvents({ kind, constraint, constraints, view, axis, priority, to }, layout, cause) {
  const ids = [...new Set(constraints ?? (constraint === undefined ? [] : [constraint]))];
  const all = (make) => {
    const events = ids.map(make);
    return events.length > 0 && events.length <= mostEvents && events.every(Boolean) ? events : null;
  };
  switch (kind) {
    case 'lowerPriority': return all((id) => priorityEvent(id, priority ?? 999, layout));
    // Without its mask a view has none of the rows that the mask became; a log prints them as constraints.
    case 'removeConstraint': case 'disableMask': return all((id) => removeEvent(id, layout));
    case 'changeConstant': return ids.length === 1 ? all((id) => constantEvent(id, to, layout)) : null;
    // Of what is set twice the old and the new one are named; of two sets, those of one set.
    case 'deactivateFirst': return all((id) => deactivateEvent(id, layout))?.slice(0, cause === 'duplicate' ? 1 : mostEvents) ?? null;
    case 'addConstraint': return all((equation) => addEvent(equation, layout));
    case 'setHugging': case 'setCompressionResistance': return layout.view(view) && axis && priority !== undefined ? [{ op: kind, view, axis, priority }] : null;
    default: return null;
  }
}

const left = {
  clean: 'leaves the layout clean', ambiguous: 'leaves no conflict, but the layout is ambiguous', incomplete: 'the constraints can all be satisfied', conflicting: 'other conflicts stay',
};

function outcomeLine({ verdict, ends, adds }) {
  const hasNew = adds?.length > 0;
  const parts = [ends?.length ? `ends ${ends.join(', ')}` : null, hasNew ? `adds ${adds.join(', ')}` : null, hasNew && verdict === 'conflicting' ? null : left[verdict] ?? verdict];
  return h('p', { class: `outcome ${verdict}` }, `Tried: ${parts.filter(Boolean).join('; ')}.`);
}

/** A remedy: its sentence, what it leads to, its two buttons if it can be made here, and its line of code. */
export function remedyItem(remedy, store, page, cause) {
  const events = remedyEvents(remedy, store.state.layout, cause);
  const { sentence, outcome, code } = remedy;
  return h('div', { class: 'remedy' }, h('p', { class: 'words' }, h('bdi', {}, sentence)), outcome ? outcomeLine(outcome) : null,
    events ? acts(page, events, sentence.replace(/\.$/, '')) : null, ...codeLines(code));
}

/** UIKit's line, and beside it that of the library that made the constraint. */
const codeLines = (code) => [code?.swift, code?.snapKit, code?.masonry].filter(Boolean).map(codeLine);

function codeLine(text) {
  const copy = () => copyText(text, 'Copied.').catch(fail);
  return h('div', { class: 'code' }, h('code', {}, text), button('Copy', copy, { class: 'quiet', 'aria-label': `Copy: ${text}` }));
}
