// The entry point of both views of the page: draws the view into the page's shell, or an error message.

import { put, h } from './dom.js';
import { wordmark } from './frame.js';

/** Opens a view of the page by `open(element)`. */
export async function begin(open) {
  const app = document.getElementById('app');
  // Shown only if the view takes longer than 300 ms, for example over a slow connection.
  const waiting = setTimeout(() => { if (!app.querySelector('header')) put(app, h('p', { class: 'plain', role: 'status' }, 'Loading …')); }, 300);
  try {
    await open(app);
  } catch (error) {
    put(app, h('header', { class: 'top' }, wordmark()), h('main', { class: 'plain' }, h('h1', {}, error.status === 404 ? 'There is no such session' : 'This page cannot be shown'),
      h('p', {}, error.message), h('p', {}, h('a', { href: '/' }, 'All sessions'))));
  }
  clearTimeout(waiting);
  document.documentElement.dataset.ready = 'yes';
}
