// The view tree, with marks of the findings about each view.

import { h, put } from './dom.js';
import { List } from './list.js';
import { judged } from './layout.js';
import { viewName } from './parts.js';

export function mountTree(host, store) {
  const closed = new Set();
  let filter = '';
  const list = new List({
    role: 'tree', rowRole: 'treeitem', label: 'Views', class: 'tree',
    row: (view) => {
      const { layout, selection, hover } = store.state;
      const known = layout.views[view];
      const isOpen = !closed.has(view);
      const hasChildren = known.children.length > 0;
      const indent = 16 + Math.min(known.depth, 12) * 14;
      const title = layout.nameOf(known.id);
      const kind = known.class ?? known.kind;
      const isSame = (other) => other?.type === 'view' && other.id === known.id;
      return {
        class: `${isSame(hover) ? 'hover' : ''} ${isSame(selection) ? 'chosen' : ''} ${known.kind ?? 'view'}`,
        attributes: {
          'aria-level': known.depth + 1, 'aria-posinset': layout.ranks[view] + 1, 'aria-setsize': layout.views[layout.parents[view]]?.children.length ?? 1, 'aria-expanded': hasChildren ? String(isOpen) : null, 'data-view': known.id,
          'aria-selected': String(isSame(selection)), title: [title, known.id === title ? null : known.id, known.class].filter(Boolean).join(', '), style: { 'padding-left': `${indent + (hasChildren ? 0 : 18)}px` },
        },
        cells: [
          hasChildren ? h('span', { class: `twist${isOpen ? ' open' : ''}`, 'aria-hidden': 'true' }) : null,
          marksOf(judged(store.state), known.id), viewName(layout, known.id), kind && kind !== 'view' && !title.includes(kind.split('.').pop()) ? h('span', { class: 'kind' }, kind) : null,
        ],
      };
    },
    choose: (view, event) => {
      if (event.target.closest?.('.twist')) { toggle(view); return; }
      store.set({ selection: { type: 'view', id: store.state.layout.views[view].id } });
    },
    hover: (view) => store.set({ hover: view === null || view === undefined ? null : { type: 'view', id: store.state.layout.views[view].id } }),
    key: (event, view) => {
      const { layout } = store.state;
      const hasChildren = layout.views[view].children.length > 0;
      if (event.key === 'ArrowRight' && hasChildren && closed.has(view)) { toggle(view); return true; }
      if (event.key === 'ArrowLeft' && hasChildren && !closed.has(view)) { toggle(view); return true; }
      if (event.key === 'ArrowLeft' && layout.parents[view] >= 0) {
        list.activate(list.items.indexOf(layout.parents[view]));
        store.set({ selection: { type: 'view', id: layout.views[layout.parents[view]].id } });
        return true;
      }
      return false;
    },
  });
  const field = h('input', {
    type: 'search', placeholder: 'Filter views', 'aria-label': 'Filter views', class: 'filter',
    on: { input: () => { filter = field.value.trim().toLowerCase(); show(); } },
  });
  put(host, h('div', { class: 'bar' }, field), list.element);

  function toggle(view) {
    if (closed.has(view)) closed.delete(view); else closed.add(view);
    show();
  }

  function show() {
    const { layout } = store.state;
    if (!layout) return;
    const rows = [];
    const hidden = new Set();
    for (const view of layout.order) {
      const { id, label, class: kind, text } = layout.views[view];
      if (filter) {
        if (`${id} ${layout.nameOf(id)} ${label ?? ''} ${kind ?? ''} ${text ?? ''}`.toLowerCase().includes(filter)) rows.push(view);
        continue;
      }
      const parent = layout.parents[view];
      if (parent >= 0 && (hidden.has(parent) || closed.has(parent))) { hidden.add(view); continue; }
      rows.push(view);
    }
    list.show(rows);
  }

  store.watch(['layout'], show);
  store.watch(['selection'], ({ selection, layout }) => {
    if (!layout || selection?.type !== 'view') { list.activate(-1); return; }
    const view = layout.viewIndex.get(selection.id);
    let parent = layout.parents[view] ?? -1;
    let isHidden = false;
    while (parent >= 0) { isHidden = closed.delete(parent) || isHidden; parent = layout.parents[parent]; }
    if (isHidden) show();
    list.activate(list.items.indexOf(view));
  });
  store.watch(['hover'], () => list.markSoon());
  // A preview has marks of its own, which do not change while its frames move.
  let marked = null;
  store.watch(['shown'], (state) => {
    if (marked === judged(state)) return;
    marked = judged(state);
    list.drawSoon();
  });
}

/** Returns the signs of the findings about a view, with words. */
export function marksOf(layout, id) {
  const marks = [];
  if (layout.inConflict.has(id)) marks.push(h('span', { class: 'sign conflicting', title: 'in a conflict', role: 'img', 'aria-label': 'in a conflict' }, '!'));
  if (layout.ambiguities.has(id)) marks.push(h('span', { class: 'sign ambiguous', title: 'ambiguous', role: 'img', 'aria-label': 'ambiguous' }, '?'));
  return marks.length ? h('span', { class: 'signs' }, marks) : null;
}
