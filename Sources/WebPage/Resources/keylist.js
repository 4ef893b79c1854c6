// The list of keyboard shortcuts.

import { h, button } from './dom.js';

const help = [
  ['j, k', 'next, previous finding'], ['[, ]', 'previous, next step'], ['e', 'exercise the ambiguity'], ['w', 'why is the selected view so wide? (h: so high, x, y)'],
  ['f or /', 'filter views'], ['m', 'copy as Markdown'], ['Escape', 'close, select nothing'], ['arrows, + − 0', 'in the drawing: move, zoom, fit'], ['?', 'this list'],
];

let dialog = null;

/** Shows the list. */
export function show() {
  dialog ??= document.body.appendChild(h('dialog', { class: 'keys', 'aria-label': 'Keys' }, h('h2', {}, 'Keys'),
    h('dl', {}, help.map(([key, words]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, words)])),
    h('p', {}, 'More is in the ', h('a', { href: '/help' }, 'manual'), '.'), button('Close', () => dialog.close())));
  dialog.showModal();
}
