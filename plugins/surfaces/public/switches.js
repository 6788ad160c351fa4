// @ts-check
// Switches in place: the page stays as it is, and shows the state that the server returns.
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-switches]'));

form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || !submitter.matches('[role=switch]')) return;
    event.preventDefault();
    if (submitter.dataset.busy === undefined) void set(submitter);
});

/** @param {HTMLButtonElement} button */
async function set(button) {
    button.dataset.busy = '';
    say('');
    const response = await ask(button).catch(() => undefined);
    delete button.dataset.busy;
    if (!response) return say('We do not know whether this was saved. Reload the page to check.');
    if (!response.success) return say(`${response.data.message} Reload the page to see the current state.`);
    const { item, done_at } = response.data;
    const { done } = item.checklist[button.value];
    button.setAttribute('aria-checked', String(done));
    button.name = done ? 'off' : 'on';
    if (done_at) button.title = `Changed ${done_at}`;
}

/**
 * Requests the state that the switch offers, whatever it is by now: another user may have set it.
 * @param {HTMLButtonElement} button
 */
async function ask({ formAction, name, value }) {
    const nonce = /** @type {HTMLInputElement} */ (form.elements.namedItem('nonce')).value;
    const response = await fetch(formAction, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-svc-nonce': nonce },
        body: JSON.stringify({ step: value, done: name === 'on' })
    });
    return response.json();
}

/** @param {string} words */
function say(words) {
    const said = form.querySelector('[role=alert]');
    if (said) said.textContent = words;
}
