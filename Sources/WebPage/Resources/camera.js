// Which part of the layout is seen, and how large.

const least = 0.02;
const most = 16;

export class Camera {
  /** `element` is looked at for its size; `onChange(isZoomed)` is called after each move. */
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

  /** Where the element is now; asked for when a pointer comes, as it makes the browser lay out the page. */
  measure() {
    const box = this.element.getBoundingClientRect();
    [this.width, this.height, this.left, this.top] = [box.width, box.height, box.left, box.top];
  }

  /**
   * Shows all of the bounds; of what is far longer than wide the beginning, at its whole width. Above stay free the pixels of the tools, below
   * and on the right those of a conflict's arithmetic.
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

  /** Zooms and keeps the point of the screen where it is. */
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

  /** The point of the layout under a point of the window. */
  toLayout(clientX, clientY) {
    return { x: (clientX - this.left - this.x) / this.scale, y: (clientY - this.top - this.y) / this.scale };
  }

  /** Moves a frame into sight if it is not. */
  reveal(x, y, width, height) {
    const left = x * this.scale + this.x;
    const top = y * this.scale + this.y;
    const isSeen = left + width * this.scale > 20 && top + height * this.scale > 20 && left < this.width - 20 && top < this.height - 20;
    if (!isSeen) this.pan(this.width / 2 - left - (width * this.scale) / 2, this.height / 2 - top - (height * this.scale) / 2);
  }
}
