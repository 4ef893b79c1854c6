// The constraints as a table, with a filter by findings and text.

import { h, put, name, later } from './dom.js';
import { count } from './format.js';
import { List } from './list.js';
import { judged } from './layout.js';

export const stateWords = {
  fine: ['–', 'holds'], optional: ['◦', 'optional'], ambiguous: ['?', 'ambiguous'], conflicting: ['!', 'in a conflict'], broken: ['✕', 'broken'],
  inactive: ['·', 'inactive'],
};

export const stateSign = (state) => h('span', { class: `sign ${state}`, role: 'img', 'aria-label': stateWords[state][1], title: stateWords[state][1] }, stateWords[state][0]);

const columns = [['state', 'State'], ['id', 'Id'], ['text', 'Constraint'], ['priority', 'Priority'], ['source', 'Source']];

export function mountTable(host, store) {
  let filter = '';
  let state = 'all';
  const named = (place) => ({ type: 'constraint', id: store.state.layout.constraintAt(place).id });
  const list = new List({
    role: 'grid', rowRole: 'row', label: 'Constraints', class: 'table',
    heading: h('div', { class: 'heading', role: 'row', 'aria-rowindex': 1 }, columns.map(([kind, title]) => h('span', { role: 'columnheader', class: `cell ${kind}` }, title))),
    row: (place, index) => {
      const { selection, hover, lit } = store.state;
      const constraint = judged(store.state).constraintAt(place);
      const isSame = (other) => other?.type === 'constraint' && other.id === constraint.id;
      const order = lit?.indexOf(constraint.id) ?? -1;
      const cell = (kind, ...content) => h('span', { role: 'gridcell', class: `cell ${kind}` }, content);
      return {
        class: `${constraint.state} ${isSame(hover) ? 'hover' : ''} ${isSame(selection) ? 'chosen' : ''} ${order >= 0 ? 'lit' : ''}`,
        attributes: { 'aria-rowindex': index + 2, 'data-constraint': constraint.id, 'aria-selected': String(isSame(selection)) },
        cells: [
          cell('state', stateSign(constraint.state)), cell('id', order >= 0 ? h('span', { class: 'order' }, order + 1) : null, name(constraint.id)),
          h('span', { role: 'gridcell', class: 'cell text', title: constraint.text }, h('bdi', {}, constraint.words)), cell('priority', constraint.priority === 1000 ? 'required' : constraint.priority),
          cell('source', constraint.identifier ?? '', constraint.source ? ` ${constraint.source.file ?? ''}${constraint.source.line ? `:${constraint.source.line}` : ''}` : ''),
        ],
      };
    },
    choose: (place) => store.set({ selection: named(place) }),
    hover: (place) => store.set({ hover: place === null || place === undefined ? null : named(place) }),
  });
  const field = h('input', { type: 'search', placeholder: 'Filter constraints', 'aria-label': 'Filter constraints', class: 'filter', on: { input: later(() => { filter = field.value.trim().toLowerCase(); show(); }, 60) } });
  const states = h('select', { 'aria-label': 'Constraints to list', on: { change: () => { state = states.value; show(); } } },
    [['all', 'All'], ['finding', 'With a finding'], ['related', 'Of the selection'], ['inactive', 'Inactive']].map(([value, label]) => h('option', { value }, label)));
  const total = h('span', { class: 'total', 'aria-live': 'polite' });
  put(host, h('div', { class: 'bar' }, field, states, total), list.element);

  function wanted(constraint, layout, selection) {
    if (state === 'finding' && !['conflicting', 'broken', 'ambiguous'].includes(constraint.state)) return false;
    if (state === 'inactive' && constraint.active) return false;
    if (state === 'related' && selection?.type === 'view' && constraint.first?.item !== selection.id && constraint.second?.item !== selection.id) return false;
    if (state === 'related' && selection?.type === 'constraint' && constraint.id !== selection.id) return false;
    return !filter || `${constraint.id} ${constraint.text} ${constraint.words} ${constraint.identifier ?? ''}`.toLowerCase().includes(filter);
  }

  function show() {
    const { layout, selection } = store.state;
    if (!layout) return;
    const places = Array.from({ length: layout.constraintCount }, (_, place) => place);
    list.show(state === 'all' && !filter ? places : places.filter((place) => wanted(layout.constraintAt(place), layout, selection)));
    put(total, count(list.items.length, 'constraint'));
  }

  store.watch(['layout'], show);
  store.watch(['selection'], ({ selection, layout }) => {
    if (state === 'related') show();
    if (layout) list.activate(selection?.type === 'constraint' ? list.items.indexOf(layout.constraintIndex(selection.id)) : -1);
  });
  store.watch(['hover'], () => list.markSoon());
  store.watch(['lit'], () => list.drawSoon());
  let shownOf = null;
  store.watch(['shown'], (state) => {
    if (shownOf === judged(state)) return;
    shownOf = judged(state);
    list.drawSoon();
  });
}
