// A shortcut key presses its button, unless the user is typing. Everything works without it.
document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    if (event.target.closest('input, textarea, select, dialog')) return;
    const button = document.querySelector(`button[data-key="${CSS.escape(pressed(event))}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
});

/** A digit by its place, whatever the layout of the keyboard writes there. */
const pressed = ({ code, key, shiftKey }) => (shiftKey ? key : (/^Digit(\d)$/.exec(code)?.[1] ?? key));

/** The levels of a review: 1, 2 and 3 choose one of the group that has the focus. */
document.addEventListener('keydown', (event) => {
    const level = event.target.closest('.seg')?.querySelectorAll('input')[Number(pressed(event)) - 1];
    if (!level || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    level.focus();
    level.click();
});

/** The browser asks before a page is left whose form has something that was not sent. */
for (const form of document.querySelectorAll('form[data-guard]')) {
    const state = () => JSON.stringify(Array.from(new FormData(form)));
    const shown = form.dataset.guard === 'changed' ? '' : state();
    let isSent = false;
    form.addEventListener('submit', () => (isSent = true));
    addEventListener('pageshow', () => (isSent = false));
    addEventListener('beforeunload', (event) => {
        if (!isSent && state() !== shown) event.preventDefault();
    });
}
