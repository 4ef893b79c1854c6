// Layouts that are as good as the report's, gone through one after the other.

import { wantsMotion } from './dom.js';
import * as api from './api.js';

/** Views whose ranges and handles are shown at once. */
const mostHandles = 12;

/** `clear()`, `moveTo(frames, about)` and `run()`, which counts what was shown, are the preview's. */
export function mountExercise(store, { clear, moveTo, run }) {
  /** Asks for layouts that are as good, like the debugger command it is named for, and goes through them. */
  async function exercise(views) {
    const { id, step } = store.state;
    const request = { count: 6, seed: 1, ...(views && { views }) };
    // It is kept with the session, and named by its alternates: `E2` where they are `E2.A1` and so on.
    const answer = await api.post(api.path(id, '/exercise', { step }), request);
    const each = { id: answer.alternates[0]?.id.split('.')[0], step, request, answer };
    const { exercises } = store.state;
    if (each.id && exercises.every((one) => one.id !== each.id)) store.set({ exercises: [...exercises, each] });
    if (store.state.step === step) await goThrough(each);
  }

  async function goThrough({ step, request, answer }) {
    const { layout } = store.state;
    const views = request.views?.length ? request.views : [...layout.ambiguities.keys()];
    if (answer.alternates.length === 0) { store.set({ shown: { frames: layout.frames, moved: new Set(), kind: 'exercise', title: 'No other layout was found.' } }); return; }
    // The degrees of freedom as handles: of what is exercised, or of the first views.
    store.set({ ghosts: views.slice(0, mostHandles).map((view) => ({ view, attributes: layout.looseness(view) })) });
    for (const [place, each] of answer.alternates.entries()) {
      const about = { kind: 'exercise', title: `Exercise ${place + 1} of ${answer.alternates.length} (${each.id})`, detail: each.motions?.join('; '), prevented: each.preventedBy };
      if (!(await moveTo(layout.absolute(each.frames), about))) return;
      const own = run();
      await new Promise((resolve) => { setTimeout(resolve, wantsMotion() ? 900 : 1400); });
      if (own !== run() || store.state.step !== step) return;
    }
    if (await moveTo(layout.frames, { kind: 'exercise', title: 'Back where the report has it' })) clear();
  }

  return { exercise, goThrough };
}
