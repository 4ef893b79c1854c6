// The findings as Markdown, for a bug report.

import { points, range, causeWords, changeWords, ownerWords, sessionTitle } from './format.js';

/** Returns text without characters that have a meaning in Markdown. */
const plain = (text) => String(text).replace(/[\\\x60*_{}[\]<>#|~]/g, '\\$&').replace(/\s+/g, ' ');
/** Returns text as code, between enough backticks. */
function code(text) {
  const flat = String(text).replace(/\s+/g, ' ');
  const fence = '`'.repeat(Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const border = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${border}${flat}${border}${fence}`;
}

export function markdown({ session, layout, step, newest }, address) {
  const { report } = layout;
  const lines = [`## Layout ${plain(sessionTitle(session, layout))}: ${report.verdict}`, ''];
  if (report.size) lines.push(`At ${points(report.size.width)} × ${points(report.size.height)} points${newest > 0 ? `, step ${step} of ${newest}` : ''}. ${report.engine}.`, '');
  for (const { id, diagnosis, conflicts, ambiguities } of layout.entries) {
    const title = diagnosis?.sentence ?? (conflicts[0] ? `Conflict ${conflicts[0].id}` : `${layout.nameOf(ambiguities[0].view)} is ambiguous`);
    lines.push(`### ${plain(diagnosis ? `${id}: ${title}` : title)}`, '');
    if (diagnosis) lines.push(`Cause: ${plain(String(diagnosis.cause).replaceAll('-', ' '))} (${plain(ownerWords[diagnosis.owner] ?? diagnosis.owner)})`, '', ...(diagnosis.remedies ?? []).flatMap(remedyLines), '');
    for (const conflict of conflicts) {
      lines.push(plain(conflict.explanation), '');
      for (const row of conflict.members) lines.push(`- ${code(row)}: ${code(layout.constraint(row)?.text ?? layout.rowText(row))}${report.broken?.includes(row) ? ', **broken**' : ''}${sourceOf(layout, row)}`);
      if (!diagnosis && conflict.fixes?.length) lines.push('', 'To fix it, one of:', '', ...conflict.fixes.map((fix) => `- ${plain(changeWords(fix))}`));
      lines.push('');
    }
    for (const ambiguity of ambiguities) {
      lines.push(`${plain(layout.nameOf(ambiguity.view))} (${code(ambiguity.view)}): ${causeWords[ambiguity.cause] ?? ambiguity.cause}.`, '');
      for (const attribute of ambiguity.attributes) lines.push(`- ${attribute.attribute}: ${range(attribute)}, here ${points(attribute.value)}`);
      if (!diagnosis) for (const suggestion of ambiguity.suggestions ?? []) lines.push(`- try: ${code(changeWords(suggestion))}`);
      lines.push('');
    }
  }
  lines.push(address, '');
  return lines.join('\n');
}

function remedyLines({ sentence, code: lines }, place) {
  return [`- ${place === 0 ? 'Remedy' : 'Or'}: ${plain(sentence)}${lines?.interfaceBuilder ? ` ${plain(lines.interfaceBuilder)}` : ''}${lines?.swift ? ` ${code(lines.swift)}` : ''}`];
}

function sourceOf(layout, id) {
  const source = layout.constraint(id)?.source;
  return source ? ` (${plain(`${source.file ?? ''}${source.line ? `:${source.line}` : ''}`)})` : '';
}
