// Alternatives that are as good as the report's layout, shown one after the other.

import { wantsMotion } from './dom.js';
import * as api from './api.js';

/** The number of views whose ranges and handles are shown. */
const mostHandles = 12;

/** `clear()`, `moveTo(frames, about)` and `run()`, the number of the current preview, are those of the preview. */
export function mountExercise(store, { clear, moveTo, run }) {
  /** Requests alternatives and shows them. Named after the debugger command `exerciseAmbiguityInLayout`. */
  async function exercise(views) {
    const { id, step } = store.state;
    const request = { count: 6, seed: 1, ...(views && { views }) };
    // The service stores it in the session. Its id is the prefix of its alternates' ids: `E2` for `E2.A1` and so on.
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
    // Shows the degrees of freedom as handles: those of the exercised views, or of the first ones.
    store.set({ ghosts: views.slice(0, mostHandles).map((view) => ({ view, attributes: layout.looseness(view) })) });
    for (const [place, each] of answer.alternates.entries()) {
      const about = { kind: 'exercise', title: `Exercise ${place + 1} of ${answer.alternates.length} (${each.id})`, detail: each.motions?.join('; '), prevented: each.preventedBy };
      if (!(await moveTo(layout.absolute(each.frames), about))) return;
      const own = run();
      await new Promise((resolve) => { setTimeout(resolve, wantsMotion() ? 900 : 1400); });
      if (own !== run() || store.state.step !== step) return;
    }
    if (await moveTo(layout.frames, { kind: 'exercise', title: 'Back to the layout of the report' })) clear();
  }

  return { exercise, goThrough };
}
