// Steps that others make, as they come; and whether the service still answers.

import * as api from './api.js';
import { fail } from './frame.js';

const pause = 2500;

/** Keeps the page at the session's newest step while it shows the newest one. */
export function follow(store, page) {
  let timer = 0;

  async function look() {
    const { id } = store.state;
    if (document.hidden) return;
    try {
      const { step, steps } = await api.get(api.path(id, '/events', { from: store.state.newest + 1, limit: 50 }));
      store.set({ connection: 'live' });
      if (steps.length > 0 && step > store.state.newest) await arrived(step);
    } catch (error) {
      store.set({ connection: error.status === 404 ? 'gone' : 'lost' });
    }
  }

  async function arrived(newest) {
    const follows = store.state.step === store.state.newest;
    try {
      await page.refreshSteps();
      if (follows) await page.show(newest);
    } catch (error) { fail(error); }
  }

  const next = () => { clearTimeout(timer); timer = setTimeout(() => look().then(next), pause); };
  look().then(next);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look().then(next); });
}
