// @ts-check
// Keeps what is typed into a form of the editor as it is typed: on the server, and in this browser until the server has it.
import { forget, isPassing, keep, kept, patience, post as postTo, say } from './forms.js';

const quiet = 1500;
/** The service may be below a path of its host. */
const site = new URL('..', import.meta.url);

/**
 * @typedef {{ typed: Record<string, string>, seen?: number }} Held
 * @typedef {Awaited<ReturnType<typeof postTo>>} Reply
 * @typedef {ReturnType<typeof attach>} Draft
 */

/** @param {HTMLFormElement} form */
function attach(form) {
    const { draft: address = '', page = '', user = '', seen = '0' } = form.dataset;
    const part = field(form, 'page').value;
    return {
        form,
        address,
        page,
        user,
        note: /** @type {HTMLElement} */ (form.querySelector('.kept')),
        trouble: /** @type {HTMLElement} */ (form.querySelector('.trouble')),
        here: new URL(`sages/${field(form, 'sage').value}${part && `/${part}`}`, site).href,
        key: `draft ${address} ${page} ${user}`,
        known: JSON.stringify(typedIn(form)), // what the server has
        version: Number(seen),
        timer: 0,
        isLeaving: false,
        turn: Promise.resolve(true)
    };
}

/** @param {Draft} draft */
function follow(draft) {
    const { form, key, note, page } = draft;
    /** @type {Held | null} */
    const held = kept(key);
    const keepTyped = () => {
        keep(key, { typed: typedIn(form), seen: draft.version });
        note.textContent = 'Not saved yet.';
        saveIn(draft, quiet);
    };
    if (form.dataset['unsaved']) {
        forget(key); // the page shows what was typed last
        draft.known = '';
        void save(draft);
    } else if (held) void recover(draft, held);
    else if (wasTypedInto(form)) {
        draft.known = '';
        keepTyped();
    }
    form.addEventListener('input', keepTyped);
    addEventListener('online', () => void save(draft));
    document.addEventListener('visibilitychange', () => void save(draft));
    form.addEventListener('submit', (event) => void leave(draft, event));
    document.addEventListener('submit', ({ target }) => {
        const other = /** @type {HTMLFormElement} */ (target);
        if (other !== form && field(other, 'draft').value === page) throwAway(draft);
    });
}

/** Whether somebody has typed before this script arrived. A browser that shows a page again fills it in by itself. @param {HTMLFormElement} form */
function wasTypedInto(form) {
    const [visit] = performance.getEntriesByType('navigation');
    const isNew = visit instanceof PerformanceNavigationTiming && visit.type === 'navigate';
    return isNew && Array.from(form.elements).some(isChanged);
}

/** A field in one line shows no line breaks. @param {Element} one */
function isChanged(one) {
    if (one instanceof HTMLSelectElement)
        return Array.from(one.options).some((option) => option.selected !== option.defaultSelected);
    if (one instanceof HTMLTextAreaElement) return one.value !== one.defaultValue;
    if (!(one instanceof HTMLInputElement)) return false;
    return one.checked !== one.defaultChecked || one.value !== one.defaultValue.replaceAll(/[\r\n]/g, '');
}

/** Nothing that is still on its way brings a draft back. @param {Draft} draft */
function throwAway(draft) {
    draft.known = JSON.stringify(typedIn(draft.form));
    clearTimeout(draft.timer);
    forget(draft.key);
}

/** The newest text arrives before the page is left, so that no older one is kept after it. @param {Draft} draft @param {SubmitEvent} event */
async function leave(draft, event) {
    if (draft.isLeaving) return;
    const { submitter } = event; // it is gone once the event has passed
    event.preventDefault();
    draft.isLeaving = true;
    await Promise.race([save(draft), new Promise((resolve) => setTimeout(resolve, patience / 2))]);
    await new Promise((resolve) => setTimeout(resolve)); // a browser sends nothing while the event is still on its way
    clearTimeout(draft.timer);
    draft.form.requestSubmit(submitter);
    draft.isLeaving = false; // a field that the browser finds wrong keeps the page
}

/** @param {Draft} draft @param {number} ms */
function saveIn(draft, ms) {
    clearTimeout(draft.timer);
    draft.timer = setTimeout(() => void save(draft), ms);
}

/** Requests go one after the other, so that an older text never arrives after a newer one. @param {Draft} draft */
function save(draft) {
    clearTimeout(draft.timer);
    draft.turn = draft.turn.then(() => send(draft)).catch(() => false);
    return draft.turn;
}

/** @param {Draft} draft @returns {Promise<boolean>} */
async function send(draft) {
    const { form, key, note, trouble } = draft;
    const typed = typedIn(form);
    if (JSON.stringify(typed) === draft.known) return true;
    const reply = await post(draft, { typed, seen: draft.version });
    if (reply.status !== 200) return refused(draft, reply);
    const { seen, message, was } = reply.data;
    const marks = Object.entries(was).map(([name, mark]) => [`was_${name}`, String(mark)]);
    for (const [name = '', mark = ''] of marks) field(form, name).value = mark;
    draft.version = seen;
    draft.known = JSON.stringify({ ...typed, ...Object.fromEntries(marks) });
    say(trouble, '');
    document.querySelector('.unsaved')?.remove();
    if (JSON.stringify(typedIn(form)) !== draft.known) return true; // more was typed meanwhile
    forget(key);
    note.textContent = message;
    return true;
}

/** @param {Draft} draft @param {Reply} reply @returns {Promise<boolean>} */
async function refused(draft, { status, code, data }) {
    const isOut = status === 401 || code === 'bad_nonce';
    if (isOut && (await isBack(draft))) return send(draft);
    const mayPass = isOut || isPassing(status);
    if (mayPass) saveIn(draft, patience);
    draft.note.textContent = '';
    say(
        draft.trouble,
        isOut
            ? loggedOut
            : mayPass
              ? away
              : status === 412
                ? otherWindow
                : `Not saved: ${data?.message ?? ''}`
    );
    return false;
}

/** Whether the same person is logged in by now; then the forms have a valid nonce again. @param {Draft} draft */
async function isBack({ form, here, user }) {
    const fresh = await fetch(here).then(
        async (response) => (response.redirected ? '' : response.text()),
        () => ''
    );
    const there = new DOMParser().parseFromString(fresh, 'text/html');
    const same = there.querySelector(`form[data-user="${CSS.escape(user)}"]`);
    const nonce = same ? field(same, 'nonce').value : '';
    if (nonce === '' || nonce === field(form, 'nonce').value) return false;
    for (const one of document.querySelectorAll('form')) field(one, 'nonce').value = nonce;
    return true;
}

/** What this browser still holds of an earlier visit goes to the server, and the page shows it. @param {Draft} draft @param {Held} held */
async function recover(draft, held) {
    if (wordsOf(held.typed) === wordsOf(typedIn(draft.form))) return forget(draft.key); // it was sent at the last moment
    const { status, data } = await post(draft, held);
    if (status === 200) showAgain(draft);
    else if (status === 412) offer(draft, held);
    else say(draft.trouble, status === 0 ? away : `Your earlier text is not saved: ${data?.message ?? ''}`);
}

/** What was typed, without the marks of what was saved when the form was shown, and of its window. @param {Record<string, string>} typed */
const wordsOf = (typed) =>
    JSON.stringify(Object.entries(typed).filter(([name]) => !name.startsWith('was_') && name !== 'window'));

/** @param {Draft} draft */
function showAgain({ key, here }) {
    forget(key);
    location.assign(here);
}

/** @param {Draft} draft @param {Held} held */
function offer(draft, { typed }) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'quiet', textContent: 'Use that text' });
    const take = async () => (await post(draft, { typed })).status === 200 && showAgain(draft);
    button.addEventListener('click', () => void take());
    say(draft.trouble, 'This browser has an older unsent version of your text.');
    draft.trouble.append(button);
}

/** @param {Draft} draft @param {Held} held */
function post({ form, address, page }, held) {
    const headers = { 'content-type': 'application/json', 'x-svc-nonce': field(form, 'nonce').value };
    return postTo(address, headers, JSON.stringify({ page, ...held }));
}

const away = 'Not saved: no connection. Your text is kept in this browser and sent when you are back online.';
const loggedOut =
    'Not saved: you are signed out. Your text is kept in this browser. Sign in in another tab to save it.';
const otherWindow =
    'Not saved: you saved a newer version in another window. Copy what you need, then reload the page.';

/** @param {Element} form @param {string} name */
function field(form, name) {
    const found = form.querySelector(`[name="${CSS.escape(name)}"]`);
    return found instanceof HTMLInputElement ? found : document.createElement('input');
}

/** What is typed, without what is another with each page. @param {HTMLFormElement} form */
function typedIn(form) {
    const fields = Array.from(new FormData(form)).filter(([name]) => name !== 'nonce');
    return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

// Last, because it uses all of the above.
for (const form of document.querySelectorAll('form[data-draft]'))
    follow(attach(/** @type {HTMLFormElement} */ (form)));
