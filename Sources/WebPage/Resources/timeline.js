// The session's steps as a scrubber with the colors of their verdicts. Playing animates the frames.

import { h, put, button, wantsMotion } from './dom.js';
import { eventWords, moment } from './format.js';
import { verdictBadge, fail } from './frame.js';

export function mountTimeline(host, store, page) {
  let isPlaying = false;
  const input = h('input', {
    type: 'range', min: 0, max: 0, step: 1, 'aria-label': 'Step', on: { input: () => go(input.valueAsNumber) },
  });
  const ticks = h('div', { class: 'ticks', 'aria-hidden': 'true' });
  const label = h('div', { class: 'step-label', 'aria-live': 'polite' });
  const play = button('Play', () => (isPlaying ? stop() : start()), { class: 'play' });
  const undo = button('Undo', () => page.apply([{ op: 'undo' }], 'undo'), { class: 'quiet' });
  put(host, play, h('div', { class: 'track' }, ticks, input), label, undo);

  /** Shows a step; its frames move there from those of the previous step. */
  async function go(step) {
    if (step === store.state.step) return;
    try {
      const from = store.state.layout;
      const layout = await page.layout(step);
      await page.show(step);
      if (!wantsMotion() || layout.isFragment || from.isFragment) return;
      const known = {};
      for (const [id, frame] of Object.entries(from.report.frames ?? {})) if (layout.viewIndex.has(id)) known[id] = frame;
      store.set({ shown: { frames: layout.absolute(known), moved: new Set(), kind: 'drag' } });
      if (await page.preview.moveTo(layout.frames, { kind: 'drag' })) store.set({ shown: null });
    } catch (error) {
      // Resets the scrubber to the step that is shown.
      draw();
      fail(error);
    }
  }

  async function start() {
    isPlaying = true;
    put(play, 'Pause');
    let step = store.state.step >= store.state.newest ? -1 : store.state.step;
    while (isPlaying && step < store.state.newest) {
      step += 1;
      await go(step);
      await new Promise((resolve) => { setTimeout(resolve, wantsMotion() ? 500 : 900); });
    }
    stop();
  }

  function stop() {
    isPlaying = false;
    put(play, 'Play');
  }

  function draw() {
    const { steps, step, newest, layout } = store.state;
    host.classList.toggle('single', newest === 0);
    input.max = String(newest);
    input.value = String(step);
    play.disabled = newest === 0;
    undo.disabled = newest === 0 || step !== newest;
    const shown = steps.length > 400 ? steps.filter((_, place) => place % Math.ceil(steps.length / 400) === 0) : steps;
    put(ticks, shown.map((each) => h('span', { class: `tick ${each.verdict}${each.step === step ? ' now' : ''}`, title: `Step ${each.step}: ${each.verdict}`, style: { left: `${newest === 0 ? 50 : (100 * each.step) / newest}%` } })));
    const present = steps.find((each) => each.step === step);
    input.setAttribute('aria-valuetext', `Step ${step} of ${newest}, ${present?.verdict ?? ''}`);
    const words = present?.events?.length ? present.events.map((event) => eventWords(event, (id) => layout.nameOf(id))).join('; ') : step === 0 ? 'as posted' : '';
    put(label, h('span', { class: 'which' }, `Step ${step} of ${newest}`), present ? verdictBadge(present.verdict) : null, h('bdi', { class: 'words', title: [words, present ? moment(present.createdAt) : null].filter(Boolean).join(', ') }, words),
      present?.changes ? h('span', { class: 'detail' }, changeCount(present.changes)) : null);
  }

  store.watch(['steps', 'step', 'newest', 'layout'], draw);
  draw();
  return { go };
}

function changeCount({ came, went, moved }) {
  return [came?.length ? `${came.length} new` : null, went?.length ? `${went.length} resolved` : null, moved?.length ? `${moved.length} moved` : null].filter(Boolean).join(', ');
}
