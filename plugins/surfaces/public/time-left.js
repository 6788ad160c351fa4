// @ts-check
// Counts down the time that is left, announces once when the last minutes start, and ends the page with the time.
import { language } from './forms.js';

const ahead = 3; // seconds before the end in which the text is sent, so that it arrives in time
const jump = 5000; // milliseconds by which the clock of the device may part from the time that has passed
const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
/** How long ago this page was requested, in milliseconds: the server has counted after that. */
const delay = page ? Math.max(0, performance.now() - page.requestStart) : 0;

for (const found of document.querySelectorAll('[data-seconds-left]'))
    countDown(/** @type {HTMLElement} */ (found));

/** The server knows the time: each save says how much is left, and is asked for where it may have changed. @param {HTMLElement} element */
function countDown(element) {
    const { secondsLeft, lastMinutes, then = '' } = element.dataset;
    const notice = /** @type {HTMLElement} */ (document.querySelector('.ending'));
    let end = performance.now() + Number(secondsLeft) * 1000 - delay;
    let parted = Date.now() - performance.now();
    let isLeaving = false;
    /** What is still to be saved once the time ends; undefined before. @type {Promise<boolean>[] | undefined} */
    let saves;
    document.addEventListener('time-left', (event) => {
        end = performance.now() + /** @type {CustomEvent<number>} */ (event).detail * 1000;
        if (left() > ahead) {
            saves = undefined;
            isLeaving = false;
        }
        lock();
    });
    setInterval(tick, 1000);

    function tick() {
        const by = Date.now() - performance.now() - parted; // a clock that was set, or a device that slept
        const isJump = Math.abs(by) > jump;
        if (by > jump) end -= by; // until the server says what is left
        parted += by;
        const seconds = left();
        const areLast = seconds <= Number(lastMinutes);
        element.textContent = areLast ? inSeconds(seconds) : inMinutes(Math.floor(seconds / 60));
        const says = areLast ? (notice.dataset.says ?? '') : '';
        if (notice.textContent !== says) notice.textContent = says;
        if (isJump || (seconds <= ahead && !saves)) {
            const asked = ask();
            if (seconds <= ahead) saves = asked;
            lock();
        }
        if (seconds === 0 && !isLeaving) void leave(saves);
    }

    const left = () => Math.max(0, Math.ceil((end - performance.now()) / 1000));

    /** Nothing more is typed that could not be saved. */
    function lock() {
        for (const text of document.querySelectorAll('textarea')) text.readOnly = saves !== undefined;
    }

    /** The server shows what comes then. What could not be saved yet is not left. @param {Promise<boolean>[]} [saves] */
    async function leave(saves = []) {
        isLeaving = true;
        const all = await Promise.all(saves);
        await new Promise((resolve) => setTimeout(resolve, 1000 + delay)); // the server's clock may be behind by that
        if (left() > 0) isLeaving = false; // it was given meanwhile
        if (!isLeaving || !all.every(Boolean)) return;
        if (navigator.onLine) location.replace(then);
        else addEventListener('online', () => location.replace(then));
    }
}

/** Saves what is written, and returns whether it is saved. */
function ask() {
    /** @type {Promise<boolean>[]} */
    const saves = [];
    document.dispatchEvent(new CustomEvent('time-asked', { detail: saves }));
    return saves;
}

/** @param {number} seconds */
const inSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** In the language of the page. @param {number} minutes */
function inMinutes(minutes) {
    const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' };
    return new Intl.NumberFormat(language(), /** @type {any} */ (unit)).format(minutes);
}
