// Parts of both views of the page: the heading, short messages, and the verdict's badge.

import { h, put } from './dom.js';
import { verdictWords } from './format.js';

export function verdictBadge(verdict, properties) {
  const [sign, word] = verdictWords[verdict] ?? ['·', verdict ?? 'No verdict'];
  return h('span', { class: `verdict ${verdict}`, ...properties }, h('span', { class: 'dot', 'aria-hidden': 'true' }, sign), word);
}

export const wordmark = () => h('a', { class: 'wordmark', href: '/' },
  h('img', { src: '/assets/icon.svg', alt: '', width: '22', height: '22' }), 'Plumbline');

let toast = null;

/** Shows a message for some seconds; `kind` is `note` or `error`. */
export function tell(message, kind = 'note') {
  toast ??= document.body.appendChild(h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' }));
  const line = h('div', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : null }, message);
  toast.append(line);
  setTimeout(() => line.remove(), kind === 'error' ? 9000 : 4000);
}

export const fail = (error) => { if (error.name !== 'AbortError') tell([error.message, error.place].filter(Boolean).join(' '), 'error'); };

/** Copies text to the clipboard, and shows a message about it. */
export async function copyText(text, message) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { value: text, class: 'copied', 'aria-label': 'Text to copy' });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  tell(message);
}

/** Creates tabs for panels, `[{ id, label, panel }]`, with support for arrow keys. */
export function tabs(label, list, choose) {
  const heads = list.map(({ id, label: title }) => h('button', {
    type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, on: { click: () => choose(id) },
  }, title));
  list.forEach(({ id, panel }) => {
    panel.id = `panel-${id}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${id}`);
  });
  const bar = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label, on: {
    keydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const place = (heads.indexOf(document.activeElement) + step + heads.length) % heads.length;
      heads[place].focus();
      choose(list[place].id);
    },
  } }, heads);
  return {
    bar,
    show(chosen) {
      list.forEach(({ id, panel }, place) => {
        panel.hidden = id !== chosen;
        heads[place].setAttribute('aria-selected', String(id === chosen));
        heads[place].tabIndex = id === chosen ? 0 : -1;
      });
    },
    count(id, text) {
      const head = heads[list.findIndex((each) => each.id === id)];
      put(head, list.find((each) => each.id === id).label, text ? [' ', h('span', { class: 'count' }, text)] : null);
    },
  };
}
