// @ts-check
// What may fail in any browser: its storage may be blocked or full, and a translator may put a language of its own on a page.

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
