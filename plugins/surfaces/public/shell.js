// The keys and dialogs of the console. Everything it does can be done without it.
const editable = 'input, textarea, select, [contenteditable]';

document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    if (event.key === '/' && !target.closest(editable)) {
        const search = document.querySelector('.rooms [type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveRow(event);
    if (event.key === 'Escape') closeMenus(undefined);
});

/** From a row's link to the one above or below. */
function moveRow(event) {
    const row = event.target.closest('a.opens')?.closest('tr');
    if (!row) return;
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
    const link = next?.querySelector('a.opens');
    if (!link) return;
    event.preventDefault();
    link.focus();
}

document.addEventListener('click', (event) => {
    closeMenus(event.target);
    const opener = event.target.closest('[data-dialog]');
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog) {
        event.preventDefault();
        dialog.showModal();
    }
    const closer = event.target.closest('[data-close]');
    const open = closer?.closest('dialog');
    if (open) {
        event.preventDefault();
        open.close();
    }
});

/** A menu closes when something else is clicked. */
function closeMenus(except) {
    for (const menu of document.querySelectorAll('details.menu[open]'))
        if (!except || !menu.contains(except)) {
            const held = menu.contains(document.activeElement);
            menu.open = false;
            if (held) menu.querySelector('summary').focus();
        }
}

document.addEventListener('change', (event) => {
    const form = event.target.closest('form[data-at-once]');
    if (form && event.target.matches('select')) form.requestSubmit();
});

/** Says what is too much of a text, and sends it no sooner: a browser that knew the limit would cut what is pasted. */
document.addEventListener('input', ({ target }) => {
    const longest = Number(target.dataset.longest);
    if (!longest) return;
    const over = target.value.length - longest;
    target.setCustomValidity(over > 0 ? `Shorten this text: ${over} more than ${longest} characters.` : '');
});

/** The server reads no more of a form, so that no more is sent: the page keeps what was typed. */
const mostBytes = 1024 * 1024;
document.addEventListener(
    'submit',
    (event) => {
        const form = event.target;
        form.querySelector('.too-large')?.remove();
        if (form.getAttribute('method') !== 'post' || form.enctype.startsWith('multipart')) return;
        const sent = new URLSearchParams(new FormData(form)).toString().replaceAll('%0A', '%0D%0A');
        if (sent.length <= mostBytes) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const problem = document.createElement('p');
        Object.assign(problem, { className: 'problem too-large', role: 'alert' });
        problem.textContent = 'Nothing was sent: the text is too long. Shorten it and try again.';
        form.prepend(problem);
        problem.scrollIntoView({ block: 'nearest' });
    },
    true
);

/** A field that is wrong is not in a closed part of the page: there a browser could not say what is wrong. */
document.addEventListener(
    'invalid',
    ({ target }) => target.closest('details')?.setAttribute('open', ''),
    true
);

/** A part that is done reloads its page: neither while a form is on its way, nor while its outcome is being read. */
const calm = 10_000; // ms
let sentAt = -Infinity;
addEventListener('submit', (event) => {
    if (!event.defaultPrevented) sentAt = performance.now();
});
document.addEventListener('htmx:beforeOnLoad', (event) => {
    if (!event.detail.xhr.getResponseHeader('HX-Refresh')) return;
    const quietFrom = document.querySelector('.toast[open], .notice') ? Math.max(0, sentAt) : sentAt;
    if (performance.now() - quietFrom < calm) event.preventDefault();
});

document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-copy]');
    const field = button && document.getElementById(button.dataset.copy);
    if (field) void copy(field, button);
});

async function copy(field, button) {
    field.select();
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        document.execCommand('copy'); // without HTTPS there is no clipboard
    }
    button.dataset.word ??= button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = button.dataset.word), 2000);
}

/** The banner closes where it is: what is typed on the page stays. */
document.addEventListener('submit', (event) => {
    const banner = event.target.closest('.news');
    if (!banner) return;
    event.preventDefault();
    const { action } = event.target.attributes;
    const body = new URLSearchParams(new FormData(event.target));
    void fetch(action.value, { method: 'POST', body, keepalive: true }); // one that was not heard is shown again
    banner.remove();
    Object.assign(document.getElementById('main'), { tabIndex: -1 }).focus();
});

/** A page in answer to a form stands at the address of the form's route: reload and bookmarks are for its own. */
const own = document.querySelector('link[rel="canonical"]');
if (own) history.replaceState(null, '', own.href);
