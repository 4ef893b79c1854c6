// The visible part of the layout and its scale.

const least = 0.02;
const most = 16;

export class Camera {
  /** `element` is the element whose size is used; `onChange(isZoomed)` is called after each move. */
  constructor(element, onChange) {
    this.element = element;
    this.onChange = onChange;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.isFitted = false;
    this.isPlaced = false;
    [this.width, this.height, this.left, this.top] = [0, 0, 0, 0];
  }

  /** Measures the element. Called when a pointer enters, since it makes the browser lay out the page. */
  measure() {
    const box = this.element.getBoundingClientRect();
    [this.width, this.height, this.left, this.top] = [box.width, box.height, box.left, box.top];
  }

  /**
   * Fits the bounds into the element. If they are far longer than wide, shows their beginning at full width. `above` are the pixels that the
   * tools cover; `below` and `beside` those of a conflict's arithmetic.
   */
  fit(bounds, { border = 36, above = 60, below = 60, beside = border } = {}) {
    const room = { width: Math.max(this.width - border - beside, 40), height: Math.max(this.height - above - below, 40) };
    const across = room.width / Math.max(bounds.width, 1);
    const down = room.height / Math.max(bounds.height, 1);
    let scale = Math.min(across, down, 4);
    const isLong = scale < 0.25 && Math.max(across, down) > 3 * scale;
    if (isLong) scale = Math.min(Math.max(across, down), 1);
    this.scale = Math.min(Math.max(scale, least), most);
    this.x = Math.max(border + (room.width - bounds.width * this.scale) / 2, border) - bounds.left * this.scale;
    this.y = Math.max(above + (room.height - bounds.height * this.scale) / 2, above) - bounds.top * this.scale;
    this.isFitted = true;
    this.isPlaced = true;
    this.onChange(true);
  }

  /** Zooms around a point of the element. */
  zoom(factor, screenX = this.width / 2, screenY = this.height / 2) {
    const scale = Math.min(Math.max(this.scale * factor, least), most);
    const change = scale / this.scale;
    this.x = screenX - (screenX - this.x) * change;
    this.y = screenY - (screenY - this.y) * change;
    this.scale = scale;
    this.isFitted = false;
    this.onChange(true);
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.isFitted = false;
    this.onChange(false);
  }

  /** Returns the point of the layout at a point of the window. */
  toLayout(clientX, clientY) {
    return { x: (clientX - this.left - this.x) / this.scale, y: (clientY - this.top - this.y) / this.scale };
  }

  /** Scrolls a frame into view if it is not visible. */
  reveal(x, y, width, height) {
    const left = x * this.scale + this.x;
    const top = y * this.scale + this.y;
    const isSeen = left + width * this.scale > 20 && top + height * this.scale > 20 && left < this.width - 20 && top < this.height - 20;
    if (!isSeen) this.pan(this.width / 2 - left - (width * this.scale) / 2, this.height / 2 - top - (height * this.scale) / 2);
  }
}
