// @ts-check
// Requests a token from reCAPTCHA before a form is sent. Used only if the installation has chosen reCAPTCHA.
import { say } from './forms.js';

for (const token of document.querySelectorAll('input[data-recaptcha]'))
    attach(/** @type {HTMLInputElement} */ (token));

/** @param {HTMLInputElement} token */
function attach(token) {
    const form = /** @type {HTMLFormElement} */ (token.form);
    const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));
    const { recaptcha: siteKey = '', check: action = '', moment = '', silent = '' } = token.dataset;
    const loaded = load(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`);
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        say(status, moment, 'progress');
        loaded.then(() => tokenFor(siteKey, action)).then(send, () => say(status, silent, 'problem'));
    });

    /** @param {string} value */
    function send(value) {
        token.value = value;
        form.submit();
    }
}

/** @param {string} address */
function load(address) {
    const script = Object.assign(document.createElement('script'), { src: address });
    document.head.append(script);
    const loaded = new Promise((resolve, reject) => {
        script.addEventListener('load', resolve);
        script.addEventListener('error', reject);
    });
    loaded.catch(() => undefined); // reported when the form is sent
    return loaded;
}

/** @param {string} siteKey @param {string} action @returns {Promise<string>} */
function tokenFor(siteKey, action) {
    const { grecaptcha } = /** @type {any} */ (globalThis);
    return new Promise((resolve, reject) =>
        grecaptcha.ready(() => grecaptcha.execute(siteKey, { action }).then(resolve, reject))
    );
}
