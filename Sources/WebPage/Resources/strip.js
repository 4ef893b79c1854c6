// The arithmetic of a conflict as lengths: those that its constraints need, end to end, above the available ones.

import { number } from './format.js';
import { axisOf } from './layout.js';
import { shape } from './shapes.js';

/** Returns a row's `e` in the proof without its variables: -c for `first REL m * second + c`, or c if REL is `<=`. */
function constantOf(layout, id) {
  const constraint = layout.constraint(id);
  if (constraint) {
    const constant = number(constraint.constant ?? 0);
    return constraint.relation === '<=' ? constant : -constant;
  }
  const { root } = layout.document;
  const { size } = layout.report;
  if (id === `${root}.width==size` || id === `${root}.width==fitting`) return -size.width;
  if (id === `${root}.height==size` || id === `${root}.height==fitting`) return -size.height;
  if (/(>=0|>=top|<=bottom)$/.test(id)) return 0;
  const side = /^(.*)\.insets\.(left|top|right|bottom)$/.exec(id);
  if (side) {
    const inset = number(layout.view(side[1])?.insets?.[side[2]] ?? 0);
    return side[2] === 'left' || side[2] === 'top' ? -inset : inset;
  }
  const own = /^(.*)\.(hugging|compressionResistance)\.(horizontal|vertical)$/.exec(id);
  if (own) {
    const size = number(layout.view(own[1])?.intrinsicContentSize?.[own[3] === 'horizontal' ? 'width' : 'height'] ?? NaN);
    return own[2] === 'hugging' ? size : -size;
  }
  return NaN;
}

const fraction = (value) => (typeof value === 'string' ? number(value.replace('/', ':')) : value);

/** Returns the end of a conflict's bars on their axis. */
export const stripEnd = ({ start, room, excess, needed }) => start + Math.max(room + excess, needed.reduce((sum, { length }) => sum + length, 0));

/** Returns the end of the first conflicts' bars on each axis, or null if an axis has none. */
export function stripEnds(layout) {
  const ends = { horizontal: null, vertical: null };
  for (const conflict of (layout.report.conflicts ?? []).slice(0, 8)) {
    const found = conflictStrip(layout, conflict);
    if (!found) continue;
    ends[found.axis] = Math.max(ends[found.axis] ?? 0, stripEnd(found));
  }
  return ends;
}

/** Returns the lengths that a conflict adds up, in points along its axis, or null if they do not match its proof. */
export function conflictStrip(layout, conflict) {
  const factors = conflict.proof?.factors ?? {};
  const parts = conflict.members.map((id) => ({ id, length: fraction(factors[id]) * constantOf(layout, id) }));
  const sum = fraction(conflict.proof?.sum);
  if (parts.some(({ length }) => !Number.isFinite(length))) return null;
  if (Math.abs(parts.reduce((total, { length }) => total + length, 0) - sum) > 1e-6 * Math.max(1, Math.abs(sum))) return null;
  // Divides by the factor of the available length, which the proof may count several times.
  const unit = Math.abs(fraction(factors[parts.find(({ length }) => length > 0)?.id] ?? 1)) || 1;
  const axis = conflict.members.map((id) => layout.constraint(id)).find(Boolean)?.first?.attribute;
  const own = axis ? axisOf(axis) : conflict.members.some((id) => id.includes('height')) ? 'vertical' : 'horizontal';
  const start = new Map();
  for (const { id } of parts) {
    const constraint = layout.constraint(id);
    const found = constraint && shape(layout, layout.frames, constraint, 0);
    if (found) start.set(id, found.kind === 'line' ? found.at : Math.min(found.from, found.to));
  }
  const order = (a, b) => (start.get(a.id) ?? 0) - (start.get(b.id) ?? 0) || conflict.members.indexOf(a.id) - conflict.members.indexOf(b.id);
  const lay = (list) => {
    let from = 0;
    return list.sort(order).map(({ id, length }) => {
      const part = { id, from, length: Math.abs(length) / unit, label: String(Math.round((Math.abs(length) / unit) * 100) / 100) };
      from += part.length;
      return part;
    });
  };
  const needed = lay(parts.filter(({ length }) => length < 0));
  const available = lay(parts.filter(({ length }) => length > 0));
  const room = available.reduce((total, { length }) => total + length, 0);
  if (needed.length === 0) return null;
  return { axis: own, start: start.size > 0 ? Math.min(...start.values()) : 0, needed, available, room, excess: Math.abs(sum) / unit };
}
