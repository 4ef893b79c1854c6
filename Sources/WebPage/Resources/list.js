// A list with rows of the same height. Only visible rows have elements; the keyboard moves through all of them.

import { h, put, eachFrame } from './dom.js';

let lists = 0;
const paper = matchMedia('print');
/** The number of rows that are printed, since paper cannot be scrolled. */
const mostPrinted = 2000;

export class List {
  /**
   * `role` and `rowRole` are the ARIA roles; `row(item, index)` returns `{ class, cells, attributes }`; `choose(item)` and `hover(item or null)`
   * are called with rows. `key(event, item)` may handle a key and return true. `heading` has the titles of a grid's columns, which are always
   * visible.
   */
  constructor(options) {
    this.options = { rowHeight: 26, rowRole: 'option', ...options };
    lists += 1;
    this.prefix = `row-${lists}-`;
    this.items = [];
    this.active = -1;
    this.sight = h('div', { class: 'sight', role: 'presentation' });
    this.inner = h('div', { class: 'rows', role: 'presentation' }, this.sight);
    this.element = h('div', { class: `list ${options.class ?? ''}`, role: options.role ?? 'listbox', 'aria-label': options.label, tabindex: '0', style: { '--row': `${this.options.rowHeight}px` } },
      options.heading, this.inner);
    this.drawSoon = eachFrame(() => this.draw());
    this.markSoon = eachFrame(() => this.mark());
    // Reading these makes the browser lay out the page.
    [this.height, this.scrolled] = [0, 0];
    this.element.addEventListener('scroll', () => { this.scrolled = this.element.scrollTop; this.drawSoon(); }, { passive: true });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.inner.addEventListener('click', (event) => this.#click(event));
    this.inner.addEventListener('pointerover', (event) => options.hover?.(this.#item(event)));
    this.inner.addEventListener('pointerleave', () => options.hover?.(null));
    paper.addEventListener('change', () => this.draw());
    // Drawn before the browser paints the frame, in which the rows would be missing otherwise.
    new ResizeObserver(([{ contentRect }]) => {
      this.height = Math.max(contentRect.height - (options.heading ? this.options.rowHeight : 0), 0);
      this.drawSoon();
      this.drawSoon.due();
    }).observe(this.element);
  }

  show(items) {
    this.items = items;
    if (this.active >= items.length) this.active = -1;
    this.inner.style.height = `${items.length * this.options.rowHeight}px`;
    if (this.options.heading) this.element.setAttribute('aria-rowcount', items.length + 1);
    this.drawSoon();
  }

  draw() {
    if (this.height === 0) return;
    const { rowHeight, rowRole, row } = this.options;
    const isPrinted = paper.matches;
    const first = isPrinted ? 0 : Math.max(0, Math.min(Math.floor(this.scrolled / rowHeight), this.items.length - 1) - 4);
    const last = isPrinted ? Math.min(this.items.length, mostPrinted) : Math.min(this.items.length, Math.ceil((this.scrolled + this.height) / rowHeight) + 4);
    const rows = [];
    for (let index = first; index < last; index += 1) {
      const { class: classes = '', cells, attributes } = row(this.items[index], index);
      const isActive = index === this.active;
      rows.push(h('div', {
        class: this.#classes(index, classes), role: rowRole, id: this.prefix + index, 'data-index': index,
        'aria-selected': String(isActive), ...attributes,
      }, cells));
    }
    this.sight.style.top = `${first * rowHeight}px`;
    put(this.sight, rows);
    if (this.active >= first && this.active < last) this.element.setAttribute('aria-activedescendant', this.prefix + this.active);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #classes(index, classes) { return `row ${classes}${index === this.active ? ' active' : ''}`; }

  /** Updates the classes of the rows in place: if the element under the pointer were replaced, a click on it would be lost. */
  mark() {
    for (const element of this.sight.children) {
      const index = Number(element.dataset.index);
      if (index < this.items.length) element.className = this.#classes(index, this.options.row(this.items[index], index).class);
    }
  }

  /** Marks a row as chosen and scrolls to it. */
  activate(index) {
    const isNew = this.active !== index;
    this.active = index;
    if (index >= 0 && this.height > 0) {
      const { rowHeight } = this.options;
      if (index * rowHeight < this.scrolled) this.element.scrollTop = index * rowHeight;
      else if ((index + 1) * rowHeight > this.scrolled + this.height) this.element.scrollTop = (index + 1) * rowHeight - this.height;
    }
    if (isNew) this.drawSoon();
  }

  /** Returns the row of an event. If a click's row was replaced between press and release, returns the row that is there now. */
  #index(event) {
    const row = event.target.closest('[data-index]');
    if (row) return Number(row.dataset.index);
    const index = Math.floor((event.clientY - this.inner.getBoundingClientRect().top) / this.options.rowHeight);
    return index >= 0 && index < this.items.length ? index : -1;
  }

  #item(event) { return this.items[this.#index(event)] ?? null; }

  #click(event) {
    const index = this.#index(event);
    if (index < 0) return;
    this.activate(index);
    this.options.choose?.(this.items[this.active], event);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.active >= 0 && this.options.key?.(event, this.items[this.active])) { event.preventDefault(); return; }
    const page = Math.max(1, Math.floor(this.height / this.options.rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    let index = this.active;
    if (event.key in steps) index = Math.min(Math.max((index < 0 && steps[event.key] > 0 ? -1 : index) + steps[event.key], 0), this.items.length - 1);
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (index < 0) return;
    this.activate(index);
    this.options.choose?.(this.items[index], event);
  }
}
