// A shortcut key presses its button, unless the user is typing. Everything works without it.
document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    if (event.target.closest('input, textarea, select, dialog')) return;
    const button = document.querySelector(`button[data-key="${CSS.escape(event.key)}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
});
