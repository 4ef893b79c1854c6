// The verdict at every size between two, as the service proves it: a band, and the same in words.

import { h, put, button } from './dom.js';
import * as api from './api.js';
import { points } from './format.js';
import { verdictBadge, fail } from './frame.js';

/** The end of a region, exact where it is no decimal. */
const exact = (value) => (typeof value === 'string' ? value : points(value));
const length = (value) => (typeof value === 'string' ? Number(value.split('/')[0]) / Number(value.split('/')[1] ?? 1) : value);

/** `choose(dimension, size)` is told of a region that is clicked. */
export function mountRegions(host, store, choose) {
  const found = h('div', { class: 'regions', 'aria-live': 'polite' });
  put(host, h('h3', {}, 'Every size between'),
    h('div', { class: 'acts' }, button('At which widths?', () => ask('width')), button('At which heights?', () => ask('height'))), found);
  store.watch(['layout'], () => put(found));

  async function ask(dimension) {
    const { id, step, layout } = store.state;
    const most = Math.max(1400, 2 * (layout.report.size?.[dimension] ?? 0));
    try {
      const report = await api.get(api.path(id, '/report', { step, [dimension]: `0...${most}` }));
      if (store.state.step === step) draw((report.regions ?? []).filter((each) => each.dimension === dimension), dimension, most);
    } catch (error) {
      fail(error);
    }
  }

  function draw(regions, dimension, most) {
    const part = ({ min, max, verdict }) => {
      const share = Math.max(length(max) - length(min), most / 200);
      return h('span', { class: `region ${verdict}`, style: { 'flex-grow': String(share) } });
    };
    const row = ({ min, max, verdict }) => {
      const middle = () => choose(dimension, Math.ceil((length(min) + length(max)) / 2));
      const words = min === max ? `at ${exact(min)}` : `${exact(min)} to ${exact(max)}`;
      return h('li', {}, h('button', { type: 'button', class: 'row-button', on: { click: middle } }, verdictBadge(verdict), h('span', { class: 'number' }, words)));
    };
    put(found, h('div', { class: 'band', 'aria-hidden': 'true' }, regions.map(part)), h('ul', { class: 'members' }, regions.map(row)));
  }
}
