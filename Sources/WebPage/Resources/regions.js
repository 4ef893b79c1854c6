// The proven verdict at every size in a range: a strip for one dimension, a map for both, and a list.

import { h, put, button } from './dom.js';
import * as api from './api.js';
import { points } from './format.js';
import { verdictBadge, fail } from './frame.js';

/** Returns a bound of a region, as an exact fraction if it is not a short decimal. */
const end = (region, key) => region.exact?.[key] ?? points(region[key]);

/** `choose({ width, height })` is called with the clicked size; for a region of one dimension, only with that one. */
export function mountRegions(host, store, choose) {
  const found = h('div', { class: 'regions' });
  const said = h('p', { class: 'note', role: 'status' });
  let asked = 0;
  /** Moves the mark of the strip or map to a size. */
  let follow = null;
  put(host, h('h3', {}, 'All sizes in a range'),
    h('div', { class: 'acts' }, button('At which widths?', () => ask('width')), button('At which heights?', () => ask('height')),
      button('Both, as a map', () => ask('width', 'height'))), said, found);
  store.watch(['layout'], () => { asked += 1; follow = null; put(found); put(said); });
  /** Returns the size that is tried, or else the step's. */
  const present = () => store.state.tried ?? store.state.layout.report.size;
  store.watch(['tried'], () => follow?.(present()));

  async function ask(...dimensions) {
    const { id, step, layout } = store.state;
    const most = (dimension) => Math.max(1400, 2 * (layout.report.size?.[dimension] ?? 0));
    const ranges = Object.fromEntries(dimensions.map((dimension) => [dimension, `0...${most(dimension)}`]));
    asked += 1;
    const own = asked;
    follow = null;
    put(found);
    put(said, 'Proving …');
    try {
      const report = await api.get(api.path(id, '/report', { step, ...ranges }));
      if (own !== asked) return;
      put(said);
      const drawn = await import('./sizemap.js');
      if (own !== asked) return;
      if (dimensions.length === 2 && report.sizeMap) {
        follow = drawn.mountSizeMap(found, report.sizeMap, layout.report.size, choose);
        follow(present());
        return;
      }
      const regions = (report.regions ?? []).filter((each) => each.dimension === dimensions[0]);
      if (regions.length > 0) draw(drawn, regions, dimensions[0], most(dimensions[0]));
      else put(said, (report.inconclusive ?? []).map(({ reason }) => reason).filter(Boolean).join(' ') || 'Nothing is known about other sizes.');
    } catch (error) {
      if (own === asked) put(said);
      fail(error);
    }
  }

  function draw({ mountSizeStrip }, regions, dimension, most) {
    const words = (region) => (region.min === region.max ? `at ${end(region, 'min')}`
      : `${region.includesMin === false ? 'above ' : ''}${end(region, 'min')} to ${region.includesMax === false ? 'below ' : ''}${end(region, 'max')}`);
    const row = (region) => {
      const middle = () => choose({ [dimension]: region.min === region.max ? region.min : Math.ceil((region.min + region.max) / 2) });
      return h('li', {}, h('button', { type: 'button', class: 'row-button', on: { click: middle } }, verdictBadge(region.verdict), h('span', { class: 'number' }, words(region))));
    };
    const strip = h('div', { class: 'strip-frame' });
    const tell = mountSizeStrip(strip, regions, dimension, most, present()?.[dimension], (value) => choose({ [dimension]: value }));
    follow = (size) => { if (size) tell(size[dimension]); };
    put(found, strip, h('ul', { class: 'members' }, regions.map(row)));
    found.scrollIntoView({ block: 'nearest' });
    const [other, length] = [dimension === 'width' ? 'height' : 'width', store.state.layout.report.size];
    put(said, `${regions.length === 1 ? 'One verdict' : `${regions.length} regions`} for ${dimension} 0 to ${most}${length ? `, at the step’s ${other} of ${points(length[other])}` : ''}.`);
  }
}
