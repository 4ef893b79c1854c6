// The access token of a service that has one: asked for when the service wants it, kept for this tab alone, and never part of an address.

import { h, put, button } from './dom.js';

const key = 'plumbline-token';
let token = null;
try { token = sessionStorage.getItem(key); } catch { /* a browser that keeps nothing asks again on each page */ }
let asked = null;

/** The header that shows it. */
export const authorization = () => (token ? { Authorization: `Bearer ${token}` } : {});

export const hasToken = () => token !== null;

function keep(text) {
  token = text;
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch { /* as above */ }
}

/** Forgets the token, and shows the page as to a stranger. */
export function signOut() {
  keep(null);
  location.reload();
}

/**
 * Waits until the user has given a token. All requests that were refused wait for one box; one that was refused with an older token waits for
 * nothing. `refused` is the header that was sent, undefined without one.
 */
export async function askForToken(refused) {
  if (refused !== authorization().Authorization) return;
  asked ??= new Promise((resolve) => { open(refused !== undefined, resolve); });
  await asked;
}

function open(isWrong, resolve) {
  const field = h('input', { type: 'password', id: 'token', autocomplete: 'current-password', required: true, 'aria-describedby': 'token-note' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const submit = (event) => {
    event.preventDefault();
    const text = field.value.trim();
    // What else a header cannot hold no token has either.
    if (!/^[\x21-\x7e]+$/.test(text)) { put(problem, 'A token has visible ASCII characters alone.'); return; }
    keep(text);
    asked = null;
    dialog.remove();
    resolve();
  };
  const form = h('form', { on: { submit } }, h('h2', {}, 'Access token'),
    h('p', { id: 'token-note' }, 'This service asks for its token. It is kept until this tab is closed.'),
    h('label', { for: 'token', class: 'hidden-heading' }, 'Access token'), field, problem,
    h('div', { class: 'acts' }, h('button', { type: 'submit', class: 'primary' }, 'Sign in')));
  const dialog = h('dialog', { class: 'sign-in', 'aria-label': 'Access token', on: { cancel: (event) => event.preventDefault() } }, form);
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  if (isWrong) put(problem, 'The service does not know this token.');
}

export const signOutButton = () => (hasToken() ? button('Sign out', signOut, { class: 'quiet' }) : null);
