// What is selected: a view's frame and why it is so, or a constraint and what can be done with it.

import { h, put, button, name } from './dom.js';
import * as api from './api.js';
import { points, range } from './format.js';
import { stateSign, stateWords } from './table.js';
import { changes } from './findings.js';
import { fail } from './frame.js';

const attributes = [['minX', 'x', 'horizontal'], ['minY', 'y', 'vertical'], ['width', 'width', 'horizontal'], ['height', 'height', 'vertical']];

export function mountInspector(host, store, page) {
  let asked = 0;

  /** Asks what decides an attribute of a view, and lights the constraints in their order. */
  async function why(view, attribute) {
    const { id, step } = store.state;
    asked += 1;
    const own = asked;
    try {
      const axis = attributes.find(([each]) => each === attribute)?.[2] ?? 'horizontal';
      const answer = await api.get(api.path(id, '/affecting', { view, axis, step }));
      if (own !== asked || store.state.step !== step) return;
      const value = answer.values.find((each) => each.attribute === attribute) ?? answer.values[0];
      store.set({ selection: { type: 'view', id: view }, tab: 'inspect' });
      store.set({ why: { view, attribute, value }, lit: value ? value.rows.map((row) => row.id) : [] });
    } catch (error) {
      fail(error);
    }
  }

  function draw() {
    const { selection, layout } = store.state;
    if (!layout) return;
    if (selection?.type === 'view' && layout.view(selection.id)) drawView(layout.viewIndex.get(selection.id));
    else if (selection?.type === 'constraint' && layout.constraint(selection.id)) drawConstraint(layout.constraint(selection.id));
    else put(host, h('p', { class: 'hint' }, 'Choose a view or a constraint, in the drawing, the tree or the table.'));
  }

  function drawView(view) {
    const { layout, why: reason } = store.state;
    const known = layout.views[view];
    const frame = layout.report.frames?.[known.id];
    const loose = (layout.ambiguities.get(known.id) ?? []).flatMap((each) => each.attributes);
    put(host, h('h2', {}, name(known.id)), h('p', { class: 'facts' }, [known.class, known.kind, known.text ? `“${known.text}”` : null].filter(Boolean).join(' · ')),
      frame ? h('table', { class: 'frame' }, h('caption', { class: 'hidden-heading' }, 'Frame, relative to the superview'), h('tbody', {}, attributes.map(([attribute, key]) => {
        const own = loose.find((each) => each.attribute === attribute);
        return h('tr', {}, h('th', { scope: 'row' }, key), h('td', { class: 'number' }, points(frame[key])), h('td', { class: 'range' }, own ? range(own) : ''),
          h('td', {}, button('Why?', () => why(known.id, attribute), { 'aria-label': `Why is ${key} of ${known.id} ${points(frame[key])}?`, class: 'quiet' })));
      }))) : null,
      reason?.view === known.id ? reasonCard(reason) : null,
      intrinsic(known),
      h('h3', {}, 'Constraints'), h('ul', { class: 'members' }, layout.ofView[view].slice(0, 60).map((index) => row(layout.constraints[index]))),
      layout.ofView[view].length > 60 ? h('p', { class: 'note' }, `and ${layout.ofView[view].length - 60} more in the table`) : null);
  }

  function reasonCard({ view, attribute, value }) {
    const { layout } = store.state;
    if (!value) return h('section', { class: 'why' }, h('p', {}, `Nothing decides ${attribute} of ${view}.`));
    return h('section', { class: 'why', 'aria-live': 'polite' }, h('p', { class: 'sentence' }, h('bdi', {}, value.sentence)),
      h('ol', {}, value.rows.map(({ id, part }, place) => h('li', {}, h('button', {
        type: 'button', class: 'row-button', 'data-row': id, on: { click: () => layout.constraint(id) && store.set({ selection: { type: 'constraint', id } }), pointerenter: () => layout.constraint(id) && store.set({ hover: { type: 'constraint', id } }) },
      }, h('span', { class: 'order' }, place + 1), name(id), h('bdi', { class: 'text' }, layout.rowText(id)), h('span', { class: 'number' }, typeof part === 'number' ? `${part < 0 ? '−' : '+'} ${points(Math.abs(part))}` : part))))),
      changes('To change it', value.changes ?? [], page));
  }

  function intrinsic(known) {
    const size = known.intrinsicContentSize;
    if (!size) return null;
    const side = (which, standard) => `${known[which]?.horizontal ?? standard} across, ${known[which]?.vertical ?? standard} down`;
    return h('dl', { class: 'facts-list' }, h('dt', {}, 'Intrinsic size'), h('dd', {}, `${size.width ?? 'none'} × ${size.height ?? 'none'}`), h('dt', {}, 'Hugging'), h('dd', {}, side('hugging', 250)), h('dt', {}, 'Compression resistance'), h('dd', {}, side('compressionResistance', 750)));
  }

  function row(constraint) {
    return h('li', {}, h('button', {
      type: 'button', class: 'row-button', 'data-row': constraint.id, on: { click: () => store.set({ selection: { type: 'constraint', id: constraint.id } }), pointerenter: () => store.set({ hover: { type: 'constraint', id: constraint.id } }), pointerleave: () => store.set({ hover: null }) },
    }, stateSign(constraint.state), name(constraint.id), h('bdi', { class: 'text' }, constraint.text)));
  }

  function drawConstraint(constraint) {
    const { layout } = store.state;
    const conflicts = (layout.report.conflicts ?? []).filter((each) => each.members.includes(constraint.id));
    const items = [constraint.first?.item, constraint.second?.item].filter((item, place, all) => item !== undefined && all.indexOf(item) === place);
    const { source } = constraint;
    const act = (label, event, words) => h('span', { class: 'acts' }, button(`Preview: ${label}`, () => page.preview.events([event], words)), button('Apply', () => page.apply([event], words), { disabled: !page.isNewest, class: 'apply', 'aria-label': `Apply: ${label}` }));
    put(host, h('h2', {}, name(constraint.id)), h('p', { class: 'equation' }, h('bdi', {}, constraint.text)),
      h('dl', { class: 'facts-list' }, h('dt', {}, 'State'), h('dd', {}, stateSign(constraint.state), constraint.state === 'optional' || constraint.state === 'fine' ? '' : ` ${stateWords[constraint.state][1]}`),
        h('dt', {}, 'Priority'), h('dd', {}, constraint.priority === 1000 ? 'required' : constraint.priority),
        constraint.identifier ? [h('dt', {}, 'Identifier'), h('dd', {}, h('bdi', {}, constraint.identifier))] : null,
        source ? [h('dt', {}, 'Source'), h('dd', {}, h('bdi', {}, `${source.file ?? ''}${source.line ? `:${source.line}` : ''}`))] : null),
      conflicts.map((conflict) => h('p', {}, button(`In conflict ${conflict.id}`, () => store.set({ selection: { type: 'finding', id: conflict.id }, tab: 'findings' }), { class: 'quiet' }))),
      h('h3', {}, 'Views'), h('ul', { class: 'members' }, items.map((item) => h('li', {}, h('button', { type: 'button', class: 'row-button', on: { click: () => store.set({ selection: { type: 'view', id: item } }) } }, name(item))))),
      h('h3', {}, 'What if'), h('div', { class: 'what-if' },
        constraint.active ? act('without it', { op: 'deactivate', id: constraint.id }, `deactivate ${constraint.id}`) : act('with it', { op: 'activate', id: constraint.id }, `activate ${constraint.id}`),
        constraint.active && constraint.priority === 1000 ? act('priority 999', { op: 'setPriority', id: constraint.id, priority: 999 }, `${constraint.id}: priority 999`) : null));
  }

  store.watch(['selection'], ({ selection, why: reason }) => {
    if (reason && (selection?.type !== 'view' || selection.id !== reason.view) && selection?.type !== 'constraint') store.set({ why: null, lit: null });
    if (selection?.type === 'view' || selection?.type === 'constraint') store.set({ tab: 'inspect' });
    draw();
  });
  store.watch(['layout', 'why'], draw);
  return { why };
}
