// The access token of a service: asked for when the service requires it, stored for this tab only, and never part of an address.

import { h, put, button } from './dom.js';

const key = 'plumbline-token';
let token = null;
try { token = sessionStorage.getItem(key); } catch { /* a browser that keeps nothing asks again on each page */ }
let asked = null;

/** Returns the header with the token. */
export const authorization = () => (token ? { Authorization: `Bearer ${token}` } : {});

export const hasToken = () => token !== null;

function keep(text) {
  token = text;
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch { /* as above */ }
}

/** Deletes the token and reloads the page without it. */
export function signOut() {
  keep(null);
  location.reload();
}

/**
 * Waits until the user has entered a token. All refused requests wait for the same dialog; a request with an older token does not wait.
 * `refused` is the header of the request, or undefined if it had none.
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
    // A header cannot contain other characters, so no token has them.
    if (!/^[\x21-\x7e]+$/.test(text)) { put(problem, 'A token may contain only visible ASCII characters.'); return; }
    keep(text);
    asked = null;
    dialog.remove();
    resolve();
  };
  const form = h('form', { on: { submit } }, h('h2', {}, 'Access token'),
    h('p', { id: 'token-note' }, 'This service requires an access token. It is stored until you close this tab.'),
    h('label', { for: 'token', class: 'hidden-heading' }, 'Access token'), field, problem,
    h('div', { class: 'acts' }, h('button', { type: 'submit', class: 'primary' }, 'Sign in')));
  const dialog = h('dialog', { class: 'sign-in', 'aria-label': 'Access token', on: { cancel: (event) => event.preventDefault() } }, form);
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  if (isWrong) put(problem, 'The service does not accept this token.');
}

export const signOutButton = () => (hasToken() ? button('Sign out', signOut, { class: 'quiet' }) : null);
