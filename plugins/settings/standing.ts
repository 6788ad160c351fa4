// What runs here: which version, since when, on which data and how large they are.
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';

/** For the page of the settings. */
export async function standing({ app, request }: PageContext) {
    const { config, store } = app;
    const { version, node } = config.program;
    const clock = clockOf(app);
    const { started } = request.server.info;
    const place = config.database ? 'in PostgreSQL' : 'in the data folder';
    return html`<section id="installation"><h2>This server</h2><dl class="facts">
        <dt>Version</dt><dd>${version}, on Node ${node}</dd>
        <dt>Data</dt><dd>${sizeOf(await store.size())}, ${place}</dd>
        ${started > 0 && html`<dt>Started</dt><dd>${moment(started, clock)}</dd>`}</dl></section>`;
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `12.3 MB`: of thousands, as disks are sold. */
export function sizeOf(bytes: number) {
    const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
    const value = bytes / 1000 ** power;
    return `${value.toFixed(power > 0 && value < 100 ? 1 : 0)} ${units[power] ?? ''}`;
}
