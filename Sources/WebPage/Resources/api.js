// Requests to the service, relative to where the page comes from.

/** An answer that is no success, with what the service said about it. */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? `The service answered ${status}.`);
    this.status = status;
    this.code = body?.code ?? '';
    this.pointer = body?.pointer;
    this.line = body?.line;
    this.column = body?.column;
  }

  /** The place in the body, where the service named it. */
  get place() {
    if (this.line) return `line ${this.line}${this.column ? `, column ${this.column}` : ''}`;
    return this.pointer ? `at ${this.pointer}` : '';
  }
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, { detail: 'The service cannot be reached.', code: 'unreachable' });
  }
  if (response.ok) return response;
  let body = null;
  try { body = await response.json(); } catch { /* the status says enough */ }
  throw new Problem(response.status, body);
}

const query = (values) => {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) if (value !== null && value !== undefined && value !== '') parts.append(name, value);
  const text = parts.toString();
  return text ? `?${text}` : '';
};

export const path = (id, rest = '', values) => `/v1/sessions/${encodeURIComponent(id)}${rest}${query(values)}`;

export async function get(address, options) {
  return (await send(address, options)).json();
}

export async function text(address) {
  return (await send(address)).text();
}

export async function post(address, value, options = {}) {
  const { headers, ...rest } = options;
  return (await send(address, {
    method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value), ...rest,
  })).json();
}

export const sessions = (values) => get(`/v1/sessions${query(values)}`);
export const facets = (values) => get(`/v1/facets${query(values)}`);
export const findings = (values) => get(`/v1/findings${query(values)}`);

/** Stores what was pasted or dropped: a document, equations, a log or an Interface Builder file. */
export async function create(body, mediaType, values) {
  return (await send(`/v1/sessions${query(values)}`, { method: 'POST', headers: { 'Content-Type': mediaType }, body })).json();
}

export async function remove(id) {
  await send(path(id), { method: 'DELETE' });
}

export const appendEvents = (id, events, step) =>
  post(path(id, '/events'), { events }, { headers: { 'If-Match': `"${step}"`, 'Idempotency-Key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } });

export const preview = (id, step, events, detail, signal) => post(path(id, '/preview', { step, detail }), { events }, { signal });
