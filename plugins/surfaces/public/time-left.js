// @ts-check
// Counts down the time that is left, announces once when the last minutes start, and ends the page with the time.
import { language } from './browser.js';

const ahead = 3; // seconds before the end in which the text is sent, so that it arrives in time
const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
/** How long ago this page was requested, in milliseconds: the server has counted after that. */
const delay = page ? Math.max(0, performance.now() - page.requestStart) : 0;

for (const found of document.querySelectorAll('[data-seconds-left]'))
    countDown(/** @type {HTMLElement} */ (found));

/** @param {HTMLElement} element */
function countDown(element) {
    const { secondsLeft, lastMinutes, then = '' } = element.dataset;
    const notice = /** @type {HTMLElement} */ (document.querySelector('.ending'));
    const end = Date.now() + Number(secondsLeft) * 1000 - delay;
    const timer = setInterval(tick, 1000);
    /** What is still to be saved once the time ends; undefined before. @type {Promise<boolean>[] | undefined} */
    let saves;

    function tick() {
        const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
        const areLast = seconds <= Number(lastMinutes);
        element.textContent = areLast ? inSeconds(seconds) : inMinutes(Math.floor(seconds / 60));
        if (areLast && notice.textContent === '') notice.textContent = notice.dataset.says ?? '';
        if (seconds <= ahead && !saves) {
            saves = [];
            document.dispatchEvent(new CustomEvent('time-ends', { detail: saves }));
        }
        if (seconds === 0) void leave(saves);
    }

    /** The server shows what comes then. What could not be saved yet is not left. @param {Promise<boolean>[]} [saves] */
    async function leave(saves = []) {
        clearInterval(timer);
        const all = await Promise.all(saves);
        if (!all.every(Boolean)) return;
        await new Promise((resolve) => setTimeout(resolve, 1000 + delay)); // the server's clock may be behind by that
        if (navigator.onLine) location.replace(then);
        else addEventListener('online', () => location.replace(then));
    }
}

/** @param {number} seconds */
const inSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** In the language of the page. @param {number} minutes */
function inMinutes(minutes) {
    const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' };
    return new Intl.NumberFormat(language(), /** @type {any} */ (unit)).format(minutes);
}
