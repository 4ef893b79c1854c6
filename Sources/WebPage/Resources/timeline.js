// The session's steps as a scrubber with the colors of their verdicts. Playing animates the frames.

import { h, put, button, wantsMotion } from './dom.js';
import { equation, moment } from './format.js';
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

/** Returns an event in words; `nameOf` returns the name of a view. */
function eventWords(event, nameOf = String) {
  const what = event.id ?? event.identifier ?? (typeof event.view === 'object' ? event.view?.id : nameOf(event.view ?? ''));
  switch (event.op) {
    case 'addConstraint': {
      const c = event.constraint;
      return `add ${typeof c === 'string' ? c : `${c.id ? `${c.id}: ` : ''}${c.equation ?? c.visual ?? equation(c)}`}`;
    }
    case 'removeConstraint': return `remove ${what}`;
    case 'setConstant': return `${what}: constant ${event.constant}`;
    case 'setPriority': return `${what}: priority ${event.priority}`;
    case 'activate': case 'deactivate': return `${event.op} ${what}`;
    case 'addView': return `add view ${what}`;
    case 'removeView': return `remove view ${what}`;
    case 'setIntrinsicContentSize': return `${what}: intrinsic ${event.width ?? 'none'} × ${event.height ?? 'none'}`;
    case 'setHugging': return `${what}: ${event.axis} hugging ${event.priority}`;
    case 'setCompressionResistance': return `${what}: ${event.axis} compression resistance ${event.priority}`;
    case 'setFrame': return `${what}: frame ${event.frame.x}, ${event.frame.y}, ${event.frame.width} × ${event.frame.height}`;
    case 'setMask': return `${what}: mask ${event.mask.join(' ') || 'fixed'}`;
    case 'setTranslatesMask': return event.translates ? `${what}: placed by its frame and mask` : `${what}: placed by constraints`;
    case 'setInsets': return `${what}: ${event.insets ? `insets ${Object.entries(event.insets).map(([side, inset]) => `${side} ${inset}`).join(' ') || '0'}` : 'no insets'}`;
    case 'resize': return `resize to ${event.width === undefined ? '…' : event.width ?? 'fitting'} × ${event.height === undefined ? '…' : event.height ?? 'fitting'}`;
    case 'setDirection': return `direction ${event.direction}`;
    case 'undo': return 'undo';
    default: return event.op;
  }
}
