// What is shown as Markdown, for a bug report.

import { points, range, causeWords, changeWords } from './format.js';

/** Text that Markdown leaves as it is. */
const plain = (text) => String(text).replace(/[\\\x60*_{}[\]<>#|~]/g, '\\$&').replace(/\s+/g, ' ');
/** Text between as many backticks as it takes. */
function code(text) {
  const flat = String(text).replace(/\s+/g, ' ');
  const fence = '`'.repeat(Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const border = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${border}${flat}${border}${fence}`;
}

export function markdown({ session, layout, step, newest }, address) {
  const { report } = layout;
  const lines = [`## Layout ${plain(session.name ?? session.root ?? session.id)}: ${report.verdict}`, ''];
  if (report.size) lines.push(`At ${points(report.size.width)} × ${points(report.size.height)} points${newest > 0 ? `, step ${step} of ${newest}` : ''}. ${report.engine}.`, '');
  for (const conflict of report.conflicts ?? []) {
    lines.push(`### Conflict ${conflict.id}`, '', plain(conflict.explanation), '');
    for (const id of conflict.members) lines.push(`- ${code(id)}: ${code(layout.rowText(id))}${report.broken?.includes(id) ? ', **broken**' : ''}${sourceOf(layout, id)}`);
    if (conflict.fixes?.length) lines.push('', 'To mend it, one of:', '', ...conflict.fixes.map((fix) => `- ${plain(changeWords(fix))}`));
    lines.push('');
  }
  for (const ambiguity of report.ambiguities ?? []) {
    lines.push(`### ${plain(ambiguity.view)} is ambiguous`, '', `${causeWords[ambiguity.cause] ?? ambiguity.cause}.`, '');
    for (const attribute of ambiguity.attributes) lines.push(`- ${attribute.attribute}: ${range(attribute)}, here ${points(attribute.value)}`);
    for (const suggestion of ambiguity.suggestions ?? []) lines.push(`- try: ${code(changeWords(suggestion))}`);
    lines.push('');
  }
  lines.push(address, '');
  return lines.join('\n');
}

function sourceOf(layout, id) {
  const source = layout.constraint(id)?.source;
  return source ? ` (${plain(`${source.file ?? ''}${source.line ? `:${source.line}` : ''}`)})` : '';
}
