// The state of the page as one value with watchers, and the part of it that is in the address.

export class Store {
  constructor(state) {
    this.state = state;
    this.watchers = [];
  }

  /** Calls `work(state)` after each change of one of the keys. */
  watch(keys, work) {
    this.watchers.push({ keys, work });
  }

  set(patch) {
    const changed = Object.keys(patch).filter((key) => this.state[key] !== patch[key]);
    if (changed.length === 0) return;
    this.state = { ...this.state, ...patch };
    for (const { keys, work } of this.watchers) if (keys.some((key) => changed.includes(key))) work(this.state);
  }
}

/** Returns the parts of a permalink: `#step=3&view=title&tab=why`. */
export function readPermalink(hash = location.hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const link = {};
  const step = values.get('step');
  if (step !== null && /^\d{1,9}$/.test(step)) link.step = Number(step);
  for (const type of ['view', 'constraint', 'finding']) {
    if (values.has(type)) link.selection = { type, id: values.get(type) };
  }
  if (values.has('alternate')) link.alternate = values.get('alternate');
  if (['findings', 'inspect', 'sizes'].includes(values.get('tab'))) link.tab = values.get('tab');
  if (['constraints', 'source'].includes(values.get('drawer'))) link.drawer = values.get('drawer');
  return link;
}

export function permalink({ step, newest, selection, alternate, tab, drawer }) {
  const values = new URLSearchParams();
  if (step !== newest) values.set('step', step);
  if (selection) values.set(selection.type, selection.id);
  if (alternate) values.set('alternate', alternate);
  if (tab && tab !== 'findings') values.set('tab', tab);
  if (drawer && drawer !== 'constraints') values.set('drawer', drawer);
  const text = values.toString();
  return text ? `#${text}` : '';
}
