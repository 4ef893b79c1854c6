// The pointer and keys over the drawing: pan, zoom, hover, selection, and handles that can be dragged.

const reach = 5;

/** Returns the smallest view at a point of the layout, or the constraint whose shape is near; null if there is neither. */
export function hit(drawing, point) {
  const [x, y] = [point.x * drawing.scale, point.y * drawing.scale];
  let nearest = null;
  let distance = reach;
  for (const segment of drawing.segments) {
    if (x < segment.x1 - reach || x > segment.x2 + reach || y < segment.y1 - reach || y > segment.y2 + reach) continue;
    const away = segment.x1 === segment.x2 ? Math.abs(x - segment.x1) : Math.abs(y - segment.y1);
    if (away < distance) { distance = away; nearest = { type: 'constraint', id: segment.id }; }
  }
  if (nearest) return nearest;
  const { layout, frames } = drawing;
  let smallest = Infinity;
  for (let view = 0; view < layout.views.length; view += 1) {
    const place = 4 * view;
    if (!(point.x >= frames[place] && point.y >= frames[place + 1] && point.x <= frames[place] + frames[place + 2] && point.y <= frames[place + 1] + frames[place + 3])) continue;
    const area = frames[place + 2] * frames[place + 3] - layout.views[view].depth / 1000;
    if (area <= smallest && view !== layout.root) { smallest = area; nearest = { type: 'view', id: layout.views[view].id }; }
  }
  return nearest;
}

/** `actions`: `why(view, attribute)`, `resize(phase, width, height)` and `move(phase, handle, dx, dy)`, with lengths in points. */
export function mountPointer(drawing, store, actions) {
  const { svg, camera } = drawing;
  const pointers = new Map();
  let drag = null;

  svg.addEventListener('wheel', (event) => {
    event.preventDefault();
    camera.measure();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey || event.metaKey) camera.zoom(Math.exp((-event.deltaY * unit) / 200), event.clientX - camera.left, event.clientY - camera.top);
    else if (event.shiftKey) camera.pan(-event.deltaY * unit, 0);
    else camera.pan(-event.deltaX * unit, -event.deltaY * unit);
  }, { passive: false });

  svg.addEventListener('pointerdown', (event) => {
    if (event.button > 1) return;
    camera.measure();
    svg.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const grip = event.target.dataset?.grip;
    const handle = event.target.closest?.('[data-handle]')?.dataset;
    const edge = event.target.dataset?.edge;
    drag = { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY, grip, handle, edge, isMoved: false };
    if (grip || handle) begin();
  });

  function begin() {
    if (drag.grip) {
      const { frames, layout } = drawing;
      drag.size = { width: frames[4 * layout.root + 2], height: frames[4 * layout.root + 3] };
      actions.resize('begin', drag.size.width, drag.size.height);
    } else {
      actions.move('begin', drag.handle, 0, 0);
    }
  }

  svg.addEventListener('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) {
      if (drawing.layout && !drawing.layout.isFragment) {
        camera.measure();
        const found = hit(drawing, camera.toLayout(event.clientX, event.clientY));
        const { hover } = store.state;
        if (found?.id !== hover?.id || found?.type !== hover?.type) store.set({ hover: found });
      }
      return;
    }
    if (pointers.size === 2) { pinch(event); return; }
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    drag.x = event.clientX;
    drag.y = event.clientY;
    const [allX, allY] = [drag.x - drag.startX, drag.y - drag.startY];
    if (Math.abs(allX) + Math.abs(allY) > 3) drag.isMoved = true;
    if (drag.grip) {
      actions.resize('move', drag.grip === 'height' ? drag.size.width : drag.size.width + allX / camera.scale,
        drag.grip === 'width' ? drag.size.height : drag.size.height + allY / camera.scale);
    } else if (drag.handle) {
      actions.move('move', drag.handle, allX / camera.scale, allY / camera.scale);
    } else if (drag.isMoved) {
      camera.pan(dx, dy);
    }
  });

  function pinch(event) {
    const [a, b] = [...pointers.keys()];
    const other = pointers.get(event.pointerId === a ? b : a);
    const before = pointers.get(event.pointerId);
    const ratio = Math.hypot(event.clientX - other.x, event.clientY - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    camera.zoom(ratio, (event.clientX + other.x) / 2 - camera.left, (event.clientY + other.y) / 2 - camera.top);
  }

  function end(event) {
    pointers.delete(event.pointerId);
    if (!drag || pointers.size > 0) return;
    const ended = drag;
    drag = null;
    if (ended.grip) { actions.resize('end'); return; }
    if (ended.handle) { actions.move('end', ended.handle); return; }
    if (ended.isMoved || event.type === 'pointercancel' || !drawing.layout || drawing.layout.isFragment) return;
    if (ended.edge && store.state.selection?.type === 'view') { actions.why(store.state.selection.id, ended.edge); return; }
    store.set({ selection: hit(drawing, camera.toLayout(event.clientX, event.clientY)) });
  }
  svg.addEventListener('pointerup', end);
  svg.addEventListener('pointercancel', end);
  svg.addEventListener('pointerleave', () => { if (pointers.size === 0) store.set({ hover: null }); });
  svg.addEventListener('dblclick', () => drawing.fit());

  svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    if (event.key in moves) camera.pan(...moves[event.key]);
    else if (event.key === '+' || event.key === '=') camera.zoom(1.25);
    else if (event.key === '-') camera.zoom(0.8);
    else if (event.key === '0') drawing.fit();
    else if (event.key === 'Escape') store.set({ selection: null, conflicts: [], lit: null, ghosts: [] });
    else return;
    event.preventDefault();
  });
}
