// Requests to the service that served the page.

import { authorization, askForToken } from './token.js';

/** An error response of the service, with its details. */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? `The service answered with status ${status}.`);
    this.status = status;
    this.code = body?.code ?? '';
    this.pointer = body?.pointer;
    this.line = body?.line;
    this.column = body?.column;
  }

  /** The position in the request's body, if the service reports one. */
  get place() {
    if (this.line) return `line ${this.line}${this.column ? `, column ${this.column}` : ''}`;
    return this.pointer ? `at ${this.pointer}` : '';
  }
}

/** Returns the response of a successful request. If the service requires a token, asks the user for it until it is accepted. */
export async function send(path, { headers, ...options } = {}) {
  for (;;) {
    const own = authorization();
    let response;
    try {
      response = await fetch(path, { credentials: 'omit', ...options, headers: { ...headers, ...own } });
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new Problem(0, { detail: 'The service cannot be reached.', code: 'unreachable' });
    }
    if (response.ok) return response;
    let body = null;
    try { body = await response.json(); } catch { /* the status says enough */ }
    if (response.status !== 401) throw new Problem(response.status, body);
    await askForToken(own.Authorization);
  }
}

const query = (values) => {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) if (value !== null && value !== undefined && value !== '') parts.append(name, value);
  const text = parts.toString();
  return text ? `?${text}` : '';
};

export const path = (id, rest = '', values) => `/v1/sessions/${encodeURIComponent(id)}${rest}${query(values)}`;

/** The constraints of a document as lines of JSON text. Each is parsed on first use, since most are never shown. */
class Lines {
  #lines;
  #values;

  constructor(text) {
    this.#lines = text === '' ? [] : text.split('\n');
    this.#values = new Array(this.#lines.length);
  }

  get length() { return this.#lines.length; }

  at(index) {
    this.#values[index] ??= JSON.parse(this.#lines[index].replace(/,$/, ''));
    return this.#values[index];
  }

  all() { return this.#lines.map((_, index) => this.at(index)); }
}

/** Parses a session or a document. The service writes each constraint on a line of its own. */
export function readLines(text) {
  const head = '"constraints":[\n';
  const begin = text.indexOf(head);
  const end = text.indexOf('\n]', begin);
  if (begin < 0 || end < 0) return JSON.parse(text);
  const value = JSON.parse(`${text.slice(0, begin + head.length)}${text.slice(end + 1)}`);
  (value.document ?? value).constraints = new Lines(text.slice(begin + head.length, end));
  return value;
}

/** Gets a session or a document whose constraints are an object with `length` and `at(index)`. */
export const getLines = (address) => get(address, {}, async (response) => readLines(await response.text()));

export async function get(address, options, read = (response) => response.json()) {
  const response = await send(address, options);
  try {
    return await read(response);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(response.status, { detail: 'The service’s answer cannot be read. The stored data may be damaged.', code: 'unreadable' });
  }
}

export async function text(address) {
  return (await send(address)).text();
}

/** Returns a `blob:` address of a response, which needs no token: for pictures and downloads. The caller revokes it. */
export async function copied(address) {
  return URL.createObjectURL(await (await send(address)).blob());
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

/** Creates a session from a text or file: a document, equations, a log or an Interface Builder file. */
export async function create(body, mediaType, values) {
  return (await send(`/v1/sessions${query(values)}`, { method: 'POST', headers: { 'Content-Type': mediaType }, body })).json();
}

export async function remove(id) {
  await send(path(id), { method: 'DELETE' });
}

export const appendEvents = (id, events, step) =>
  post(path(id, '/events'), { events }, { headers: { 'If-Match': `"${step}"`, 'Idempotency-Key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } });

export const preview = (id, step, events, detail, signal) => post(path(id, '/preview', { step, detail }), { events }, { signal });
