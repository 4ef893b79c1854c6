// Numbers, constraints and times as text.

/** Returns a number of a document, which may be written as a ratio. */
export function number(value) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return NaN;
  const [top, bottom] = value.split(/[:/]/);
  return bottom === undefined ? Number(top) : Number(top) / Number(bottom);
}

/** Returns a length in points with two decimals, or with more if it is below 0.01. */
export function points(value) {
  if (value === null || value === undefined) return '∞';
  const digits = Math.abs(value) < 0.01 ? 1e6 : 100;
  const rounded = Math.round(value * digits) / digits;
  return String(Object.is(rounded, -0) ? 0 : rounded).replace('-', '−');
}

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns an item's name as equations spell it. */
export function itemName(id) {
  return plain.test(id) ? id : `"${id.replace(/[\\"]/g, '\\$&')}"`;
}

/** Returns a rounded number of an equation, or a ratio unchanged. */
export function readable(value) {
  if (typeof value !== 'number') return String(value);
  const digits = Math.abs(value) < 2 ? 1000 : 100;
  return String(Math.round(value * digits) / digits);
}

/** Returns a constraint of a canonical document as an equation; without the other arguments it can be posted again. */
export function equation(constraint, item = itemName, text = String) {
  const { first, second, relation = '==', multiplier, constant, priority } = constraint;
  if (!first) return constraint.equation ?? constraint.visual ?? '';
  let line = `${item(first.item)}.${first.attribute} ${relation} `;
  const offset = number(constant ?? 0);
  if (second?.attribute) {
    const factor = multiplier === undefined || number(multiplier) === 1 ? '' : `${text(multiplier)} * `;
    line += `${factor}${item(second.item)}.${second.attribute}`;
    if (offset !== 0) line += ` ${offset < 0 ? '-' : '+'} ${text(typeof constant === 'number' ? Math.abs(constant) : constant.replace('-', ''))}`;
  } else {
    line += text(constant ?? 0);
  }
  return priority === undefined || priority === 1000 ? line : `${line} @ ${text(priority)}`;
}

export function range(attribute) {
  const { min, max } = attribute;
  if (min === null && max === null) return 'anything';
  if (min === max) return `exactly ${points(min)}`;
  if (max === null) return `${points(min)} or more`;
  if (min === null) return `${points(max)} or less`;
  return `${points(min)} to ${points(max)}`;
}

export function provenance({ imported, damaged }) {
  const words = { 'not yet': 'unverified', verified: 'imported', differs: 'import differs' };
  return [words[imported], damaged && 'damaged'].filter(Boolean).join(', ');
}

export const verdictWords = {
  clean: ['✓', 'Clean'], ambiguous: ['?', 'Ambiguous'], conflicting: ['!', 'Conflicting'], incomplete: ['…', 'Incomplete'],
};

export const causeWords = {
  underconstrained: 'A constraint is missing', priorityTie: 'Optional constraints with the same priority compete',
};

const cells = [/Cell\d*$/, /Cell(Content)?View$/];

/** Returns a session's title: its name, its file, a log's cell or first view, or its root. */
export function sessionTitle({ name, options, root, id }, layout) {
  const given = name ?? options?.file;
  if (given || !layout.isFragment || root !== 'window') return given ?? root ?? id;
  const views = layout.views.filter((view) => view.id !== root);
  const main = cells.map((pattern) => views.find((view) => pattern.test(view.class ?? ''))).find(Boolean) ?? views[0];
  return main ? layout.nameOf(main.id) : 'Console log';
}

/** Words for the owner of a finding. */
export const ownerWords = { app: 'your app', library: 'a library', system: 'the system', transient: 'ends by itself' };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a moment in the reader's time zone. Without `Intl`, since creating its formatters takes longer than the rest of the page. */
export function moment(time) {
  const date = new Date(time);
  const two = (value) => String(value).padStart(2, '0');
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}, ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export const thousands = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

export const count = (number, one, many = `${one}s`) => `${thousands(number)} ${number === 1 ? one : many}`;

/** Returns a fix or suggestion of a report in words. */
export function changeWords(change) {
  switch (change.kind) {
    case 'add': return `Add ${change.constraint}`;
    case 'remove': return `Remove ${change.constraint}`;
    case 'relax': return `Lower the priority of ${change.constraint} to ${change.priority}`;
    case 'priority': return `Set the priority of ${change.constraint} to ${change.priority}`;
    case 'constant': return `Change the constant of ${change.constraint} from ${readable(change.from)} to ${readable(change.to)}`;
    default: return change.kind;
  }
}
