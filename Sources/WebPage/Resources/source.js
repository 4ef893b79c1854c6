// The posted source of the session, line by line, linked with the constraints that its lines state.

import { h, put } from './dom.js';
import * as api from './api.js';
import { List } from './list.js';
import { fail } from './frame.js';

const mostCharacters = 2_000_000;

export function mountSource(host, store) {
  let lines = null;
  let byLine = new Map();
  const list = new List({
    role: 'listbox', rowRole: 'option', label: 'Source', class: 'source', rowHeight: 20,
    row: (line, index) => {
      const ids = byLine.get(index);
      const { selection, hover } = store.state;
      const isSame = (other) => other?.type === 'constraint' && ids?.includes(other.id);
      return {
        class: `${ids ? 'linked' : ''} ${isSame(selection) ? 'chosen' : ''} ${isSame(hover) ? 'hover' : ''}`,
        attributes: { 'data-constraint': ids?.[0], 'aria-posinset': index + 1, 'aria-setsize': lines.length },
        cells: [h('span', { class: 'line-number', 'aria-hidden': 'true' }, index + 1), h('bdi', { class: 'line' }, line.slice(0, 2000))],
      };
    },
    hover: (line) => {
      const ids = line === null || line === undefined ? null : byLine.get(lines.indexOf(line));
      store.set({ hover: ids ? { type: 'constraint', id: ids[0] } : null });
    },
    choose: (line) => { const ids = byLine.get(lines.indexOf(line)) ?? byLine.get(list.active); if (ids) store.set({ selection: { type: 'constraint', id: ids[0] } }); },
  });
  put(host, list.element);

  async function load() {
    if (lines) return;
    lines = [];
    try {
      const text = (await api.text(api.path(store.state.id, '/source'))).slice(0, mostCharacters);
      lines = pretty(text).split(/\r\n|\n|\r/);
      link();
      list.show(lines);
    } catch (error) {
      lines = null;
      fail(error);
    }
  }

  /** Formats JSON that is on a single line. */
  function pretty(text) {
    if (!text.trimStart().startsWith('{') || text.trim().includes('\n')) return text;
    try { return JSON.stringify(JSON.parse(text), null, 1); } catch { return text; }
  }

  /** Finds the line of each constraint: by its address in a log, its id in a file, or its index among the equations. */
  function link() {
    byLine = new Map();
    const { layout } = store.state;
    const note = (line, id) => { if (line >= 0) byLine.set(line, [...(byLine.get(line) ?? []), id]); };
    const { mediaType } = store.state.session;
    if (mediaType === 'text/plain') {
      const stating = lines.map((line, index) => ({ line, index })).filter(({ line }) => (layout.isFragment ? /NSLayoutConstraint:|NSAutoresizingMaskLayoutConstraint:|NSContentSizeLayoutConstraint|LayoutConstraint:/.test(line) : /\S/.test(line) && !/^\s*(#|\/\/|extended:)/.test(line)));
      let place = 0;
      const base = (id) => id.replace(/\.\d+$/, '');
      let last = null;
      for (const { id } of layout.constraints) {
        if (last !== null && base(id) !== last) place += 1;
        last = base(id);
        if (place < stating.length) note(stating[place].index, id);
      }
      return;
    }
    const places = new Map();
    lines.forEach((line, index) => { for (const found of line.matchAll(/"id"\s*:\s*"([^"\\]+)"|\bid="([^"]+)"/g)) places.set(found[1] ?? found[2], index); });
    const texts = lines.map((line) => line.trim().replace(/^"|",?$/g, ''));
    for (const { id, text } of layout.constraints) note(places.get(id) ?? places.get(id.replace(/\.\d+$/, '')) ?? texts.indexOf(text), id);
  }

  function show({ drawer, layout }) {
    if (drawer !== 'source' || !layout) return;
    if (lines) link();
    load().then(() => list.drawSoon());
  }
  store.watch(['drawer', 'layout'], show);
  show(store.state);
  store.watch(['hover'], ({ drawer }) => { if (drawer === 'source' && lines) list.markSoon(); });
  store.watch(['selection'], ({ selection, drawer }) => {
    if (drawer !== 'source' || !lines) return;
    if (selection?.type === 'constraint') for (const [line, ids] of byLine) if (ids.includes(selection.id)) { list.activate(line); return; }
    list.drawSoon();
  });
}
