// Details of the selection: a view's frame and the reasons for it, or a constraint and its possible changes.

import { h, put, button, name } from './dom.js';
import * as api from './api.js';
import { points, range, changeWords } from './format.js';
import { stateSign, stateWords } from './table.js';
import { link, rowLink, rows, acts, changeList, viewName } from './parts.js';
import { changeEvent } from './remedies.js';
import { entrySentence } from './findings.js';
import { fail } from './frame.js';

const attributes = [['minX', 'x', 'horizontal'], ['minY', 'y', 'vertical'], ['width', 'width', 'horizontal'], ['height', 'height', 'vertical']];
const mostRows = 60;

export function mountInspector(host, store, page) {
  let asked = 0;

  /** Asks which constraints determine an attribute of a view, and highlights them in their order. */
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
    const view = selection?.type === 'view' ? layout.view(selection.id) : undefined;
    const constraint = selection?.type === 'constraint' ? layout.constraint(selection.id) : undefined;
    if (view) drawView(layout.viewIndex.get(selection.id), view);
    else if (constraint) drawConstraint(constraint);
    else put(host, h('p', { class: 'hint' }, 'Choose a view or a constraint, in the drawing, the tree or the table.'));
  }

  function drawView(index, view) {
    const { layout, why: reason } = store.state;
    const own = [...layout.ofView(index)];
    put(host, h('h2', {}, viewName(layout, view.id)),
      h('p', { class: 'facts' }, [view.label, view.class, view.kind, view.text ? `“${view.text}”` : null].filter(Boolean).join(' · ')),
      found(layout.entries.filter((entry) => isAbout(entry, view.id, own))), frameTable(view), reason?.view === view.id ? reasonCard(reason) : null, intrinsic(view),
      h('h3', {}, 'Constraints'), rows(own.slice(0, mostRows).map((each) => rowLink(store, layout.constraintAt(each).id))),
      own.length > mostRows ? h('p', { class: 'note' }, `and ${own.length - mostRows} more in the table`) : null);
  }

  /** Returns a list of the findings about the selection, each a link to its card. */
  function found(entries) {
    const { layout } = store.state;
    const open = (id) => () => store.set({ selection: { type: 'finding', id }, tab: 'findings' });
    const row = (entry) => h('button', { type: 'button', class: 'row-button', on: { click: open(entry.id) } },
      h('span', { class: `sign ${entry.conflicts.length ? 'conflicting' : 'ambiguous'}`, 'aria-hidden': 'true' }, entry.conflicts.length ? '!' : '?'), h('bdi', { class: 'says' }, entrySentence(entry, layout)), h('span', { class: 'id' }, entry.id));
    return entries.length ? [h('h3', {}, 'Findings'), rows(entries.slice(0, 12).map(row))] : null;
  }

  function isAbout({ conflicts, ambiguities }, id, places) {
    if (ambiguities.some(({ view }) => view === id)) return true;
    if (conflicts.length === 0) return false;
    const own = new Set(places.map((place) => store.state.layout.constraintAt(place).id));
    return conflicts.some(({ members }) => members.some((each) => own.has(each) || store.state.layout.implicitRow(each)?.view === id));
  }

  function frameTable({ id }) {
    const { layout } = store.state;
    const frame = layout.report.frames?.[id];
    if (!frame) return null;
    const loose = (layout.ambiguities.get(id) ?? []).flatMap((each) => each.attributes);
    const line = ([attribute, key]) => {
      const own = loose.find((each) => each.attribute === attribute);
      const ask = button('Why?', () => why(id, attribute), { 'aria-label': `Why is ${key} of ${layout.nameOf(id)} ${points(frame[key])}?`, class: 'quiet' });
      return h('tr', {}, h('th', { scope: 'row' }, key), h('td', { class: 'number' }, points(frame[key])),
        h('td', { class: 'range' }, own ? range(own) : ''), h('td', {}, ask));
    };
    return h('table', { class: 'frame' }, h('caption', { class: 'hidden-heading' }, 'Frame, relative to the superview'),
      h('tbody', {}, attributes.map(line)));
  }

  function reasonCard({ view, attribute, value }) {
    if (!value) return h('section', { class: 'why' }, h('p', {}, `Nothing determines ${attribute} of ${store.state.layout.nameOf(view)}.`));
    const part = (number) => (typeof number === 'number' ? `${number < 0 ? '−' : '+'} ${points(Math.abs(number))}` : number);
    const row = (each, place) => h('li', {}, rowLink(store, each.id, {
      before: h('span', { class: 'order' }, place + 1), after: h('span', { class: 'number' }, part(each.part)),
    }));
    const wanted = (value.changes ?? []).map((change) => ({ events: [changeEvent(change, store.state.layout)], words: changeWords(change) })).filter(({ events }) => events[0]);
    return h('section', { class: 'why', 'aria-live': 'polite' }, h('p', { class: 'sentence' }, h('bdi', {}, value.sentence)),
      h('ol', {}, value.rows.map(row)), changeList('To change it', wanted, page));
  }

  function intrinsic({ intrinsicContentSize: size, hugging, compressionResistance }) {
    if (!size) return null;
    const both = (own, standard) => `${own?.horizontal ?? standard} horizontally, ${own?.vertical ?? standard} vertically`;
    return facts([
      ['Intrinsic size', `${size.width ?? 'none'} × ${size.height ?? 'none'}`], ['Hugging', both(hugging, 250)],
      ['Compression resistance', both(compressionResistance, 750)],
    ]);
  }

  function drawConstraint(constraint) {
    const { id, state, priority, identifier, source, active, first, second } = constraint;
    const { layout } = store.state;
    const items = [...new Set([first?.item, second?.item])].filter((item) => item !== undefined);
    const whatIf = (label, event, words) => h('li', {}, h('span', { class: 'words' }, label), acts(page, [event], words));
    put(host, h('h2', {}, name(id)), h('p', { class: 'equation' }, h('bdi', { title: constraint.text }, constraint.words)),
      facts([
        ['State', [stateSign(state), ` ${stateWords[state][1]}`]], ['Priority', priority === 1000 ? 'required' : priority],
        identifier ? ['Identifier', h('bdi', {}, identifier)] : null,
        source ? ['Source', h('bdi', {}, `${source.file ?? ''}${source.line ? `:${source.line}` : ''}`)] : null,
      ]),
      found(layout.entries.filter(({ conflicts }) => conflicts.some(({ members }) => members.includes(id)))),
      h('h3', {}, 'Views'), rows(items.map((item) => link(store, 'view', item, viewName(layout, item)))),
      h('section', { class: 'changes' }, h('h3', {}, 'What if'), h('ul', {},
        active ? whatIf('without it', { op: 'deactivate', id }, `deactivate ${id}`) : whatIf('with it', { op: 'activate', id }, `activate ${id}`),
        active && priority === 1000 ? whatIf('with priority 999', { op: 'setPriority', id, priority: 999 }, `Lower ${id} to priority 999`) : null)));
  }

  const follow = ({ selection, why: reason }) => {
    const isOther = selection?.type !== 'constraint' && (selection?.type !== 'view' || selection.id !== reason?.view);
    if (reason && isOther) store.set({ why: null, lit: null });
    if (selection?.type === 'view' || selection?.type === 'constraint') store.set({ tab: 'inspect' });
    draw();
  };
  store.watch(['selection'], follow);
  store.watch(['layout', 'why'], draw);
  follow(store.state);
  return { why };
}

const facts = (list) => h('dl', { class: 'facts-list' }, list.filter(Boolean).map(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]));
