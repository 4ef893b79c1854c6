// Shows steps that other clients add, and whether the service still responds.

import * as api from './api.js';
import { fail } from './frame.js';

/** The time without data after which the connection counts as lost. The service sends something every 15 seconds. */
const silence = 30_000;
const pause = 2000;

/**
 * Reads server-sent events, each with `data` as text, until they end. Uses `fetch`, since `EventSource` cannot send a token.
 * `heard` is called for every chunk, including comments.
 */
async function read(body, heard, arrived) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const events = (text + value).split(/\r?\n\r?\n/);
    text = events.pop();
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
      if (data.length > 0) arrived(data.join('\n'));
    }
  }
}

/** Moves the page to each new step, as long as it shows the newest one. */
export function follow(store, page) {
  const { id } = store.state;
  let current = null;
  let timer = 0;

  async function open() {
    clearTimeout(timer);
    current?.abort();
    const own = new AbortController();
    current = own;
    let watch = 0;
    const heard = () => { clearTimeout(watch); watch = setTimeout(() => own.abort(), silence); };
    try {
      heard();
      const response = await api.send(api.path(id, '/stream', { after: store.state.newest }), { signal: own.signal });
      store.set({ connection: 'live' });
      await read(response.body, heard, arrived);
    } catch (error) {
      if (error.status === 404) { clearTimeout(watch); store.set({ connection: 'gone' }); return; }
      if (error.name !== 'AbortError') store.set({ connection: 'lost' });
    }
    clearTimeout(watch);
    if (current !== own) return;
    // The stream also ends if the session was deleted.
    if (await isGone()) { store.set({ connection: 'gone' }); return; }
    if (current !== own) return;
    timer = setTimeout(open, pause);
  }

  async function isGone() {
    try {
      await api.get(api.path(id, '/events', { from: store.state.newest, limit: 1 }));
      return false;
    } catch (error) {
      store.set({ connection: 'lost' });
      return error.status === 404;
    }
  }

  function close() {
    clearTimeout(timer);
    current?.abort();
    current = null;
  }

  let isReading = false;
  let hasMore = false;
  async function arrived(data) {
    let step = 0;
    try { ({ step } = JSON.parse(data)); } catch { return; }
    if (!(step > store.state.newest)) return;
    if (isReading) { hasMore = true; return; }
    isReading = true;
    try {
      do {
        hasMore = false;
        const follows = store.state.step === store.state.newest;
        await page.refreshSteps();
        if (follows) await page.go(store.state.newest);
      } while (hasMore);
    } catch (error) {
      fail(error);
    }
    isReading = false;
  }

  // A browser allows few connections to a service, so a hidden page closes its connection, and catches up when it is visible again.
  const look = () => {
    if (document.visibilityState === 'hidden') close();
    else if (!current && store.state.connection !== 'gone') open();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', close);
  addEventListener('pageshow', look);
  addEventListener('online', () => { if (store.state.connection !== 'gone') open(); });
  look();
}
