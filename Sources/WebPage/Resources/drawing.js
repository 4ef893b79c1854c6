// The layout drawn to scale as SVG. Shapes are in pixels, so that line widths and labels do not scale; panning only moves the group.

import { s, put, eachFrame } from './dom.js';
import { points } from './format.js';
import { Camera } from './camera.js';
import { shape, segmentPath } from './shapes.js';
import { drawMarks } from './marks.js';
import { stripEnds } from './strip.js';
import { judged } from './layout.js';

/** If more views and constraints are visible, shapes of the same kind are combined into one path. */
const mostElements = 400;
const mostLabels = 200;

const px = (value) => Math.round(value * 10) / 10;

export class Drawing {
  constructor(host, store) {
    this.store = store;
    this.layers = {
      views: s('g', { class: 'views' }), constraints: s('g', { class: 'constraints' }), marks: s('g', { class: 'marks' }),
    };
    this.world = s('g', { class: 'world' }, this.layers.views, this.layers.constraints, this.layers.marks);
    this.svg = s('svg', { class: 'drawing', tabindex: '0', role: 'group', 'aria-label': 'The layout, drawn to scale', 'aria-describedby': 'drawing-help' }, this.world);
    host.append(this.svg);
    this.segments = [];
    this.redrawSoon = eachFrame(() => this.redraw());
    this.markSoon = eachFrame(() => this.mark());
    this.camera = new Camera(host, (isZoomed) => (isZoomed ? this.redrawSoon() : this.place()));
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      Object.assign(this.camera, { width, height });
      if ((this.camera.isFitted || !this.camera.isPlaced) && this.layout && !this.layout.isFragment) {
        this.fit();
        this.redrawSoon.due();
      }
    }).observe(host);
    store.watch(['layout'], ({ layout }) => { if (!layout.isFragment && !this.camera.isPlaced) this.fit(); });
    store.watch(['layout', 'shown', 'constraintsShown', 'conflicts'], () => this.redrawSoon());
    store.watch(['selection', 'hover', 'lit', 'conflicts', 'ghosts'], () => this.markSoon());
    store.watch(['selection'], ({ constraintsShown }) => { if (constraintsShown === 'some') this.redrawSoon(); });
  }

  get layout() { return this.store.state.layout; }

  /** The layout whose findings are drawn: that of a preview if one is shown. */
  get judged() { return judged(this.store.state); }

  /** The frames that are drawn: those of a preview or alternate if one is shown. */
  get frames() { return this.store.state.shown?.frames ?? this.layout.frames; }

  fit() {
    if (this.camera.width === 0) return;
    const { left, top, width, height } = this.layout.bounds(this.frames);
    const ends = stripEnds(this.layout);
    // Bars that exceed the layout may take at most half of its length.
    const longer = (own, end, start) => (end === null ? own : Math.min(Math.max(own, end - start), 1.5 * own));
    this.camera.fit({ left, top, width: longer(width, ends.horizontal, left), height: longer(height, ends.vertical, top) },
      { below: ends.horizontal === null && ends.vertical === null ? 60 : 118, beside: ends.vertical === null ? 36 : 100 });
  }

  /** Moves the drawing. Redraws it only if parts that were left out become visible. */
  place() {
    const { x, y } = this.camera;
    this.world.setAttribute('transform', `translate(${px(x)} ${px(y)})`);
    const seen = this.seen;
    if (!seen) return;
    if (-x < seen.left || -y < seen.top || -x + this.camera.width > seen.right || -y + this.camera.height > seen.bottom) this.redrawSoon();
  }

  redraw() {
    if (!this.layout || this.layout.isFragment || !this.camera.isPlaced) return;
    const { x, y, width, height, scale } = this.camera;
    this.scale = scale;
    // Draws half a screen more on each side, so that a pan shows something at once.
    this.seen = { left: -x - width / 2, top: -y - height / 2, right: -x + 1.5 * width, bottom: -y + 1.5 * height };
    const views = this.#viewsInSight();
    const constraints = this.#constraintsInSight(views);
    const isDetailed = views.length + constraints.length <= mostElements;
    put(this.layers.views, isDetailed ? views.map((view) => this.#view(view)) : this.#viewPaths(views));
    this.segments = [];
    put(this.layers.constraints, isDetailed ? constraints.map((each) => this.#constraint(each)) : this.#constraintPaths(constraints));
    this.svg.classList.toggle('detailed', isDetailed);
    this.mark();
    this.place();
  }

  mark() {
    if (this.layout && !this.layout.isFragment && this.camera.isPlaced) put(this.layers.marks, drawMarks(this));
  }

  /** Returns a frame in pixels, relative to the root's corner. */
  box(view, frames = this.frames) {
    return {
      x: px(frames[4 * view] * this.scale), y: px(frames[4 * view + 1] * this.scale),
      width: px(Math.max(frames[4 * view + 2], 0) * this.scale), height: px(Math.max(frames[4 * view + 3], 0) * this.scale),
    };
  }

  #viewsInSight() {
    const found = [];
    const { frames, scale } = this;
    const [left, top, right, bottom] = [this.seen.left / scale, this.seen.top / scale, this.seen.right / scale, this.seen.bottom / scale];
    for (const view of this.layout.order) {
      const place = 4 * view;
      // False for a view without a frame, since comparisons with NaN are.
      if (frames[place] <= right && frames[place + 1] <= bottom && frames[place] + Math.max(frames[place + 2], 0) >= left
        && frames[place + 1] + Math.max(frames[place + 3], 0) >= top) found.push(view);
    }
    return found;
  }

  /** Returns the constraints that may be drawn, in the document's order: those of the visible views, or those with findings or selected. */
  #candidates(views) {
    const { constraintsShown, selection } = this.store.state;
    if (constraintsShown === 'none' || this.layout.isFragment) return [];
    const { viewIndex, findings } = this.layout;
    const wanted = new Set();
    if (constraintsShown === 'all') for (const view of views) for (const index of this.layout.ofView(view)) wanted.add(index);
    else {
      for (const index of findings) wanted.add(index);
      if (selection?.type === 'view' && viewIndex.has(selection.id)) for (const index of this.layout.ofView(viewIndex.get(selection.id))) wanted.add(index);
    }
    return [...wanted].sort((a, b) => a - b).map((index) => this.judged.constraintAt(index));
  }

  /** Returns the constraints that are drawn, with their shapes in pixels. */
  #constraintsInSight(views) {
    const inSight = new Uint8Array(this.layout.views.length);
    for (const view of views) inSight[view] = 1;
    const places = new Map();
    const found = [];
    for (const constraint of this.#candidates(views)) {
      if (!constraint.active || !constraint.first) continue;
      const { attribute } = constraint.first;
      const view = this.layout.viewIndex.get(constraint.first.item);
      let place = 0;
      if (attribute === 'width' || attribute === 'height') {
        const key = 2 * view + (attribute === 'width' ? 0 : 1);
        place = places.get(key) ?? 0;
        places.set(key, place + 1);
      }
      if (!inSight[view] && !inSight[this.layout.viewIndex.get(constraint.second?.item) ?? view]) continue;
      const segment = this.segment(constraint, place);
      if (segment) found.push({ constraint, segment });
    }
    return found;
  }

  /** Returns a constraint's shape in pixels. */
  segment(constraint, place = 0) {
    const found = shape(this.layout, this.frames, constraint, place);
    if (!found) return null;
    const { scale } = this;
    return { ...found, from: px(found.from * scale), to: px(found.to * scale), at: px(found.at * scale + found.shift) };
  }

  #classes(view) {
    const known = this.layout.views[view];
    const classes = ['view'];
    if (known.kind && known.kind !== 'view') classes.push(known.kind);
    if (view === this.layout.root) classes.push('root');
    if (this.judged.ambiguities.has(known.id)) classes.push('ambiguous');
    else if (this.judged.inConflict.has(known.id)) classes.push('conflicting');
    if (this.store.state.shown?.moved?.has(known.id)) classes.push('moved');
    return classes.join(' ');
  }

  /** Returns the description of a view for its tool tip and for screen readers. */
  viewTitle(view) {
    const { frames } = this;
    const { id, class: kind } = this.layout.views[view];
    const known = this.layout.nameOf(id);
    const parent = this.layout.parents[view];
    const [dx, dy] = parent < 0 ? [0, 0] : [frames[4 * parent] || 0, frames[4 * parent + 1] || 0];
    const [x, y, width, height] = [frames[4 * view] - dx, frames[4 * view + 1] - dy, frames[4 * view + 2], frames[4 * view + 3]].map(points);
    return `${known}${known === id ? '' : ` (${[id, known.includes(kind) ? null : kind].filter(Boolean).join(', ')})`}: ${x} ${y}, ${width} × ${height}${this.judged.ambiguities.has(id) ? ', ambiguous' : ''}`;
  }

  #view(view) {
    const { id } = this.layout.views[view];
    const box = this.box(view);
    return s('g', { 'data-view': id }, s('title', {}, this.viewTitle(view)), s('rect', { class: this.#classes(view), ...box }), this.#label(view, box));
  }

  #label(view, box) {
    if (view === this.layout.root || box.height < 13 || box.width < 22) return null;
    const { id, children } = this.layout.views[view];
    const caption = this.layout.nameOf(id);
    // A subview in the corner has its own label there.
    const isCovered = (child) => (this.frames[4 * child + 1] - this.frames[4 * view + 1]) * this.scale < 14 && (this.frames[4 * child] - this.frames[4 * view]) * this.scale < 6.2 * caption.length;
    if (children.slice(0, 8).some(isCovered)) return null;
    const room = Math.floor((box.width - 8) / 6.2);
    const text = [...caption].length > room ? (room < 3 ? '' : `${[...caption].slice(0, room - 1).join('')}…`) : caption;
    return text ? s('text', { class: 'label', x: px(box.x + 5), y: px(box.y + 12) }, text) : null;
  }

  #viewPaths(views) {
    const paths = new Map();
    const labels = [];
    for (const view of views) {
      const box = this.box(view);
      const classes = this.#classes(view);
      paths.set(classes, `${paths.get(classes) ?? ''}M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`);
      if (labels.length < mostLabels && box.width > 40) labels.push(this.#label(view, box));
    }
    return [...[...paths].map(([classes, d]) => s('path', { class: classes, d })), labels];
  }

  #note(constraint, segment) {
    const { axis, from, to, at } = segment;
    const isAcross = (axis === 'horizontal') === (segment.kind === 'beam');
    this.segments.push({
      id: constraint.id, x1: isAcross ? Math.min(from, to) : at, x2: isAcross ? Math.max(from, to) : at,
      y1: isAcross ? at : Math.min(from, to), y2: isAcross ? at : Math.max(from, to),
    });
  }

  #constraint({ constraint, segment }) {
    this.#note(constraint, segment);
    return s('g', { class: `c ${constraint.state}`, 'data-constraint': constraint.id },
      s('title', {}, `${constraint.id}: ${constraint.words}`), s('path', { d: segmentPath(segment) }), segmentLabel(segment));
  }

  #constraintPaths(constraints) {
    const paths = new Map();
    for (const { constraint, segment } of constraints) {
      this.#note(constraint, segment);
      paths.set(constraint.state, (paths.get(constraint.state) ?? '') + segmentPath(segment));
    }
    return [...paths].map(([state, d]) => s('g', { class: `c ${state}` }, s('path', { d })));
  }
}

function segmentLabel(segment) {
  const { kind, axis, from, to, at, label } = segment;
  if (kind === 'line' || label === '' || Math.abs(from - to) < (axis === 'horizontal' ? 6 * label.length + 4 : 12)) return null;
  const middle = (from + to) / 2;
  return axis === 'horizontal'
    ? s('text', { x: px(middle), y: px(at - 4), 'text-anchor': 'middle' }, label) : s('text', { x: px(at + 5), y: px(middle + 3.5) }, label);
}
