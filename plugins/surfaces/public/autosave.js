// @ts-check
// Saves an answer while it is written; without a connection it is kept on this device and sent later.
const quiet = 1500;
const patience = 10_000;

for (const form of document.querySelectorAll('form[data-autosave]'))
    attach(/** @type {HTMLFormElement} */ (form));

/** @param {HTMLFormElement} form */
function attach(form) {
    const text = /** @type {HTMLTextAreaElement} */ (form.querySelector('textarea'));
    const note = /** @type {HTMLElement} */ (form.querySelector('#saved'));
    const trouble = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));
    const shown = /** @type {HTMLInputElement} */ (form.querySelector('[name=shown]'));
    const key = `answer ${form.action} ${form.dataset.autosave}`;
    let known = text.defaultValue; // what the server holds
    let timer = 0;
    let savedAt = 0;
    let turn = Promise.resolve(true);

    text.value = recall(key, known) ?? text.value;
    if (text.value !== known) void save();
    text.addEventListener('input', () => {
        keep(key, { text: text.value, over: known });
        note.textContent = 'Not saved yet.';
        saveIn(quiet);
    });
    addEventListener('online', () => void save());
    document.addEventListener('visibilitychange', () => document.hidden && void save());
    form.addEventListener('submit', (event) => void goOn(event));
    setInterval(tell, 5000);

    /** The page stays open until its text is saved, so that nothing typed is lost. @param {SubmitEvent} event */
    async function goOn(event) {
        event.preventDefault();
        if (await save()) form.submit();
    }

    /** @param {number} ms */
    function saveIn(ms) {
        clearTimeout(timer);
        timer = setTimeout(() => void save(), ms);
    }

    /** Requests go one after the other, so that an older text never arrives after a newer one. */
    function save() {
        clearTimeout(timer);
        turn = turn.then(send);
        return turn;
    }

    async function send() {
        const sent = text.value;
        if (sent !== known) shown.value = ''; // an edited text counts, whatever another device has written
        const status = sent === known ? 200 : await post(form);
        say(trouble, troubleOf(status));
        if (isPassing(status)) saveIn(patience);
        if (status === 409 || status === 410) localStorage.removeItem(key);
        if (status !== 200) return false;
        if (sent !== known) savedAt = Date.now();
        known = sent;
        tell();
        if (text.value === sent) localStorage.removeItem(key);
        return text.value === sent;
    }

    // This note is no live region: a screen reader would interrupt its user every few seconds.
    function tell() {
        if (savedAt === 0 || text.value !== known) return;
        note.textContent = `Saved ${ago(Math.round((Date.now() - savedAt) / 1000))}.`;
    }
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
 * The draft that was typed on this device and not sent. It follows a newer text from another device, and never replaces it.
 * @param {string} key @param {string} known
 */
function recall(key, known) {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (kept === null) return undefined;
    const writtenElsewhere = kept.over !== known && !kept.text.startsWith(known);
    return writtenElsewhere ? `${known}\n\n${kept.text}` : kept.text;
}

/** The status of the response; 0 without a response. @param {HTMLFormElement} form */
async function post(form) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const headers = { accept: 'application/json' };
    return fetch(form.action, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0
    );
}

/** Whether a later attempt may succeed. @param {number} status */
const isPassing = (status) => status === 0 || status === 429 || status >= 500;

/** @param {number} status */
function troubleOf(status) {
    if (status === 200) return '';
    return isPassing(status) ? offline : (refusals[status] ?? refusals[400]);
}

const offline =
    'You are offline. Your answer is kept on this device and sent when you are online again. You can go on writing.';

/** @type {Record<number, string>} */
const refusals = {
    400: 'This could not be saved. Remove invisible characters, or shorten it, and try again.',
    404: 'This could not be saved: the questions are no longer open. Copy what you wrote if you need it.',
    409: 'This could not be saved: the time is over, or your answers were sent already. Everything that was saved in time counts.',
    410: 'This could not be saved: the questions are no longer open. Copy what you wrote if you need it.',
    413: 'This could not be saved: it is too long. Shorten it, and it will be saved.'
};

/** @param {number} seconds */
function ago(seconds) {
    if (seconds < 3) return 'just now';
    if (seconds < 60) return `${seconds} seconds ago`;
    const minutes = Math.floor(seconds / 60);
    return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}

/** @param {HTMLElement} element @param {string | undefined} words */
function say(element, words = '') {
    if (element.textContent !== words) element.textContent = words;
}
