// The findings: a card for each diagnosis, and the remarks of the report.

import { h, put, button, eachFrame } from './dom.js';
import { count, verdictWords } from './format.js';
import { judged } from './layout.js';
import { diagnosisCard } from './diagnoses.js';
import { followFrames } from './ambiguities.js';
import { verdictBadge, fail } from './frame.js';
import { rows } from './parts.js';

const mostCards = 200;
const none = [];

export function mountFindings(host, store, page) {
  const kept = h('div', { class: 'kept' });
  const note = h('div', { class: 'preview-note', role: 'status' });
  function draw() {
    const { layout } = store.state;
    if (!layout) return;
    const { report, entries } = layout;
    const more = entries.length - mostCards;
    put(host, note, settling(layout),
      entries.slice(0, mostCards).map((entry) => (entry.diagnosis ? diagnosisCard(entry, store, page) : older(entry))),
      more > 0 ? h('p', { class: 'note' }, `${count(more, 'more finding')}: their views are marked in the tree.`) : null,
      entries.length === 0 ? nothing(report) : null, alternatesCard(report), kept, remarks(layout));
    mark(store.state);
  }

  /** Shows the change after which no finding is left, if there are several. */
  function settling({ entries }) {
    if (entries.length < 2) return null;
    const place = h('div', { class: 'kept' });
    import('./advice.js').then(({ settlingCard }) => put(place, settlingCard(store, page))).catch(fail);
    return place;
  }

  /** Shows the report's remarks, if there are any; their module is loaded then. */
  function remarks(layout) {
    const { recorded, outcomes, printed, repairs, findings, unsatisfied, inconclusive, warnings, observed } = layout.report;
    if (!recorded && !observed && [outcomes, printed?.innocent, repairs, findings, unsatisfied, inconclusive, warnings].every((each) => !each?.length)) return null;
    const place = h('div', { class: 'kept' });
    import('./remarks.js').then(({ remarkCards }) => put(place, remarkCards(layout, store, page))).catch(fail);
    return place;
  }

  /** Shows the entries of a report without diagnoses; their module is loaded only then. */
  function older(entry) {
    const place = h('div', { class: 'older' });
    import('./conflicts.js').then(({ olderCard }) => { put(place, olderCard(entry, store, page)); mark(store.state); }).catch(fail);
    return place;
  }

  function mark({ selection, shown }) {
    for (const card of host.querySelectorAll('[data-finding]')) {
      const isChosen = selection?.type === 'finding' && selection.id === card.dataset.finding;
      card.classList.toggle('chosen', isChosen);
      card.classList.toggle('ended', shown?.ended?.has(card.dataset.finding) ?? false);
      card.querySelector('.head').setAttribute('aria-current', String(isChosen));
    }
  }

  /** Shows which findings a preview resolves and introduces. The cards remain those of the step, so that other remedies can be tried. */
  function tellPreview({ layout, shown }) {
    const { ended, came } = shown ?? {};
    if (!ended) { put(note); return; }
    put(note, h('article', { class: 'finding plain-card' }, h('h3', {}, 'In the preview ', verdictBadge(judged({ shown, layout }).report.verdict)),
      h('p', {}, layout.entries.length > 0 ? `It resolves ${ended.size} of ${count(layout.entries.length, 'finding')}.` : null, came.length > 0 ? ` It introduces ${count(came.length, 'finding')}:` : null),
      came.length > 0 ? rows(came.slice(0, 8).map((entry) => h('bdi', {}, entrySentence(entry, judged({ shown, layout }))))) : null));
  }

  function alternatesCard({ alternates }) {
    if (!alternates?.length) return null;
    const show = ({ id, moved }) => button(id, () => page.preview.alternate(id), {
      title: `moves ${moved.map((view) => store.state.layout.nameOf(view)).join(', ')}`.slice(0, 300), 'aria-label': `Show alternate ${id}`,
    });
    return h('article', { class: 'finding plain-card alternates' }, h('h3', {}, 'Other layouts that fit equally well'),
      h('div', { class: 'acts' }, alternates.map(show), button('Exercise all', () => page.preview.exercise())));
  }

  store.watch(['layout'], draw);
  store.watch(['layout', 'exercises'], ({ step, exercises }) => {
    put(kept, keptCard(exercises.filter((each) => each.step === step), page));
  });
  store.watch(['selection', 'layout'], ({ selection, layout }) => {
    if (!layout) return;
    const entry = selection?.type === 'finding' ? layout.entry(selection.id) : null;
    const loose = entry ? entry.ambiguities.map(({ view }) => view) : selection?.type === 'view' && layout.ambiguities.has(selection.id) ? [selection.id] : none;
    store.set({
      conflicts: entry?.conflicts ?? none,
      ghosts: loose.length ? [...new Set(loose)].slice(0, 12).map((view) => ({ view, attributes: layout.looseness(view) })) : none,
    });
    mark(store.state);
    if (entry) host.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
  });
  const follow = eachFrame(() => { if (store.state.layout) followFrames(host, store.state); });
  let last = null;
  store.watch(['shown'], (state) => {
    follow();
    if (state.shown?.ended === last) return;
    last = state.shown?.ended;
    tellPreview(state);
    mark(state);
  });
}

/** Returns an entry's problem as a sentence. */
export function entrySentence({ diagnosis, conflicts, ambiguities }, layout) {
  return diagnosis?.sentence ?? conflicts[0]?.explanation ?? `${layout.nameOf(ambiguities[0]?.view ?? '')} is ambiguous.`;
}

function nothing({ verdict, missing, inconclusive, unsatisfied }) {
  if (!(verdict in verdictWords)) return h('div', { class: 'good' }, h('p', { class: 'big' }, 'No verdict is known.'));
  const unmet = unsatisfied?.length ?? 0;
  const words = verdict === 'clean' ? (unmet ? `All required constraints are satisfied, and one layout fits best. ${count(unmet, 'optional one')} cannot be satisfied exactly.` : 'All constraints are satisfied, and one layout fits best.')
    : inconclusive?.length ? 'There was no verdict within the time limit.' : missing?.length ? `The log does not show ${missing.join(', ')}.` : 'The constraints can all be satisfied.';
  const title = verdict === 'clean' ? (unmet ? 'There are no conflicts, and nothing is ambiguous.' : 'Nothing is wrong here.') : 'No conflict was found.';
  return h('div', { class: 'good' }, h('p', { class: 'big' }, title), h('p', {}, words));
}

/** Returns a card with the exercises that were stored for this step. */
function keptCard(exercises, page) {
  if (!exercises.length) return null;
  const again = (each) => button(each.id, () => page.preview.goThrough(each), { 'aria-label': `Show ${each.id}` });
  return h('article', { class: 'finding plain-card' }, h('h3', {}, 'Exercises of this step'), h('div', { class: 'acts' }, exercises.map(again)));
}
