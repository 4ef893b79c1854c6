// Parts of several panels: rows that link to views and constraints, and the two buttons of a change.

import { h, put, button, name } from './dom.js';
import { stateSign } from './table.js';
import { fail } from './frame.js';

/** Returns a row that selects an item, and marks it in the drawing while the pointer is over the row. */
export function link(store, type, id, content, { isOpen = true, class: kind = '' } = {}) {
  const hover = (target) => () => { if (isOpen) store.set({ hover: target }); };
  return h('button', {
    type: 'button', class: `row-button ${kind}`, 'data-row': id, disabled: !isOpen,
    on: { click: () => store.set({ selection: { type, id } }), pointerenter: hover({ type, id }), pointerleave: hover(null) },
  }, content);
}

/** Returns a link for a row of a report, which may be implicit: its sign, its id and its text. */
export function rowLink(store, id, { before = null, after = null } = {}) {
  const { layout } = store.state;
  const constraint = layout.constraint(id);
  const text = layout.rowText(id);
  const sign = constraint ? stateSign(constraint.state) : h('span', { class: 'sign implicit' }, '=');
  return link(store, 'constraint', id, [before ?? sign, name(id), text === id ? null : h('bdi', { class: 'text' }, text), after], { isOpen: Boolean(constraint) });
}

/** Returns a view's name, with its id in small type, or with its address if the id is a class and an address of a log. */
export function viewName(layout, id) {
  const known = layout.nameOf(id);
  const own = id.startsWith(`${known.split(' ')[0]}:0x`) ? id.slice(id.indexOf(':') + 1) : id;
  return [name(known), known === id ? null : [' ', h('bdi', { class: 'id', title: id }, own)]];
}

/** Returns a collapsed section, whose content is created when it is first opened. */
export function folded(title, kind, make) {
  const body = h('div', { class: 'folded' });
  let made = null;
  const open = async ({ currentTarget }) => {
    if (!currentTarget.open || made) return;
    made = make();
    try { put(body, await made); } catch (error) { made = null; fail(error); }
  };
  return h('details', { class: kind, on: { toggle: open } }, h('summary', {}, title), body);
}

export const rows = (items) => h('ul', { class: 'members' }, items.map((item) => h('li', {}, item)));

/** Returns the two buttons of a change: preview its events, or apply them as a step. */
export function acts(page, events, words) {
  return h('span', { class: 'acts' },
    button('Preview', () => page.preview.events(events, words), { 'aria-label': `Preview: ${words}` }),
    button('Apply', () => page.apply(events, words), { 'aria-label': `Apply: ${words}`, disabled: !page.isNewest, class: 'apply' }));
}

/** Returns a list of changes, `[{ events, words }]`, each with its two buttons. */
export function changeList(title, list, page) {
  if (list.length === 0) return null;
  const item = ({ events, words }) => h('li', {}, h('bdi', { class: 'words' }, words), acts(page, events, words));
  return h('section', { class: 'changes' }, title ? h('h4', {}, title) : null, h('ul', {}, list.slice(0, 24).map(item)));
}
