// Creates elements from texts and attributes only, so that nothing in a layout can become markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Returns text that is safe to show: control and bidirectional formatting characters become replacement characters. */
export function shown(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, '\ufffd');
}

function fill(element, properties, children) {
  for (const name in properties) {
    const value = properties[name];
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    } else if (name === 'style') {
      for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    } else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'hidden') {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? '' : shown(value));
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(shown(child));
  }
}

/** Creates an HTML element. `on` has event handlers, `style` CSS properties; children are elements, texts, or lists of them. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Creates an SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

export function put(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Returns an element for a name in a layout, isolated because the name may have either writing direction. */
export function name(text, properties) {
  return h('bdi', { class: 'name', ...properties }, text);
}

export function button(label, action, properties) {
  return h('button', { type: 'button', on: { click: action }, ...properties }, label);
}

/** Returns a menu. An option is `[value, label]`, a group `[title, options]`. */
export function select(options, choose, properties) {
  const option = ([value, label]) => (Array.isArray(label) ? h('optgroup', { label: value }, label.map(option)) : h('option', { value }, label));
  const element = h('select', { on: { change: () => choose(element.value) }, ...properties }, options.map(option));
  return element;
}

/** Returns a function that calls `work` at most once per frame, with the newest arguments. Its `due()` makes a pending call at once. */
export function eachFrame(work) {
  let newest = null;
  const due = () => {
    if (newest === null) return;
    const last = newest;
    newest = null;
    work(...last);
  };
  const soon = (...values) => {
    if (newest === null) requestAnimationFrame(due);
    newest = values;
  };
  soon.due = due;
  return soon;
}

/** Loads a style sheet of the page. */
export function styles(href) {
  return new Promise((load, error) => { document.head.append(h('link', { rel: 'stylesheet', href, on: { load, error } })); });
}

export function later(work, milliseconds) {
  let timer = 0;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => work(...values), milliseconds); };
}

const prefersStill = matchMedia('(prefers-reduced-motion: reduce)');
export const wantsMotion = () => !prefersStill.matches;
