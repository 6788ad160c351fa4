// @ts-check
// What may fail in any browser: its storage may be blocked or full, the network away, and a translator may put a language of its
// own on a page. And what the scripts say.

/** Keeps this in the browser if it lets us. @param {string} key @param {object} value */
export function keep(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        forget(key); // an older text is worth less than none
    }
}

/** @param {string} key */
export function forget(key) {
    try {
        localStorage.removeItem(key);
    } catch {
        // nothing is kept
    }
}

/** What is kept, or null. @param {string} key */
export function kept(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null;
    }
}

/** The language of the page, or that of the browser where the page has none that it knows. */
export function language() {
    const { lang } = document.documentElement;
    try {
        return Intl.getCanonicalLocales(lang);
    } catch {
        return undefined;
    }
}

/** How long, in milliseconds, what could not be saved waits for its next attempt. */
export const patience = 10_000;

/**
 * What the server answers: its status, 0 without one, and the content of its response, which for a refusal is why.
 * @param {string} address @param {Record<string, string>} headers @param {BodyInit} body
 * @returns {Promise<{ status: number, code?: string | null, data?: any }>}
 */
export async function post(address, headers, body) {
    try {
        const signal = AbortSignal.timeout(patience * 2); // whatever hangs is sent again
        const response = await fetch(address, { method: 'POST', headers, body, signal });
        const { status, ok } = response;
        const { data } = await response.json().catch(() => ({})); // a proxy may answer with a page
        return { status: data || !ok ? status : 0, code: response.headers.get('x-svc-error'), data };
    } catch {
        return { status: 0 };
    }
}

/** Whether a later attempt may succeed. @param {number} status */
export const isPassing = (status) => status === 0 || status === 429 || status >= 500;

/** A screen reader reads only what changes. @param {Element} element @param {string} [words] @param {string} [kind] its class */
export function say(element, words = '', kind = element.className) {
    element.className = kind;
    if (element.textContent !== words) element.textContent = words;
}
