// @ts-check
// Switches that are flipped in place: the page stays as it is, and shows the state that the server says.
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-switches]'));

form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (submitter.dataset.busy === undefined) void flip(submitter);
});

/** @param {HTMLButtonElement} button */
async function flip(button) {
    button.dataset.busy = '';
    say('');
    const answer = await ask(Number(button.dataset.item), button.value).catch(() => undefined);
    delete button.dataset.busy;
    if (!answer) return say('You are offline, and nothing was changed. Please try again in a moment.');
    if (!answer.success) return say(`${answer.data.message} Load the page again to see how it is now.`);
    const { done, done_at } = answer.data;
    button.setAttribute('aria-checked', String(done));
    button.name = done ? 'off' : 'on';
    button.title = `Changed ${done_at}`;
}

/** @param {number} item_id @param {string} step */
async function ask(item_id, step) {
    const nonce = /** @type {HTMLInputElement} */ (form.elements.namedItem('nonce')).value;
    const response = await fetch(form.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-svc-nonce': nonce },
        body: JSON.stringify({ item_id, step })
    });
    return response.json();
}

/** @param {string} words */
function say(words) {
    const said = form.querySelector('[role=alert]');
    if (said) said.textContent = words;
}
