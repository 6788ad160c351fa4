// @ts-check
// Saves an answer while it is written; without a connection it is kept on this device and sent later.
const quiet = 1500;
const patience = 10_000;

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
    let known = text.defaultValue; // what the server holds
    let timer = 0;
    let turn = Promise.resolve(true);

    const draft = recall(key, { known, shown: shown.value });
    if (draft) {
        text.value = draft.text;
        shown.value = draft.shown ?? '';
        void save();
    }
    text.addEventListener('input', () => {
        remember();
        note.unsaved();
        clearTimeout(timer);
        timer = setTimeout(() => void save(), quiet);
    });
    addEventListener('online', () => void save());
    document.addEventListener('visibilitychange', () => document.hidden && void save());
    form.addEventListener('submit', (event) => void goOn(event));
    document.addEventListener('time-ends', (event) => {
        text.readOnly = true;
        /** @type {CustomEvent} */ (event).detail.push(save());
    });

    /** The page stays open until its text is saved, so that nothing typed is lost. @param {SubmitEvent} event */
    async function goOn(event) {
        event.preventDefault();
        if (await save()) form.submit();
    }

    /** Requests go one after the other, so that an older text never arrives after a newer one. */
    function save() {
        clearTimeout(timer);
        turn = turn.then(send);
        return turn;
    }

    /** With what it was written over: the server keeps both where another device has saved since. */
    const remember = () => keep(key, { text: text.value, shown: shown.value });

    async function send() {
        const sent = text.value;
        const { status, data } = sent === known ? { status: 200 } : await post(form);
        say(trouble, status === 200 ? '' : isPassing(status) ? words.offline : (words[status] ?? words[400]));
        if (isPassing(status)) timer = setTimeout(() => void save(), patience);
        if (status === 409 || status === 410) localStorage.removeItem(key);
        if (status === 409 || status === 412) form.submit(); // its page says why, and holds this text
        if (status !== 200) return false;
        if (data) {
            shown.value = data.shown;
            rivals.hidden = !data.rivals;
        }
        known = sent;
        const isAll = text.value === sent; // nothing was typed meanwhile
        if (isAll) note.saved(data !== undefined);
        if (isAll) localStorage.removeItem(key);
        else remember();
        return isAll;
    }
}

/**
 * Says when the text was saved. It is no live region: a screen reader would interrupt its user every few seconds.
 * @param {HTMLFormElement} form @param {Record<string, string>} words
 */
function noteOf(form, words) {
    const note = /** @type {HTMLElement} */ (form.querySelector('#saved'));
    let savedAt = 0;
    let dirty = false;
    setInterval(tell, 5000);

    function tell() {
        if (savedAt === 0 || dirty) return;
        const seconds = Math.round((Date.now() - savedAt) / 1000);
        note.textContent = (seconds < 3 ? words.now : words.ago?.replace('{ago}', ago(seconds))) ?? '';
    }
    return {
        unsaved() {
            dirty = true;
            note.textContent = words.unsaved ?? '';
        },
        /** @param {boolean} isNew */
        saved(isNew) {
            if (isNew) savedAt = Date.now();
            dirty = false;
            tell();
        }
    };
}

/** A draft that does not fit into the local storage is still sent. @param {string} key @param {object} draft */
function keep(key, draft) {
    try {
        localStorage.setItem(key, JSON.stringify(draft));
    } catch {
        localStorage.removeItem(key);
    }
}

/**
 * The draft that was typed on this device and not sent, unless it has arrived all the same.
 * @param {string} key @param {{ known: string, shown: string }} page
 */
function recall(key, { known, shown }) {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (kept === null || kept.text === known) return undefined;
    return kept.shown !== shown && known.startsWith(kept.text) ? undefined : kept;
}

/** The status of the response, 0 without one, and what the server has stored. @param {HTMLFormElement} form */
async function post(form) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const headers = { accept: 'application/json' };
    try {
        const response = await fetch(form.action, { method: 'POST', headers, body });
        return { status: response.status, data: response.ok && (await response.json()).data };
    } catch {
        return { status: 0 };
    }
}

/** Whether a later attempt may succeed. @param {number} status */
const isPassing = (status) => status === 0 || status === 429 || status >= 500;

/** In the language of the page. @param {number} seconds */
function ago(seconds) {
    const past = new Intl.RelativeTimeFormat(document.documentElement.lang);
    return seconds < 60 ? past.format(-seconds, 'second') : past.format(-Math.floor(seconds / 60), 'minute');
}

/** @param {HTMLElement} element @param {string | undefined} words */
function say(element, words = '') {
    if (element.textContent !== words) element.textContent = words;
}
