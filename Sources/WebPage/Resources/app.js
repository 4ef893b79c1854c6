// The page's beginning: either of its views draws itself into the shell, or what went wrong is told in its place.

import { put, h } from './dom.js';

/** Draws a view of the page by `open(element)`. */
export async function begin(open) {
  const app = document.getElementById('app');
  try {
    await open(app);
  } catch (error) {
    put(app, h('main', { class: 'plain' }, h('h1', {}, error.status === 404 ? 'There is no such session' : 'This page cannot be shown'),
      h('p', {}, error.message), h('p', {}, h('a', { href: '/' }, 'All sessions'))));
  }
  document.documentElement.dataset.ready = 'yes';
}
