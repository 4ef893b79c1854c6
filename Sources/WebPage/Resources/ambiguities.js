// An ambiguous view: its ranges as sliders, why it is so, and what would settle it.

import { h, put, button, name } from './dom.js';
import { points, range, causeWords, changeWords, changeEvent } from './format.js';
import { rowLink, rows, changeList } from './parts.js';
import { findingCard, blameLine } from './card.js';

export function ambiguityCard(ambiguity, store, page) {
  const { view, cause, attributes, needs, tied, suggestions, fingerprint } = ambiguity;
  const exercise = () => {
    store.set({ selection: { type: 'finding', id: view } });
    page.preview.exercise([view]);
  };
  const known = (suggestions ?? []).map((each) => ({ events: [changeEvent(each)], words: changeWords(each) })).filter(({ events }) => events[0]);
  const title = [h('span', { class: 'sign ambiguous', 'aria-hidden': 'true' }, '?'), h('span', { class: 'label' }, name(view), ' is ambiguous')];
  return findingCard('ambiguous', view, store, title,
    h('p', { class: 'sentence' }, `${causeWords[cause] ?? cause}.`),
    attributes.map((attribute) => slider(view, attribute, store, page)),
    needs?.length ? h('p', { class: 'note' }, `Needs ${needs.join('; ')}.`) : null,
    tied?.length ? [h('h4', {}, 'Compete'), rows(tied.map((id) => rowLink(store, id)))] : null,
    h('div', { class: 'acts' }, button('Exercise', exercise, { title: 'Go through layouts that fit as well', class: 'exercise' })),
    changeList('To settle it', known, page), blameLine(fingerprint, view, store, page));
}

/** An open end reaches as far as the root is long. */
function slider(view, { attribute, min, max, value }, store, page) {
  const size = store.state.layout.report.size ?? { width: 320, height: 480 };
  const room = Math.max(attribute === 'minX' || attribute === 'width' ? size.width : size.height, 100);
  const least = min ?? Math.min(value, 0) - room;
  const greatest = max ?? Math.max(value, least) + room;
  const output = h('output', {}, points(value));
  const input = h('input', { type: 'range', min: least, max: greatest, step: 'any', 'aria-label': `${attribute} of ${view}`, on: { input: move } });
  input.value = String(value);

  function move() {
    put(output, points(Math.round(input.valueAsNumber * 10) / 10));
    store.set({ selection: { type: 'finding', id: view } });
    page.preview.setValue(view, attribute, input.valueAsNumber);
  }
  return h('div', { class: 'slider' }, h('span', { class: 'what' }, attribute), input, output, h('span', { class: 'range' }, range({ min, max })));
}
