// @ts-check
// Updates the time that is left while a page is open.
for (const element of document.querySelectorAll('[data-seconds-left]')) {
    const left = Number(/** @type {HTMLElement} */ (element).dataset.secondsLeft);
    const end = Date.now() + left * 1000; // counted from now, for the clock of this device may be wrong
    setInterval(() => {
        element.textContent = inWords(Math.floor((end - Date.now()) / 60_000));
    }, 5000);
}

/** @param {number} minutes */
function inWords(minutes) {
    if (minutes < 1) return 'less than a minute';
    return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}
