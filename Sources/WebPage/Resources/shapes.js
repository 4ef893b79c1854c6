// Shapes of constraints: I-beams between the edges whose distance they determine, lines along edges that they align. The geometry is that
// of diagram.svg.

import { number, readable } from './format.js';
import { axisOf } from './layout.js';

const zero = { left: 0, right: 0, top: 0, bottom: 0 };

function sides(insets, direction, standard) {
  const value = (...names) => {
    for (const each of names) if (insets?.[each] !== undefined) return number(insets[each]);
    return standard;
  };
  const isLeftToRight = direction !== 'rtl';
  return {
    left: value('left', isLeftToRight ? 'leading' : 'trailing'), right: value('right', isLeftToRight ? 'trailing' : 'leading'),
    top: value('top'), bottom: value('bottom'),
  };
}

export const alignmentInsets = (layout, view) => (layout.views[view].alignmentRectInsets ? sides(layout.views[view].alignmentRectInsets, layout.direction, 0) : zero);

/** Returns the position of a view's attribute, relative to the root's corner. */
export function position(layout, frames, view, attribute) {
  const known = layout.views[view];
  const insets = alignmentInsets(layout, view);
  const left = frames[4 * view] + insets.left;
  const right = frames[4 * view] + frames[4 * view + 2] - insets.right;
  const top = frames[4 * view + 1] + insets.top;
  const bottom = frames[4 * view + 1] + frames[4 * view + 3] - insets.bottom;
  const isLeftToRight = layout.direction !== 'rtl';
  const last = bottom - number(known.baseline?.lastFromBottom ?? 0);
  switch (attribute) {
    case 'left': case 'width': case 'height': return left;
    case 'right': return right;
    case 'leading': return isLeftToRight ? left : right;
    case 'trailing': return isLeftToRight ? right : left;
    case 'top': return top;
    case 'bottom': return bottom;
    case 'centerX': return (left + right) / 2;
    case 'centerY': return (top + bottom) / 2;
    case 'firstBaseline': return known.baseline?.firstFromTop === undefined ? last : top + number(known.baseline.firstFromTop);
    case 'lastBaseline': case 'baseline': return last;
    default:
  }
  const margins = sides(known.layoutMargins, layout.direction, 8);
  switch (attribute) {
    case 'leftMargin': return left + margins.left;
    case 'rightMargin': return right - margins.right;
    case 'leadingMargin': return isLeftToRight ? left + margins.left : right - margins.right;
    case 'trailingMargin': return isLeftToRight ? right - margins.right : left + margins.left;
    case 'topMargin': return top + margins.top;
    case 'bottomMargin': return bottom - margins.bottom;
    case 'centerXWithinMargins': return (left + margins.left + right - margins.right) / 2;
    case 'centerYWithinMargins': return (top + margins.top + bottom - margins.bottom) / 2;
    default: return left;
  }
}

function middle(axis, a, b, frames) {
  const at = axis === 'horizontal' ? 1 : 0;
  const [startA, lengthA, startB, lengthB] = [frames[4 * a + at], frames[4 * a + at + 2], frames[4 * b + at], frames[4 * b + at + 2]];
  const low = Math.max(startA, startB);
  const high = Math.min(startA + lengthA, startB + lengthB);
  return low <= high ? (low + high) / 2 : startA + lengthA / 2;
}

const signs = { '==': '', '<=': '≤ ', '>=': '≥ ' };

/**
 * Returns the shape of a constraint: a `beam` along the axis, with coordinates `from` and `to` on it and `at` across it, or a `line` across
 * the axis at `at`; null if a view has no frame. `place` is the index among the sizes of a view, which are drawn beside each other.
 */
export function shape(layout, frames, constraint, place) {
  const first = layout.viewIndex.get(constraint.first?.item);
  if (first === undefined || Number.isNaN(frames[4 * first])) return null;
  const { attribute } = constraint.first;
  const axis = axisOf(attribute);
  const sign = signs[constraint.relation ?? '=='] ?? '';
  const constant = number(constraint.constant ?? 0);
  if (attribute === 'width' || attribute === 'height') {
    const along = axis === 'horizontal' ? 0 : 1;
    const across = 1 - along;
    const from = frames[4 * first + along];
    const second = constraint.second?.attribute ? `${constraint.second.item}.${constraint.second.attribute}` : null;
    return {
      kind: 'beam', axis, from, to: from + frames[4 * first + along + 2], at: frames[4 * first + across] + frames[4 * first + across + 2] * 0.3,
      shift: (place % 8) * 11, label: sign + (second === null ? readable(constraint.constant ?? 0) : second.slice(0, 18)),
    };
  }
  const second = layout.viewIndex.get(constraint.second?.item);
  if (second === undefined || Number.isNaN(frames[4 * second])) return null;
  const to = position(layout, frames, first, attribute);
  const from = position(layout, frames, second, constraint.second.attribute ?? attribute);
  if (Math.abs(from - to) < 0.5) {
    const across = axis === 'horizontal' ? 1 : 0;
    const low = Math.min(frames[4 * first + across], frames[4 * second + across]);
    const high = Math.max(frames[4 * first + across] + frames[4 * first + across + 2], frames[4 * second + across] + frames[4 * second + across + 2]);
    return { kind: 'line', axis, at: from, from: low, to: high, shift: 0, label: '' };
  }
  return { kind: 'beam', axis, from, to, at: middle(axis, first, second, frames), shift: 0, label: sign + readable(Math.abs(constant)) };
}

/** Returns the SVG path of a shape in pixels: a beam with its ends, or a line. */
export function segmentPath({ kind, axis, from, to, at }) {
  if (kind === 'line') return axis === 'horizontal' ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`;
  return axis === 'horizontal'
    ? `M${from} ${at - 3.5}v7m0 -3.5H${to}m0 -3.5v7` : `M${at - 3.5} ${from}h7m-3.5 0V${to}m-3.5 0h7`;
}
