// Marks over the drawing: hover and selection, highlighted rows, ghosts of ranges, the arithmetic of a conflict, grips.

import { s } from './dom.js';
import { points } from './format.js';
import { segmentPath } from './shapes.js';
import { conflictStrip, stripEnd } from './strip.js';

/** The least distance between grips in pixels. */
const leastGripped = 44;
/** The number of members of a finding's conflicts that are marked. */
const mostMembers = 200;

export function drawMarks(drawing) {
  const { layout, store } = drawing;
  const { selection, hover, lit, shown, conflicts, ghosts } = store.state;
  const marks = [];
  if (layout.isFragment) return marks;
  if (shown?.moved) marks.push(origins(drawing, shown.moved));
  for (const ghost of ghosts) marks.push(...ghostRange(drawing, ghost));
  if (hover) marks.push(outline(drawing, hover, 'hover'));
  if (selection) marks.push(outline(drawing, selection, 'selected'));
  // A preview of another layout has findings of its own.
  if (conflicts.length > 0 && !shown?.layout) marks.push(...members(drawing, conflicts), strip(drawing, conflicts[0]));
  if (lit?.length) marks.push(...lit.map((id, place) => litRow(drawing, id, place + 1)));
  marks.push(...rootGrips(drawing));
  return marks;
}

/** Returns the former outlines of the views that a preview or alternate moves. */
function origins(drawing, moved) {
  const { layout } = drawing;
  let d = '';
  for (const id of moved) {
    const view = layout.viewIndex.get(id);
    if (view === undefined || Number.isNaN(layout.frames[4 * view])) continue;
    const { x, y, width, height } = drawing.box(view, layout.frames);
    d += `M${x} ${y}h${width}v${height}h${-width}z`;
  }
  return s('path', { class: 'origin', d });
}

function outline(drawing, { type, id }, kind) {
  const { layout } = drawing;
  if (type === 'constraint') {
    const constraint = layout.constraint(id);
    const segment = constraint && drawing.segment(constraint);
    return segment && s('g', { class: `mark ${kind} ${constraint.state}` }, s('path', { d: segmentPath(segment) }));
  }
  const view = layout.viewIndex.get(id);
  if (type !== 'view' || view === undefined || Number.isNaN(drawing.frames[4 * view])) return null;
  const box = drawing.box(view);
  const parts = [s('rect', { ...box })];
  if (kind === 'selected') {
    const text = `${points(drawing.frames[4 * view + 2])} × ${points(drawing.frames[4 * view + 3])}`;
    const width = 6.4 * text.length + 12;
    parts.push(s('rect', { class: 'tag', x: box.x + box.width / 2 - width / 2, y: box.y + box.height + 5, width, height: 17, rx: 4 }));
    parts.push(s('text', { class: 'tag-text', x: box.x + box.width / 2, y: box.y + box.height + 17, 'text-anchor': 'middle' }, text));
    parts.push(...edges(box));
  }
  return s('g', { class: `mark ${kind}` }, parts);
}

/** Returns the edges and sizes of a box, which can be clicked to ask what determines them. */
function edges({ x, y, width, height }) {
  const edge = (part, x1, y1, x2, y2) => s('line', { class: 'edge', 'data-edge': part, x1, y1, x2, y2 });
  return [
    edge('minX', x, y, x, y + height), edge('width', x + width, y, x + width, y + height),
    edge('minY', x, y, x + width, y), edge('height', x, y + height, x + width, y + height),
  ];
}

function members(drawing, conflicts) {
  return [...new Set(conflicts.flatMap((each) => each.members))].slice(0, mostMembers).map((id) => {
    const constraint = drawing.layout.constraint(id);
    const segment = constraint?.active && drawing.segment(constraint);
    return segment && s('g', { class: `mark member ${constraint.state}` }, s('path', { d: segmentPath(segment) }));
  });
}

function litRow(drawing, id, place) {
  const constraint = drawing.layout.constraint(id);
  const segment = constraint && drawing.segment(constraint);
  let x;
  let y;
  let path = null;
  if (segment) {
    const middle = (segment.from + segment.to) / 2;
    const isAcross = (segment.axis === 'horizontal') === (segment.kind === 'beam');
    [x, y] = isAcross ? [middle, segment.at] : [segment.at, middle];
    path = s('path', { d: segmentPath(segment) });
  } else {
    // An implicit row: it belongs to a view.
    const { view: owner, attribute = id.includes('height') ? 'height' : 'width' } = drawing.layout.implicitRow(id) ?? {};
    const view = drawing.layout.viewIndex.get(owner) ?? drawing.layout.root;
    const box = drawing.box(view);
    [x, y] = attribute === 'height' ? [box.x + box.width, box.y + box.height / 2] : [box.x + box.width / 2, box.y + box.height];
    path = s('rect', { ...box, class: 'lit-frame' });
  }
  return s('g', { class: `mark lit lit-${Math.min(place, 9)}`, 'data-lit': id }, path, s('circle', { cx: x, cy: y, r: 8 }),
    s('text', { x, y: y + 3.5, 'text-anchor': 'middle' }, place));
}

/** Returns the range of an ambiguous view as a ghost, with a handle to drag the view along it. */
function ghostRange(drawing, { view: id, attributes }) {
  const { layout, scale } = drawing;
  const view = layout.viewIndex.get(id);
  if (view === undefined || Number.isNaN(drawing.frames[4 * view])) return [];
  const box = drawing.box(view);
  const parent = layout.parents[view];
  const origin = parent < 0 ? { x: 0, y: 0 } : drawing.box(parent);
  const open = 60 * Math.max(scale, 0.5);
  let [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
  const handles = [];
  for (const { attribute, min, max } of attributes) {
    const least = min === null ? null : min * scale;
    const greatest = max === null ? null : max * scale;
    switch (attribute) {
      case 'minX':
        left = Math.min(left, least === null ? box.x - open : origin.x + least);
        right = Math.max(right, greatest === null ? box.x + box.width + open : origin.x + greatest + box.width);
        handles.push(handle(id, 'minX', box.x + box.width / 2, box.y + box.height / 2, 'ew'));
        break;
      case 'minY':
        top = Math.min(top, least === null ? box.y - open : origin.y + least);
        bottom = Math.max(bottom, greatest === null ? box.y + box.height + open : origin.y + greatest + box.height);
        handles.push(handle(id, 'minY', box.x + box.width / 2, box.y + box.height / 2, 'ns'));
        break;
      case 'width':
        right = Math.max(right, greatest === null ? box.x + box.width + open : box.x + greatest);
        handles.push(handle(id, 'width', box.x + box.width, box.y + box.height / 2, 'ew'));
        break;
      default:
        bottom = Math.max(bottom, greatest === null ? box.y + box.height + open : box.y + greatest);
        handles.push(handle(id, 'height', box.x + box.width / 2, box.y + box.height, 'ns'));
    }
  }
  const isBoth = attributes.some(({ attribute }) => attribute === 'minX') && attributes.some(({ attribute }) => attribute === 'minY');
  const shown = isBoth ? [handle(id, 'minX minY', box.x + box.width / 2, box.y + box.height / 2, 'move'), ...handles.slice(2)] : handles;
  return [s('rect', { class: 'ghost', x: left, y: top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0) }), ...shown];
}

function handle(view, attribute, x, y, direction) {
  const arrows = { ew: 'M-9 0l4 -4v8zM9 0l-4 -4v8z', ns: 'M0 -9l-4 4h8zM0 9l-4 -4h8z' };
  return s('g', { class: `handle ${direction}`, 'data-handle': attribute, 'data-of': view, transform: `translate(${x} ${y})` },
    s('circle', { r: 11 }), s('path', { d: direction === 'move' ? arrows.ew + arrows.ns : arrows[direction] }));
}

function rootGrips(drawing) {
  const { layout } = drawing;
  if (Number.isNaN(drawing.frames[4 * layout.root])) return [];
  const { x, y, ...size } = drawing.box(layout.root);
  // Beside a very small root the grips would overlap.
  const [width, height] = [Math.max(size.width, leastGripped), Math.max(size.height, leastGripped)];
  const grip = (axis, gx, gy, gw, gh) => s('rect', { class: `grip ${axis}`, 'data-grip': axis, x: gx, y: gy, width: gw, height: gh, rx: 3 });
  return [
    grip('width', x + width + 5, y + height / 2 - 16, 6, 32), grip('height', x + width / 2 - 16, y + height + 5, 32, 6),
    grip('both', x + width + 3, y + height + 3, 10, 10),
  ];
}

function strip(drawing, conflict) {
  const found = conflictStrip(drawing.layout, conflict);
  if (!found) return null;
  const box = drawing.box(drawing.layout.root);
  // Beside the root, or beside the conflict's views if the root's end is not visible.
  const isHorizontal = found.axis === 'horizontal';
  let end = isHorizontal ? box.y + box.height + 8 : box.x + box.width + 8;
  const own = drawing.layout.around(conflict.members.flatMap((id) => [drawing.layout.constraint(id)?.first?.item, drawing.layout.constraint(id)?.second?.item]).filter((id) => id !== drawing.layout.document.root));
  if (own && end > (isHorizontal ? drawing.seen.bottom : drawing.seen.right)) end = (isHorizontal ? own.top + own.height : own.left + own.width) * drawing.scale;
  const across = end + 26;
  const sentence = excessWords(found);
  const { x: shift, width } = drawing.camera;
  const inSight = (x) => Math.min(x, Math.max(12 - shift, width - shift - 7 * sentence.length - 12));
  // There is no room for a sentence beside vertical bars.
  const place = isHorizontal ? { x: inSight(found.start * drawing.scale) } : { x: inSight(box.x), y: Math.max(box.y + box.height + 16, stripEnd(found) * drawing.scale) + 18 };
  return stripShapes(found, drawing.scale, found.start * drawing.scale, across, sentence, place);
}

/** Returns a conflict's excess in few words; the whole sentence is in its card. */
export const excessWords = ({ excess }) => `over-constrained by ${points(excess)} pt`;

/** Returns the bars of a conflict's arithmetic in pixels, from `along` on its axis and `across` to it; its sentence below, or at `place`. */
export function stripShapes(found, scale, along, across, sentence, place = {}) {
  const isHorizontal = found.axis === 'horizontal';
  const bar = ({ from, length, label }, row, kind) => {
    const [begin, extent, side] = [along + from * scale, Math.max(length * scale, 1), across + row * 22];
    const box = isHorizontal ? { x: begin, y: side, width: extent, height: 18 } : { x: side, y: begin, width: 18, height: extent };
    const middle = begin + extent / 2;
    const [x, y] = isHorizontal ? [middle, side + 13] : [side + 9, middle + 4];
    // A label that is too wide for a vertical bar is turned.
    const isTurned = !isHorizontal && label.length > 2;
    const hasRoom = extent >= (isHorizontal || isTurned ? 6.4 * label.length + 4 : 14);
    return s('g', { class: `bar ${kind}` }, s('rect', box), hasRoom
      ? s('text', { x, y, 'text-anchor': 'middle', transform: isTurned ? `rotate(-90 ${x} ${y - 4})` : null }, label) : null);
  };
  const bars = [...found.needed.map((each) => bar(each, 0, 'needed')), ...found.available.map((each) => bar(each, 1, 'available'))];
  if (found.excess > 0) bars.push(bar({ from: found.room, length: found.excess, label: points(found.excess) }, 1, 'excess'));
  const end = { x: along, y: across + 58, ...place };
  return s('g', { class: 'strip', role: 'img', 'aria-label': sentence }, bars, s('text', { class: 'strip-text', ...end }, sentence));
}
