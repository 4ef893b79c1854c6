// Steps that others make, as they come; and whether the service still answers.

import * as api from './api.js';
import { fail } from './frame.js';

/** Keeps the page at the session's newest step while it shows the newest one. */
export function follow(store, page) {
  const { id } = store.state;
  let source = null;
  let timer = 0;

  function open() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(api.path(id, '/stream', { after: store.state.newest }));
    source.addEventListener('open', () => store.set({ connection: 'live' }));
    source.addEventListener('message', (event) => arrived(event.data));
    source.addEventListener('error', lost);
  }

  /** The browser tries again by itself, unless it was refused; then it is asked why. */
  async function lost() {
    if (store.state.connection === 'gone') return;
    store.set({ connection: 'lost' });
    if (source.readyState !== EventSource.CLOSED) return;
    try {
      await api.get(api.path(id, '/events', { from: store.state.newest, limit: 1 }));
    } catch (error) {
      if (error.status === 404) { store.set({ connection: 'gone' }); return; }
    }
    timer = setTimeout(open, 3000);
  }

  let isReading = false;
  async function arrived(data) {
    let step = 0;
    try { ({ step } = JSON.parse(data)); } catch { return; }
    if (!(step > store.state.newest) || isReading) return;
    isReading = true;
    try {
      const follows = store.state.step === store.state.newest;
      await page.refreshSteps();
      if (follows) await page.go(store.state.newest);
    } catch (error) {
      fail(error);
    }
    isReading = false;
  }

  open();
  window.addEventListener('pagehide', () => source?.close());
  window.addEventListener('pageshow', (event) => { if (event.persisted) open(); });
  window.addEventListener('online', open);
}
