// A step's document and report, prepared for the page.

import { number, points, equation, readable } from './format.js';

const horizontal = new Set(['left', 'right', 'leading', 'trailing', 'width', 'centerX', 'leftMargin', 'rightMargin', 'leadingMargin',
  'trailingMargin', 'centerXWithinMargins']);

/** The list of subviews of all views that have none, shared because most have none. */
const none = Object.freeze([]);

/** The layout whose findings are shown: that of a preview, if there is one. */
export const judged = ({ shown, layout }) => shown?.layout ?? layout;

export const axisOf = (attribute) => (horizontal.has(attribute) ? 'horizontal' : 'vertical');

/** A constraint of the document with its state in the report; its text is created on first use. */
class Constraint {
  #text = null;
  #nameOf;

  constructor(written, id, index, active, priority, state, nameOf) {
    this.#nameOf = nameOf;
    this.written = written;
    this.id = id;
    this.index = index;
    this.active = active;
    this.priority = priority;
    this.state = state;
  }

  get first() { return this.written.first; }

  get second() { return this.written.second; }

  get relation() { return this.written.relation; }

  get constant() { return this.written.constant; }

  get identifier() { return this.written.identifier; }

  get source() { return this.written.source; }

  /** The equation with the views' ids, which can be posted again. */
  get text() {
    this.#text ??= equation(this.written);
    return this.#text;
  }

  /** The equation for readers: with the views' names and rounded numbers. */
  get words() { return equation(this.written, this.#nameOf, readable); }
}

export class Layout {
  #written;
  #made;
  #broken;
  #conflicting;
  #tied;
  #places = null;
  #findings = null;
  #starts = null;
  #indices = null;
  #entries = null;
  #byName = null;
  #nameOf = (id) => this.nameOf(id);

  constructor(document, report) {
    this.document = document;
    this.report = report;
    this.direction = document.direction ?? 'ltr';
    this.isFragment = document.fragment === true || report.verdict === 'incomplete' || report.size === null;
    this.#readViews();
    this.#readConstraints();
    this.frames = this.absolute(report.frames ?? {});
  }

  #readViews() {
    const { document, report } = this;
    // For an Interface Builder file, the report has the labels that the user gave views, beside the file's ids.
    const ofFile = document.views && report.views ? (id) => (Object.hasOwn(report.views, id) ? report.views[id] : {}) : null;
    this.views = (document.views ?? []).map((view) => Object.assign(ofFile ? { ...ofFile(view.id), ...view } : view, { children: none, depth: 0 }));
    this.viewIndex = new Map(this.views.map((view, index) => [view.id, index]));
    // Content areas of scroll views are only in the report.
    for (const id of Object.keys(report.frames ?? {})) {
      if (this.viewIndex.has(id) || !id.endsWith('.content')) continue;
      this.viewIndex.set(id, this.views.length);
      this.views.push({ id, parent: id.slice(0, -8), kind: 'content', children: none, depth: 0 });
    }
    this.root = Math.max(0, this.viewIndex.get(document.root) ?? this.views.findIndex((view) => view.parent === undefined || view.parent === null));
    this.parents = new Int32Array(this.views.length).fill(-1);
    /** The index of each view among its superview's subviews. */
    this.ranks = new Int32Array(this.views.length);
    this.views.forEach((view, index) => {
      const parent = this.viewIndex.get(view.parent);
      if (parent === undefined || parent === index) return;
      this.parents[index] = parent;
      if (this.views[parent].children === none) this.views[parent].children = [];
      this.ranks[index] = this.views[parent].children.push(index) - 1;
    });
    this.order = [];
    const pending = this.views.map((_, index) => index).filter((index) => this.parents[index] < 0).reverse();
    while (pending.length > 0) {
      const next = pending.pop();
      const view = this.views[next];
      if (this.parents[next] >= 0) view.depth = this.views[this.parents[next]].depth + 1;
      this.order.push(next);
      for (let place = view.children.length - 1; place >= 0; place -= 1) pending.push(view.children[place]);
    }
    this.ambiguities = new Map();
    for (const ambiguity of report.ambiguities ?? []) {
      const list = this.ambiguities.get(ambiguity.view) ?? [];
      list.push(ambiguity);
      this.ambiguities.set(ambiguity.view, list);
    }
  }

  #readConstraints() {
    const { document, report } = this;
    this.#written = document.constraints ?? [];
    this.#made = new Array(this.#written.length);
    if (typeof this.#written.at !== 'function') throw new TypeError('constraints are not a list');
    this.#broken = new Set(report.broken ?? []);
    this.#conflicting = new Set((report.conflicts ?? []).flatMap((conflict) => conflict.members ?? []));
    this.#tied = new Set((report.ambiguities ?? []).flatMap((ambiguity) => ambiguity.tied ?? []));
    this.inConflict = new Set();
    for (const id of this.#conflicting) {
      const constraint = this.constraint(id);
      if (!constraint) continue;
      for (const item of [constraint.first?.item, constraint.second?.item]) if (item !== undefined) this.inConflict.add(item);
    }
  }

  /** All constraints as the document states them. */
  get #stated() { return Array.isArray(this.#written) ? this.#written : this.#written.all(); }

  get constraintCount() { return this.#written.length; }

  /** Returns a constraint by its index in the document. Created on first use, since most are never shown. */
  constraintAt(index) {
    this.#made[index] ??= this.#constraint(this.#written.at(index), index);
    return this.#made[index];
  }

  #constraint(written, index) {
    const active = written.active !== false;
    const priority = written.priority === undefined ? 1000 : number(written.priority);
    const id = written.id ?? `c${index + 1}`;
    const state = !active ? 'inactive' : this.#broken.has(id) ? 'broken' : this.#conflicting.has(id) ? 'conflicting'
      : this.#tied.has(id) || this.#isLoose(written) ? 'ambiguous' : priority < 1000 ? 'optional' : 'fine';
    return new Constraint(written, id, index, active, priority, state, this.#nameOf);
  }

  /** All constraints, in the document's order. */
  get constraints() { return this.#stated.map((_, index) => this.constraintAt(index)); }

  /** Returns the index of a constraint in the document, or -1 if the id is unknown. */
  constraintIndex(id) {
    this.#places ??= new Map(this.#stated.map(({ id }, index) => [id ?? `c${index + 1}`, index]));
    return this.#places.get(id) ?? -1;
  }

  /** The indices of the constraints with findings. */
  get findings() {
    const isClean = this.#broken.size + this.#conflicting.size + this.ambiguities.size === 0;
    this.#findings ??= isClean ? [] : this.constraints.filter(({ state }) => state === 'conflicting' || state === 'broken' || state === 'ambiguous').map(({ index }) => index);
    return this.#findings;
  }

  /**
   * The entries of the list of findings, `{ id, diagnosis, conflicts, ambiguities }` each: a diagnosis and the findings that it explains. Findings
   * without a diagnosis, as in reports of older versions, have entries of their own.
   */
  get entries() {
    this.#entries ??= this.#readEntries();
    return this.#entries;
  }

  #readEntries() {
    const { diagnoses } = this.report;
    const [conflicts, ambiguities] = [this.report.conflicts ?? [], this.report.ambiguities ?? []];
    const known = new Map([...conflicts.map((each) => [each.id, each]), ...ambiguities.map((each, index) => [each.id ?? `U${index + 1}`, each])]);
    const left = new Set(known.values());
    const entry = (id, found, diagnosis = null) => ({ id, diagnosis, conflicts: found.filter(({ members }) => members), ambiguities: found.filter(({ attributes }) => attributes) });
    const entries = (Array.isArray(diagnoses) ? diagnoses : []).map((diagnosis) => {
      const explained = (diagnosis.explains ?? []).map((id) => known.get(id)).filter(Boolean);
      for (const each of explained) left.delete(each);
      return entry(diagnosis.id, explained, diagnosis);
    });
    for (const conflict of conflicts) if (left.has(conflict)) entries.push(entry(conflict.id, [conflict]));
    for (const [view, list] of this.ambiguities) if (list.some((each) => left.has(each))) entries.push(entry(view, list.filter((each) => left.has(each))));
    return entries;
  }

  /** Returns the entry with this id, or the entry that contains the conflict, ambiguity or ambiguous view with this id. */
  entry(id) {
    if (!this.#byName) {
      this.#byName = new Map(this.entries.map((each) => [each.id, each]));
      const add = (key, each) => { if (!this.#byName.has(key)) this.#byName.set(key, each); };
      for (const each of this.entries) for (const { id: own, view } of [...each.conflicts, ...each.ambiguities]) { add(own, each); if (view !== undefined) add(view, each); }
    }
    return this.#byName.get(id);
  }

  /** Returns a view's name from the report. A view that the report does not mention is named by the same rules, without numbers. */
  nameOf(id) {
    const names = this.report.names ?? {};
    if (Object.hasOwn(names, id)) return String(names[id]);
    const { label, text, outlet, class: kind, parent } = this.view(id) ?? {};
    if (id.endsWith('.content') && parent !== undefined && id === `${parent}.content`) return `${this.nameOf(parent)} content`;
    const own = kind?.split('.').pop();
    if (label) return label;
    if (text) return `${own ? `${own} ` : ''}“${text.length > 24 ? `${[...text].slice(0, 23).join('')}…` : text}”`;
    return outlet ?? own ?? id;
  }

  /** Collects the constraints of each view: those of view v are in `#indices` from `#starts[v]` to `#starts[v + 1]`. */
  #linkViews() {
    const ends = new Int32Array(2 * this.#written.length).fill(-1);
    this.#starts = new Int32Array(this.views.length + 2);
    this.#stated.forEach(({ first, second }, index) => {
      const a = this.viewIndex.get(first?.item) ?? -1;
      const b = this.viewIndex.get(second?.item) ?? -1;
      if (a >= 0) this.#starts[a + 2] += 1;
      if (b >= 0 && b !== a) this.#starts[b + 2] += 1;
      ends[2 * index] = a;
      ends[2 * index + 1] = b === a ? -1 : b;
    });
    for (let view = 2; view < this.#starts.length; view += 1) this.#starts[view] += this.#starts[view - 1];
    this.#indices = new Int32Array(this.#starts[this.#starts.length - 1]);
    ends.forEach((view, place) => {
      if (view < 0) return;
      this.#indices[this.#starts[view + 1]] = place >> 1;
      this.#starts[view + 1] += 1;
    });
  }

  /** Returns the indices of the constraints that refer to a view, in the document's order. */
  ofView(view) {
    if (!this.#starts) this.#linkViews();
    return this.#indices.subarray(this.#starts[view], this.#starts[view + 1]);
  }

  /** Returns whether the constraint is about an ambiguous attribute: its view's size, or for a location, any attribute on its axis. */
  #isLoose({ first }) {
    const isSize = first?.attribute === 'width' || first?.attribute === 'height';
    const axis = axisOf(first?.attribute);
    return (this.ambiguities.get(first?.item) ?? []).some((ambiguity) => ambiguity.attributes.some(({ attribute }) =>
      (isSize ? attribute === first.attribute : (attribute === 'minX' || attribute === 'width' ? 'horizontal' : 'vertical') === axis)));
  }

  /** Returns this layout with another report, the one after some events. Events that change constraints of the document are applied. */
  judged(report, events) {
    const changes = new Map();
    for (const { op, id, priority } of events) {
      if (op === 'setPriority') changes.set(id, { priority });
      else if (op === 'deactivate' || op === 'removeConstraint') changes.set(id, { active: false });
      else if (op === 'activate') changes.set(id, { active: true });
    }
    const constraints = this.#stated.map((written, index) => {
      const id = written.id ?? `c${index + 1}`;
      return changes.has(id) ? { ...written, id, ...changes.get(id) } : written;
    });
    return new Layout({ ...this.document, views: (this.document.views ?? []).map((view) => ({ ...view })), constraints }, report);
  }

  /** Returns the ambiguous attributes of a view, with their ranges. */
  looseness(id) { return (this.ambiguities.get(id) ?? []).flatMap(({ attributes }) => attributes); }

  view(id) { return this.views[this.viewIndex.get(id) ?? -1]; }

  constraint(id) {
    const index = this.constraintIndex(id);
    return index < 0 ? undefined : this.constraintAt(index);
  }

  /** Returns frames relative to the root's corner, `x y width height` from index 4 v; NaN for a view without one. Missing frames are the report's. */
  absolute(other) {
    const own = this.report.frames ?? {};
    const frames = new Float64Array(4 * this.views.length).fill(NaN);
    for (const index of this.order) {
      const { id } = this.views[index];
      // A view's id may be the name of a property that every object has.
      const frame = Object.hasOwn(other, id) ? other[id] : Object.hasOwn(own, id) ? own[id] : null;
      if (!frame) continue;
      const parent = this.parents[index];
      const dx = parent < 0 ? 0 : frames[4 * parent] || 0;
      const dy = parent < 0 ? 0 : frames[4 * parent + 1] || 0;
      frames[4 * index] = frame.x + dx;
      frames[4 * index + 1] = frame.y + dy;
      frames[4 * index + 2] = frame.width;
      frames[4 * index + 3] = frame.height;
    }
    return frames;
  }

  /** Returns the bounds of all views, limited to the root and its length again on each side. */
  bounds(frames = this.frames) {
    let [left, top, right, bottom] = [0, 0, 0, 0];
    for (let place = 0; place < frames.length; place += 4) {
      if (Number.isNaN(frames[place])) continue;
      left = Math.min(left, frames[place]);
      top = Math.min(top, frames[place + 1]);
      right = Math.max(right, frames[place] + Math.max(frames[place + 2], 0));
      bottom = Math.max(bottom, frames[place + 1] + Math.max(frames[place + 3], 0));
    }
    const width = Math.max(frames[4 * this.root + 2] || 0, 100);
    const height = Math.max(frames[4 * this.root + 3] || 0, 100);
    left = Math.max(left, -width);
    top = Math.max(top, -height);
    return { left, top, width: Math.min(right, 2 * width) - left, height: Math.min(bottom, 2 * height) - top };
  }

  /** Returns the smallest box around views, or null if none has a frame. */
  around(ids) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const id of ids) {
      const place = 4 * (this.viewIndex.get(id) ?? -1);
      if (place < 0 || Number.isNaN(this.frames[place])) continue;
      left = Math.min(left, this.frames[place]);
      top = Math.min(top, this.frames[place + 1]);
      right = Math.max(right, this.frames[place] + this.frames[place + 2]);
      bottom = Math.max(bottom, this.frames[place + 1] + this.frames[place + 3]);
    }
    return left === Infinity ? null : { left, top, width: right - left, height: bottom - top };
  }

  /** Returns a row of a report, which may be implicit, in words. */
  rowText(id) {
    const constraint = this.constraint(id);
    if (constraint) return constraint.words;
    for (const conflict of this.report.conflicts ?? []) if (Object.hasOwn(conflict.rows ?? {}, id)) return conflict.rows[id];
    const row = this.implicitRow(id);
    return row ? `${this.nameOf(row.view)}.${row.attribute} ${row.relation} ${points(row.value)}` : id;
  }

  /** Returns the view, kind and axis of a content priority's row, such as `send.hugging.horizontal`; null for the ids of other rows. */
  contentRow(id) {
    const own = /^(.*)\.(hugging|compressionResistance)\.(horizontal|vertical)$/s.exec(id);
    return own && this.viewIndex.has(own[1]) ? { view: own[1], kind: own[2], axis: own[3] } : null;
  }

  /** Returns a row that the document implies without stating it, such as `send.hugging.horizontal`; null for the ids of other rows. */
  implicitRow(id) {
    const size = /^(.*)\.(width|height)(==size|==fitting|>=0)$/s.exec(id);
    if (size && this.viewIndex.has(size[1])) {
      const [, view, attribute, kind] = size;
      return { view, attribute, relation: kind.slice(0, 2), value: kind === '>=0' ? 0 : this.report.size?.[attribute] ?? null };
    }
    const own = this.contentRow(id);
    if (!own) return null;
    const { view, kind, axis } = own;
    const attribute = axis === 'horizontal' ? 'width' : 'height';
    const value = this.view(view).intrinsicContentSize?.[attribute];
    return value === undefined || value === null ? null : { view, attribute, relation: kind === 'hugging' ? '<=' : '>=', value: number(value) };
  }
}
