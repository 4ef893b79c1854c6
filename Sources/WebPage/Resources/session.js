// The view of a session: the drawing, and around it the tree, the findings, the table and the timeline.

import { begin } from './app.js';
import { h, put, button, select, later, styles } from './dom.js';
import * as api from './api.js';
import { Store, readPermalink, permalink } from './store.js';
import { Layout } from './layout.js';
import { Drawing } from './drawing.js';
import { mountPointer } from './pointer.js';
import { mountTree } from './tree.js';
import { mountTable } from './table.js';
import { mountFindings } from './findings.js';
import { mountPreview } from './preview.js';
import { mountKeys } from './keys.js';
import { verdictBadge, wordmark, tabs, tell, fail, copyText } from './frame.js';
import { count, moment, points, provenance, sessionTitle } from './format.js';

const mostTags = 3;
const none = Object.freeze([]);

async function openSession(app) {
  const id = decodeURIComponent(location.pathname.split('/')[2]);
  const link = readPermalink();
  let isWhole = true;
  const session = await api.getLines(api.path(id)).catch((error) => {
    if (error.code !== 'session-damaged') throw error;
    isWhole = false;
    return api.getLines(api.path(id, '', { step: 0 }));
  });
  const newest = session.step;
  const step = Math.min(link.step ?? newest, newest);
  const store = new Store({
    id, session, newest, step, steps: newest === 0 ? [firstStep(session)] : [], layout: null, selection: null, hover: null, tab: link.tab ?? 'findings', drawer: link.drawer ?? 'constraints',
    constraintsShown: 'all', exercises: session.exercises ?? [], shown: null, tried: null, alternate: null, conflicts: none, ghosts: none, lit: null, why: null, connection: 'connecting',
  });
  const page = new SessionPage(app, store);
  const known = isWhole && step === newest ? { report: session.report, document: newest === 0 ? session.document : null } : {};
  await page.showFirst(step, known);
  page.begin(link);
}

/** The only step of a session without events, in the form of the list of steps. */
const firstStep = ({ createdAt, report }) => ({ step: 0, createdAt, verdict: report.verdict, events: [] });

class SessionPage {
  #layouts = new Map();
  #inspector;
  #sizes;

  constructor(app, store) {
    this.store = store;
    this.#build(app);
  }

  get state() { return this.store.state; }

  #build(app) {
    const { store } = this;
    const place = (kind, label) => h('section', { class: kind, 'aria-label': label });
    const panels = { tree: place('tree-panel', 'Views'), findings: place('panel'), inspect: place('panel'), sizes: place('panel'),
      constraints: place('panel'), source: place('panel') };
    const answer = h('div', { class: 'answer' });
    this.canvas = h('div', { class: 'canvas' });
    this.hud = h('div', { class: 'hud', role: 'status', 'aria-live': 'polite' });
    const tools = h('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Drawing' });
    const timeline = place('timeline single', 'Time-line');
    put(timeline, h('div', { class: 'step-label' }, h('span', { class: 'detail' }, 'This is the layout as posted. Changes that you apply become steps here.')));
    this.side = tabs('Inspector', [
      { id: 'findings', label: 'Findings', panel: panels.findings }, { id: 'inspect', label: 'Inspect', panel: panels.inspect },
      { id: 'sizes', label: 'Sizes', panel: panels.sizes }], (tab) => store.set({ tab }));
    this.drawer = tabs('Lists', [
      { id: 'constraints', label: 'Constraints', panel: panels.constraints }, { id: 'source', label: 'Source', panel: panels.source }],
    (drawer) => store.set({ drawer }));
    const heading = h('header', { class: 'top' });
    this.#head(heading);
    put(app, h('div', { class: 'session' }, heading,
      h('main', { class: 'work' },
        h('h1', { class: 'hidden-heading' }, `Session ${this.state.session.name ?? this.state.id}`),
        answer, panels.tree,
        h('div', { class: 'centre' }, h('div', { class: 'stage' }, this.canvas, tools, this.hud,
          h('p', { id: 'drawing-help', class: 'hidden-heading' }, 'Arrow keys move the drawing, plus and minus zoom, 0 fits it. The tree lists the views.')),
        timeline, h('div', { class: 'drawer' }, this.drawer.bar, panels.constraints, panels.source)),
        h('aside', { class: 'side', 'aria-label': 'Inspector' }, this.side.bar, panels.findings, panels.inspect, panels.sizes))));
    this.drawing = new Drawing(this.canvas, store);
    mountTree(panels.tree, store);
    mountTable(panels.constraints, store);
    this.preview = mountPreview(this.hud, store, this);
    mountFindings(panels.findings, store, this);
    mountPointer(this.drawing, store, {
      why: (view, attribute) => this.why(view, attribute),
      resize: (...drag) => this.#sizes().then((sizes) => sizes.drag(...drag)).catch(fail),
      move: (phase, attribute, dx, dy) => this.preview.move(phase, attribute, dx, dy),
    });
    this.keys = mountKeys(store, this);
    this.#tools(tools);
    store.watch(['tab'], ({ tab }) => this.side.show(tab));
    store.watch(['drawer'], ({ drawer }) => this.drawer.show(drawer));
    this.#inspector = this.#whenWanted(['selection', 'tab'], ({ selection, tab }) => tab === 'inspect' || selection?.type === 'view' || selection?.type === 'constraint',
      async () => (await import('./inspector.js')).mountInspector(panels.inspect, store, this));
    this.#sizes = this.#whenWanted(['tab'], ({ tab }) => tab === 'sizes', async () => {
      await styles('/assets/sizes.css');
      return (await import('./sizes.js')).mountSizes(panels.sizes, store, this);
    });
    const steps = this.#whenWanted(['newest'], ({ newest }) => newest > 0, async () => (await import('./timeline.js')).mountTimeline(timeline, store, this));
    this.go = async (step) => (await steps()).go(step);
    this.#whenWanted(['drawer'], ({ drawer }) => drawer === 'source', async () => (await import('./source.js')).mountSource(panels.source, store));
    this.#whenWanted(['layout'], ({ layout }) => layout && matchMedia('(max-width: 800px)').matches, async () => (await import('./answer.js')).mountAnswer(answer, store));
    this.#whenWanted(['layout'], ({ layout }) => layout?.isFragment, async () => (await import('./arithmetic.js')).mountArithmetic(this.canvas, store));
    this.side.show(this.state.tab);
    this.drawer.show(this.state.drawer);
    store.watch(['layout', 'shown'], (state) => this.side.count('findings', findingCount(state)));
    store.watch(['selection'], (state) => this.#reveal(state));
    let { hash } = location;
    const remember = later(() => {
      // Does nothing if the user has followed a link meanwhile.
      if (location.hash !== hash) return;
      history.replaceState(null, '', permalink(this.state) || location.pathname);
      ({ hash } = location);
    }, 60);
    store.watch(['step', 'newest', 'selection', 'alternate', 'tab', 'drawer'], remember);
    addEventListener('hashchange', () => this.#follow(readPermalink(hash = location.hash)));
  }

  /** Loads a part of the page on first use, so that sessions open faster. Returns a function that loads the part, too. */
  #whenWanted(keys, isWanted, load) {
    let loaded = null;
    const ask = () => {
      loaded ??= load().catch((error) => { loaded = null; throw error; });
      return loaded;
    };
    const look = (state) => { if (!loaded && isWanted(state)) ask().catch(fail); };
    this.store.watch(keys, look);
    look(this.state);
    return ask;
  }

  /** Asks which constraints determine an attribute of a view. */
  async why(view, attribute) {
    try { await (await this.#inspector()).why(view, attribute); } catch (error) { fail(error); }
  }

  #tools(host) {
    const shown = h('select', { 'aria-label': 'Constraints drawn', on: { change: () => this.store.set({ constraintsShown: shown.value }) } },
      [['all', 'All constraints'], ['some', 'Findings and selection'], ['none', 'No constraints']].map(([value, label]) => h('option', { value }, label)));
    const zoom = (label, title, work) => button(label, work, { class: 'icon', 'aria-label': title, title });
    put(host, zoom('−', 'Zoom out', () => this.drawing.camera.zoom(0.8)), zoom('+', 'Zoom in', () => this.drawing.camera.zoom(1.25)),
      button('Fit', () => this.drawing.fit(), { title: 'Fit the layout (0)' }), shown);
    this.store.watch(['constraintsShown'], ({ constraintsShown }) => { shown.value = constraintsShown; });
    this.store.watch(['layout'], ({ layout }) => { host.hidden = layout.isFragment; });
  }

  #head(host) {
    const { session } = this.state;
    const place = (properties) => h('span', properties);
    const title = h('bdi', { class: 'name' });
    const [verdict, facts, connection] = [place({ id: 'verdict', role: 'status' }), place({ class: 'facts' }), place({ role: 'status' })];
    const drawing = h('option', { value: '/diagram.svg' }, 'The drawing (SVG)');
    const choice = select([['', 'Download …'], ['/report', 'The report (JSON)'], ['/export', 'The session (JSON)']], (what) => { choice.value = ''; if (what) import('./download.js').then(({ download }) => download(this.state, what)).catch(fail); }, { 'aria-label': 'Download', class: 'quiet' });
    put(host, wordmark(), h('span', { class: 'slash', 'aria-hidden': 'true' }, '/'),
      h('span', { class: 'title' }, title), verdict, facts,
      tagList(session.tags ?? []), h('span', { class: 'space' }),
      h('span', { class: 'facts' }, provenance(session)),
      h('time', { class: 'facts', datetime: session.createdAt }, moment(session.createdAt)), connection,
      choice, button('Copy as Markdown', () => this.copy(), { class: 'quiet' }), h('a', { class: 'quiet-link', href: '/help' }, 'Manual'),
      button('?', () => this.keys.showHelp(), { class: 'quiet icon', 'aria-label': 'Keys', title: 'Keys (?)' }));
    this.store.watch(['layout', 'shown'], ({ layout, shown }) => put(verdict, shown?.verdict ? h('span', { class: 'facts' }, shown.kind === 'preview' ? 'In the preview ' : 'At this size ') : null, verdictBadge(shown?.verdict ?? layout.report.verdict)));
    this.store.watch(['layout', 'newest', 'shown'], ({ layout, step, newest, shown }) => {
      const { counts: { views, constraints } = {} } = layout.report;
      const size = shown?.size ?? layout.report.size;
      put(facts, [
        size ? `${points(size.width)} × ${points(size.height)}` : null, views === undefined ? null : count(views, 'view'),
        constraints === undefined ? null : count(constraints, 'constraint'), newest > 0 ? `step ${step} of ${newest}` : null,
      ].filter(Boolean).join(' · '));
    });
    this.store.watch(['layout'], ({ layout }) => {
      const words = sessionTitle(session, layout);
      put(title, words);
      document.title = `${words} · ${layout.report.verdict ?? 'no verdict'} · Plumbline`;
      if (layout.isFragment) drawing.remove();
      else choice.options[0].after(drawing);
    });
    const tellConnection = ({ connection: state }) => put(connection, connectionSign(state));
    this.store.watch(['connection'], tellConnection);
    tellConnection(this.state);
  }

  #reveal({ selection, layout }) {
    if (!selection || !layout || layout.isFragment || !this.drawing.camera.isPlaced) return;
    const named = (id) => [layout.constraint(id)?.first?.item, layout.constraint(id)?.second?.item];
    const entry = selection.type === 'finding' ? layout.entry(selection.id) : null;
    let ids = [selection.id];
    if (selection.type === 'constraint') ids = named(selection.id).slice(0, 1);
    if (entry) ids = [...entry.conflicts.flatMap(({ members }) => members.flatMap(named)), ...entry.ambiguities.map(({ view }) => view)].filter((id) => id !== layout.document.root);
    const box = layout.around(ids);
    if (box) this.drawing.camera.reveal(box.left, box.top, box.width, box.height);
  }

  /** Sets the initial state, including that of the address. */
  begin(link) {
    const { layout } = this.state;
    if (layout.constraintCount > 120) this.store.set({ constraintsShown: 'some' });
    this.#follow(link);
    if (this.state.newest > 0) this.refreshSteps().catch(fail);
    import('./live.js').then(({ follow }) => follow(this.store, this)).catch(fail);
  }

  #follow(link) {
    const { step, ...rest } = link;
    if (step !== undefined && step !== this.state.step && step <= this.state.newest) {
      this.show(step).then(() => this.#follow(rest)).catch(fail);
      return;
    }
    this.store.set({ selection: found(this.state.layout, link.selection), tab: link.tab ?? this.state.tab, drawer: link.drawer ?? this.state.drawer });
    if (link.alternate) this.preview.alternate(link.alternate);
  }

  async layout(step, known = {}) {
    if (!this.#layouts.has(step)) {
      const { id } = this.state;
      const [document, report] = await Promise.all([
        known.document ?? api.getLines(api.path(id, '/document', { step })), known.report ?? api.get(api.path(id, '/report', { step }))]);
      this.#layouts.set(step, new Layout(document, report));
      if (this.#layouts.size > 40) this.#layouts.delete(this.#layouts.keys().next().value);
    }
    return this.#layouts.get(step);
  }

  /** Shows a step of the session. */
  async show(step, known) {
    const layout = await this.layout(step, known);
    const { selection } = this.state;
    this.preview.stop();
    this.store.set({ step, layout, shown: null, alternate: null, conflicts: none, ghosts: none, lit: null, why: null, selection: found(layout, selection) });
  }

  /** Shows the requested step, or if its stored data is damaged, the next older step that can be shown. */
  async showFirst(step, known) {
    const oldest = Math.max(0, step - 8);
    for (let each = step; ; each -= 1) {
      try {
        await this.show(each, each === step ? known : {});
        if (each !== step) tell(`Step ${step} cannot be shown: its stored data is damaged. This is step ${each}.`, 'error');
        return;
      } catch (error) {
        if (each <= oldest) throw error instanceof api.Problem ? error : new api.Problem(0, { detail: 'The stored data of this session is damaged.' });
      }
    }
  }

  async refreshSteps() {
    const { id } = this.state;
    // Steps never change, so only new ones are requested.
    const steps = [...this.state.steps];
    let from = (steps[steps.length - 1]?.step ?? -1) + 1;
    while (from !== null) {
      const page = await api.get(api.path(id, '/events', { from }));
      const known = steps[steps.length - 1]?.step ?? -1;
      steps.push(...page.steps.filter(({ step }) => step > known));
      from = page.next;
    }
    this.store.set({ steps, newest: steps[steps.length - 1]?.step ?? 0 });
  }

  /** Appends a step with events. */
  async apply(events, words) {
    try {
      const answer = await api.appendEvents(this.state.id, events, this.state.newest);
      this.store.set({ newest: answer.step });
      await this.show(answer.step, { report: answer.report });
      await this.refreshSteps();
      tell(`Step ${answer.step}: ${words}. ${answer.verdict[0].toUpperCase()}${answer.verdict.slice(1)}.`);
    } catch (error) {
      fail(error);
    }
  }

  get isNewest() { return this.state.step === this.state.newest; }

  async copy() {
    const { markdown } = await import('./markdown.js');
    await copyText(markdown(this.state, location.href), 'Copied as Markdown.');
  }
}

/** Returns the selection if a step's layout contains it. A link may name a finding by the conflict or the ambiguous view that it explains. */
function found(layout, selection) {
  if (!selection) return null;
  const { type, id } = selection;
  if (type === 'view') return layout.view(id) ? selection : null;
  if (type === 'constraint') return layout.constraint(id) ? selection : null;
  const entry = layout.entry(id);
  if (!entry) return null;
  return entry.id === id ? selection : { type, id: entry.id };
}

/** Returns the first tags, and the number of the others. */
function tagList(tags) {
  const more = tags.slice(mostTags);
  return tags.length === 0 ? null : h('span', { class: 'top-tags' }, tags.slice(0, mostTags).map((tag) => h('bdi', { class: 'tag', title: tag }, tag)),
    more.length ? h('span', { class: 'facts', title: more.join(', ') }, `and ${more.length} more`) : null);
}

/** Returns the number of findings, and the number that remains in a preview. */
function findingCount({ layout, shown }) {
  const { ended, came } = shown ?? {};
  return ended ? `${layout.entries.length} → ${layout.entries.length - ended.size + came.length}` : layout.entries.length || '';
}

function connectionSign(connection) {
  const words = { live: 'Live', connecting: 'Connecting', lost: 'Connection lost', gone: 'Session deleted' };
  return h('span', { class: `connection ${connection}`, role: connection === 'lost' ? 'alert' : null }, words[connection]);
}

begin(openSession);
