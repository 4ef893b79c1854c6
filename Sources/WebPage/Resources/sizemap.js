// The verdict at every size: a map for two dimensions, a strip for one. Areas have color, hatching and signs; a click shows the layout at a size.

import { h, s, put } from './dom.js';
import { points, verdictWords } from './format.js';
import { verdictBadge } from './frame.js';

const order = ['conflicting', 'ambiguous', 'incomplete', 'clean'];
/** The number of positions across the map that are tried for an area's sign. */
const tries = 28;

const isInside = (rings, x, y) => {
  let inside = false;
  for (const ring of rings) {
    for (let place = 0, last = ring.length - 1; place < ring.length; last = place, place += 1) {
      const [[x1, y1], [x2, y2]] = [ring[place], ring[last]];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
  }
  return inside;
};

const near = (a, b) => Math.abs(a - b) < 1e-6;

function isOn({ from: [x1, y1], to: [x2, y2] }, x, y) {
  const isBetween = x >= Math.min(x1, x2) - 1e-6 && x <= Math.max(x1, x2) + 1e-6 && y >= Math.min(y1, y2) - 1e-6 && y <= Math.max(y1, y2) + 1e-6;
  return isBetween && Math.abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) < 1e-6 * Math.max(1, Math.abs(x2 - x1), Math.abs(y2 - y1));
}

/** Returns the map's verdict at a size, or null between the sizes of a grid. */
export function verdictAt(map, x, y) {
  const exact = map.points.find(({ at }) => near(at[0], x) && near(at[1], y)) ?? map.lines.find((line) => isOn(line, x, y));
  return (exact ?? map.areas.find(({ rings }) => isInside(rings, x, y)))?.verdict ?? null;
}

/** Returns the point of an area with most room around it for a sign, or null if the area is too small. */
function signPlace(area, map) {
  const [dx, dy] = [(map.width.max - map.width.min) / tries, (map.height.max - map.height.min) / tries];
  const [own, others] = [[], []];
  // One row more on each side, since the map's border limits the room, too.
  for (let row = -1; row <= tries; row += 1) {
    for (let column = -1; column <= tries; column += 1) {
      const isIn = isInside(area.rings, map.width.min + (column + 0.5) * dx, map.height.min + (row + 0.5) * dy);
      (isIn ? own : others).push([column, row]);
    }
  }
  let [best, most] = [null, 1.5];
  for (const [column, row] of own) {
    let room = Infinity;
    for (const [otherColumn, otherRow] of others) room = Math.min(room, Math.hypot(otherColumn - column, otherRow - row));
    if (room > most) [best, most] = [[map.width.min + (column + 0.5) * dx, map.height.min + (row + 0.5) * dy], room];
  }
  return best;
}

const limit = (value, least, most) => Math.min(Math.max(value, least), most);

function hatches() {
  const hatch = (verdict, d) => s('pattern', { id: `hatch-${verdict}`, width: 8, height: 8, patternUnits: 'userSpaceOnUse' }, s('rect', { width: 8, height: 8, class: 'ground' }), s('path', { d, class: 'stroke' }));
  return s('defs', {}, hatch('conflicting', 'M0 8L8 0M-2 2L2 -2M6 10L10 6'), hatch('ambiguous', 'M0 0L8 8M-2 6L2 10M6 -2L10 2'), hatch('incomplete', 'M4 3v2'));
}

const fillOf = (verdict) => (verdict === 'clean' ? null : `url(#hatch-${verdict})`);
const signText = (verdict, x, y) => s('text', { class: `sign-text ${verdict}`, x, y, 'text-anchor': 'middle' }, (verdictWords[verdict] ?? ['·'])[0]);

/** Returns the region of one dimension that contains a size. */
export function regionAt(regions, value) {
  const has = ({ min, max, includesMin, includesMax }) => (value > min || (near(value, min) && includesMin !== false)) && (value < max || (near(value, max) && includesMax !== false));
  return regions.find((region) => region.min === region.max && near(region.min, value)) ?? regions.find(has) ?? null;
}

/**
 * Shows the verdicts from 0 to `most` as a strip, and returns the function that moves its mark. Dragging along it calls `choose(value)` with
 * every whole size on the way.
 */
export function mountSizeStrip(host, regions, dimension, most, size, choose) {
  const [width, band] = [300, 26];
  const scale = width / most;
  const x = (value) => Math.round(value * scale * 100) / 100;
  const here = s('path', { class: 'here' });
  const said = h('p', { class: 'map-verdict', role: 'status' });
  let at = null;

  function tell(value) {
    at = limit(Math.round(value), 0, most);
    const verdict = regionAt(regions, at)?.verdict;
    here.setAttribute('d', `M${x(at)} -4V${band + 4}M${x(at) - 4} -4h8M${x(at) - 4} ${band + 4}h8`);
    svg.setAttribute('aria-valuenow', at);
    svg.setAttribute('aria-valuetext', `${at}: ${(verdictWords[verdict] ?? ['', 'not known'])[1]}`);
    put(said, h('span', {}, `${dimension} ${at}`), verdict ? verdictBadge(verdict) : null);
  }
  const pick = (value) => {
    if (limit(Math.round(value), 0, most) === at) return;
    tell(value);
    choose(at);
  };
  const follow = (event) => {
    const box = svg.getBoundingClientRect();
    pick(((event.clientX - box.x) / box.width) * (width + 12) / scale - 6 / scale);
  };
  const begin = (event) => { svg.setPointerCapture(event.pointerId); follow(event); };
  const move = (event) => { if (event.buttons > 0) follow(event); };
  const key = (event) => {
    const step = event.shiftKey ? 1 : 20;
    const moves = { ArrowLeft: -step, ArrowRight: step, ArrowDown: -step, ArrowUp: step, PageDown: -100, PageUp: 100, Home: -most, End: most };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in moves)) return;
    pick(at + moves[event.key]);
    event.preventDefault();
  };
  const region = ({ min, max, verdict }) => {
    const length = Math.max((max - min) * scale, 1.5);
    return [s('rect', { class: `area ${verdict}`, fill: fillOf(verdict), x: x(min), y: 0, width: length, height: band }, s('title', {}, (verdictWords[verdict] ?? ['', verdict])[1])),
      length > 16 ? signText(verdict, x(min) + length / 2, band / 2 + 5) : null];
  };
  // Both ends have numbers; break points between them only if there is room.
  const half = (value) => 3.2 * points(value).length + 2;
  let taken = 2 * half(0);
  const tick = (value) => {
    const middle = limit(x(value), half(value), width - half(value));
    const hasRoom = value === 0 || value === most || (middle - half(value) > taken && middle + half(value) < width - 2 * half(most));
    if (hasRoom && value > 0) taken = middle + half(value);
    return [s('path', { class: 'tick-line', d: `M${x(value)} ${band}v5` }), hasRoom ? s('text', { class: 'tick-text', x: middle, y: band + 16, 'text-anchor': 'middle' }, points(value)) : null];
  };
  const ends = [...new Set([0, ...regions.map(({ min }) => min), most])].sort((a, b) => a - b);
  const svg = s('svg', {
    class: 'size-strip', viewBox: `-6 -6 ${width + 12} ${band + 26}`, tabindex: '0', role: 'slider', 'aria-label': `Verdict by ${dimension}`, 'aria-valuemin': 0, 'aria-valuemax': most,
    'aria-describedby': 'size-strip-help', on: { pointerdown: begin, pointermove: move, keydown: key },
  }, hatches(), regions.map(region), ends.map(tick), here);
  put(host, svg, said, h('p', { class: 'hint', id: 'size-strip-help' }, `Drag along the strip, or use the arrow keys (Shift for single points), to see the layout at a ${dimension}.`));
  tell(size ?? 0);
  return tell;
}

/** `choose({ width, height })` shows the layout at a size. Returns the function that moves the cross to a size. */
export function mountSizeMap(host, map, size, choose) {
  const [left, top] = [map.width.min, map.height.min];
  const [across, down] = [Math.max(map.width.max - left, 1), Math.max(map.height.max - top, 1)];
  const scale = 300 / Math.max(across, down);
  const [width, height] = [across * scale, down * scale];
  const x = (value) => Math.round((value - left) * scale * 100) / 100;
  const y = (value) => Math.round((value - top) * scale * 100) / 100;
  const path = (rings) => rings.map((ring) => `M${ring.map(([a, b]) => `${x(a)} ${y(b)}`).join('L')}z`).join('');
  const said = h('p', { class: 'map-verdict', role: 'status' });
  const cross = s('path', { class: 'cross' });
  let at = [size?.width ?? left, size?.height ?? top];

  function tell(a, b) {
    at = [limit(Math.round(a), left, map.width.max), limit(Math.round(b), top, map.height.max)];
    const verdict = verdictAt(map, ...at);
    cross.setAttribute('d', `M${x(at[0])} 0V${height}M0 ${y(at[1])}H${width}`);
    put(said, h('span', {}, `${points(at[0])} × ${points(at[1])}`), verdict ? verdictBadge(verdict) : h('span', { class: 'note' }, 'not checked'));
  }

  const sign = (area) => {
    const place = signPlace(area, map);
    return place && signText(area.verdict, x(place[0]), y(place[1]) + 5);
  };
  const move = (event) => {
    const box = svg.getBoundingClientRect();
    tell(left + ((event.clientX - box.x) / box.width) * across, top + ((event.clientY - box.y) / box.height) * down);
  };
  const key = (event) => {
    const step = event.shiftKey ? 1 : 20;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) tell(at[0] + moves[event.key][0], at[1] + moves[event.key][1]);
    else if (event.key === 'Enter') choose({ width: at[0], height: at[1] });
    else return;
    event.preventDefault();
  };
  const click = (event) => { move(event); choose({ width: at[0], height: at[1] }); };
  const svg = s('svg', {
    class: 'size-map', viewBox: `0 0 ${width} ${height}`, tabindex: '0', role: 'application', 'aria-describedby': 'size-map-help',
    'aria-label': `Verdict at widths of ${points(left)} to ${points(map.width.max)} by heights of ${points(top)} to ${points(map.height.max)}`,
    on: { pointermove: move, click, keydown: key },
  }, hatches(), s('rect', { class: 'unknown', width, height }),
  map.areas.map((area) => s('path', { class: `area ${area.verdict}`, fill: fillOf(area.verdict), 'fill-rule': 'evenodd', d: path(area.rings) }, s('title', {}, (verdictWords[area.verdict] ?? ['', area.verdict])[1]))),
  map.lines.map((line) => s('path', { class: `line ${line.verdict}`, d: `M${x(line.from[0])} ${y(line.from[1])}L${x(line.to[0])} ${y(line.to[1])}` })),
  map.method === 'grid' ? map.points.map(({ at: [a, b], verdict }) => s('circle', { class: `dot ${verdict}`, cx: x(a), cy: y(b), r: 3 })) : null,
  map.areas.map(sign), size ? s('rect', { class: 'here', width: Math.max(x(size.width), 0), height: Math.max(y(size.height), 0) }) : null, cross);
  const known = order.filter((verdict) => [...map.areas, ...map.points].some((each) => each.verdict === verdict));
  put(host, h('div', { class: 'map-frame' }, h('span', { class: 'axis' }, `width ${points(left)} … ${points(map.width.max)} →`), svg, h('span', { class: 'axis' }, `↓ height ${points(top)} … ${points(map.height.max)}`)),
    said, h('p', { class: 'legend' }, known.map((verdict) => verdictBadge(verdict))),
    map.reason ? h('p', { class: 'note' }, h('bdi', {}, map.reason)) : null,
    h('p', { class: 'hint', id: 'size-map-help' }, 'Click a size, or move with the arrow keys (Shift for single points) and press Enter, to see the layout there.'));
  tell(...at);
  return (shown) => { if (shown) tell(shown.width, shown.height); };
}
