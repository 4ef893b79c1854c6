// The page's beginning: which of its two views the address asks for.

import { put, h } from './dom.js';

const app = document.getElementById('app');
const found = /^\/sessions\/([^/]+)\/?$/.exec(location.pathname);

try {
  if (found) {
    const { openSession } = await import('./session.js');
    await openSession(app, decodeURIComponent(found[1]));
  } else {
    const { openStart } = await import('./start.js');
    await openStart(app);
  }
} catch (error) {
  put(app, h('main', { class: 'plain' }, h('h1', {}, error.status === 404 ? 'There is no such session' : 'This page cannot be shown'),
    h('p', {}, error.message), h('p', {}, h('a', { href: '/' }, 'All sessions'))));
}
document.documentElement.dataset.ready = 'yes';
