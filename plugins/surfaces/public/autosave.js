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
    /** What is said, by what happened or by the status of a refusal. @type {Record<string, string>} */
    const words = JSON.parse(form.dataset.words ?? '{}');
    const key = `answer ${form.action} ${form.dataset.autosave}`;
    let known = text.defaultValue; // what the server holds
    let timer = 0;
    let savedAt = 0;
    let turn = Promise.resolve(true);

    text.value = recall(key, known) ?? text.value;
    if (text.value !== known) void save();
    text.addEventListener('input', () => {
        keep(key, { text: text.value, over: known });
        note.textContent = words.unsaved ?? '';
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
        say(trouble, status === 200 ? '' : isPassing(status) ? words.offline : (words[status] ?? words[400]));
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
        const seconds = Math.round((Date.now() - savedAt) / 1000);
        note.textContent = (seconds < 3 ? words.now : words.ago?.replace('{ago}', ago(seconds))) ?? '';
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

/** In the language of the page. @param {number} seconds */
function ago(seconds) {
    const past = new Intl.RelativeTimeFormat(document.documentElement.lang);
    return seconds < 60 ? past.format(-seconds, 'second') : past.format(-Math.floor(seconds / 60), 'minute');
}

/** @param {HTMLElement} element @param {string | undefined} words */
function say(element, words = '') {
    if (element.textContent !== words) element.textContent = words;
}
