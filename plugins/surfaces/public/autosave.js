// @ts-check
// Saves an answer while it is written; without a connection it is kept on this device and sent later.
import { forget, isPassing, keep, kept, language, patience, post, say } from './forms.js';

const quiet = 1500;
/** The most milliseconds of typing without a pause. */
const longest = 15_000;

for (const form of document.querySelectorAll('form[data-autosave]'))
    attach(/** @type {HTMLFormElement} */ (form));

/** @param {HTMLFormElement} form */
function attach(form) {
    const text = /** @type {HTMLTextAreaElement} */ (form.querySelector('textarea'));
    const trouble = /** @type {HTMLElement} */ (form.querySelector('.trouble'));
    const rivals = /** @type {HTMLElement} */ (form.querySelector('#rivals'));
    const shown = /** @type {HTMLInputElement} */ (form.querySelector('[name=shown]'));
    /** What is said, by what happened or by the status of a refusal. @type {Record<string, string>} */
    const words = JSON.parse(form.dataset.words ?? '{}');
    const key = `answer ${form.action} ${form.dataset.autosave}`;
    const note = noteOf(form, words);
    // A page with a refused text does not autosave it: it waits for the writer.
    let isChosen = text.getAttribute('aria-invalid') !== 'true';
    /** What the server holds, as far as it is known. @type {string | undefined} */
    let known = isChosen ? text.defaultValue : undefined;
    /** What was sent without a response: the server may hold it. @type {string | undefined} */
    let unheard;
    const wait = waiting(save);
    let turn = Promise.resolve(true);

    const draft = known === undefined ? undefined : recall(key, { known, shown: shown.value });
    if (draft) {
        text.value = draft.text;
        shown.value = draft.shown ?? '';
        void save();
    }
    text.addEventListener('input', () => {
        remember();
        note.unsaved();
        wait.forPause();
    });
    whenItMayGo(form, save);
    document.addEventListener('time-asked', (event) => {
        known = undefined; // what is saved is sent too: the response says how much time is left
        /** @type {CustomEvent} */ (event).detail.push(save());
    });

    /** Requests go one after the other, so that an older text never arrives after a newer one. @param {boolean} [byWriter] */
    function save(byWriter = false) {
        isChosen ||= byWriter;
        wait.end();
        turn = turn.then(send).catch(() => false); // whatever went wrong, the next one is sent
        return turn;
    }

    /** With what it was written over: both are kept where another device has saved since. */
    const remember = () => keep(key, { text: text.value, shown: shown.value });

    /** What was not heard of is sent again before anything newer, or the server would take that for an older page. @returns {Promise<boolean>} */
    async function send() {
        if (!isChosen) return false;
        const isAgain = unheard !== undefined;
        const sent = unheard ?? text.value;
        const { status, data } = sent === known ? { status: 200 } : await postText(form, sent);
        unheard = status === 0 || status >= 500 ? sent : undefined;
        if (unheard !== undefined) known = undefined;
        say(trouble, problemOf(status, words, data), isPassing(status) ? 'soft' : 'trouble');
        if (isPassing(status)) wait.forServer();
        if (status === 409 || status === 410) forget(key);
        if (status === 409 || status === 412) form.submit(); // its page shows why, and has this text
        if (isAgain && (status === 400 || status === 413)) return send(); // what was typed since may be taken
        if (status !== 200) return false;
        if (data) take(data, { shown, rivals });
        known = sent;
        if (text.value === sent) {
            note.saved(data !== undefined);
            forget(key);
            return true;
        }
        remember();
        return isAgain ? send() : false;
    }
}

/** What the server says of a save; time-left.js goes on from there. @param {any} data @param {{ shown: HTMLInputElement, rivals: HTMLElement }} fields */
function take(data, { shown, rivals }) {
    shown.value = data.shown;
    rivals.hidden = !data.rivals;
    const detail = data.seconds_left;
    if (typeof detail === 'number') document.dispatchEvent(new CustomEvent('time-left', { detail }));
}

/** What is waited for before the next save. @param {(byWriter?: boolean) => Promise<boolean>} save */
function waiting(save) {
    let timer = 0;
    let latest = 0;
    return {
        forPause() {
            clearTimeout(timer);
            timer = setTimeout(() => void save(true), quiet);
            latest ||= setTimeout(() => void save(true), longest);
        },
        forServer() {
            timer = setTimeout(() => void save(), patience);
        },
        end() {
            clearTimeout(timer);
            clearTimeout(latest);
            latest = 0;
        }
    };
}

/**
 * Saves when the writer continues, which leaves the page only once its text is saved; and automatically when the connection is
 * back, or the page is hidden.
 * @param {HTMLFormElement} form @param {(byWriter?: boolean) => Promise<boolean>} save
 */
function whenItMayGo(form, save) {
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        void save(true).then((isSaved) => isSaved && form.submit());
    });
    addEventListener('online', () => void save());
    document.addEventListener('visibilitychange', () => document.hidden && void save());
}

/**
 * Shows when the text was saved. It is not a live region: a screen reader would interrupt its user every few seconds.
 * @param {HTMLFormElement} form @param {Record<string, string>} words
 */
function noteOf(form, words) {
    const note = /** @type {HTMLElement} */ (form.querySelector('#saved'));
    let savedAt = 0;
    let dirty = false;
    setInterval(tell, 5000);

    function tell() {
        if (savedAt === 0 || dirty) return;
        const seconds = Math.round((performance.now() - savedAt) / 1000);
        note.textContent = (seconds < 3 ? words.now : words.ago?.replace('{ago}', ago(seconds))) ?? '';
    }
    return {
        unsaved() {
            dirty = true;
            note.textContent = words.unsaved ?? '';
        },
        /** @param {boolean} isNew */
        saved(isNew) {
            if (isNew) savedAt = performance.now();
            dirty = false;
            tell();
        }
    };
}

/**
 * The draft that was typed on this device and not sent, unless it has arrived all the same.
 * @param {string} key @param {{ known: string, shown: string }} page
 */
function recall(key, { known, shown }) {
    const draft = kept(key);
    if (draft === null || draft.text === known) return undefined;
    return draft.shown !== shown && known.startsWith(draft.text) ? undefined : draft;
}

/** @param {HTMLFormElement} form @param {string} text */
function postText(form, text) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    body.set('text', text);
    return post(form.action, { accept: 'application/json' }, body);
}

/**
 * Empty where it was saved. Being offline is no mistake of the writer, and is said quietly.
 * @param {number} status @param {Record<string, string>} words @param {{ message?: string }} [data]
 */
function problemOf(status, words, data) {
    if (status === 200) return '';
    return isPassing(status) ? words.offline : (words[String(status)] ?? data?.message ?? words.refused);
}

/** In the language of the page; in figures where the browser has no words. @param {number} seconds */
function ago(seconds) {
    try {
        const past = new Intl.RelativeTimeFormat(language());
        return seconds < 60
            ? past.format(-seconds, 'second')
            : past.format(-Math.floor(seconds / 60), 'minute');
    } catch {
        return `${seconds} s`;
    }
}
