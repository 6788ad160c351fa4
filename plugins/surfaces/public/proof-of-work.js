// @ts-check
// Before the form is sent, this device searches for a number for about a second, so that sending masses of forms is too
// expensive.
import { say } from './forms.js';
import { firstBitsAfter } from './sha-256.js';

for (const token of document.querySelectorAll('input[data-proof-of-work]'))
    attach(/** @type {HTMLInputElement} */ (token));

/** @param {HTMLInputElement} token */
function attach(token) {
    const form = /** @type {HTMLFormElement} */ (token.form);
    const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));
    let busy = false;
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (!busy) void proveAndSend();
    });

    async function proveAndSend() {
        busy = true;
        const { proofOfWork = '', working = '', sending = '', offline = '' } = token.dataset;
        say(status, working, 'progress');
        const proof = await challenge(proofOfWork).then(solve, () => undefined);
        busy = false;
        if (proof === undefined) return say(status, offline, 'problem');
        say(status, sending, 'progress');
        token.value = proof;
        form.submit();
    }
}

/** @typedef {{ challenge: string, difficulty: number }} Challenge */

/** @param {string} address @returns {Promise<Challenge>} */
async function challenge(address) {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()).data;
}

const slice = 24; // milliseconds of work between pauses that let the page respond

/** Finds the smallest n whose digest starts with enough zero bits. @param {Challenge} challenge */
async function solve({ challenge, difficulty }) {
    const firstBits = firstBitsAfter(`${challenge}.`);
    for (let n = 0; ; await breath()) {
        const end = performance.now() + slice;
        for (; performance.now() < end; n += 1)
            if (Math.clz32(firstBits(n)) >= difficulty) return `${challenge}.${n}`;
    }
}

const breath = () => new Promise((resolve) => setTimeout(resolve));
