// The first page: a field to paste into, examples, the stored sessions, and findings across them.

import { begin } from './app.js';
import { h, put, button, name } from './dom.js';
import * as api from './api.js';
import { wordmark, verdictBadge, tell, fail } from './frame.js';
import { signOutButton } from './token.js';
import { mountSessions } from './sessions.js';
import { mountRecurring } from './recurring.js';
import { samples } from './samples.js';

async function openStart(app) {
  document.title = 'Plumbline';
  const place = (kind, label) => h('section', { class: kind, 'aria-label': label });
  const [paste, examples] = [place('paste', 'Check a layout'), place('examples', 'Examples')];
  const [sessions, recurring] = [place('sessions', 'Sessions'), place('recurring', 'Findings across sessions')];
  const intro = h('div', { class: 'intro' }, h('h1', {}, 'What is wrong with this layout?'),
    h('p', {}, 'For Auto Layout in iOS and Mac apps: Plumbline shows the cause, who can fix it, the change to make, and the proof.'));
  put(app, h('div', { class: 'start' },
    h('header', { class: 'top' }, wordmark(), h('span', { class: 'space' }), signOutButton(), h('a', { class: 'quiet-link', href: '/help' }, 'Manual'), h('a', { class: 'quiet-link', href: '/openapi.json' }, 'API')),
    h('main', {}, intro, h('div', { class: 'begin' }, paste, examples), h('div', { class: 'past' }, sessions, recurring))));
  mountPaste(paste);
  const list = mountSessions(sessions);
  await Promise.all([mountExamples(examples).catch(fail), list.load(), mountRecurring(recurring, list).catch(fail)]);
}

/** Returns the media type of a text: a document, an Interface Builder file, or another text, which the service recognizes itself. */
function mediaTypeOf(text) {
  if (/^\s*\{/.test(text)) return 'application/json';
  if (/^[\s\ufeff]*<(\?xml|document|archive)\b/.test(text)) return 'application/xml';
  return 'text/plain';
}

/** Returns bytes as text, or null if they are not UTF-8. */
function plainText(bytes) {
  try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { return null; }
}

async function store(content, values, mediaType) {
  const created = await api.create(content, typeof content === 'string' ? mediaTypeOf(content) : mediaType, values);
  return created.sessions ?? [created];
}

const go = (id) => { location.href = `/sessions/${encodeURIComponent(id)}`; };

const hint = ['Unable to simultaneously satisfy constraints. …', 'title.leading == root.leading + 8', 'H:|-[title]-[badge(20)]-|',
  '{ "views": […], "constraints": […] }'].join('\n\n');

function mountPaste(host) {
  const problem = h('p', { class: 'problem', role: 'alert', id: 'paste-problem' });
  const area = h('textarea', { id: 'paste', rows: 9, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'paste-problem', placeholder: hint });
  const label = h('input', { id: 'paste-name', type: 'text', maxlength: 200, placeholder: 'Name (optional)', 'aria-label': 'Name of the session' });
  const tag = h('input', { id: 'paste-tag', type: 'text', maxlength: 100, placeholder: 'Tag (optional)', 'aria-label': 'Tag of the session' });
  const file = h('input', {
    type: 'file', class: 'hidden-heading', tabindex: '-1', 'aria-hidden': 'true', accept: '.json,.txt,.vfl,.log,.storyboard,.xib,.zip',
    on: { change: () => file.files[0] && read(file.files[0]) },
  });
  const several = h('ul', { class: 'several' });
  const check = button('Check', () => submit(area.value), { class: 'primary', id: 'check' });
  put(host, h('h2', {}, h('label', { for: 'paste' }, 'Paste a console log, equations, visual formats or JSON')), area,
    h('div', { class: 'acts' }, check, label, tag, button('Open a file …', () => file.click()), file), problem, several,
    h('p', { class: 'hint' }, 'Or drop a storyboard, a xib, a log, a document or an Xcode view hierarchy anywhere on this page. Each check is stored by this service, and can be deleted in the list of sessions below.'));

  /** Checks a text, or a file of the given type. */
  async function submit(text, fileName, mediaType = 'application/zip') {
    put(problem);
    put(several);
    if (typeof text === 'string' && text.trim() === '') { put(problem, 'There is nothing to check yet.'); area.focus(); return; }
    check.disabled = true;
    try {
      // The file's name is used for layouts that have no name of their own.
      const made = await store(text, { name: label.value, tag: tag.value, file: fileName }, mediaType);
      if (made.length === 1) { go(made[0].id); return; }
      const row = ({ id, name: title, report }) => h('li', {}, h('a', { href: `/sessions/${id}` }, name(title ?? report.name ?? report.root ?? id)), verdictBadge(report.verdict),
        report.diagnoses?.[0] ? h('bdi', { class: 'facts' }, report.diagnoses[0].sentence) : null);
      put(several, made.map(row));
      tell(`${made.length} layouts were found.`);
    } catch (error) {
      put(problem, h('bdi', {}, error.message), error.place ? ` (${error.place})` : '');
      if (error.line && typeof text === 'string') mark(text, error.line);
    }
    check.disabled = false;
  }

  /** Selects the line with the error that the service reports. */
  function mark(text, line) {
    if (area.value !== text) return;
    const lines = text.split('\n');
    const begin = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    area.focus();
    area.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
  }

  /** Checks a file. One that is no text is posted as it is: the service knows an archive, and says what another file is. */
  async function read(dropped) {
    try {
      const isArchive = (await dropped.slice(0, 2).text()) === 'PK';
      const text = isArchive ? null : plainText(await dropped.arrayBuffer());
      await submit(text ?? dropped, dropped.name?.slice(-200), isArchive ? 'application/zip' : 'application/octet-stream');
    } catch (error) {
      fail(error);
    }
  }

  async function readFolder(folder) {
    try {
      const { packed } = await import('./archive.js');
      await submit(await packed(folder), folder.name.slice(-200));
    } catch (error) {
      put(problem, h('bdi', {}, error.message));
    }
  }

  area.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(area.value); });
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  document.addEventListener('dragover', (event) => { if (isFile(event)) { event.preventDefault(); host.classList.add('dropping'); } });
  document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) host.classList.remove('dropping'); });
  document.addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    host.classList.remove('dropping');
    const entry = event.dataTransfer.items?.[0]?.webkitGetAsEntry?.();
    if (entry?.isDirectory) readFolder(entry);
    else if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  });
}

async function mountExamples(host) {
  const list = h('div', { class: 'example-list' });
  put(host, h('h2', {}, 'Or try one'), list);
  const item = ({ title, teaches, verdict }, open) => h('button',
    { type: 'button', class: `example ${verdict}`, title: teaches, on: { click: () => open().catch(fail) } }, verdictBadge(verdict), h('span', { class: 'what' }, title));
  const { examples } = await api.get('/v1/examples');
  put(list, samples.map((sample) => item(sample, () => openSample(sample))),
    examples.sort((a, b) => order(a) - order(b)).map((example) => item(example, () => openExample(example))));
}

const order = ({ verdict }) => ['conflicting', 'ambiguous', 'incomplete', 'clean'].indexOf(verdict);

async function openSample({ title, text }) {
  const [first] = await store(text, { name: title, tag: 'example' });
  go(first.id);
}

/** Creates a session of an example, with its steps. */
async function openExample({ name: id, title }) {
  const example = await api.get(`/v1/examples/${encodeURIComponent(id)}`);
  const [first] = await store(JSON.stringify(example.document), { name: title, tag: 'example' });
  let step = 0;
  for (const each of example.steps ?? []) step = (await api.appendEvents(first.id, each.events, step)).step;
  go(first.id);
}

begin(openStart);
