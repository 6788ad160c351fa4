// @ts-check
// Updates the time that is left while a page is open.
for (const found of document.querySelectorAll('[data-seconds-left]')) {
    const element = /** @type {HTMLElement} */ (found);
    const left = Number(element.dataset.secondsLeft);
    const end = Date.now() + left * 1000; // counted from now, for the clock of this device may be wrong
    setInterval(() => {
        element.textContent = inWords(element.dataset, Math.floor((end - Date.now()) / 60_000));
    }, 5000);
}

/** In the language of the page, which brings the words for less than two. @param {DOMStringMap} words @param {number} minutes */
function inWords(words, minutes) {
    if (minutes < 1) return words.none ?? '';
    if (minutes === 1) return words.one ?? '';
    const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' };
    return new Intl.NumberFormat(document.documentElement.lang, /** @type {any} */ (unit)).format(minutes);
}
